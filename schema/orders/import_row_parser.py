"""Reads the rows of a file of orders under its mapping."""

import re
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from schema.core.iso import country_names, currencies
from schema.core.money import plain_number, round_money
from schema.orders.import_mapping import (
    REFUSED_COLUMNS,
    Cells,
    Group,
    ImportFault,
    ImportMapping,
    OrderKey,
    Row,
    assemble_order,
    is_refused_file,
    join_names,
)
from schema.orders.order import ItemStatus, OneConversion, Reason

NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
NUMBER_LONGEST = 24
"""Characters of an amount or a price; one that is longer cannot be rounded."""
WRONG_CELL = re.compile(
    r".*?(?:`str` of length <= (?P<longest>\d+)|`int` <= (?P<largest>\d+))? - at `\$\.(?P<name>\w+)`"
)
CHOICES: dict[str, type[StrEnum]] = {"status": ItemStatus, "reason_code": Reason}
TIMES_CACHED = 1_000
"""Neighbours in a file often share a time."""


class RowFault(Exception):
    """Why one row cannot be imported."""


class RowReader:
    """Reads the rows of one file."""

    def __init__(self, mapping: ImportMapping, header: list[str]) -> None:
        self._width = len(header)
        self._constants = mapping.constants
        self._names = mapping.columns
        self._columns: list[tuple[str, int]] = []
        first = len(REFUSED_COLUMNS) if is_refused_file(header) else 0
        for name, column in mapping.columns.items():
            if column not in header[first:]:
                raise ImportFault(
                    f"line 1: there is no column '{column}'; the columns are {join_names(header)}"
                )
            self._columns.append((name, header.index(column, first)))
        self._positions = dict(self._columns)
        self._format = mapping.time_format
        self._zone = ZoneInfo(mapping.time_zone)
        # A time in a custom format takes longer to parse than to look up.
        self._time = lru_cache(TIMES_CACHED)(self._parse_time) if self._format else self._parse_time

    def order_key(self, cells: list[str]) -> OrderKey:
        """A row's mcid and order number."""
        return self._cell("mcid", cells), self._cell("order_id", cells)

    def _cell(self, name: str, cells: list[str]) -> str:
        at = self._positions.get(name)
        if at is None or at >= len(cells):
            return self._constants.get(name, "")
        return cells[at].strip()

    def read_order(self, key: OrderKey, lines: Sequence[Cells], apart: bool) -> Group:
        """The order that consecutive rows describe."""
        return assemble_order(
            *key, [self.read_row(line, cells) for line, cells in lines], apart=apart
        )

    def read_row(self, line: int, cells: list[str]) -> Row:
        values = self._constants | {
            name: cells[at].strip() for name, at in self._columns if at < len(cells)
        }
        order_id, mcid = values.get("order_id", ""), values.pop("mcid", "")
        try:
            if len(cells) != self._width:
                raise RowFault(f"has {len(cells)} cells where the header has {self._width}")
            return Row(line, order_id, mcid, self._parse_row(values), None)
        except RowFault as fault:
            return Row(line, order_id, mcid, None, str(fault))
        except msgspec.ValidationError as error:
            return Row(line, order_id, mcid, None, self._describe(error, values))

    def _parse_row(self, values: dict[str, str]) -> OneConversion:
        if not values["order_id"]:
            raise RowFault(f"{self._column_name('order_id')} is empty")
        if "\0" in "".join(values.values()):
            raise RowFault("contains a character that cannot be stored (NUL)")
        filled: dict[str, Any] = {name: value for name, value in values.items() if value}
        if filled.get("currency") not in currencies():
            raise RowFault(
                f"{self._column_name('currency')} '{values['currency']}' is not an ISO 4217 code such as GBP"
            )
        if "quantity" in filled:
            filled["quantity"] = self._parse_quantity(filled["quantity"])
        filled["amount"] = self._parse_amount(filled)
        if "status" in filled:
            filled["status"] = filled["status"].title()
        if "order_time" in filled:
            filled["order_time"] = self._time(filled["order_time"])
        if "country" in filled:
            filled["country"] = self._parse_country(filled["country"])
        return msgspec.convert(filled, OneConversion, strict=False)

    def _parse_amount(self, filled: dict[str, Any]) -> Decimal:
        """The item's total value: given as such, or as price times quantity."""
        price: Decimal
        if "amount" in self._names or "amount" in self._constants:
            return self._parse_number("amount", filled.pop("amount", ""))
        price = self._parse_number("unit_price", filled.pop("unit_price", ""))
        if "quantity" not in filled:
            raise RowFault(f"{self._column_name('quantity')} is empty")
        return round_money(price * filled["quantity"], filled["currency"])

    def _parse_number(self, name: str, text: str) -> Decimal:
        if not NUMBER.fullmatch(text):
            meant = plain_number(text)
            why = f"a plain number: write {meant}" if meant else "a number such as 12.50"
            raise RowFault(f"{self._column_name(name)} '{text}' is not {why}")
        if len(text) > NUMBER_LONGEST:
            raise RowFault(
                f"{self._column_name(name)} has {len(text)} characters, at most {NUMBER_LONGEST} can be read"
            )
        number = Decimal(text)
        if number <= 0:
            raise RowFault(f"{self._column_name(name)} {text} is not above 0, so it is not a sale")
        return number

    def _parse_quantity(self, text: str) -> int:
        if not NUMBER.fullmatch(text) or "." in text or len(text) > 12:
            raise RowFault(f"{self._column_name('quantity')} '{text}' is not a whole number")
        if int(text) <= 0:
            raise RowFault(
                f"{self._column_name('quantity')} {text} is not above 0: a return or a cancellation is not a sale; "
                "reject the order it reverses"
            )
        return int(text)

    def _parse_time(self, text: str) -> datetime:
        try:
            form = self._format
            time = datetime.strptime(text, form) if form else datetime.fromisoformat(text)
        except ValueError:
            form = self._format or "2026-11-20T10:00:00"
            raise RowFault(
                f"{self._column_name('order_time')} '{text}' is not in the form {form}"
            ) from None
        return time if time.tzinfo else time.replace(tzinfo=self._zone)

    def _parse_country(self, text: str) -> str | None:
        names = country_names()
        if text.lower() not in names:
            raise RowFault(
                f"{self._column_name('country')} '{text}' is not the name or code of a country"
            )
        return names[text.lower()]

    def _describe(self, error: msgspec.ValidationError, values: dict[str, str]) -> str:
        """Which cell is wrong, and what it may hold."""
        wrong = WRONG_CELL.fullmatch(str(error))
        if wrong is None:
            return str(error)
        name, longest, largest = wrong["name"], wrong["longest"], wrong["largest"]
        column = self._column_name(name)
        if longest:
            return f"{column} is longer than {longest} characters"
        if largest:
            return f"{column} is above {int(largest):,}"
        if name in CHOICES:
            return f"{column} '{values[name]}' is not one of {', '.join(CHOICES[name])}"
        return f"{column} '{values[name]}' cannot be read"

    def _column_name(self, name: str) -> str:
        """What the file calls a field."""
        return self._names.get(name, name)
