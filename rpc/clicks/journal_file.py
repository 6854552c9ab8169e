"""The files of the journal: their format, locks and reserves.

A file of lines: a checksum, a space, the click as JSON. The process that writes a file or replays
its clicks holds its lock, which the kernel releases when it dies; so every file has one owner, and
the next process finds the files of a dead one. The disk may be full by then, often because of the
database: so each web process keeps a reserve, a file whose space is allocated already. A replayed
file becomes a reserve again, before a database on the same disk takes its space.
"""

import fcntl
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from zlib import crc32

import msgspec

from sql.clicks.click import Click

RESERVE_SIZE = 32_000_000
"""The size of a reserve in bytes, with room for about 80,000 clicks."""
FREE_RESERVES_MAX = 4
"""How many reserves may be left without a process that holds them."""
MAX_LINE = 1 << 16
UNWRITTEN = b"\0"
"""The byte that fills the unused part of a reserve."""
SUFFIX = ".clicks"
"""The suffix of journals whose clicks have a placement; earlier releases cannot read them."""
FORMER_SUFFIX = ".journal"
"""The suffix of journals written by the previous release, whose clicks have no placement."""
RESERVE_SUFFIX = ".reserve"
UNREADABLE_SUFFIX = ".unreadable"
decoder = msgspec.json.Decoder(Click)


class Reserve:
    """A file whose blocks on the disk are allocated already."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self._path = path
        self._file = file

    def use(self, path: Path) -> IO[bytes]:
        """Rename the reserve to this journal. Raises OSError if the reserve was removed."""
        try:
            self._path.rename(path)
            sync_folder(path.parent)
        except OSError:
            self.close()
            raise
        return self._file

    def close(self) -> None:
        """Leave the reserve for the next process."""
        self._file.close()


def set_aside(folder: Path) -> Reserve:
    """A reserve that no process holds, or a new one. Raises OSError if the disk has no room for it."""
    folder.mkdir(mode=0o700, exist_ok=True)
    return find_reserve(folder) or make_reserve(folder)


def find_reserve(folder: Path) -> Reserve | None:
    """A reserve that no process holds."""
    for path in folder.glob(f"*{RESERVE_SUFFIX}"):
        file = reopen_file(path, 0)
        if file is not None and os.fstat(file.fileno()).st_size == RESERVE_SIZE:
            return Reserve(path, file)
        if file is not None:  # one that was not made whole
            path.unlink(missing_ok=True)
            file.close()
    return None


def make_reserve(folder: Path) -> Reserve:
    """A new reserve. Raises OSError if the disk has no room for it."""
    path = journal_path(folder).with_suffix(RESERVE_SUFFIX)
    file = create_file(path)
    try:
        os.posix_fallocate(file.fileno(), 0, RESERVE_SIZE)
        os.fsync(file.fileno())
    except OSError:
        path.unlink(missing_ok=True)
        file.close()
        raise
    return Reserve(path, file)


def journal_path(folder: Path) -> Path:
    return folder / f"{os.getpid()}-{secrets.token_hex(4)}{SUFFIX}"


def create_file(path: Path) -> IO[bytes]:
    """Create a file, locked, whose name is synced to the disk too."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    file = path.open("xb", buffering=0)
    fcntl.flock(file, fcntl.LOCK_EX)
    sync_folder(path.parent)
    return file


def reopen_file(path: Path, size: int) -> IO[bytes] | None:
    """A file that was written up to `size`, locked; None if another process holds it, or it is gone."""
    try:
        file = path.open("r+b", buffering=0)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    if os.fstat(file.fileno()).st_nlink == 0:  # another has replayed it just now
        file.close()
        return None
    file.seek(size)
    return file


def sync_folder(folder: Path) -> None:
    for changed in (folder, folder.parent):
        handle = os.open(changed, os.O_RDONLY)
        os.fsync(handle)
        os.close(handle)


def pending_files(folder: Path) -> list[Path]:
    """The files with clicks to be replayed, oldest first."""
    if not folder.is_dir():
        return []
    paths = [path for suffix in (SUFFIX, FORMER_SUFFIX) for path in folder.glob(f"*{suffix}")]
    return sorted(paths, key=lambda path: path.name.rpartition("-")[0])


@contextmanager
def claim(path: Path) -> Iterator[IO[bytes] | None]:
    """Lock a file and open it; None if another process holds it, or it is gone."""
    try:
        file = path.open("r+b")
    except FileNotFoundError:
        yield None
        return
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            ours = os.fstat(file.fileno()).st_nlink > 0  # else another process has just replayed it
        except BlockingIOError:
            ours = False
        yield file if ours else None


def set_unreadable(path: Path) -> Path:
    """Keep a file for inspection. Returns its new name."""
    return path.rename(path.with_suffix(UNREADABLE_SUFFIX))


def release(path: Path, file: IO[bytes]) -> None:
    """Remove a file whose clicks are in the database, or make it a reserve again if it is large enough.

    `file` was read or written up to its last click.
    """
    free = [
        reserve
        for other in path.parent.glob(f"*{RESERVE_SUFFIX}")
        if (reserve := reopen_file(other, 0))
    ]
    for reserve in free:
        reserve.close()
    if os.fstat(file.fileno()).st_size < RESERVE_SIZE or len(free) >= FREE_RESERVES_MAX:
        path.unlink()
        return
    end = file.tell()
    file.seek(0)
    write_all(file, UNWRITTEN * end)
    file.flush()
    file.truncate(RESERVE_SIZE)
    os.fsync(file.fileno())
    path.rename(path.with_suffix(RESERVE_SUFFIX))
    sync_folder(path.parent)


def write_all(file: IO[bytes], content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[file.write(rest) :]


def read_batches(file: IO[bytes], most: int, end: int = sys.maxsize) -> Iterator[list[Click]]:
    """The clicks of a file up to a position, in batches.

    A line that was not written whole is skipped: its click was never acknowledged.
    """
    clicks: list[Click] = []
    while (
        file.tell() < end and (text := file.readline(MAX_LINE)) and not text.startswith(UNWRITTEN)
    ):
        click = decode_line(text)
        if click is not None:
            clicks.append(click)
        if len(clicks) == most:
            yield clicks
            clicks = []
    if clicks:
        yield clicks


def encode_line(click: Click) -> bytes:
    content = msgspec.json.encode(click)
    return b"%08x %b\n" % (crc32(content), content)


def decode_line(text: bytes) -> Click | None:
    """The click of a line, or None if the line is torn."""
    checksum, _, content = text.partition(b" ")
    content = content.removesuffix(b"\n")
    if checksum != b"%08x" % crc32(content):
        return None
    return decoder.decode(content)
