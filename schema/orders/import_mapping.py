"""Files of orders: the mapping of their columns, and how consecutive rows become an order."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import groupby
from typing import Annotated, NamedTuple
from zoneinfo import available_timezones

import msgspec
from msgspec import Meta, Struct, field

from schema.orders.order import OneConversion, ReportedItem, ReportedOrder

Delimiter = Annotated[str, Meta(min_length=1, max_length=1)]


class ImportMapping(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a file of orders is read. `columns` names the file's column for each of our fields, `constants` gives
    one value for every row; `time_format` is how times are written (strptime), in `time_zone`.

    Fields: order_id, order_time, amount (or unit_price and quantity), item_id, category, currency, country,
    coupon, status, reason_code, click_ref, code, mcid. A country may be a name or a two-letter code.
    """

    columns: dict[str, str]
    constants: dict[str, str] = field(default_factory=dict)
    time_format: str | None = None
    time_zone: str = "UTC"
    delimiter: Delimiter = ","


class RefusedLine(Struct, frozen=True):
    line: int
    order_id: str
    reason: str


REFUSED_COLUMNS = ("line", "reason")
"""With what each row of a file of refused lines begins; a file that comes back with them is read without them."""
APART = "the rows of this order are apart in the file, but must be next to each other"
FORMAT_LONGEST = 100
MAPPING_FIELDS = frozenset(OneConversion.__struct_fields__) | {"mcid", "unit_price"}


class ImportFault(Exception):
    """The file or the mapping cannot be used; the message says in one line what to fix."""


Cells = tuple[int, list[str]]
"""The number of a line, and its cells."""
OrderKey = tuple[str, str]
"""(mcid, order_id)"""


class Row(NamedTuple):
    """A row of the file: the order it describes, or why it is refused."""

    line: int
    order_id: str
    mcid: str
    order: OneConversion | None
    reason: str | None


class Group(NamedTuple):
    """The rows of one order: those it consists of, and those that were refused."""

    mcid: str
    order_id: str
    order: ReportedOrder | None
    lines: tuple[int, ...]
    refused: tuple[RefusedLine, ...] = ()


def check_mapping(mapping: ImportMapping) -> None:
    """Raise ImportFault for a mapping that no file could be read with."""
    mapped = mapping.columns.keys() | mapping.constants.keys()
    for name in sorted(mapped - MAPPING_FIELDS):
        raise ImportFault(
            f"'{name}' is not a field of an order; the fields are {join_names(MAPPING_FIELDS)}"
        )
    for name in sorted(mapping.columns.keys() & mapping.constants.keys()):
        raise ImportFault(f"'{name}' has a column and one value for every row; keep one of them")
    if "order_id" not in mapping.columns:
        raise ImportFault("Choose a column for the order number (order_id)")
    for name, words in {"mcid": "brand (mcid)", "currency": "currency"}.items():
        if name not in mapped:
            raise ImportFault(f"Choose a column for the {words}, or one value for every row")
    if "amount" not in mapped and not {"unit_price", "quantity"} <= mapped:
        raise ImportFault(
            "Choose a column for the amount, or one for the price of one unit (unit_price) and one for the quantity"
        )
    if not mapped & {"click_ref", "code"}:
        raise ImportFault(
            "Choose a column for the click reference (click_ref) or the link code (code): they say whose the orders are"
        )
    if mapping.time_zone not in available_timezones():
        raise ImportFault(f"'{mapping.time_zone}' is not a time zone such as Europe/London")
    if mapping.time_format is not None:
        check_time_format(mapping.time_format)


def check_time_format(form: str) -> None:
    """Raise ImportFault for a format that no time could be read with."""
    if len(form) > FORMAT_LONGEST:
        raise ImportFault(f"The form of times cannot be longer than {FORMAT_LONGEST} characters")
    with suppress(ValueError):  # an empty text has no such form
        try:
            datetime.strptime("", form)
        except re.error:
            raise ImportFault(
                f"'{form}' names a part of the time twice; write a form such as %d/%m/%Y %H:%M"
            ) from None


def is_refused_file(header: Sequence[str]) -> bool:
    """Whether a file is one of refused lines that comes back."""
    return tuple(header[: len(REFUSED_COLUMNS)]) == REFUSED_COLUMNS


def join_names(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def group_rows(
    lines: Iterable[Cells], key_of: Callable[[list[str]], OrderKey], split_orders: set[int]
) -> Iterator[tuple[OrderKey, Sequence[Cells], bool]]:
    """The orders of a file: consecutive rows with one order number, and whether it has others elsewhere."""
    for key, rows in groupby(lines, key=lambda line: key_of(line[1])):
        yield key, list(rows), hash(key) in split_orders


def assemble_order(mcid: str, order_id: str, rows: list[Row], *, apart: bool) -> Group:
    """One order. The item of a single row keeps its empty id; several items are numbered, refused rows included."""
    if len(rows) == 1 and rows[0].order is not None and not apart:
        return Group(mcid, order_id, rows[0].order.reported_order, (rows[0].line,))
    lines: list[int] = []
    refused: list[RefusedLine] = []
    items: list[ReportedItem] = []
    first: ReportedOrder | None = None
    for number, row in enumerate(rows, 1):
        order, reason = (row.order.reported_order if row.order else None), row.reason
        if reason is None and apart:
            # Imported one by one, its items would have other ids than together, and count twice.
            reason = APART
        if reason is None and first is not None and order and order.currency != first.currency:
            reason = f"the order's first row is in {first.currency}"
        if reason is not None or order is None:
            refused.append(RefusedLine(row.line, order_id, reason or ""))
            continue
        first = first or order
        [item] = order.items
        if not item.item_id and len(rows) > 1:
            item = msgspec.structs.replace(item, item_id=str(number))
        items.append(item)
        lines.append(row.line)
    whole = None if first is None else msgspec.structs.replace(first, items=items)
    return Group(mcid, order_id, whole, tuple(lines), tuple(refused))
