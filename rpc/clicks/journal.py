"""Clicks on the local disk, for as long as the database is away.

A file of lines: a checksum, a space, the click as JSON. Whoever writes a file or replays its clicks
holds its lock, which the kernel takes from a process that dies; so every file has one owner, and
the next process finds what a dead one left. The disk may be full just then, often because the
database filled it: so each web process has set a file aside that has its room already.
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

MAX_FILE_SIZE = RESERVE_SIZE = 32_000_000
"""Bytes after which another file is started, and the size of a reserve: about 80,000 clicks."""
MAX_LINE = 1 << 16
UNWRITTEN = b"\0"
"""What the rest of a reserve holds."""
SUFFIX = ".journal"
RESERVE_SUFFIX = ".reserve"
UNREADABLE_SUFFIX = ".unreadable"
decoder = msgspec.json.Decoder(Click)


class Journal:
    """The file this process writes; made when it is first needed, of the reserve if there is one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.size = 0
        self._path: Path | None = None
        self._file: IO[bytes] | None = None
        self._reserve: Reserve | None = None

    @property
    def has_reserve(self) -> bool:
        """Whether clicks can be kept though the disk is full."""
        return self._reserve is not None

    async def set_aside(self) -> None:
        """Keep room on the disk for clicks, which nobody else can fill. Raises OSError where there is none."""
        if self._reserve is None:
            self._reserve = await asyncio.to_thread(set_aside, self.folder)

    async def append(self, clicks: Sequence[Click]) -> None:
        """Return once the clicks are on the disk. Raises OSError, and then none of them is kept."""
        lines = b"".join(map(encode_line, clicks))
        if lines:
            await asyncio.to_thread(self._append, lines)

    def _append(self, lines: bytes) -> None:
        if self.size >= MAX_FILE_SIZE:
            self.close()
            self._path = None
        if self._file is None:
            self._open()
        assert self._file is not None
        try:
            rest = memoryview(lines)
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except OSError:
            self._file.truncate(self.size)
            self._file.seek(self.size)
            raise
        self.size += len(lines)

    def _open(self) -> None:
        """Go on with the last file, if its clicks could not be replayed; else begin another."""
        if self._path is not None:
            self._file = reopen_file(self._path, self.size)
        if self._file is None:
            self.size = 0
            self._path = journal_path(self.folder)
            reserve, self._reserve = self._reserve, None
            if reserve is not None:
                self._file = reserve.use(self._path)
            else:
                self._file = create_file(self._path)

    def close(self) -> None:
        """Release the file, so that its clicks can be replayed."""
        if self._file is not None:
            self._file.close()
        self._file = None

    def end(self) -> None:
        """Leave the file and the reserve for the next process."""
        self.close()
        if self._reserve is not None:
            self._reserve.close()
        self._reserve = None


class Reserve:
    """A file whose blocks on the disk are allocated already."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self._path = path
        self._file = file

    def use(self, path: Path) -> IO[bytes]:
        """Make it the journal of that name. Raises OSError if somebody has removed it."""
        try:
            self._path.rename(path)
            sync_folder(path.parent)
        except OSError:
            self.close()
            raise
        return self._file

    def close(self) -> None:
        """Leave it for the next process."""
        self._file.close()


def set_aside(folder: Path) -> Reserve:
    """The reserve of a process that has ended, or a new one."""
    folder.mkdir(mode=0o700, exist_ok=True)
    for path in folder.glob(f"*{RESERVE_SUFFIX}"):
        file = reopen_file(path, 0)
        if file is not None and os.fstat(file.fileno()).st_size == RESERVE_SIZE:
            return Reserve(path, file)
        if file is not None:  # one that was not made whole
            path.unlink(missing_ok=True)
            file.close()
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
    """A new file, locked, whose name is on the disk too."""
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
    return sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.name.rpartition("-")[0])


@contextmanager
def claim(path: Path) -> Iterator[IO[bytes] | None]:
    """Lock a file and open it; None if another process holds it, or it is gone."""
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
    """The clicks of a file, in batches.

    A line that was not written whole is skipped: its click was never acknowledged.
    """
    clicks: list[Click] = []
    while (text := file.readline(MAX_LINE)) and not text.startswith(UNWRITTEN):
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
