"""Restores a backup beside the running portal, and replaces it only once the backup is complete and its sums agree."""

import os
import stat
import tarfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from hashlib import sha256
from io import RawIOBase
from pathlib import Path
from shutil import disk_usage, rmtree
from typing import NamedTuple

import msgspec

import sql.core.restoration
import sql.network.issued
import sql.network.sealed_row
from rpc.backup.contents import DATA, FILES, Contents, Hasher, Segment, choose, expand
from rpc.backup.errors import BackupError
from rpc.backup.files import FileSource
from rpc.backup.sealed_keys import unseal
from rpc.backup.target import MARK, check
from rpc.config.settings import Settings
from rpc.security.encryption import key_id
from schema.core.backup import Backup, Issued, Kind
from sql.core.db import Connection, open_pool
from sql.server import backup as programs
from sql.server import embedded
from sql.server.backup import PastTheEnd, RestoredServer
from sql.server.migrate import latest_migration, migrate
from sql.server.pg_binaries import MAJOR, run_program

MANIFEST = "backup_manifest"
PIECE = 1 << 20
"""How many bytes are unpacked at once."""
LONG_AGO = datetime.min.replace(tzinfo=UTC)
NOTHING_ISSUED = Issued(at=LONG_AGO, sequences={}, series=[], payments=[], documents=[], files=[])
Reconcile = Callable[[Connection], Awaitable[list[str]]]
"""Compares all figures and money of a database; a line for each difference."""


class Restored(NamedTuple):
    """A database that was restored beside: to when, what does not add up, and what was issued afterwards."""

    backup: Backup
    server: RestoredServer
    reached: datetime
    differences: list[str]
    issued: Issued
    unreadable: dict[str, int]


class Keys(NamedTuple):
    """The keyring of a backup, oldest first; empty if it is restored without."""

    keys: list[str]

    @property
    def ids(self) -> set[str]:
        return {key_id(key) for key in self.keys}


def check_version(backup: Backup) -> None:
    """Raise BackupError if this portal is older than the backup, or comes with another PostgreSQL."""
    if backup.postgres // 10_000 != int(MAJOR):
        raise BackupError(
            f"backup {backup.name} is of PostgreSQL {backup.postgres // 10_000}, and this portal comes with {MAJOR};"
            f" restore it with portal {backup.portal}"
        )
    if backup.migration > latest_migration():
        raise BackupError(
            f"backup {backup.name} was made by portal {backup.portal}, whose database is newer (migration"
            f" {backup.migration}, here {latest_migration()}); install portal {backup.portal} or newer"
        )


def read_keys(contents: Contents, backup: Backup, private: str) -> Keys:
    """The keyring of a backup. Raises BackupError if the private half opens none that belongs to it."""
    sealed = [each for each in contents.keyrings() if each.installation == backup.installation]
    if not sealed:
        raise BackupError(
            "the target holds no keys of this installation; restore with --without-keys, and see what"
            " becomes unreadable"
        )
    fitting = [each for each in sealed if set(backup.key_ids) <= set(each.key_ids)] or sealed
    return Keys(unseal(fitting[-1], private))


@asynccontextmanager
async def open_restored(
    contents: Contents,
    folder: Path,
    at: datetime | None,
    reconcile: Reconcile,
    key_ids: set[str] | None,
) -> AsyncIterator[Restored]:
    """Restore the database into an empty folder, where it runs for the block, and stops after it.

    `key_ids` are those of the keys at hand; None if it does not matter what they open.
    """
    backup = choose(contents.backups(), at)
    check_version(backup)
    if backup.kind is Kind.DUMP and at is not None:
        raise BackupError(
            f"backup {backup.name} holds rows and no log, so it leads to {backup.ended_at:%Y-%m-%d %H:%M:%S} UTC"
            " alone; leave out --at, or give the database's user the right REPLICATION for the next time"
        )
    embedded.prepare_folder(folder)
    server = RestoredServer(folder, backup.database, backup.user)
    log = folder.with_name(f"{folder.name}-log") if backup.kind is Kind.FILES else None
    try:
        if log is None:
            server = RestoredServer(folder, "portal", "postgres")
            embedded.make_cluster(folder)
        else:
            fetch_log(contents, backup, log)
            extract(contents, backup, folder)
        try:
            with programs.run_recovered(server, log, at):
                if backup.kind is Kind.DUMP:
                    read_dump(contents, backup, server)
                    reached = backup.ended_at
                else:
                    reached = at or programs.last_commit(folder) or backup.ended_at
                yield await inspect(contents, backup, server, reached, reconcile, key_ids)
        except PastTheEnd as error:
            raise BackupError(
                f"the backup does not reach {at}: its log ends at {error.reached or backup.ended_at} UTC; give an"
                " earlier --at, or none for its end"
            ) from None
    finally:
        if log is not None:
            rmtree(log, ignore_errors=True)


