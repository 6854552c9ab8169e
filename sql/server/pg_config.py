"""How the embedded PostgreSQL is configured: its memory, its limits, and where it listens."""

import os
import re
import tempfile
from contextlib import suppress
from pathlib import Path

import psutil

from sql.server.pg_binaries import server_user

SOCKET = ".s.PGSQL.5432"
CONFIGURED_SOCKETS = re.compile(r"^unix_socket_directories = '(.*)'$", re.MULTILINE)
MAX_CONNECTIONS = 400
"""Enough for five of each process, twice while a new version takes over (docs/production.md)."""
MAX_SOCKET_PATH = 100
"""Bytes of a socket's path; the kernel takes 107."""
CGROUP_LIMITS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)
"""Where Linux reports a container's memory (cgroups 2 and 1)."""


def socket_folder_for(folder: Path) -> Path:
    """Where the server is to listen: in its own folder, or in a short one where that has too long a path.

    A server that is started again listens where it did before, because its clients know that place.
    """
    if len(os.fsencode(folder / SOCKET)) <= MAX_SOCKET_PATH:
        return folder
    config = folder / "postgresql.conf"
    before = CONFIGURED_SOCKETS.search(config.read_text()) if config.exists() else None
    if before is not None:
        sockets = Path(unquote(before[1]))
        if sockets != folder and sockets.is_dir() and sockets.stat().st_uid == server_user()[0]:
            return sockets
    sockets = Path(tempfile.mkdtemp(prefix="portal-"))
    os.chown(sockets, *server_user())
    return sockets


def shared_buffers(memory: int) -> int:
    """MiB that the server keeps of its tables where there are so many bytes of memory, which others use too.

    PostgreSQL advises a quarter where it is alone; its own 128 MiB do not hold a million orders' indexes.
    """
    return min(max(memory // (8 << 20), 128), 1024)


def total_memory() -> int:
    """Bytes of this machine, or of the container we are in."""
    limits = [psutil.virtual_memory().total]
    for limit in CGROUP_LIMITS:
        with suppress(OSError, ValueError):  # none, or one that says max
            limits.append(int(limit.read_text()))
    return min(limits)


def configuration(sockets: Path, *, durable: bool) -> str:
    flag = "on" if durable else "off"
    lines = (
        "listen_addresses = ''",
        f"unix_socket_directories = '{quote(str(sockets))}'",
        "unix_socket_permissions = 0700",
        f"max_connections = {MAX_CONNECTIONS}",
        "timezone = 'UTC'",
        "log_timezone = 'UTC'",
        "log_checkpoints = off",
        f"shared_buffers = {shared_buffers(total_memory())}MB",
        # After a checkpoint each page is logged whole once more, so those of a large import are to be rare.
        "max_wal_size = 4GB",
        f"fsync = {flag}",
        f"full_page_writes = {flag}",
        f"synchronous_commit = {flag}",
    )
    return "\n".join(lines) + "\n"


def quote(text: str) -> str:
    """As postgresql.conf has it between single quotes."""
    return text.replace("\\", "\\\\").replace("'", "''")


def unquote(text: str) -> str:
    return text.replace("''", "'").replace("\\\\", "\\")
