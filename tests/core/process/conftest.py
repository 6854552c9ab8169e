"""The settings of `portal run`."""

import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sql.server import embedded
from sql.server.migrate import migrate


@contextmanager
def open_folder() -> Iterator[Path]:
    """A folder that the user who runs the server can reach, also when we are root."""
    folder = Path(tempfile.mkdtemp(prefix="portal-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def data() -> Iterator[Path]:
    """An empty folder."""
    with open_folder() as folder:
        yield folder


@pytest.fixture(scope="module")
def migrated_data() -> Iterator[Path]:
    """A folder with a database that is up to date, and whose server has stopped."""
    with open_folder() as folder:
        cluster = embedded.cluster_folder(folder, chosen=True)
        migrate(embedded.start(cluster, durable=False))
        embedded.stop(cluster)
        yield folder


@pytest.fixture
def used_data(migrated_data: Path) -> Iterator[Path]:
    """A folder in which a portal has run before, which starts sooner."""
    with open_folder() as folder:
        subprocess.run(["cp", "-a", f"{migrated_data}/.", folder], check=True)
        yield folder


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
