"""Finds in the rows of a file how its columns are written: decimal signs, the order of dates, words for statuses."""

from collections.abc import Sequence

import msgspec

from schema.core.table_file import FileFlaw
from schema.orders.import_dates import DateColumn
from schema.orders.import_mapping import NUMBER_FIELDS, ImportMapping
from schema.orders.import_numbers import NumberColumn
from schema.orders.import_row_parser import RowReader

STATUSES_MAX = 50
"""The most distinct words of a column that are kept; a column with more does not hold statuses."""


class ColumnEvidence:
    """Examines the cells of all rows; see NumberColumn and DateColumn."""

    def __init__(self, mapping: ImportMapping, reader: RowReader) -> None:
        self.mapping = mapping
        positions = reader.positions
        self.numbers = {
            name: NumberColumn()
            for name in NUMBER_FIELDS
            if name in positions and name not in mapping.decimal_signs
        }
        self.dates = DateColumn()
        self.statuses: dict[str, None] = {}
        self._numbers = [(positions[name], column) for name, column in self.numbers.items()]
        timed = "order_time" in positions and mapping.time_format is None
        self._date_at = positions["order_time"] if timed else -1
        self._status_at = positions.get("status", -1)
        self._last = max([self._date_at, self._status_at, *(at for at, _ in self._numbers)])

    def add(self, line: int, cells: Sequence[str]) -> None:
        """Examine one more row, unless it has too few cells. Runs for each row of a file, so it returns early."""
        if len(cells) <= self._last:
            return
        for at, column in self._numbers:
            if column.telling in cells[at]:
                column.add(line, cells[at])
        if (at := self._date_at) >= 0 and cells[at][:10] not in self.dates.seen:
            self.dates.add(line, cells[at])
        if self._status_at >= 0 and len(self.statuses) < STATUSES_MAX:
            self.statuses[cells[self._status_at].strip()] = None

    def questions(self) -> dict[str, str]:
        """Why the user must say how a field is read, by field."""
        found: dict[str, str] = {}
        for name, column in self.numbers.items():
            if why := column.question(self.mapping.columns[name]):
                found[name] = why
        ask_order = self.mapping.date_order is None and self._date_at >= 0
        if ask_order and (why := self.dates.question(self.mapping.columns["order_time"])):
            found["order_time"] = why
        return found

    def complete(self) -> ImportMapping:
        """The mapping with what the rows decided. Raises FileFlaw if a question is left for the user."""
        for why in self.questions().values():
            raise FileFlaw(why)
        return self.complete_decided()

    def complete_decided(self) -> ImportMapping:
        """The mapping with what the rows decided. Questions for the user stay open."""
        signs = {name: column.sign for name, column in self.numbers.items()}
        decided = {name: sign for name, sign in signs.items() if sign is not None}
        return msgspec.structs.replace(
            self.mapping,
            decimal_signs={**self.mapping.decimal_signs, **decided},
            date_order=self.mapping.date_order or self.dates.order,
        )
