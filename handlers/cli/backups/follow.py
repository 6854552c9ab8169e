"""`portal backup follow`: copies the log as it is written, and once a day makes a backup and rehearses a restore."""

import asyncio
import fcntl
import os
import signal
import subprocess
import time
from argparse import Namespace as Arguments
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import asyncpg
import structlog

from handlers.cli.processes import exit_with_parent, portal_command
from handlers.cli.server import signal_ready
from rpc.backup.contents import LOG, PARTIAL, SEGMENT_LENGTH, Contents
from rpc.backup.errors import BackupError
from rpc.backup.files import FileSource
from rpc.backup.make import NO_RECIPIENT, copy_files, read_issued, read_marks
from rpc.backup.target import open_target
from rpc.config.settings import Settings
from schema.core.backup import COPY_SECONDS, EVERY
from sql.server import backup as programs
from sql.server.backup import LogReceiver
from sql.server.pg_binaries import ServerError

log = structlog.get_logger()

FILES_SECONDS = 30.0
"""How often the folder of files is looked through."""
LIST_SECONDS = 60.0
"""How often what was issued is listed; the list reads the payments of all the time that backups are kept."""
AGAIN = timedelta(hours=1)
"""How long after a backup that failed the next one is tried."""


class Follower:
    """Copies what the log receiver has written."""

    def __init__(self, contents: Contents, settings: Settings, spool: Path) -> None:
        self._contents = contents
        self._settings = settings
        self._spool = spool
        self._partial_digest = ""
        """The digest of the last partial segment that was copied."""
        self._partials: list[str] | None = None
        """The stored partial segments, listed once: a process before this one may have left some."""
        self._copied: set[str] = set()
        self._files_at = -FILES_SECONDS
        self._left = b""
        self._marks = (-1, -1)
        self._listed_at = -LIST_SECONDS

    def copy_log(self) -> None:
        """Copy whole segments in their order and remove them here, then what is being written."""
        for path in sorted(self._spool.iterdir()):
            name = path.name.removesuffix(PARTIAL)
            if len(name) != SEGMENT_LENGTH:
                continue
            if path.suffix == PARTIAL:
                with suppress(FileNotFoundError):  # it became whole meanwhile
                    self._copy_partial(path)
            else:
                self._contents.add_segment(path.name, path.read_bytes())
                self._remove_partials(name)
                path.unlink()

    def _copy_partial(self, path: Path) -> None:
        content = path.read_bytes()
        digest = sha256(content).hexdigest()
        if digest == self._partial_digest:
            return
        name = path.name.removesuffix(PARTIAL)
        partials = self._list_partials()
        stored = self._contents.add_segment(f"{name}.{time.time_ns():020}{PARTIAL}", content)
        partials.append(stored)
        self._remove_partials(name, besides=stored)
        self._partial_digest = digest

    def _list_partials(self) -> list[str]:
        if self._partials is None:
            self._partials = [name for name in self._contents.target.names(LOG) if PARTIAL in name]
        return self._partials

    def _remove_partials(self, name: str, besides: str = "") -> None:
        partials = self._list_partials()
        for stored in [
            each for each in partials if each.startswith(f"{name}.") and each != besides
        ]:
            self._contents.target.remove(f"{LOG}/{stored}")
            partials.remove(stored)

    def copy_files(self) -> None:
        """Copy new files of a folder; a bucket is listed once a day, with the backup."""
        if (
            self._settings.files_url is not None
            or time.monotonic() < self._files_at + FILES_SECONDS
        ):
            return
        self._files_at = time.monotonic()
        names = {name for source in FileSource.of(self._settings) for name, _ in source.sizes()}
        if names - self._copied:
            copy_files(self._contents, self._settings, None)
        self._copied = names

    async def copy_left(self, url: str) -> None:
        """List what was issued, if that has changed: at once after a bank file, else once a minute."""
        marks = await read_marks(url)
        if marks == self._marks and time.monotonic() < self._listed_at + LIST_SECONDS:
            return
        issued = await read_issued(url)
        self._marks, self._listed_at = marks, time.monotonic()
        known = repr(
            (issued.sequences, issued.series, issued.payments, issued.documents, issued.files)
        ).encode()
        if known != self._left:
            self._contents.add_issued(issued)
            self._left = known


def follow(settings: Settings, url: str, arguments: Arguments) -> None:
    """Follow until told to stop. Raises BackupError or ServerError in one line if that is impossible."""
    contents = Contents(open_target(settings))
    about = asyncio.run(programs.describe(url))
    if settings.backup_recipient is None and not arguments.without_keys:
        raise BackupError(NO_RECIPIENT)
    if not about.may_replicate:
        raise BackupError(
            f"DATABASE_URL: {about.user} has no right REPLICATION, so the log cannot be followed; run `alter role"
            f" {about.user} replication`, or make backups of rows alone with `portal backup`"
        )
    if arguments.until_orphaned:
        exit_with_parent()
    spool = settings.data_dir / "backup"
    spool.mkdir(mode=0o700, exist_ok=True)
    stopped: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda received, _: stopped.append(received))
    signal_ready(arguments.ready_fd)
    with (spool / "follow.lock").open("a") as lock:
        while not stopped:  # a new version waits for the old one to end
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                time.sleep(0.2)
        receiver = LogReceiver(url, spool)
        follower = Follower(contents, settings, spool)
        daily = Daily(contents, ["--without-keys"] if arguments.without_keys else [])
        steps = (
            receiver.keep_running,
            follower.copy_log,
            follower.copy_files,
            lambda: asyncio.run(follower.copy_left(url)),
            daily.run_if_due,
        )
        try:
            while not stopped:
                for step in steps:
                    try_step(step)
                pause(lambda: bool(stopped))
        finally:
            receiver.stop()
        try_step(follower.copy_log)


def try_step(step: Callable[[], None]) -> None:
    """Take a step; one that fails is tried again with the next round, and keeps no other from being taken."""
    try:
        step()
    except (BackupError, ServerError, OSError, asyncpg.PostgresError) as error:
        log.error("backup interrupted", reason=str(error))


def pause(stopping: Callable[[], bool]) -> None:
    ended = time.monotonic() + COPY_SECONDS
    while time.monotonic() < ended and not stopping():
        time.sleep(0.1)


class Daily:
    """Makes a backup once a day and rehearses its restore, in a process of its own."""

    def __init__(self, contents: Contents, options: list[str]) -> None:
        self._contents = contents
        self._options = options
        self._next = datetime.min.replace(tzinfo=UTC)
        self._process: subprocess.Popen[bytes] | None = None

    def run_if_due(self) -> None:
        if self._process is not None:
            if self._process.poll() is None:
                return
            if self._process.returncode:
                log.error("backup failed, see above", next=str(datetime.now(UTC) + AGAIN))
                self._next = datetime.now(UTC) + AGAIN
            self._process = None
        if datetime.now(UTC) < self._next:
            return
        backups = self._contents.backups()
        due = backups[-1].ended_at + EVERY if backups else datetime.now(UTC)
        if datetime.now(UTC) < due:
            self._next = due
            return
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            [*portal_command("backup daily"), *self._options], env=os.environ
        )
        self._next = datetime.now(UTC)
