"""The recorded orders and refused reports that a publisher's books are compared with."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, LiteralString
from uuid import UUID

from schema.orders.order import ItemStatus
from schema.reports.book_matching import RecordedOrder
from sql.core.db import (
    Connection,
    fetch,
    text,
)
from sql.core.sql_template import compose

NUMBERS_AT_ONCE = 5_000
ORDER_COLUMNS: LiteralString = """
c.oid, c.order_id, c.mid, c.click_id, c.order_time, c.currency, c.sale_amount, c.sale_comm, c.report_currency,
c.report_amount, c.report_comm, c.status, c.test_order
"""
ORDERS_BETWEEN = compose(
    "select",
    ORDER_COLUMNS,
    """
      from conversion c
     where c.publisher_id = :publisher_id and c.order_time >= :since and c.order_time < :until
       and (cardinality(:mids::bigint[]) = 0 or c.mid = any(:mids::bigint[])) and not c.test_order
     order by c.order_time, c.oid limit :most
    """,
)
ORDERS_BY_NUMBERS = compose(
    "select",
    ORDER_COLUMNS,
    """
      from conversion c
     where c.publisher_id = :publisher_id and c.order_id = any(:numbers::text[])
       and (cardinality(:mids::bigint[]) = 0 or c.mid = any(:mids::bigint[]))
    """,
)
ORDERS_BY_CLICKS = compose(
    "select",
    ORDER_COLUMNS,
    """
      from conversion c
     where c.publisher_id = :publisher_id and c.click_id = any(:clicks::uuid[])
       and (cardinality(:mids::bigint[]) = 0 or c.mid = any(:mids::bigint[]))
    """,
)


async def read_orders(
    db: Connection,
    publisher_id: int,
    bounds: tuple[datetime, datetime],
    mids: Sequence[int],
    most: int,
) -> list[RecordedOrder]:
    """Read the recorded orders between two times, of these brands or of all brands; at most `most` + 1 orders."""
    query = text(
        ORDERS_BETWEEN,
        publisher_id=publisher_id,
        since=bounds[0],
        until=bounds[1],
        mids=list(mids),
        most=most + 1,
    )
    return [to_order(row) for row in await fetch(db, query)]


async def find_by_numbers(
    db: Connection, publisher_id: int, numbers: Sequence[str], mids: Sequence[int]
) -> list[RecordedOrder]:
    """The recorded orders with these numbers, of these brands or of all."""
    found = []
    for first in range(0, len(numbers), NUMBERS_AT_ONCE):
        query = text(
            ORDERS_BY_NUMBERS,
            publisher_id=publisher_id,
            numbers=list(numbers[first : first + NUMBERS_AT_ONCE]),
            mids=list(mids),
        )
        found += [to_order(row) for row in await fetch(db, query)]
    return found


async def find_by_clicks(
    db: Connection, publisher_id: int, clicks: Sequence[UUID], mids: Sequence[int]
) -> list[RecordedOrder]:
    """The recorded orders that came from these clicks, of these brands or of all."""
    found = []
    for first in range(0, len(clicks), NUMBERS_AT_ONCE):
        query = text(
            ORDERS_BY_CLICKS,
            publisher_id=publisher_id,
            clicks=list(clicks[first : first + NUMBERS_AT_ONCE]),
            mids=list(mids),
        )
        found += [to_order(row) for row in await fetch(db, query)]
    return found


def to_order(row: Any) -> RecordedOrder:
    values = [*row.values()]
    values[-2] = ItemStatus(values[-2])
    return RecordedOrder(*values)


async def find_refused(
    db: Connection, publisher_id: int, numbers: Sequence[str]
) -> dict[str, tuple[int, str]]:
    """The brand and reason of refused reports with these order numbers that named a click or link of the publisher."""
    found: dict[str, tuple[int, str]] = {}
    for first in range(0, len(numbers), NUMBERS_AT_ONCE):
        query = text(
            """
            select order_id, mid, reason from order_refusal
             where publisher_id = :publisher_id and order_id = any(:numbers::text[]) order by at
            """,
            publisher_id=publisher_id,
            numbers=list(numbers[first : first + NUMBERS_AT_ONCE]),
        )
        found |= {number: (mid, reason) for number, mid, reason in await fetch(db, query)}
    return found
