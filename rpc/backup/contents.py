"""What a target holds: backups, the log, files, sealed keys, and what was issued."""

import zlib
from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

import msgspec

from rpc.backup.errors import BackupError
from rpc.backup.target import MARK, Target, check, mark_name
from schema.core.backup import FORMAT, Backup, Issued, SealedKeys

BACKUPS, DATA, LOG, FILES, KEYS, ISSUED = "backups", "data", "wal", "files", "keys", "left"
"""The folders of a target."""
PARTIAL = ".partial"
SEGMENT_LENGTH = 24
LEVEL = 1
"""How hard data is compressed: harder costs more time than it saves room."""
EXPANDED = 4 << 20
"""How many bytes are held of what is expanded."""
GZIP = 31
"""zlib's number for the format of gzip."""
LISTS_KEPT = 3
"""How many lists of what was issued are kept: the last one says all that the ones before say."""


class Segment(NamedTuple):
    """A stored segment of the log; a partial one was still being written."""

    name: str
    partial: bool
    stored: str


def compress(pieces: Iterable[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(LEVEL, wbits=GZIP)
    for piece in pieces:
        if packed := packer.compress(piece):
            yield packed
    yield packer.flush()


def expand(pieces: Iterable[bytes], what: str) -> Iterator[bytes]:
    """The content of compressed pieces. Raises BackupError if they were cut short or altered."""
    unpacker = zlib.decompressobj(wbits=GZIP)
    try:
        for piece in pieces:
            plain = unpacker.decompress(piece, EXPANDED)
            while plain:
                yield plain
                plain = unpacker.decompress(unpacker.unconsumed_tail, EXPANDED)
    except zlib.error:
        raise BackupError(f"{what} was altered; use another backup") from None
    if not unpacker.eof:
        raise BackupError(f"{what} was cut short; use another backup")


class Hasher:
    """Passes pieces on, and knows their size and SHA-256 afterwards."""

    def __init__(self) -> None:
        self.size = 0
        self._hash = sha256()

    def through(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        for piece in pieces:
            self.size += len(piece)
            self._hash.update(piece)
            yield piece

    @property
    def hex(self) -> str:
        return self._hash.hexdigest()


class Contents:
    """What a target holds."""

    def __init__(self, target: Target) -> None:
        self.target = target

    def backups(self) -> list[Backup]:
        """All backups, oldest first. Raises BackupError if a description was altered."""
        found = []
        for name in self.target.names(BACKUPS):
            raw = check(name.removesuffix(".json"), self.target.get(f"{BACKUPS}/{name}"))
            given = msgspec.json.decode(raw, type=dict[str, object])
            if given.get("format") != FORMAT:
                raise BackupError(
                    f"backup {name.partition(MARK)[0]} has format {given.get('format')}, and this portal reads"
                    f" format {FORMAT}; use the version of the portal that made it"
                )
            found.append(msgspec.json.decode(raw, type=Backup))
        return sorted(found, key=lambda each: each.ended_at)

    def add_backup(self, backup: Backup) -> None:
        raw = msgspec.json.encode(backup)
        self.target.put(f"{BACKUPS}/{mark_name(backup.name, raw)}.json", raw)

    def remove_backup(self, backup: Backup) -> None:
        """Remove the description first: data without one is nothing, and is removed with the next one."""
        for name in self.target.names(BACKUPS):
            if name.startswith(f"{backup.name}{MARK}"):
                self.target.remove(f"{BACKUPS}/{name}")
        self.target.remove(f"{DATA}/{backup.data.name}")

    def segments(self) -> list[Segment]:
        """The stored segments of the log in order; of those stored twice the whole or the latest one.

        The name of a partial one also says when it was copied.
        """
        found: dict[str, Segment] = {}
        for stored in self.target.names(LOG):
            name = stored.partition(MARK)[0]
            partial = name.endswith(PARTIAL)
            plain = name.partition(".")[0]
            if len(plain) == SEGMENT_LENGTH and (plain not in found or found[plain].partial):
                found[plain] = Segment(plain, partial, stored)
        return [found[name] for name in sorted(found)]

    def add_segment(self, name: str, content: bytes) -> str:
        """Store a file of the log, and return its stored name."""
        stored = f"{mark_name(name, content)}.gz"
        self.target.put_pieces(f"{LOG}/{stored}", compress([content]))
        return stored

    def segment(self, stored: str) -> bytes:
        """A segment's content. Raises BackupError if it was cut short or altered."""
        what = f"log {stored.partition(MARK)[0]}"
        raw = b"".join(expand(self.target.read(f"{LOG}/{stored}"), what))
        return check(stored.removesuffix(".gz"), raw)

    def file_names(self) -> dict[str, str]:
        """The stored files: their names in the portal, and their stored names."""
        return {name.rpartition(MARK)[0]: name for name in self.target.names(FILES)}

    def keyrings(self) -> list[SealedKeys]:
        """All sealed keyrings."""
        found = []
        for name in self.target.names(KEYS):
            raw = check(name.removesuffix(".json"), self.target.get(f"{KEYS}/{name}"))
            found.append(msgspec.json.decode(raw, type=SealedKeys))
        return found

    def add_keys(self, sealed: SealedKeys) -> None:
        raw = msgspec.json.encode(sealed)
        name = "-".join(sealed.key_ids)
        self.target.put(f"{KEYS}/{mark_name(name, raw)}.json", raw)

    def latest_issued(self) -> Issued | None:
        """The last list of what was issued."""
        names = self.target.names(ISSUED)
        if not names:
            return None
        raw = check(names[-1].removesuffix(".json"), self.target.get(f"{ISSUED}/{names[-1]}"))
        return msgspec.json.decode(raw, type=Issued)

    def add_issued(self, issued: Issued) -> None:
        raw = msgspec.json.encode(issued)
        self.target.put(f"{ISSUED}/{mark_name(f'{issued.at:%Y%m%dT%H%M%S%f}', raw)}.json", raw)
        for name in self.target.names(ISSUED)[:-LISTS_KEPT]:
            self.target.remove(f"{ISSUED}/{name}")


def choose(backups: list[Backup], at: datetime | None) -> Backup:
    """The newest backup from which a moment is reached. Raises BackupError if there is none."""
    if not backups:
        raise BackupError(
            "the target holds no backup; check BACKUP_URL, or make one with `portal backup`"
        )
    fitting = [each for each in backups if at is None or each.ended_at <= at]
    if not fitting:
        raise BackupError(
            f"there is no backup from before {at}; the oldest one ended at {backups[0].ended_at:%Y-%m-%d %H:%M:%S}"
            " UTC: give a later --at"
        )
    return fitting[-1]
