"""CSV for spreadsheets that read it from an address: their own decimal sign, separator and dates, and no formulas."""

import csv
import io
from collections.abc import Callable, Sequence
from datetime import date, datetime

from schema.core.csv_injection import escape_formulas
from schema.core.time_zones import get_zone
from schema.exports.export import Column, ColumnKind, heading_with_zone
from schema.exports.sheet import DAY_FORMATS, DELIMITERS, SheetDates, SheetDecimal, SheetLook

TIME_FORMAT = "%H:%M:%S"
FLAGS = {"t": "TRUE", "f": "FALSE"}
NUMBERS = frozenset({ColumnKind.AMOUNT, ColumnKind.RATE, ColumnKind.SHARE})


class SheetWriter:
    """Converts rows, a chunk of whole lines at a time, and counts them. There is no byte order mark."""

    def __init__(self, columns: Sequence[Column], look: SheetLook, zone: str) -> None:
        self.rows = 0
        self._out = io.StringIO(newline="")
        self._writer = csv.writer(self._out, delimiter=DELIMITERS[look.sep], lineterminator="\r\n")
        changes = {n: change_of(column.kind, look, zone) for n, column in enumerate(columns)}
        self._changes = [(n, change) for n, change in changes.items() if change is not None]
        self._writer.writerow(heading_with_zone(each.name, each, zone) for each in columns)

    def write(self, lines: bytes) -> None:
        for row in csv.reader(io.StringIO(lines.decode(), newline="")):
            for n, change in self._changes:
                if row[n]:
                    row[n] = change(row[n])
            self._writer.writerow(row)
            self.rows += 1

    @property
    def body(self) -> bytes:
        return self._out.getvalue().encode()


def change_of(kind: ColumnKind, look: SheetLook, zone: str) -> Callable[[str], str] | None:
    """How the values of a column are changed; None if they stay as they are."""
    day_format = DAY_FORMATS[look.dates]
    if kind is ColumnKind.TEXT:
        return escape_formulas
    if kind is ColumnKind.FLAG:
        return lambda text: FLAGS.get(text, text)
    if kind is ColumnKind.TIME:
        clock, format = get_zone(zone), f"{day_format} {TIME_FORMAT}"
        return lambda text: datetime.fromisoformat(text).astimezone(clock).strftime(format)
    if kind is ColumnKind.DAY and look.dates is not SheetDates.ISO:
        return lambda text: date.fromisoformat(text).strftime(day_format)
    if kind in NUMBERS and look.decimal is SheetDecimal.COMMA:
        return lambda text: text.replace(".", ",")
    return None


def cell_with(words: str) -> bytes:
    """A table of one cell, which says why there is no other."""
    return f'"{words}"\r\n'.encode()
