"""Snapshots of views for spreadsheets, kept in the memory of this process for some minutes, compressed."""

import zlib
from collections.abc import Hashable
from datetime import datetime, timedelta
from typing import NamedTuple

BYTES_MAX = 32 * 1024 * 1024
"""How many compressed bytes are kept; 50,000 orders take about two million."""
LEVEL = 1


class Snapshot(NamedTuple):
    """A view as CSV. `rows` is None if it is a cell with words."""

    body: bytes
    rows: int | None


class KeptSnapshot(NamedTuple):
    compressed: bytes
    rows: int | None
    made_at: datetime


class Snapshots:
    """Snapshots by key, the oldest first. A key says all that a snapshot depends on, except for the data."""

    def __init__(self, lifetime: timedelta, bytes_max: int = BYTES_MAX) -> None:
        self._lifetime = lifetime
        self._bytes_max = bytes_max
        self._size = 0
        self._kept: dict[Hashable, KeptSnapshot] = {}

    def get(self, key: Hashable, now: datetime) -> Snapshot | None:
        """The snapshot, unless it is too old."""
        found = self._kept.get(key)
        if found is None or now - found.made_at >= self._lifetime:
            return None
        return Snapshot(zlib.decompress(found.compressed), found.rows)

    def keep(self, key: Hashable, snapshot: Snapshot, now: datetime) -> None:
        """Keep a snapshot in place of older ones, as far as there is room."""
        self._forget(key)
        compressed = zlib.compress(snapshot.body, LEVEL)
        self._size += len(compressed)
        self._kept[key] = KeptSnapshot(compressed, snapshot.rows, now)
        while self._size > self._bytes_max:
            self._forget(next(iter(self._kept)))

    def _forget(self, key: Hashable) -> None:
        if found := self._kept.pop(key, None):
            self._size -= len(found.compressed)
