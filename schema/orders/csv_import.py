"""Files of orders: how a mapping reads a row, and how rows that stand together become an order."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from itertools import groupby
from typing import Annotated, Any, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from msgspec import Meta, Struct, field

from schema.core.iso import country_names, currencies
from schema.core.money import round_money
from schema.orders.order import OneConversion, ReportedItem, ReportedOrder


class ImportMapping(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a file of orders is read. `columns` names the file's column for each field of ours, `constants` a
    value for every row; `formats` is how times are written (strptime), in `time_zone`.

    Fields: order_id, order_time, amount (or unit_price and quantity), item_id, category, currency, country,
    coupon, status, reason_code, click_ref, code, mcid. Countries may be names or two letters.
    """

    columns: dict[str, str]
    constants: dict[str, str] = field(default_factory=dict)
    time_format: str | None = None
    time_zone: str = "UTC"
    delimiter: Annotated[str, Meta(min_length=1, max_length=1)] = ","


class RefusedLine(Struct, frozen=True):
    line: int
    order_id: str
    reason: str


MAPPING_FIELDS = frozenset(OneConversion.__struct_fields__) | {"mcid", "unit_price"}
NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
TIMES_REMEMBERED = 1_000
"""So many times are remembered: neighbours in a file often share one."""


class ImportFault(Exception):
    """The file or the mapping cannot be used; the message is one line that says what to mend."""


class RowFault(Exception):
    """One row cannot be taken."""


Cells = tuple[int, list[str]]
"""A row that is not understood yet, with its line."""
OrderKey = tuple[str, str]
"""(mcid, order_id)"""


class Row(NamedTuple):
    """A row of the file: what it says of an order, or why it is refused."""

    line: int
    order_id: str
    mcid: str
    order: OneConversion | None
    reason: str | None


class Group(NamedTuple):
    """The rows of one order: those that make it, and those refused."""

    mcid: str
    order_id: str
    order: ReportedOrder | None
    lines: tuple[int, ...]
    refused: tuple[RefusedLine, ...] = ()


def check_mapping(mapping: ImportMapping) -> None:
    """Refuse a mapping that no file could be read with."""
    given = mapping.columns.keys() | mapping.constants.keys()
    for name in sorted(given - MAPPING_FIELDS):
        raise ImportFault(
            f"mapping: '{name}' is no field of an order; there are {join_names(MAPPING_FIELDS)}"
        )
    for name in sorted(mapping.columns.keys() & mapping.constants.keys()):
        raise ImportFault(f"mapping: '{name}' is both a column and a constant")
    if "order_id" not in mapping.columns:
        raise ImportFault("mapping: name the column of 'order_id'")
    for name in ("mcid", "currency"):
        if name not in given:
            raise ImportFault(f"mapping: name a column for '{name}', or set it for the whole file")
    if "amount" not in given and not {"unit_price", "quantity"} <= given:
        raise ImportFault("mapping: name a column for 'amount', or for 'unit_price' and 'quantity'")
    if not given & {"click_ref", "code"}:
        raise ImportFault("mapping: say whose the orders are, by 'click_ref' or a link's 'code'")
    if mapping.time_zone not in available_timezones():
        raise ImportFault(
            f"mapping: time_zone '{mapping.time_zone}' is not one such as Europe/London"
        )


