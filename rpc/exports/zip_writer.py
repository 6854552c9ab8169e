"""A ZIP of tables and files, written to disk as it grows and never held in memory."""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import IO, Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import msgspec

from schema.core.csv_injection import escape_formulas


class ZipWriter:
    """Writes a ZIP file; its methods block on the disk, so they must run in a thread."""

    def __init__(self, file: IO[bytes], now: datetime) -> None:
        self._zip = ZipFile(file, "w", ZIP_DEFLATED, compresslevel=3)
        self._now = now.timetuple()[:6]
        self._table: io.TextIOWrapper | None = None

    def add(self, name: str, body: bytes, *, compressed: bool = False) -> None:
        """Add a file; `compressed` if it is compressed already."""
        self.end_table()
        self._zip.writestr(self._entry(name, ZIP_STORED if compressed else ZIP_DEFLATED), body)

    def begin_table(self, name: str, columns: Sequence[str]) -> None:
        """Begin a table as CSV (RFC 4180), to which the rows that follow belong."""
        self.end_table()
        inner = self._zip.open(self._entry(name), "w", force_zip64=True)
        self._table = io.TextIOWrapper(inner, "utf-8", newline="")
        self._writer = csv.writer(self._table, quoting=csv.QUOTE_ALL)
        self._writer.writerow(columns)

    def write_rows(self, rows: Iterable[Sequence[Any]]) -> None:
        assert self._table is not None
        self._writer.writerows([format_cell(value) for value in row] for row in rows)

    def end_table(self) -> None:
        if self._table is not None:
            self._table.close()
            self._table = None

    def close(self) -> None:
        self.end_table()
        self._zip.close()

    def _entry(self, name: str, compression: int = ZIP_DEFLATED) -> ZipInfo:
        entry = ZipInfo(name, self._now)
        entry.compress_type = compression
        entry.external_attr = 0o600 << 16
        return entry


def format_cell(value: Any) -> str:
    """A value as the text of a cell."""
    if value is None:
        return ""
    if isinstance(value, str):
        return escape_formulas(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, int | UUID):
        return str(value)
    return msgspec.json.encode(value).decode()
