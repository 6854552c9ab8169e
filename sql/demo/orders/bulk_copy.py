"""Writes a year at once: copied, because each row has a time of its own."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TypeVar
from uuid import uuid4

import sql.figures.rollup
from schema.network import retention
from schema.orders.order_changes import HistoryEntry
from schema.orders.order_rows import WRITTEN_COLUMNS, OrderRow
from sql.clicks.click import Click
from sql.core.db import Connection, run, text
from sql.demo.orders.orders import YearOrders
from sql.orders.order import ITEM_COLUMNS

Row = TypeVar("Row")
ROWS_AT_ONCE = 5_000
"""Rows of one copy, so that none takes longer than a statement may."""


async def write_clicks(db: Connection, clicks: list[Click]) -> None:
    """Into the partitions of their months, which are there."""
    for part in batches(sorted(clicks, key=lambda click: click.click_time)):
        await copy_batches(db, "click", Click._fields, part)


async def write_orders(db: Connection, books: YearOrders, now: datetime) -> None:
    heads = books.orders
    directory = [(h.mid, h.order_id, h.publisher_id, h.oid, at) for h, _, at in heads]
    await copy_batches(
        db, "order_directory", ("mid", "order_id", "publisher_id", "oid", "reported_at"), directory
    )
    await copy_batches(
        db,
        "conversion",
        (*OrderRow._fields, "created_at", "updated_at"),
        [(*head, made, updated) for head, made, updated in heads],
    )
    await copy_batches(
        db,
        "conversion_item",
        (*ITEM_COLUMNS, "updated_at"),
        [(*line[:WRITTEN_COLUMNS], updated) for line, updated in books.items],
    )
    await copy_batches(
        db,
        "conversion_history",
        (*HistoryEntry._fields, "at", "history_id", "by"),
        [(*entry, at, uuid4(), by) for entry, at, by in books.history],
    )
    await write_events(db, books, now - retention.EVENTS)
    # Months are closed right away, for which PostgreSQL has to know how many rows there are now.
    await run(db, text("analyze conversion, conversion_item"))
    await sql.figures.rollup.add(db, books.deltas)


async def write_events(db: Connection, books: YearOrders, since: datetime) -> None:
    """Those that are kept: of earlier ones only the orders tell."""
    for part in batches([(event, at) for event, at in books.events if at >= since]):
        query = text(
            """
            insert into event (publisher_id, at, event_id, event_type, site_id, mid, oid, body)
            select publisher_id, at, event_id, event_type, site_id, mid, oid, body
              from unnest($1::bigint[], $2::timestamptz[], $3::uuid[], $4::smallint[],
                          $5::bigint[], $6::bigint[], $7::bigint[], $8::jsonb[])
                   as given (publisher_id, at, event_id, event_type, site_id, mid, oid, body)
            """,
            [event.publisher_id for event, _ in part],
            [at for _, at in part],
            [uuid4() for _ in part],
            [event.event_type for event, _ in part],
            [event.site_id for event, _ in part],
            [event.mid for event, _ in part],
            [event.oid for event, _ in part],
            [event.body for event, _ in part],
        )
        await run(db, query)


async def copy_batches(
    db: Connection, table: str, columns: tuple[str, ...], rows: Sequence[tuple[object, ...]]
) -> None:
    for part in batches(rows):
        await db.copy_records_to_table(table, columns=columns, records=part)


def batches(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    for start in range(0, len(rows), ROWS_AT_ONCE):
        yield rows[start : start + ROWS_AT_ONCE]