async def inspect(
    contents: Contents,
    backup: Backup,
    server: RestoredServer,
    reached: datetime,
    reconcile: Reconcile,
    key_ids: set[str] | None,
) -> Restored:
    """Bring a restored database up to date, hold it, and compare all its figures and money."""
    migrate(server.url)
    issued = contents.latest_issued() or NOTHING_ISSUED
    async with await open_pool(server.url, size=1) as pool, pool.acquire() as db:
        used = await sql.network.sealed_row.count_by_key(db)
        unreadable: dict[str, int] = {}
        for needed, kinds in used.items():
            if key_ids is not None and needed not in key_ids:
                for kind, rows in kinds.items():
                    unreadable[kind] = unreadable.get(kind, 0) + rows
        await sql.network.issued.skip_numbers(db, issued)
        after = msgspec.structs.replace(
            issued,
            payments=[each for each in issued.payments if each.left_at > reached and each.has_left],
            documents=[each for each in issued.documents if each.issued_at > reached],
            files=[each for each in issued.files if each.made_at > reached],
        )
        await sql.core.restoration.add(db, reached_at=reached, issued=after, now=datetime.now(UTC))
        differences = await reconcile(db)
    return Restored(backup, server, reached, differences, after, unreadable)


def read_dump(contents: Contents, backup: Backup, server: RestoredServer) -> None:
    what = f"backup {backup.name}"
    hasher = Hasher()
    pieces = expand(hasher.through(contents.target.read(f"{DATA}/{backup.data.name}")), what)
    run_program("createdb", "-h", server.sockets, "-U", server.user, server.database)
    programs.restore_dump(server.url, pieces)
    check_data(backup, hasher)


def check_data(backup: Backup, hasher: Hasher) -> None:
    if (hasher.size, hasher.hex) != (backup.data.size, backup.data.sha256):
        raise BackupError(f"backup {backup.name} was cut short or altered; use another backup")


def extract(contents: Contents, backup: Backup, folder: Path) -> None:
    """Unpack a backup's files, each compared with PostgreSQL's own list of them."""
    what = f"backup {backup.name}"
    hasher = Hasher()
    pieces = expand(hasher.through(contents.target.read(f"{DATA}/{backup.data.name}")), what)
    found: dict[str, tuple[int, str]] = {}
    manifest = b""
    try:
        with tarfile.open(fileobj=PieceReader(pieces), mode="r|", bufsize=PIECE) as archive:
            for member in archive:
                path = within(folder, member.name)
                if member.isdir():
                    path.mkdir(mode=0o700, parents=True, exist_ok=True)
                    continue
                source = archive.extractfile(member)
                if source is None:
                    raise BackupError(
                        f"{what} holds {member.name}, which is no file; use another backup"
                    )
                if member.name == MANIFEST:
                    manifest = source.read()
                    continue
                digest = sha256()
                with path.open("wb") as file:
                    path.chmod(stat.S_IRUSR | stat.S_IWUSR)
                    while piece := source.read(PIECE):
                        digest.update(piece)
                        file.write(piece)
                found[member.name] = member.size, digest.hexdigest()
        for _ in pieces:
            pass
    except tarfile.TarError:
        raise BackupError(f"{what} was cut short or altered; use another backup") from None
    except OSError as error:
        free = disk_usage(folder).free >> 20
        raise BackupError(
            f"DATA_DIR: {folder} cannot take the backup ({error.strerror}; {free} MiB are free); make room"
        ) from error
    check_data(backup, hasher)
    listed = programs.checked_manifest(manifest) if manifest else {}
    for name, expected in listed.items():
        if found.get(name) != expected:
            raise BackupError(f"{what} lacks {name}, or holds another; use another backup")
    if not listed:
        raise BackupError(f"{what} has no list of its files; use another backup")


