"""Clicks on this machine's disk, for as long as the database is away.

A file of lines: a checksum, a space, the click as JSON. Who writes a file or brings its clicks home
holds its lock, which the kernel takes from a process that dies; so every file has one master, and
the next process finds what a dead one left.
"""

import asyncio
import fcntl
import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from zlib import crc32

import msgspec

from sql.clicks.click import Click

MAX_FILE_SIZE = 16_000_000
"""Bytes after which a file is closed and another begun, so that bringing it home can be interrupted."""
SUFFIX = ".journal"
UNREADABLE_SUFFIX = ".unreadable"
decoder = msgspec.json.Decoder(Click)


class Journal:
    """The file this process writes; made when it is first needed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.size = 0
        self._file: IO[bytes] | None = None

    async def append(self, clicks: Sequence[Click]) -> None:
        """Return once the clicks are on the disk. Raises OSError, and then none of them is kept."""
        lines = b"".join(map(encode_line, clicks))
        if lines:
            await asyncio.to_thread(self._append, lines)

    def _append(self, lines: bytes) -> None:
        if self.size >= MAX_FILE_SIZE:
            self.close()
        if self._file is None:
            self._file = create_file(self.folder)
        try:
            rest = memoryview(lines)
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except OSError:
            self._file.truncate(self.size)
            raise
        self.size += len(lines)

    def close(self) -> None:
        """Let go of the file, which now may be taken home."""
        if self._file is not None:
            self._file.close()
        self._file, self.size = None, 0


def create_file(folder: Path) -> IO[bytes]:
    """A new file, locked, whose name is on the disk too."""
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / f"{os.getpid()}-{secrets.token_hex(4)}{SUFFIX}"
    file = path.open("ab", buffering=0)
    fcntl.flock(file, fcntl.LOCK_EX)
    for changed in (folder, folder.parent):
        handle = os.open(changed, os.O_RDONLY)
        os.fsync(handle)
        os.close(handle)
    return file


def pending_files(folder: Path) -> list[Path]:
    """The files that somebody writes or wrote, oldest first."""
    if not folder.is_dir():
        return []
    return sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.name.rpartition("-")[0])


@contextmanager
def claim(path: Path) -> Iterator[IO[bytes] | None]:
    """The file, ours until the block ends; None if it is somebody's, or gone."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        yield None
        return
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            ours = os.fstat(file.fileno()).st_nlink > 0  # else another has brought it home just now
        except BlockingIOError:
            ours = False
        yield file if ours else None


def read_batches(file: IO[bytes], most: int) -> Iterator[list[Click]]:
    """The clicks of a file, so many at a time.

    A line that was not written whole belongs to nobody: its click was never acknowledged.
    """
    clicks: list[Click] = []
    for text in file:
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
