"""The settings of `portal run`."""

import shutil
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def data() -> Iterator[Path]:
    """A folder that the user who runs the server can reach, also when we are root."""
    folder = Path(tempfile.mkdtemp(prefix="portal-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
