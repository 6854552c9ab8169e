"""PostgreSQL's own programs for backups: they stream a server's files, its log and its rows, and read them again."""

import ctypes
import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, unquote, urlsplit

import asyncpg
import msgspec

from sql.core.db import connect, fetch, one_value, text
from sql.server.embedded import is_running
from sql.server.pg_binaries import MAJOR, ServerError, bin_folder, run_program, server_user
from sql.server.pg_config import SOCKET, configuration, socket_folder_for
from sql.server.pg_config import quote as quote_setting

PR_SET_PDEATHSIG = 1
SLOT = "portal_backup"
"""The replication slot that keeps the log until it was copied."""
SLOT_LOST = ("can no longer", "invalidated", "has already been removed")
"""What the server says of a slot that it gave up, because it kept too much of the log."""
CHUNK = 1 << 20
CONNECT_SECONDS = 10
START_SECONDS = 60
RECOVERY_SECONDS = 3 * 3_600
"""How long a recovery may take."""
START_POINT = re.compile(r"log start point: ([0-9A-F]+)/([0-9A-F]+) on timeline (\d+)")
END_POINT = re.compile(r"log end point: ([0-9A-F]+)/([0-9A-F]+)")
LAST_COMMIT = re.compile(r"last completed transaction was at log time (\S+ \S+)")
RECOVERY_FILES = ("recovery.signal", "standby.signal", "backup_label.old", "tablespace_map.old")
LEFT_OVER = (
    "server.log", "server.log.old", "postmaster.pid", "postmaster.opts", SOCKET, f"{SOCKET}.lock",
)  # fmt: skip
HBA = "local all all trust\nlocal replication all trust\n"
CONNECTION_NAMES = {
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "dbname": "PGDATABASE",
}
"""What a URL's query may say, and its environment variable."""


ABOUT = """
select system_identifier::text as installation, current_database() as database, current_user as user,
       (select setting::int from pg_settings where name = 'wal_segment_size') as segment_size,
       (select rolsuper or rolreplication from pg_roles where rolname = current_user) as may_replicate,
       exists (select from pg_extension where extname = 'citus') as cluster,
       (select max(version) from schema_migrations) as migration, clock_timestamp() as now
  from pg_control_system()
"""


class PastTheEnd(ServerError):
    """The log ends before the moment that was asked for; `reached` is the last commit's time, if it is known."""

    def __init__(self, reached: str | None) -> None:
        super().__init__(f"the log ends before that moment, at {reached or 'an unknown time'}")
        self.reached = reached


class About(NamedTuple):
    """What a backup needs to know of a server."""

    version: int
    installation: str
    database: str
    user: str
    segment_size: int
    may_replicate: bool
    cluster: bool
    migration: str
    now: datetime


class Positions(NamedTuple):
    """The segments of the log with which a backup begins and ends."""

    start: str
    end: str


def client_environment(url: str) -> dict[str, str]:
    """The environment by which PostgreSQL's programs connect; a password must not be an argument."""
    parts = urlsplit(url)
    named = {
        "PGHOST": parts.hostname,
        "PGPORT": str(parts.port) if parts.port else None,
        "PGUSER": unquote(parts.username) if parts.username else None,
        "PGPASSWORD": unquote(parts.password) if parts.password else None,
        "PGDATABASE": unquote(parts.path.strip("/")) or None,
    }
    for name, value in parse_qsl(parts.query):
        if name in CONNECTION_NAMES:
            named[CONNECTION_NAMES[name]] = value
    base = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC", "PGAPPNAME": "portal backup"}
    return base | {name: value for name, value in named.items() if value}


async def describe(url: str) -> About:
    """Ask a server what a backup needs to know. Raises ServerError in one line."""
    db = await reach(url)
    try:
        version = int(await one_value(db, text("show server_version_num")))
        if version // 10_000 != int(MAJOR):
            raise ServerError(
                f"DATABASE_URL: the server is PostgreSQL {version // 10_000}, and the portal needs {MAJOR}:"
                " upgrade the server"
            )
        if await one_value(db, text("select to_regclass('schema_migrations')")) is None:
            raise ServerError(
                "DATABASE_URL: the database has no portal in it; run `portal migrate`, or check DATABASE_URL"
            )
        [row] = await fetch(db, text(ABOUT))
        return About(version, **dict(row))
    except asyncpg.InsufficientPrivilegeError as error:
        raise ServerError(
            f"DATABASE_URL: its user may not read everything ({error}); grant it pg_read_all_data, or use the owner"
        ) from error
    finally:
        await db.close()


async def count_tables(url: str) -> int:
    """How many tables and views a database has that may be the portal's. Raises ServerError in one line."""
    query = text(
        """
        select count(*) from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
        """
    )
    db = await reach(url)
    try:
        return int(await one_value(db, query))
    finally:
        await db.close()


