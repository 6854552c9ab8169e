"""Databases of a Citus cluster, for tests that TEST_DATABASE_URL and TEST_CITUS_WORKERS send to one."""

import os
import re
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from tests.support.databases import execute, with_name

WORKERS = tuple(filter(None, os.environ.get("TEST_CITUS_WORKERS", "").split(",")))
"""`host:port` of each worker; the server of TEST_DATABASE_URL is their coordinator."""
SETTINGS = (
    "citus.multi_shard_modify_mode = 'sequential'",
    "citus.max_adaptive_executor_pool_size = 1",
)
"""Of the database, as docs/grow.md asks for them."""
SHARDS = "4"
"""Enough to tell rows apart by where they are; each is a table on disk, of every table and test."""


EXCEPTIONS: dict[str, str] = {}
"""Tests that do not run on a cluster, by name, and why; everything else does."""
FILE = Path(__file__).parent.parent.parent / "sql/distribute.sql"
STATEMENT = re.compile(r"(?:[^;$]|\$(?!\$)|\$\$.*?\$\$)+;", re.S)
"""Up to the semicolon that ends it, which is none of a body between dollars."""


def nodes(server_url: str) -> list[str]:
    """The servers of the cluster as addresses, the coordinator first."""
    given = urlsplit(server_url)
    user = given.netloc.rpartition("@")[0]
    addresses = [f"{user}@{worker}" if user else worker for worker in WORKERS]
    return [server_url, *(given._replace(netloc=address).geturl() for address in addresses)]


def create(server_url: str, name: str) -> None:
    """Make a database of this name on every node, and have the nodes know one another."""
    for node in nodes(server_url):
        execute(node, f"CREATE DATABASE {name}")
        execute(with_name(node, name), "CREATE EXTENSION citus")
    coordinator = urlsplit(server_url)
    execute(
        with_name(server_url, name),
        f"SELECT citus_set_coordinator_host('{coordinator.hostname}', {coordinator.port})",
        *(
            f"SELECT citus_add_node('{host}', {port})"
            for host, port in (worker.split(":") for worker in WORKERS)
        ),
        *(f"ALTER DATABASE {name} SET {setting}" for setting in SETTINGS),
    )


def distribute(url: str) -> None:
    """Run sql/distribute.sql on a migrated database."""
    execute(
        url,
        *(
            re.sub(r"shard_count => \d+", f"shard_count => {SHARDS}", each)
            for each in statements(FILE.read_text())
        ),
    )


def drop(server_url: str, names: Sequence[str]) -> None:
    for node in nodes(server_url):
        for name in names:
            execute(node, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def statements(text: str) -> list[str]:
    """The statements of a file of SQL, without its comments."""
    bare = re.sub(r"--.*$", "", text, flags=re.M)
    return [found.strip() for found in STATEMENT.findall(bare)]