def join_names(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


class RowReader:
    """Reads rows of one file under its mapping."""

    def __init__(self, mapping: ImportMapping, header: list[str]) -> None:
        self._width = len(header)
        self._constants = mapping.constants
        self._names = mapping.columns
        self._columns: list[tuple[str, int]] = []
        for name, column in mapping.columns.items():
            if column not in header:
                raise ImportFault(
                    f"line 1: there is no column '{column}'; there are {join_names(header)}"
                )
            self._columns.append((name, header.index(column)))
        self._places = dict(self._columns)
        self._format = mapping.time_format
        self._zone = ZoneInfo(mapping.time_zone)
        # A time in a format of its own takes longer to read than to remember.
        self._time = (
            lru_cache(TIMES_REMEMBERED)(self._parse_time) if self._format else self._parse_time
        )

    def order_key(self, cells: list[str]) -> OrderKey:
        """A row's mcid and order number, as they stand in what is read of it."""
        return self._cell("mcid", cells), self._cell("order_id", cells)

    def _cell(self, name: str, cells: list[str]) -> str:
        at = self._places.get(name)
        if at is None or at >= len(cells):
            return self._constants.get(name, "")
        return cells[at].strip()

    def read_order(self, key: OrderKey, lines: Sequence[Cells], again: bool) -> Group:
        """What rows that stand together say of their order."""
        return assemble_order(
            *key, [self.read_row(line, cells) for line, cells in lines], again=again
        )

    def read_row(self, line: int, cells: list[str]) -> Row:
        said = self._constants | {
            name: cells[at].strip() for name, at in self._columns if at < len(cells)
        }
        order_id, mcid = said.get("order_id", ""), said.pop("mcid", "")
        try:
            if len(cells) != self._width:
                raise RowFault(f"has {len(cells)} cells where the header has {self._width}")
            return Row(line, order_id, mcid, self._parse_row(said), None)
        except RowFault as fault:
            return Row(line, order_id, mcid, None, str(fault))
        except msgspec.ValidationError as error:
            return Row(line, order_id, mcid, None, str(error))

    def _parse_row(self, said: dict[str, str]) -> OneConversion:
        if not said["order_id"]:
            raise RowFault(f"{self._column_name('order_id')} is blank")
        if "\0" in "".join(said.values()):
            raise RowFault("holds a character that cannot be kept (NUL)")
        filled: dict[str, Any] = {name: value for name, value in said.items() if value}
        if filled.get("currency") not in currencies():
            raise RowFault(f"currency '{said['currency']}' is not one of ISO 4217, such as GBP")
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
        """The item's whole value, by itself or as price times quantity."""
        price: Decimal
        if "amount" in self._names or "amount" in self._constants:
            return self._parse_number("amount", filled.pop("amount", ""))
        price = self._parse_number("unit_price", filled.pop("unit_price", ""))
        if "quantity" not in filled:
            raise RowFault(f"{self._column_name('quantity')} is blank")
        return round_money(price * filled["quantity"], filled["currency"])

    def _parse_number(self, name: str, text: str) -> Decimal:
        if not NUMBER.fullmatch(text):
            raise RowFault(f"{self._column_name(name)} '{text}' is no number such as 12.50")
        number = Decimal(text)
        if number <= 0:
            raise RowFault(f"{self._column_name(name)} {text} is not above 0: no sale")
        return number

    def _parse_quantity(self, text: str) -> int:
        if not NUMBER.fullmatch(text) or "." in text or len(text) > 12:
            raise RowFault(f"{self._column_name('quantity')} '{text}' is no whole number")
        if int(text) <= 0:
            raise RowFault(
                f"{self._column_name('quantity')} {text} is not above 0: a return or cancellation, no sale; "
                "reject the order that it takes back"
            )
        return int(text)

    def _parse_time(self, text: str) -> datetime:
        try:
            shape = self._format
            time = datetime.strptime(text, shape) if shape else datetime.fromisoformat(text)
        except ValueError:
            shape = self._format or "2026-11-20T10:00:00"
            raise RowFault(
                f"{self._column_name('order_time')} '{text}' is not as {shape}"
            ) from None
        return time if time.tzinfo else time.replace(tzinfo=self._zone)

    def _parse_country(self, text: str) -> str | None:
        names = country_names()
        if text.lower() not in names:
            raise RowFault(f"{self._column_name('country')} '{text}' is no country's name or code")
        return names[text.lower()]

    def _column_name(self, name: str) -> str:
        """A field by the name the file gives it."""
        return self._names.get(name, name)


def group_rows(
    lines: Iterable[Cells], key_of: Callable[[list[str]], OrderKey], repeats: set[int]
) -> Iterator[tuple[OrderKey, Sequence[Cells], bool]]:
    """The orders of a file: rows of one number that stand together, and whether it stood further up already."""
    seen: set[int] = set()
    for key, together in groupby(lines, key=lambda line: key_of(line[1])):
        mark = hash(key)
        yield key, list(together), mark in seen
        if mark in repeats:
            seen.add(mark)


def assemble_order(mcid: str, order_id: str, rows: list[Row], *, again: bool) -> Group:
    """One order. An only row's item keeps its blank name, several are numbered, refused rows too."""
    if len(rows) == 1 and rows[0].order is not None and not again:
        return Group(mcid, order_id, rows[0].order.reported_order, (rows[0].line,))
    lines: list[int] = []
    refused: list[RefusedLine] = []
    items: list[ReportedItem] = []
    first: ReportedOrder | None = None
    for number, row in enumerate(rows, 1):
        said, reason = (row.order.reported_order if row.order else None), row.reason
        if reason is None and again:
            reason = "this order stands further up already; put its rows next to each other"
        if reason is None and first is not None and said and said.currency != first.currency:
            reason = f"the order's first row is in {first.currency}"
        if reason is not None or said is None:
            refused.append(RefusedLine(row.line, order_id, reason or ""))
            continue
        first = first or said
        [item] = said.items
        if not item.item_id and len(rows) > 1:
            item = msgspec.structs.replace(item, item_id=str(number))
        items.append(item)
        lines.append(row.line)
    whole = None if first is None else msgspec.structs.replace(first, items=items)
    return Group(mcid, order_id, whole, tuple(lines), tuple(refused))
