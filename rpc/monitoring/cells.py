"""The cells in which metrics count: of this process alone, or of all processes of a machine, in one file.

The file has a list of series and a slot of cells for each process; a series has the same place in every slot. A slot is
held by a lock of the kernel, which ends with its process, however it ends. The next process takes the slot over and
goes on counting where the last one stopped, so that sums over all slots never go back.
"""

import fcntl
import mmap
import os
import struct
import threading
from array import array
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from enum import IntEnum
from operator import add
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

CELLS = 32_768
"""The cells of a slot. Calls take about 15 for each path and outcome that occurs."""
FIRST_CELL, END_CELL = 8, CELLS - 64
"""Where the series begin and end; those that find no room count in the cells behind, which nobody reads."""
KIND_CELL = 0
"""The cell that says what kind of process holds a slot."""
CELL_BYTES = 8
SLOT_BYTES = CELLS * CELL_BYTES
LIST_BYTES = 1 << 20
"""The bytes for the list of series, with the header before it. Slots begin at this offset, a multiple of a page."""
MAGIC = b"portal-metrics-1"
HEADER = struct.Struct("<16sQ")
"""What the file is, and the length of the list of series in bytes."""
RECORDED = 0
"""The slot of what was recorded in the database, which no process holds."""
SLOTS = 256
"""One for each process, and for as many that replace them: there may be 64 web processes and 64 workers."""
LIST_LOCK, RECORD_LOCK = SLOTS, SLOTS + 1
"""The bytes that are locked besides those of the slots' numbers; a lock needs no byte that exists."""
FLOCK = struct.Struct("hhqqi4x")
"""The kernel's struct flock: kind, where its start counts from, start, length, process."""


Doubles: TypeAlias = "memoryview[float]"


class ProcessKind(IntEnum):
    WEB = 1
    WORKER = 2


class Series(NamedTuple):
    """A series: its name with its labels, as Prometheus writes it, and its number of cells."""

    name: str
    width: int


class Cells(Protocol):
    """Where the series of a process are counted."""

    view: Doubles
    """The cells of this process, as doubles."""

    def first_cell(self, series: Series) -> int:
        """The first cell of a series."""

    def series(self) -> dict[Series, int]:
        """All series, with their first cells."""

    def totals(self) -> Sequence[float]:
        """The sum of each cell over all processes, past ones included."""

    recorded: Doubles
    """The totals that were recorded in the database; the difference is new."""

    def recording(self) -> AbstractContextManager[bool]:
        """Hold the right to record what is new for the block; False if another process holds it."""

    def processes(self) -> dict[ProcessKind, int]:
        """How many processes count, by kind."""


class OwnCells:
    """The cells of a process that shares them with no other."""

    def __init__(self) -> None:
        self.view = memoryview(bytearray(SLOT_BYTES)).cast("d")
        self.recorded = memoryview(bytearray(SLOT_BYTES)).cast("d")
        self._first_cells: dict[Series, int] = {}
        self._next = FIRST_CELL

    def first_cell(self, series: Series) -> int:
        if series not in self._first_cells:
            if self._next + series.width > END_CELL:
                return END_CELL
            self._first_cells[series] = self._next
            self._next += series.width
        return self._first_cells[series]

    def series(self) -> dict[Series, int]:
        return dict(self._first_cells)

    def totals(self) -> Sequence[float]:
        return self.view[: self._next].tolist()

    def recording(self) -> AbstractContextManager[bool]:
        return nullcontext(enter_result=True)

    def processes(self) -> dict[ProcessKind, int]:
        return {}


