"""CSV as PostgreSQL writes it, as a file for people: UTF-8 with BOM, CRLF, and no text that a spreadsheet would run."""

import csv
import io
import string
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import lru_cache

from schema.core.csv_injection import escape_formulas
from schema.core.time_zones import get_zone
from schema.exports.export import Column, ColumnKind, heading_with_zone

BOM = b"\xef\xbb\xbf"
FULL_WIDTH = b"\xef\xbc"
"""The first bytes, in UTF-8, of the full-width forms of the signs below."""
PLAIN = (string.ascii_letters + string.digits + "\\_").encode()
CLASSES = bytes(
    ord("-") if each in b"=+-@" else ord("a") if each in PLAIN else ord(",") for each in range(256)
)
"""The class of each byte: a sign that begins a formula, a letter, or anything else."""


TO_MINUTES = len("2026-11-20T12:31")
TO_SECONDS = len("2026-11-20T12:31:11")


class CsvWriter:
    """Converts rows to those of a file, a chunk of whole lines at a time; times are converted to `zone`, if given.

    Almost no chunk has a text that must be changed, as three searches show; other chunks are read cell by cell, as are
    all chunks whose times are converted.
    """

    def __init__(self, columns: Sequence[Column], zone: str | None = None) -> None:
        self._changes: dict[int, Callable[[str], str]] = {
            n: escape_formulas for n, column in enumerate(columns) if column.kind is ColumnKind.TEXT
        }
        names = [column.name for column in columns]
        if zone is not None:
            to_local = local_time(zone)
            self._changes |= {
                n: to_local for n, column in enumerate(columns) if column.kind is ColumnKind.TIME
            }
            names = [heading_with_zone(column.name, column, zone) for column in columns]
        self._reads_all = zone is not None
        self.head = BOM + ",".join(names).encode() + b"\r\n"

    def is_plain(self, chunk: bytes) -> bool:
        """Whether only the line ends of a chunk change: no cell is changed or quoted, and none can begin a formula."""
        if self._reads_all or b'"' in chunk or FULL_WIDTH in chunk:
            return False
        classes = chunk.translate(CLASSES)
        return b",-" not in classes and not classes.startswith(b"-")

    @staticmethod
    def convert_plain(chunk: bytes) -> bytes:
        """Convert a plain chunk's lines to those of the file."""
        return chunk.replace(b"\n", b"\r\n")

    def convert(self, chunk: bytes) -> bytes:
        """Convert any chunk's lines to those of the file, which takes a hundred times as long as for a plain one."""
        out = io.StringIO(newline="")
        writer = csv.writer(out, lineterminator="\r\n")
        changes = self._changes.items()
        for row in csv.reader(io.StringIO(chunk.decode(), newline="")):
            for n, change in changes:
                if row[n]:
                    row[n] = change(row[n])
            writer.writerow(row)
        return out.getvalue().encode()


def local_time(zone: str) -> Callable[[str], str]:
    """A function that converts a time such as `2026-11-20T12:31:11.5+00:00` to local time: `2026-11-20 13:31:11`."""
    clock = get_zone(zone)

    @lru_cache(maxsize=10_000)
    def minute(text: str) -> str:
        return f"{datetime.fromisoformat(f'{text}+00:00').astimezone(clock):%Y-%m-%d %H:%M}"

    return lambda text: minute(text[:TO_MINUTES]) + text[TO_MINUTES:TO_SECONDS]
