"""How consecutive rows of a file become one order, and which of them are refused."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec
from msgspec import Struct

from schema.core.table_file import Cells
from schema.orders.order import OneConversion, ReportedItem, ReportedOrder


class LineRefusal(Struct, frozen=True):
    line: int
    order_id: str
    reason: str


class DoubtfulLine(Struct, frozen=True):
    """A line that was imported, and what is doubtful about its order."""

    line: int
    order_id: str
    warning: str


DOUBTFUL_MAX = 100
"""The most doubtful lines of an import that are kept; further ones are only counted."""
APART = "the rows of this order are apart in the file, but must be next to each other"

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
    """The rows of one order: those that form it, and those that were refused."""

    mcid: str
    order_id: str
    order: ReportedOrder | None
    lines: tuple[int, ...]
    refused: tuple[LineRefusal, ...] = ()
    repeats: int = 0
    """The number of rows that duplicate another row of the order, and count again."""


def group_rows(
    lines: Iterable[Cells], key_of: Callable[[list[str]], OrderKey], split_orders: set[int]
) -> Iterator[tuple[OrderKey, Sequence[Cells], bool]]:
    """Yield the orders of a file: consecutive rows with one order number, and whether more of them are elsewhere."""
    for key, rows in groupby(lines, key=lambda line: key_of(line[1])):
        yield key, list(rows), hash(key) in split_orders


def assemble_order(mcid: str, order_id: str, rows: list[Row], *, apart: bool) -> Group:
    """Assemble one order. A single row's item keeps its empty id; several items are numbered, counting refused rows."""
    if len(rows) == 1 and rows[0].order is not None and not apart:
        return Group(mcid, order_id, rows[0].order.reported_order, (rows[0].line,))
    lines: list[int] = []
    refused: list[LineRefusal] = []
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
            refused.append(LineRefusal(row.line, order_id, reason or ""))
            continue
        first = first or order
        [item] = order.items
        if not item.item_id and len(rows) > 1:
            item = msgspec.structs.replace(item, item_id=str(number))
        items.append(item)
        lines.append(row.line)
    whole = None if first is None else msgspec.structs.replace(first, items=items)
    return Group(mcid, order_id, whole, tuple(lines), tuple(refused))