async def reach(url: str) -> "asyncpg.Connection[asyncpg.Record]":
    try:
        return await connect(url, CONNECT_SECONDS)
    except (OSError, asyncpg.PostgresError, TimeoutError) as error:
        raise ServerError(f"DATABASE_URL: the database cannot be reached: {error}") from error


def base_backup(
    url: str, on_positions: Callable[[Positions], None], segment_size: int
) -> Iterator[bytes]:
    """The server's files as a tar, in pieces, with what of the log they need. Raises ServerError if it breaks off."""
    command = ["pg_basebackup", "-D", "-", "-F", "t", "-X", "fetch", "-c", "fast", "-w", "-v",
               "--manifest-checksums=SHA256", "--label=portal"]  # fmt: skip
    output = yield from stream_output(url, command)
    start, end = START_POINT.search(output), END_POINT.search(output)
    if start is None or end is None:
        raise ServerError(f"pg_basebackup does not say where the log begins: {one_line(output)}")
    timeline = int(start[3])
    on_positions(
        Positions(
            segment(timeline, position(start[1], start[2]), segment_size),
            # A position at the very beginning of a segment belongs to the one before.
            segment(timeline, position(end[1], end[2]) - 1, segment_size),
        )
    )


def dump(url: str) -> Iterator[bytes]:
    """The database's rows, in PostgreSQL's own format. Raises ServerError if it breaks off."""
    yield from stream_output(url, ["pg_dump", "-F", "c", "-Z", "none", "-w", "--no-owner"])


def stream_output(url: str, command: list[str]) -> Generator[bytes, None, str]:
    """What a program writes, in pieces; returns what it said."""
    with tempfile.TemporaryFile("w+") as output:
        with (
            subprocess.Popen(  # noqa: S603 - our own programs
                [bin_folder() / command[0], *command[1:]],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=output,
                cwd="/",
                env=client_environment(url),
            ) as process
        ):
            assert process.stdout is not None
            try:
                while piece := process.stdout.read(CHUNK):
                    yield piece
            finally:
                if process.poll() is None and process.stdout.read(1):
                    process.kill()  # nobody reads on
        output.seek(0)
        words = output.read()
        if process.returncode:
            raise ServerError(f"{command[0]} failed: {one_line(words)}")
        return words


