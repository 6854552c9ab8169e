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
"""The limit of connections: five for each process, twice while a new version takes over (docs/production.md)."""
MAX_SOCKET_PATH = 100
"""The maximum length of a socket's path in bytes; the kernel accepts 107."""
CGROUP_LIMITS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)
"""Where Linux reports a container's memory (cgroups 2 and 1)."""


def socket_folder_for(folder: Path) -> Path:
    """The folder of the server's socket: the server's own, or one with a shorter path if that path is too long.

    A restarted server listens in the same folder as before, because its clients know that folder.
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
    """The MiB of shared buffers on a machine with this many bytes of memory, which other processes use too.

    PostgreSQL recommends a quarter on a dedicated server; its default, 128 MiB, cannot hold a million orders' indexes.
    """
    return min(max(memory // (8 << 20), 128), 1024)


def total_memory() -> int:
    """Bytes of memory of this machine, or of the container that the process runs in."""
    limits = [psutil.virtual_memory().total]
    for limit in CGROUP_LIMITS:
        with suppress(OSError, ValueError):  # no such file, or a limit of "max"
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
        # After a checkpoint each page is logged in full once, so checkpoints are to be rare during a large import.
        "max_wal_size = 4GB",
        # A backup reads the log that was written meanwhile; one that does not come back must not fill the disk.
        "wal_keep_size = 512MB",
        "max_slot_wal_keep_size = 16GB",
        f"fsync = {flag}",
        f"full_page_writes = {flag}",
        f"synchronous_commit = {flag}",
    )
    return "\n".join(lines) + "\n"


def quote(text: str) -> str:
    """Escape a text for single quotes in postgresql.conf."""
    return text.replace("\\", "\\\\").replace("'", "''")


def unquote(text: str) -> str:
    return text.replace("''", "'").replace("\\\\", "\\")
