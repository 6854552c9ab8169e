"""Reads the rows of a file of orders under its mapping."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any, NoReturn

import msgspec

from schema.core.decoding_error import read_error
from schema.core.errors import Rule
from schema.core.money import ZERO, minor_unit, plain_number, round_money
from schema.core.table_file import REFUSED_COLUMNS, Cells, FileFlaw, is_refused_file
from schema.core.time_zones import get_zone
from schema.orders.import_dates import parse_time
from schema.orders.import_mapping import NUMBER_FIELDS, AmountOf, ImportMapping, join_names
from schema.orders.import_numbers import DecimalSign, to_plain_number
from schema.orders.import_order_rows import APART, Group, LineRefusal, OrderKey, Row, assemble_order
from schema.orders.import_statuses import plain_word, read_status
from schema.orders.order import ItemStatus, OneConversion, Reason, ReportedItem
from schema.orders.reported_values import (
    ValueFlaw,
    identity,
    read_amount,
    read_country,
    read_currency,
)

TOTAL_WORDS = frozenset(
    [
        "total",
        "totals",
        "grand total",
        "sum",
        "summe",
        "gesamt",
        "gesamtsumme",
        "gesamtbetrag",
        "totaux",
        "somme",
        "total general",
        "suma",
        "totale",
        "totaal",
    ]
)
"""Words in place of an order number in a line of totals, in lower case without accents."""
UNSTORABLE = "contains a character that cannot be stored (NUL)"
NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
NUMBER_LONGEST = 24
"""The maximum length of an amount or a price; a longer one cannot be rounded."""
TIMES_CACHED = 1_000
"""How many parsed times are cached: adjacent rows of a file often have the same time."""


class RowFlaw(Exception):
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
                raise FileFlaw(describe_missing(column, header, mapping.header_line or 1))
            self._columns.append((name, header.index(column, first)))
        self.positions = dict(self._columns)
        self._format = mapping.time_format
        self._order = mapping.date_order
        self._signs = mapping.decimal_signs
        self._statuses = mapping.statuses
        self._whole_orders = mapping.amount_of is AmountOf.ORDER
        self._carried = [name for name in mapping.carried if name in self.positions]
        given = self.positions.keys() | mapping.constants.keys()
        self._taken_off = [name for name in ("discount", "tax") if name in given]
        self._zone = get_zone(mapping.time_zone)
        # Times that are not ISO 8601 take longer to parse than to look up.
        self._parse_other_time = lru_cache(TIMES_CACHED)(self._parse_written_time)

    def order_key(self, cells: list[str]) -> OrderKey:
        """A row's mcid and order number."""
        return self._cell("mcid", cells), self._cell("order_id", cells)

    def _cell(self, name: str, cells: list[str]) -> str:
        at = self.positions.get(name)
        if at is None or at >= len(cells):
            return self._constants.get(name, "")
        return identity(cells[at])

    def read_order(self, key: OrderKey, lines: Sequence[Cells], apart: bool) -> Group:
        """The order that consecutive rows describe."""
        if self._whole_orders:
            return self._read_whole_order(key, lines, apart)
        if len(lines) == 1:
            return assemble_order(*key, [self.read_row(*lines[0])], apart=apart)
        carried = self._find_carried([cells for _, cells in lines])
        rows = [self.read_row(line, cells, carried) for line, cells in lines]
        group = assemble_order(*key, rows, apart=apart)
        return group._replace(repeats=count_repeats(lines))

    def describe_cell(self, name: str, cells: list[str]) -> str:
        """How a cell is read: a plain number, a time with its offset, a status, or as it is."""
        text = self._cell(name, cells)
        currency = self._cell("currency", cells)
        try:
            if name in NUMBER_FIELDS:
                return str(self._read_number(name, text, currency))
            if name in ("order_time", "cancelled_at"):
                return self._parse_time(text).isoformat()
            if name == "status":
                filled: dict[str, Any] = {"status": text}
                self._read_status(filled)
                return str(filled["status"])
            if name == "country":
                return read_country(text) or ""
            if name == "currency":
                return self._read("currency", read_currency, text)
        except RowFlaw:
            return ""
        return text

    def _find_carried(self, rows: Sequence[list[str]], names: Sequence[str] = ()) -> dict[str, str]:
        """The values of the carried fields, each from the first row of the order that has one."""
        values = {}
        for name in names or self._carried:
            at = self.positions[name]
            found = (identity(cells[at]) for cells in rows if at < len(cells))
            values[name] = next(filter(None, found), "")
        return values

    def read_row(self, line: int, cells: list[str], carried: dict[str, str] | None = None) -> Row:
        """Parse one row, with empty fields filled in from `carried`."""
        whole = "".join(cells)
        # For nearly all rows identity() only strips blanks, as one check of the row shows.
        clean = str.strip if whole.isascii() and whole.isprintable() else identity
        values = self._constants | {
            name: clean(cells[at]) for name, at in self._columns if at < len(cells)
        }
        if carried:
            values |= {name: value for name, value in carried.items() if not values.get(name)}
        order_id, mcid = values.get("order_id", ""), values.pop("mcid", "")
        try:
            if len(cells) != self._width:
                self._refuse_width(cells)
            if "\0" in whole:
                raise RowFlaw(UNSTORABLE)
            return Row(line, order_id, mcid, self._parse_row(values), None)
        except RowFlaw as flaw:
            return Row(line, order_id, mcid, None, str(flaw))
        except msgspec.ValidationError as error:
            return Row(line, order_id, mcid, None, self._describe(error, values))

    def _refuse_width(self, cells: list[str]) -> NoReturn:
        raise RowFlaw(f"has {len(cells)} cells where the header has {self._width}")

    def _read_whole_order(self, key: OrderKey, lines: Sequence[Cells], apart: bool) -> Group:
        """Read an order whose amount is in one of its rows, or in all of them alike."""
        mcid, order_id = key
        numbers = tuple(line for line, _ in lines)
        rows = [cells for _, cells in lines]
        repeats = count_repeats(lines) if len(lines) > 1 else 0
        values = self._constants | self._find_carried(rows, [*self.positions])
        values.pop("mcid", None)
        try:
            for cells in rows:
                if len(cells) != self._width:
                    self._refuse_width(cells)
                if "\0" in "".join(cells):
                    raise RowFlaw(UNSTORABLE)
            if apart:
                raise RowFlaw(APART)
            whole = self._parse_row(self._without_shares(values, rows))
            order = whole.reported_order
            if len(rows) > 1 and {"unit_price", "quantity"} <= self.positions.keys():
                items = self._share_out(whole, rows)
                order = msgspec.structs.replace(order, items=items or order.items)
        except RowFlaw as flaw:
            reason = str(flaw)
        except msgspec.ValidationError as error:
            reason = self._describe(error, values)
        else:
            return Group(mcid, order_id, order, numbers, (), repeats)
        refused = tuple(LineRefusal(line, order_id, reason) for line in numbers)
        return Group(mcid, order_id, None, (), refused, repeats)

    def _without_shares(self, values: dict[str, str], rows: Sequence[list[str]]) -> dict[str, str]:
        """The values of the order as a whole. Raises RowFlaw if its rows differ in amounts or currency."""
        for name in ("amount", "discount", "tax", "currency"):
            if (at := self.positions.get(name)) is not None:
                different = {text for cells in rows if (text := cells[at].strip())}
                if len(different) > 1:
                    both = "' and '".join(sorted(different)[:2])
                    raise RowFlaw(f"{self._column_name(name)} is '{both}' in rows of one order")
        left_out = (
            {"unit_price", "quantity", "item_id", "category"} if len(rows) > 1 else {"unit_price"}
        )
        return {name: value for name, value in values.items() if name not in left_out}

    def _share_out(self, whole: OneConversion, rows: Sequence[list[str]]) -> list[ReportedItem]:
        """Divide an order's amount among items, in proportion to its rows' price times quantity; empty if they have
        none.

        The remainder goes to the largest fractions, so that the items add up to the amount. A row without a price is no
        item.
        """
        parts: list[tuple[int, Decimal, int]] = []
        for number, cells in enumerate(rows, 1):
            price = self._read_number("unit_price", self._cell("unit_price", cells), whole.currency)
            quantity = self._parse_quantity(self._cell("quantity", cells), whole.currency)
            if price > 0:
                parts.append((number, price * quantity, quantity))
        total = sum((value for _, value, _ in parts), ZERO)
        unit = minor_unit(whole.currency)
        try:
            amount_units = int(read_amount(whole.amount, whole.currency) / unit)
        except ValueFlaw as flaw:
            raise RowFlaw(f"{self._column_name('amount')} {flaw}") from None
        exact = [amount_units * value / total for _, value, _ in parts]
        units = [int(share) for share in exact]
        rest = amount_units - sum(units)
        for at in sorted(range(len(units)), key=lambda at: units[at] - exact[at])[:rest]:
            units[at] += 1
        return [
            ReportedItem(
                item_id=self._cell("item_id", rows[number - 1]) or str(number),
                amount=unit * amount,
                quantity=quantity,
                category=self._cell("category", rows[number - 1]) or None,
                status=whole.status,
                reason_code=whole.reason_code,
            )
            for (number, _, quantity), amount in zip(parts, units, strict=True)
            if amount
        ]

    def _parse_row(self, values: dict[str, str]) -> OneConversion:
        if not values["order_id"]:
            raise RowFlaw(f"{self._column_name('order_id')} is empty")
        if (
            values["order_id"][0] in "TtSsGg"
            and plain_word(values["order_id"].rstrip(":")) in TOTAL_WORDS
        ):
            raise RowFlaw("is a line of totals, not an order")
        filled: dict[str, Any] = {name: value for name, value in values.items() if value}
        filled["currency"] = self._read("currency", read_currency, values.get("currency", ""))
        if "quantity" in filled:
            filled["quantity"] = self._parse_quantity(filled["quantity"], filled["currency"])
        filled["amount"] = self._parse_amount(filled)
        if "status" in filled:
            self._read_status(filled)
        if (
            "cancelled_at" in filled
            and filled.pop("cancelled_at")
            and filled.get("status") != ItemStatus.REJECTED
        ):
            filled |= {
                "status": ItemStatus.REJECTED.value,
                "reason_code": Reason.ORDER_CANCELLED.value,
            }
        if "order_time" in filled:
            filled["order_time"] = self._parse_time(filled["order_time"])
        return msgspec.convert(filled, OneConversion, strict=False)

    def _read_status(self, filled: dict[str, Any]) -> None:
        meaning = read_status(filled["status"], self._statuses)
        if meaning is None:
            raise RowFlaw(
                f"{self._column_name('status')} '{filled['status']}' is not one of {', '.join(ItemStatus)}: "
                "choose what it means"
            )
        status, reason = meaning
        filled["status"] = status.value
        if reason:
            filled.setdefault("reason_code", reason.value)

    def _parse_amount(self, filled: dict[str, Any]) -> Decimal:
        """The item's total value: given as such, or price times quantity; less discount and tax if they are mapped."""
        currency = filled["currency"]
        if "amount" in self._names or "amount" in self._constants:
            amount = self._parse_number("amount", filled.pop("amount", ""), currency)
        else:
            price = self._parse_number("unit_price", filled.pop("unit_price", ""), currency)
            if "quantity" not in filled:
                raise RowFlaw(f"{self._column_name('quantity')} is empty")
            amount = round_money(price * filled["quantity"], currency)
        for name in self._taken_off:
            if less := filled.pop(name, ""):
                amount -= abs(self._read_number(name, less, currency))
                if amount <= 0:
                    raise RowFlaw(
                        f"nothing is left of the amount after {self._column_name(name)} {less}, so it is not a sale"
                    )
        return amount

    def _parse_number(self, name: str, text: str, currency: str) -> Decimal:
        number = self._read_number(name, text, currency)
        if number <= 0:
            raise RowFlaw(f"{self._column_name(name)} {text} is not above 0, so it is not a sale")
        return number

    def _read_number(self, name: str, text: str, currency: str) -> Decimal:
        sign = self._signs.get(name, DecimalSign.POINT)
        if sign is DecimalSign.POINT and NUMBER.fullmatch(text):
            plain: str | None = text
        else:
            plain = to_plain_number(text, sign, currency)
        if plain is None:
            meant = plain_number(text)
            why = f"a plain number: write {meant}" if meant else "a number such as 12.50"
            if sign is DecimalSign.COMMA:
                why = "a number with a decimal comma, such as 12,50"
            raise RowFlaw(f"{self._column_name(name)} '{text}' is not {why}")
        if len(plain) > NUMBER_LONGEST:
            raise RowFlaw(
                f"{self._column_name(name)} has {len(plain)} characters, at most {NUMBER_LONGEST} can be read"
            )
        return Decimal(plain)

    def _parse_quantity(self, text: str, currency: str) -> int:
        try:
            number = self._read_number("quantity", text, currency)
        except RowFlaw:
            number = None
        if number is None or number != int(number) or len(text) > 12:
            raise RowFlaw(f"{self._column_name('quantity')} '{text}' is not a whole number")
        if number <= 0:
            raise RowFlaw(
                f"{self._column_name('quantity')} {text} is not above 0: a return or a cancellation is not a sale; "
                "reject the order it reverses"
            )
        return int(number)

    def _parse_time(self, text: str) -> datetime:
        if self._format:
            return self._parse_other_time(text)
        try:
            time = datetime.fromisoformat(text)
        except ValueError:
            return self._parse_other_time(text)
        return time if time.tzinfo else time.replace(tzinfo=self._zone)

    def _parse_written_time(self, text: str) -> datetime:
        """Parse a time in the mapping's format, or as shops and spreadsheets write it."""
        form = self._format
        try:
            time = datetime.strptime(text, form) if form else parse_time(text, self._order)
        except ValueError:
            time = None
        if time is None:
            form = form or "2026-11-20T10:00:00"
            raise RowFlaw(f"{self._column_name('order_time')} '{text}' is not in the form {form}")
        return time if time.tzinfo else time.replace(tzinfo=self._zone)

    def _read(self, name: str, read: Callable[[str], str], text: str) -> str:
        try:
            return read(text)
        except ValueFlaw as flaw:
            raise RowFlaw(f"{self._column_name(name)} {flaw}") from None

    def _describe(self, error: msgspec.ValidationError, values: dict[str, str]) -> str:
        """Say which cell is wrong, and what it may contain."""
        path, rule, _, limit = read_error(error, OneConversion)
        name = path.removeprefix(".")
        if name not in values:
            return str(error)
        column = self._column_name(name)
        match rule:
            case Rule.TOO_LONG:
                return f"{column} is longer than {limit} characters"
            case Rule.TOO_LARGE if isinstance(limit, int):
                return f"{column} is above {limit:,}"
            case Rule.ONE_OF:
                return f"{column} '{values[name]}' is not one of {limit}"
        return f"{column} '{values[name]}' cannot be read"

    def _column_name(self, name: str) -> str:
        """The file's name for a field."""
        return self._names.get(name, name)


def count_repeats(lines: Sequence[Cells]) -> int:
    """The number of an order's rows that duplicate an earlier row."""
    return len(lines) - len({tuple(cells) for _, cells in lines})


def describe_missing(column: str, header: Sequence[str], line: int) -> str:
    """The message that a header lacks a column, with those it has; columns with one name are numbered by position."""
    twins = [name for name in header if name.startswith(f"{column} (column ")]
    if twins:
        return f"line {line}: {len(twins)} columns are called '{column}': choose one of {', '.join(twins)}"
    return f"line {line}: there is no column '{column}'; the columns are {join_names(header)}"