def restore_dump(url: str, pieces: Iterator[bytes]) -> None:
    """Read a dump into an empty database, all of it or nothing."""
    command = [
        "pg_restore",
        "-w",
        "--no-owner",
        "--exit-on-error",
        "--single-transaction",
        "--no-comments",
    ]
    environment = client_environment(url)
    with tempfile.TemporaryFile("w+") as output:
        with (
            subprocess.Popen(  # noqa: S603 - our own programs
                [
                    bin_folder() / command[0],
                    *command[1:],
                    "-d",
                    environment.get("PGDATABASE", "portal"),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=output,
                cwd="/",
                env=environment,
            ) as process
        ):
            assert process.stdin is not None
            try:
                with suppress(BrokenPipeError):
                    for piece in pieces:
                        process.stdin.write(piece)
            except BaseException:
                process.kill()
                raise
            with suppress(BrokenPipeError):
                process.stdin.close()
        output.seek(0)
        if process.returncode:
            raise ServerError(f"pg_restore failed: {one_line(output.read())}")


def position(high: str, low: str) -> int:
    return (int(high, 16) << 32) + int(low, 16)


def segment(timeline: int, at: int, size: int) -> str:
    """The name of the segment of the log that contains a position."""
    number = at // size
    each = (1 << 32) // size
    return f"{timeline:08X}{number // each:08X}{number % each:08X}"


def next_segment(name: str, size: int) -> str:
    timeline, number = (
        int(name[:8], 16),
        (int(name[8:16], 16) * ((1 << 32) // size)) + int(name[16:], 16),
    )
    return segment(timeline, (number + 1) * size, size)


def one_line(output: str) -> str:
    return " ".join(output.split())[-600:] or "without a word"


class LogReceiver:
    """`pg_receivewal`, which writes the log to a folder as the server writes it."""

    def __init__(self, url: str, folder: Path) -> None:
        self.folder = folder
        self._url = url
        self._output = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed by stop
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._run("--create-slot", "--if-not-exists")
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            self._command(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._output,
            cwd="/",
            env=client_environment(self._url),
            preexec_fn=end_with_parent,
        )

    def keep_running(self) -> None:
        """Start it if it does not run; with a new slot, if the server gave the old one up. Raises ServerError."""
        if self._process is None:
            self.start()
        elif self._process.poll() is not None:
            self._output.seek(0)
            message = one_line(self._output.read())
            self._output.seek(0)
            self._output.truncate()
            self._process = None
            if any(words in message for words in SLOT_LOST):
                self._run("--drop-slot")
            raise ServerError(f"pg_receivewal ended: {message}")

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait()
        self._output.close()

    def _run(self, *arguments: str) -> None:
        done = subprocess.run(  # noqa: S603 - our own program
            self._command(*arguments),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            cwd="/",
            env=client_environment(self._url),
            check=False,
        )
        if done.returncode:
            raise ServerError(f"pg_receivewal failed: {one_line(done.stderr.decode())}")

    def _command(self, *arguments: str) -> list[str]:
        program = str(bin_folder() / "pg_receivewal")
        return [program, "-D", str(self.folder), "-S", SLOT, "-w", "-s", "2", *arguments]


def end_with_parent() -> None:
    """Have the kernel end this process when the one that started it dies."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class RestoredServer(NamedTuple):
    """A server of restored files, which nobody else can reach."""

    folder: Path
    database: str
    user: str

    @property
    def sockets(self) -> Path:
        return socket_folder_for(self.folder)

    @property
    def url(self) -> str:
        where = quote(str(self.sockets))
        return f"postgresql://{quote(self.user)}@/{quote(self.database)}?host={where}"


def give_to_server(folder: Path) -> None:
    """Let the user who runs servers own everything in a folder."""
    folder.chmod(0o700)
    if os.geteuid() == 0:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, *server_user(), follow_symlinks=False)


@contextmanager
def run_recovered(server: RestoredServer, log: Path | None, at: datetime | None) -> Iterator[None]:
    """Run a server of restored files for the block, recovered to a moment, or to the end of its log.

    `log` is the folder of the segments that came after; without it the files are a stopped server's.
    """
    folder = server.folder
    for name in LEFT_OVER:  # a backup holds whatever lay in the server's folder
        (folder / name).unlink(missing_ok=True)
    (folder / "pg_hba.conf").write_text(HBA)
    for name in ("pg_ident.conf", "postgresql.auto.conf"):
        (folder / name).write_text("")
    written = configuration(socket_folder_for(folder), durable=False)
    if log is not None:
        (folder / "recovery.signal").touch()
        given = quote_setting(str(log))
        written += (
            f'restore_command = \'cp "{given}/%f" "%p"\'\n'
            "recovery_target_timeline = 'current'\nrecovery_target_action = 'promote'\nhot_standby = off\n"
        )
        if at is not None:
            written += f"recovery_target_time = '{at.isoformat()}'\n"
    (folder / "postgresql.conf").write_text(written)
    give_to_server(folder)
    output = folder / "server.log"
    try:
        run_program("pg_ctl", "start", "-w", "-t", START_SECONDS, "-s", "-D", folder, "-l", output)
        wait_until_recovered(folder)
    except ServerError:
        if is_running(folder):
            run_program("pg_ctl", "stop", "-w", "-s", "-m", "immediate", "-D", folder)
        raise recovery_error(
            output.read_text(errors="replace") if output.exists() else ""
        ) from None
    try:
        yield
    finally:
        run_program("pg_ctl", "stop", "-w", "-t", 60, "-s", "-m", "fast", "-D", folder)
        for name in RECOVERY_FILES:
            (folder / name).unlink(missing_ok=True)
        # The next start writes the settings of a server that is used.
        (folder / "postgresql.conf").write_text("")


def wait_until_recovered(folder: Path) -> None:
    """Wait until a server has read its log and can be used. Raises ServerError if it ends before."""
    exit_message = time.monotonic() + RECOVERY_SECONDS
    while time.monotonic() < exit_message:
        try:
            run_program("pg_isready", "-q", "-h", socket_folder_for(folder))
            return
        except ServerError:
            if not is_running(folder):
                raise
        time.sleep(0.05)
    raise ServerError("the recovery takes too long")


def recovery_error(output: str) -> ServerError:
    """Why a recovery ended, by what the server logged."""
    if "before configured recovery target was reached" in output:
        commits = LAST_COMMIT.findall(output)
        return PastTheEnd(commits[-1] if commits else None)
    fatal = [line for line in output.splitlines() if "FATAL" in line or "PANIC" in line]
    return ServerError(
        f"The restored database does not start: {one_line(' '.join(fatal[-2:]) or output)}"
    )


def last_commit(folder: Path) -> datetime | None:
    """The time of the last transaction that a recovery replayed."""
    on_positions = LAST_COMMIT.findall((folder / "server.log").read_text(errors="replace"))
    return datetime.fromisoformat(on_positions[-1]) if on_positions else None


def checked_manifest(raw: bytes) -> dict[str, tuple[int, str]]:
    """Size and SHA-256 of each file by PostgreSQL's own list of a backup."""
    manifest = msgspec.json.decode(raw)
    return {
        each["Path"]: (each["Size"], each["Checksum"].lower())
        for each in manifest["Files"]
        if "Path" in each
    }
