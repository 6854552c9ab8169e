"""The memory and the files that hostile uploads cost."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

MIB = 1024 * 1024


@contextmanager
def within(most: int) -> Iterator[None]:
    """Fails if this process, which is the server too, grew by more than n bytes at any time."""
    before = psutil.Process().memory_info().rss
    Path("/proc/self/clear_refs").write_text("5")  # forget how large it was before
    yield
    grown = peak() - before
    assert grown < most, f"{grown / MIB:.0f} MiB"


def peak() -> int:
    """The most memory this process ever had, since that was forgotten last."""
    [line] = re.findall(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(line) * 1024
