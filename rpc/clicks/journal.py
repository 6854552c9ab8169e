"""The file in which a web process keeps clicks on its local disk while the database is unreachable."""

import asyncio
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

from rpc.clicks.journal_file import (
    Reserve,
    create_file,
    encode_line,
    find_reserve,
    journal_path,
    read_batches,
    release,
    set_aside,
    set_unreadable,
    write_all,
)
from sql.clicks.click import Click

MAX_FILE_SIZE = 32_000_000
"""The size in bytes from which another file is started: about 80,000 clicks."""


class Journal:
    """The file this process writes; created when it is first needed, from the reserve if there is one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.size = 0
        self.replayed = 0
        """How many bytes, from the beginning, hold clicks that are in the database by now."""
        self._path: Path | None = None
        self._file: IO[bytes] | None = None
        self._reserve: Reserve | None = None
        self._ended = False

    @property
    def has_reserve(self) -> bool:
        """Whether clicks can be kept even when the disk is full."""
        return self._reserve is not None

    async def set_aside(self) -> None:
        """Reserve disk space for clicks. Raises OSError if there is not enough."""
        if self._reserve is None:
            await asyncio.to_thread(self._set_aside)

    def _set_aside(self) -> None:
        self._reserve = set_aside(self.folder)
        if self._ended:  # meanwhile: nobody awaits this thread any more
            self._leave_reserve()

    async def append(self, clicks: Sequence[Click]) -> None:
        """Return once the clicks are on the disk. Raises OSError, and then none of them is kept."""
        lines = b"".join(map(encode_line, clicks))
        if lines:
            await asyncio.to_thread(self._append, lines)

    def _append(self, lines: bytes) -> None:
        if self.size >= MAX_FILE_SIZE:
            self.close()
        if self._file is None:
            self._open()
        assert self._file is not None
        try:
            write_all(self._file, lines)
            os.fsync(self._file.fileno())
        except OSError:
            self._file.truncate(self.size)
            self._file.seek(self.size)
            if self.size == 0:  # the next one may find a reserve
                self.finish()
            raise
        self.size += len(lines)

    def _open(self) -> None:
        self.size = self.replayed = 0
        path = journal_path(self.folder)
        reserve, self._reserve = self._reserve or find_reserve(self.folder), None
        self._file = reserve.use(path) if reserve is not None else create_file(path)
        self._path = path

    def pending_batches(self, most: int) -> Iterator[list[Click]]:
        """Yield the clicks to be replayed, in batches; each counts as replayed once the next is requested.

        The file stays this process's own: if a batch cannot be replayed, the next click still finds its room.
        """
        path, end = self._path, self.size
        if path is None or self.replayed == end:
            return
        with path.open("rb") as file:
            file.seek(self.replayed)
            for clicks in read_batches(file, most, end):
                yield clicks
                if self._path is path:
                    self.replayed = file.tell()
        if self._path is path:
            self.replayed = end

    def finish(self) -> None:
        """Release the file once all of its clicks are in the database."""
        if self._path is not None and self._file is not None:
            release(self._path, self._file)
        self.close()

    def set_unreadable(self) -> Path:
        """Keep the file for inspection. Returns its new name."""
        assert self._path is not None
        aside = set_unreadable(self._path)
        self.close()
        return aside

    def close(self) -> None:
        """Release the file, so that any process can replay its clicks."""
        if self._file is not None:
            self._file.close()
        self._path = self._file = None
        self.size = self.replayed = 0

    def end(self) -> None:
        """Close the journal; the next process finds its file and the disk space set aside for it."""
        self.close()
        self._ended = True
        self._leave_reserve()

    def _leave_reserve(self) -> None:
        if self._reserve is not None:
            self._reserve.close()
        self._reserve = None
