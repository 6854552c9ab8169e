"""A page of orders: newest first, or by a column, from a page's number or after a cursor."""

from decimal import Decimal
from typing import Any, Literal

import sql.reports.orders
from handlers.flows.reports.report_queries import Reader
from rpc import Code, Fault
from schema.core.cursor import decode_cursor, encode_cursor
from schema.core.envelope import Page
from schema.core.scalar import At, Id
from schema.orders.order import Order
from schema.reports.report import ORDERS_SUMMED_MAX, OrderDateBasis, TransactionFilter
from sql.core.keyset import Number
from sql.reports.order_filter import INDEXED_SORTS, OrderQuery

TOO_MANY = f"sorts {ORDERS_SUMMED_MAX:,} orders at most: choose fewer days, or sort by a time"
COLUMNS = {
    "order_time": "order_time",
    "updated_at": "updated_at",
    "sale_amount": "report_amount",
    "sale_comm": "report_comm",
}
"""The field of an order that holds what it is sorted by."""


async def read_page(
    reader: Reader, filter: TransactionFilter, orders: OrderQuery, page: Page, total: int
) -> tuple[list[Order], str | None]:
    """The orders of a page, and the cursor of the next. A cursor continues only the order that it came from.

    Raises REQUEST_INVALID where more orders would have to be sorted by an amount than a request has time for.
    """
    column = orders.sort.removeprefix("-")
    if column and column not in INDEXED_SORTS and total > ORDERS_SUMMED_MAX:
        raise Fault(Code.REQUEST_INVALID, field="filter.sort", why=TOO_MANY)
    rows = await sql.reports.orders.page(
        reader.db,
        orders,
        size=page.size + 1,
        offset=page.offset,
        after=read_cursor(orders.sort, page.cursor) if page.cursor else None,
    )
    if len(rows) <= page.size:
        return rows, None
    last = rows[page.size - 1]
    if not orders.sort:
        by_update = filter.date_basis is OrderDateBasis.UPDATE
        return rows[:-1], encode_cursor(
            (last.updated_at if by_update else last.order_time, last.oid)
        )
    value = getattr(last, COLUMNS[column])
    position = value if column in INDEXED_SORTS else f"{value:f}"
    return rows[:-1], encode_cursor((orders.sort, position, last.oid))


def read_cursor(sort: str, cursor: str) -> tuple[Any, int]:
    """The position in a cursor of this order."""
    if not sort:
        at, oid = decode_cursor(cursor, tuple[At, Id])
        return at, oid
    kind: Any = At if sort.removeprefix("-") in INDEXED_SORTS else Number
    word: Any = Literal.__getitem__(sort)
    _, value, oid = decode_cursor(cursor, tuple.__class_getitem__((word, kind, Id)))
    return Decimal(value) if isinstance(value, str) else value, oid
