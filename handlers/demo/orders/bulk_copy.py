"""Writes a year's rows in bulk, each with its own time."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TypeVar
from uuid import uuid4

import sql.clicks.page_and_placement
import sql.reports.figures.rollup
from handlers.demo.orders.orders import YearOrders
from schema.clicks.click import Verdict
from schema.core.page_and_placement import ValueKind, page_of, value_key
from schema.network import retention
from schema.orders.order_changes import HistoryEntry
from schema.orders.order_rows import WRITTEN_COLUMNS, OrderRow
from sql.clicks.click import Click
from sql.clicks.page_and_placement import NewValue, Subject
from sql.core.db import Connection, run, text
from sql.orders.order import ITEM_COLUMNS

Row = TypeVar("Row")
ROWS_AT_ONCE = 5_000
"""Rows in one COPY, so that none exceeds the statement timeout."""


async def write_clicks(db: Connection, clicks: list[Click]) -> None:
    """Copy clicks into the partitions of their months, which must exist."""
    columns = (*Click._fields[:-1], "page_id", "placement_id")
    for part in batches(sorted(clicks, key=lambda click: click.click_time)):
        rows = [(*click[:-1], *value_keys(click)) for click in part]
        await copy_batches(db, "click", columns, rows)
    await sql.clicks.page_and_placement.insert(db, sorted(values_of(clicks)))


def values_of(clicks: list[Click]) -> set[NewValue]:
    """The pages and placements of clicks, with their months."""
    return {
        NewValue(
            Subject(click.publisher_id, kind, click.click_time.date().replace(day=1)),
            value_key(value),
            value,
        )
        for click in clicks
        for kind, value in (
            (ValueKind.PAGE, page_of(click.referrer)),
            (ValueKind.PLACEMENT, click.placement),
        )
        if value and click.verdict == Verdict.VALID.value
    }


def value_keys(click: Click) -> tuple[int, int]:
    """The numeric keys of a click's page and placement."""
    return value_key(page_of(click.referrer)), value_key(click.placement)


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
    # Months are closed right away, for which PostgreSQL needs up-to-date statistics.
    await run(db, text("analyze conversion, conversion_item"))
    await sql.reports.figures.rollup.add(db, books.deltas)


async def write_events(db: Connection, books: YearOrders, since: datetime) -> None:
    """Write the events since a time. Earlier ones would have expired, and only their orders are written."""
    for part in batches([(event, at) for event, at in books.events if at >= since]):
        query = text(
            """
            insert into event (publisher_id, at, event_id, event_type, site_id, mid, oid, body)
            select publisher_id, at, event_id, event_type, site_id, mid, oid, body
              from unnest(:publisher_ids::bigint[], :times::timestamptz[], :event_ids::uuid[], :event_types::smallint[],
                          :site_ids::bigint[], :mids::bigint[], :oids::bigint[], :bodies::jsonb[])
                   as given (publisher_id, at, event_id, event_type, site_id, mid, oid, body)
            """,
            publisher_ids=[event.publisher_id for event, _ in part],
            times=[at for _, at in part],
            event_ids=[uuid4() for _ in part],
            event_types=[event.event_type for event, _ in part],
            site_ids=[event.site_id for event, _ in part],
            mids=[event.mid for event, _ in part],
            oids=[event.oid for event, _ in part],
            bodies=[event.body for event, _ in part],
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