class PieceReader(RawIOBase):
    """Pieces as a file that is read from its beginning to its end."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._piece = memoryview(b"")

    def read(self, size: int = -1) -> bytes:
        """Up to so many bytes, fewer only at the end."""
        parts = []
        while size > 0:
            if not self._piece:
                self._piece = memoryview(next(self._pieces, b""))
                if not self._piece:
                    break
            parts.append(self._piece[:size])
            size -= len(parts[-1])
            self._piece = self._piece[len(parts[-1]) :]
        return b"".join(parts)


def within(folder: Path, name: str) -> Path:
    """A file in a folder. Raises BackupError if the name leads out of it."""
    path = folder / name
    if name.startswith("/") or ".." in Path(name).parts:
        raise BackupError(f"the backup names a file outside its folder: {name}; use another backup")
    return path


def log_after(contents: Contents, backup: Backup) -> tuple[list[Segment], str | None]:
    """The segments that lead on from a backup, and the first one that is missing between others."""
    timeline = backup.wal_end[:8]
    stored = {each.name: each for each in contents.segments() if each.name.startswith(timeline)}
    latest = max((name for name in stored if name > backup.wal_end), default=None)
    found: list[Segment] = []
    # The backup holds its last segment whole; a copy from while it was written would be taken before it.
    if backup.wal_end in stored and not stored[backup.wal_end].partial:
        found.append(stored[backup.wal_end])
    if latest is None:
        return found, None
    name = backup.wal_end
    while name < latest:
        name = programs.next_segment(name, backup.segment_size)
        if name not in stored:
            return found, name
        found.append(stored[name])
    return found, None


def gap_error(backup: Backup, missing: str) -> BackupError:
    return BackupError(
        f"the log has a gap: segment {missing} is missing after backup {backup.name}, so later moments cannot be"
        " reached from it; make a new backup (`portal backup`)"
    )


def fetch_log(contents: Contents, backup: Backup, folder: Path) -> None:
    """Copy the log that leads on from a backup into a folder. Raises BackupError if it has a gap."""
    segments, missing = log_after(contents, backup)
    if missing is not None:
        raise gap_error(backup, missing)
    rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    try:
        for each in segments:
            (folder / each.name).write_bytes(contents.segment(each.stored))
    except OSError as error:
        raise BackupError(
            f"DATA_DIR: {folder} cannot take the log ({error.strerror}); make room"
        ) from error
    programs.give_to_server(folder)


def restore_files(contents: Contents, backup: Backup, settings: Settings) -> tuple[int, list[str]]:
    """Copy the files of a backup, and later ones, into their place; returns how many, and what is wrong with others."""
    sources = {each.prefix: each for each in FileSource.of(settings)}
    stored = contents.file_names() | {
        part.name: f"{part.name}{MARK}{part.sha256}" for part in backup.files
    }
    done, wrong = 0, []
    for name, stored_name in sorted(stored.items()):
        source = sources.get(name.partition("/")[0])
        within(Path("/"), name)
        if source is None:
            continue
        try:
            source.write(name, check(stored_name, contents.target.get(f"{FILES}/{stored_name}")))
            done += 1
        except BackupError as error:
            wrong.append(str(error))
    return done, wrong


def write_keys(settings: Settings, keys: Keys) -> str:
    """Store the keyring in DATA_DIR, beside the one that is there; a line that says what was done."""
    path = settings.data_dir / "secret.key"
    if keys.ids <= {key_id(key) for key in settings.secret_keys}:
        return "SECRET_KEY has all keys already"
    aside = ""
    if path.exists():
        path.rename(path.with_name("secret.key.before-restore"))
        aside = "; the one that was there is secret.key.before-restore"
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(number, "w") as file:
        file.write("\n".join(keys.keys))
    return f"The keys are in {path}{aside}: unset SECRET_KEY, or let it name this file"


def verify(contents: Contents) -> Iterator[str]:
    """Read everything again; a line for each fault, each with what to do."""
    backups = contents.backups()
    if not backups:
        yield "there is no backup; make one with `portal backup`"
        return
    for backup in backups:
        hasher = Hasher()
        try:
            stored = contents.target.read(f"{DATA}/{backup.data.name}")
            for _ in expand(hasher.through(stored), f"backup {backup.name}"):
                pass
            check_data(backup, hasher)
        except BackupError as error:
            yield str(error)
        have = set(contents.target.names(FILES))
        for part in backup.files:
            if f"{part.name}{MARK}{part.sha256}" not in have:
                yield f"backup {backup.name}: file {part.name} is missing; make a new backup"
        if backup.kind is Kind.FILES and (missing := log_after(contents, backup)[1]):
            yield str(gap_error(backup, missing))
    for each in contents.segments():
        try:
            contents.segment(each.stored)
        except BackupError as error:
            yield str(error)
    for name in contents.target.names(FILES):
        try:
            check(name, contents.target.get(f"{FILES}/{name}"))
        except BackupError as error:
            yield str(error)
    yield from verify_keys(contents, backups)


def verify_keys(contents: Contents, backups: list[Backup]) -> Iterator[str]:
    try:
        sealed = contents.keyrings()
    except BackupError as error:
        yield str(error)
        return
    for backup in backups:
        ids = {
            each
            for keys in sealed
            if keys.installation == backup.installation
            for each in keys.key_ids
        }
        if missing := sorted(set(backup.key_ids) - ids):
            yield (
                f"backup {backup.name}: the key {', '.join(missing)} is sealed nowhere, so what it encrypts would be"
                " unreadable; set BACKUP_RECIPIENT and make a new backup"
            )
