"""Makes a backup: the database, then the files that its rows name, the keys, and last what says that it is whole."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from secrets import token_hex

import asyncpg

import sql.network.issued
import sql.network.sealed_row
from rpc.backup.contents import DATA, FILES, LOG, Contents, Hasher, compress
from rpc.backup.errors import BackupError
from rpc.backup.files import FileSource
from rpc.backup.sealed_keys import seal
from rpc.backup.target import MARK, open_target
from rpc.config.settings import Settings
from rpc.security.encryption import key_id
from schema.core.backup import FORMAT, LEAST_KEPT, LIFETIME, Backup, Issued, Kind, Part
from schema.core.version import VERSION
from sql.core.db import connect
from sql.server import backup as programs
from sql.server.backup import About, Positions

CONNECT_SECONDS = 10
NO_RECIPIENT = (
    "BACKUP_RECIPIENT is not set, so the keys would be in no backup, and payment details and two-step secrets"
    " unreadable after a restore; run `portal backup init`, or give --without-keys"
)


async def make(settings: Settings, url: str, *, without_keys: bool) -> Backup:
    """Make a backup, and remove what is older than it is kept. Raises BackupError or ServerError in one line."""
    contents = Contents(open_target(settings))
    if settings.backup_recipient is None and not without_keys:
        raise BackupError(NO_RECIPIENT)
    about = await programs.describe(url)
    if about.cluster:
        raise BackupError(
            "the database is a Citus cluster, which `portal backup` does not back up; use the tools of its nodes"
        )
    known = contents.backups()
    if known and known[-1].installation != about.installation:
        raise BackupError(
            f"{contents.target.url} holds the backups of another installation; give an empty folder or prefix"
        )
    key_ids = await read_key_ids(url)
    # What no key of the settings opens is lost already, and a backup of it would only look whole.
    missing = set(key_ids) - {key_id(key) for key in settings.secret_keys}
    if missing and not without_keys:
        raise BackupError(
            f"SECRET_KEY lacks the key {', '.join(sorted(missing))}, which rows are encrypted with; add it, or give"
            " --without-keys"
        )
    started = about.now
    name = f"{started:%Y%m%dT%H%M%SZ}-{token_hex(2)}"
    kind = Kind.FILES if about.may_replicate else Kind.DUMP
    positions: list[Positions] = []
    hasher = Hasher()
    data_name = f"{name}.{'tar' if kind is Kind.FILES else 'dump'}.gz"
    pieces = database_pieces(url, kind, about, positions)
    contents.target.put_pieces(f"{DATA}/{data_name}", hasher.through(compress(pieces)))
    files = copy_files(contents, settings, known[-1] if known else None)
    if settings.backup_recipient is not None and not without_keys:
        contents.add_keys(seal(settings.secret_keys, settings.backup_recipient, about.installation))
    contents.add_issued(await read_issued(url))
    backup = Backup(
        format=FORMAT,
        name=name,
        kind=kind,
        portal=VERSION,
        migration=about.migration,
        postgres=about.version,
        installation=about.installation,
        database=about.database,
        user=about.user,
        segment_size=about.segment_size,
        wal_start=positions[0].start if positions else "",
        wal_end=positions[0].end if positions else "",
        started_at=started,
        ended_at=(await programs.describe(url)).now,
        data=Part(data_name, hasher.size, hasher.hex),
        key_ids=key_ids,
        files=files,
    )
    contents.add_backup(backup)
    remove_old(contents, backup.ended_at)
    return backup


def database_pieces(
    url: str, kind: Kind, about: About, positions: list[Positions]
) -> Iterator[bytes]:
    if kind is Kind.DUMP:
        return programs.dump(url)
    return programs.base_backup(url, positions.append, about.segment_size)


async def read_key_ids(url: str) -> list[str]:
    """The ids of the keys that rows are encrypted with."""
    db = await connect(url, CONNECT_SECONDS)
    try:
        return sorted(await sql.network.sealed_row.count_by_key(db))
    except asyncpg.InsufficientPrivilegeError as error:
        raise BackupError(
            f"DATABASE_URL: its user may not read everything ({error}); grant it pg_read_all_data, or use the owner"
        ) from error
    finally:
        await db.close()


async def read_issued(url: str) -> Issued:
    """What was issued while backups are kept."""
    now = datetime.now(UTC)
    db = await connect(url, CONNECT_SECONDS)
    try:
        return await sql.network.issued.find(db, now - LIFETIME, now)
    finally:
        await db.close()


async def read_marks(url: str) -> tuple[int, int]:
    """Two numbers that grow when a batch or bank file is made, and when a document gets a number."""
    db = await connect(url, CONNECT_SECONDS)
    try:
        return await sql.network.issued.get_marks(db)
    finally:
        await db.close()


def copy_files(contents: Contents, settings: Settings, before: Backup | None) -> list[Part]:
    """Copy the files that the target does not have, or that changed since the backup before, and list them all."""
    known = contents.file_names()
    for part in before.files if before else ():
        if part.name in known:
            known[part.name] = f"{part.name}{MARK}{part.sha256}"
    sizes = {part.name: part.size for part in before.files} if before else {}
    parts = []
    for source in FileSource.of(settings):
        for name, size in source.sizes():
            if name not in known or sizes.get(name, size) != size:
                content = source.read(name)
                if content is None:  # deleted meanwhile
                    continue
                hasher = Hasher()
                for _ in hasher.through([content]):
                    pass
                known[name] = f"{name}{MARK}{hasher.hex}"
                contents.target.put(f"{FILES}/{known[name]}", content)
            parts.append(Part(name, size, known[name].rpartition(MARK)[2]))
    return parts


def remove_old(contents: Contents, now: datetime, lifetime: timedelta = LIFETIME) -> None:
    """Remove backups that are older than they are kept, the log before the oldest one, and files of none."""
    contents.target.remove_unfinished((now - timedelta(days=1)).timestamp())
    backups = contents.backups()
    old = [each for each in backups[:-LEAST_KEPT] if each.ended_at < now - lifetime]
    for each in old:
        contents.remove_backup(each)
    rest = backups[len(old) :]
    data = {each.data.name for each in rest}
    for name in contents.target.names(DATA):
        if name not in data and is_older(name, now):
            contents.target.remove(f"{DATA}/{name}")
    first = min((each.wal_start for each in rest if each.wal_start), default="")
    for name in contents.target.names(LOG):
        if first and len(name.partition(".")[0].partition(MARK)[0]) == len(first) and name < first:
            contents.target.remove(f"{LOG}/{name}")
    if old:
        wanted = {f"{part.name}{MARK}{part.sha256}" for each in rest for part in each.files}
        newest = {part.name for part in rest[-1].files}
        for name, stored in contents.file_names().items():
            if stored not in wanted and name not in newest:
                contents.target.remove(f"{FILES}/{stored}")


def is_older(name: str, now: datetime) -> bool:
    """Whether data without a description was left by a backup that broke off more than a day ago."""
    begun = datetime.strptime(name.partition("Z")[0], "%Y%m%dT%H%M%S").replace(tzinfo=UTC)
    return begun < now - timedelta(days=1)