class SharedCells:
    """The cells of a process in the file that all processes of a machine share."""

    def __init__(self, file: Path, kind: ProcessKind) -> None:
        """Take a slot of the file, which is made if there is none. Raises OSError if that is impossible."""
        self._fd = open_file(file)
        self._slot = RECORDED
        self._first_cells: dict[Series, int] = {}
        self._next, self._listed = FIRST_CELL, 0
        self._list = threading.RLock()
        """Held while the list is read: a scrape reads it in a thread."""
        try:
            self.recorded = self._map(RECORDED)
            self._slot = self._take_slot()
            self.view = self._map(self._slot)
        except OSError:
            self.close()
            raise
        self.view[KIND_CELL] = kind

    def close(self) -> None:
        """Leave the slot to the next process, as the end of this one does."""
        if self._slot != RECORDED:  # a map of the file keeps it open, and locked
            unlock(self._fd, self._slot)
        os.close(self._fd)

    def first_cell(self, series: Series) -> int:
        if series not in self._first_cells:
            with self._list, hold_lock(self._fd, LIST_LOCK):
                self._read_list()
                if series not in self._first_cells:
                    self._append(series)
        return self._first_cells.get(series, END_CELL)

    def series(self) -> dict[Series, int]:
        with self._list:
            self._read_list()
            return dict(self._first_cells)

    def totals(self) -> Sequence[float]:
        self._read_list()
        size = self._next * CELL_BYTES
        sums = array("d", bytes(size))
        for slot in self._slots():
            cells = os.pread(self._fd, size, offset_of(slot))
            if len(cells) == size:
                sums = array("d", map(add, sums, array("d", cells)))
        return sums

    @contextmanager
    def recording(self) -> Iterator[bool]:
        if not lock(self._fd, RECORD_LOCK):
            yield False
            return
        try:
            yield True
        finally:
            unlock(self._fd, RECORD_LOCK)

    def processes(self) -> dict[ProcessKind, int]:
        counts = dict.fromkeys(ProcessKind, 0)
        for slot in self._slots():
            if slot == self._slot or is_locked(self._fd, slot):
                cell = os.pread(self._fd, CELL_BYTES, offset_of(slot) + KIND_CELL * CELL_BYTES)
                for kind in ProcessKind:
                    counts[kind] += array("d", cell)[0] == kind
        return counts

    def _slots(self) -> range:
        size = os.fstat(self._fd).st_size
        return range(RECORDED + 1, (size - LIST_BYTES) // SLOT_BYTES)

    def _take_slot(self) -> int:
        for slot in range(RECORDED + 1, SLOTS):
            if lock(self._fd, slot):
                return slot
        raise OSError(f"all {SLOTS} slots are taken")

    def _map(self, slot: int) -> Doubles:
        # Writing to a page that the disk has no room for would end the process.
        os.posix_fallocate(self._fd, offset_of(slot), SLOT_BYTES)
        return memoryview(mmap.mmap(self._fd, SLOT_BYTES, offset=offset_of(slot))).cast("d")

    def _read_list(self) -> None:
        """Read what has been added to the list of series since."""
        with self._list:
            for series, end in read_series(self._fd, self._listed):
                self._first_cells[series] = self._next
                self._next += series.width
                self._listed = end

    def _append(self, series: Series) -> None:
        """Add a series to the list, if there is room; the list's length is written last."""
        line = f"{series.name} {series.width}\n".encode()
        length = self._listed + len(line)
        if HEADER.size + length > LIST_BYTES or self._next + series.width > END_CELL:
            return
        os.pwrite(self._fd, line, HEADER.size + self._listed)
        os.pwrite(self._fd, HEADER.pack(MAGIC, length), 0)
        self._read_list()


def offset_of(slot: int) -> int:
    return LIST_BYTES + slot * SLOT_BYTES


def open_file(file: Path) -> int:
    """Open the file, or a new one in the place of one that cannot be read."""
    while True:
        fd = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        with hold_lock(fd, LIST_LOCK):
            if not os.fstat(fd).st_size:
                os.posix_fallocate(fd, 0, LIST_BYTES)
                os.pwrite(fd, HEADER.pack(MAGIC, 0), 0)
            if is_intact(fd):
                return fd
            if os.path.exists(file) and os.path.samestat(os.fstat(fd), os.stat(file)):
                file.unlink()
        os.close(fd)


def is_intact(fd: int) -> bool:
    """Whether the file can be read: after a loss of power, parts of it may be missing."""
    try:
        cells = FIRST_CELL + sum(series.width for series, _ in read_series(fd, 0))
    except (ValueError, struct.error):
        return False
    return cells <= END_CELL


def read_series(fd: int, start: int) -> Iterator[tuple[Series, int]]:
    """The series listed from a position on, each with the position behind it. Raises ValueError if they are none."""
    magic, length = HEADER.unpack(os.pread(fd, HEADER.size, 0))
    if magic != MAGIC or length > LIST_BYTES - HEADER.size:
        raise ValueError("not a file of metrics")
    for line in os.pread(fd, length - start, HEADER.size + start).splitlines(keepends=True):
        name, _, width = line.decode().rpartition(" ")
        if "\0" in name:
            raise ValueError("not written to its end")
        start += len(line)
        yield Series(name, int(width)), start


@contextmanager
def hold_lock(fd: int, position: int) -> Iterator[None]:
    """Hold a lock for the block, waiting for it."""
    lock(fd, position, wait=True)
    try:
        yield
    finally:
        unlock(fd, position)


def lock(fd: int, position: int, *, wait: bool = False) -> bool:
    """Lock a position of a file for the process that has opened it; False if another holds it.

    Other locks of the kernel belong to a process, and end when it closes any of its copies of the file.
    """
    request = FLOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, position, 1, 0)
    try:
        fcntl.fcntl(fd, fcntl.F_OFD_SETLKW if wait else fcntl.F_OFD_SETLK, request)
    except (BlockingIOError, PermissionError):
        return False
    return True


def unlock(fd: int, position: int) -> None:
    fcntl.fcntl(fd, fcntl.F_OFD_SETLK, FLOCK.pack(fcntl.F_UNLCK, os.SEEK_SET, position, 1, 0))


def is_locked(fd: int, position: int) -> bool:
    """Whether another holds a lock."""
    request = FLOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, position, 1, 0)
    kind, *_ = FLOCK.unpack(fcntl.fcntl(fd, fcntl.F_OFD_GETLK, request))
    return bool(kind != fcntl.F_UNLCK)
