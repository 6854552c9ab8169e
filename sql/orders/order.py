"""Orders, their items and their history, read and written many at once."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from schema.orders.intake import OrderOwner
from schema.orders.order_changes import HistoryEntry
from schema.orders.order_rows import WRITTEN_COLUMNS, ItemRow, OrderRow
from sql.core.copy_text import copy_lines
from sql.core.db import Connection, Template, fetch, run, text
from sql.core.sql_template import compose
from sql.core.uuids import random_uuids

COLUMN_TYPES = {
    "bigint": {
        "publisher_id",
        "oid",
        "mid",
        "site_id",
        "link_id",
        "terms_id",
        "page_id",
        "placement_id",
    },
    "uuid": {"click_id"},
    "integer": {"quantity"},
    "boolean": {"test_order", "unrated"},
    "timestamptz": {"click_time", "order_time", "validation_date", "expected_validation_date"},
    "numeric": {
        *("rate", "sale_amount", "sale_comm", "report_amount", "report_comm", "ori_amount"),
        *("ori_comm", "comm_rate"),
    },
}
"""The types of columns that are not text."""
ITEM_COLUMNS = ItemRow._fields[:WRITTEN_COLUMNS]
KEYS = {"publisher_id", "oid", "item_id"}
IMMUTABLE = {"mid", "order_id", "site_id", "link_id", "click_id", "click_time", "order_time"}
IMMUTABLE |= {*(f"uid{n}" for n in range(1, 6)), "device", "currency"}
IMMUTABLE |= {
    "test_order",
    "ori_amount",
    "terms_id",
    "comm_rate",
    "corrects",
    "page_id",
    "placement_id",
}


def upsert_statement(
    table: str, columns: tuple[str, ...], key: str, times: tuple[str, ...]
) -> Template:
    """An upsert statement for rows given as an array per column; the `times` columns are set to the current time."""
    kinds = {
        column: next((kind for kind, names in COLUMN_TYPES.items() if column in names), "text")
        for column in columns
    }
    names = ", ".join(columns)
    changing = [*(column for column in columns if column not in KEYS | IMMUTABLE), "updated_at"]
    return compose(
        "insert into",
        f"{table} ({names}, {', '.join(times)})",
        "select",
        ", ".join(["given.*", *(":now::timestamptz" for _ in times)]),
        "from",
        f"unnest({', '.join(f':{name}::{kind}[]' for name, kind in kinds.items())}) as given ({names})",
        f"on conflict ({key}) do update set {', '.join(f'{name} = excluded.{name}' for name in changing)}",
    )


UPSERT_ORDERS = upsert_statement(
    "conversion", OrderRow._fields, "publisher_id, oid", ("created_at", "updated_at")
)
UPSERT_ITEMS = upsert_statement(
    "conversion_item", ITEM_COLUMNS, "publisher_id, oid, item_id", ("updated_at",)
)


class StoredOrder(NamedTuple):
    """An order as stored."""

    order: OrderRow
    items: list[ItemRow]


async def get_many(
    db: Connection, publisher_ids: list[int], oids: list[int]
) -> dict[int, StoredOrder]:
    """These publishers' orders by oid, with their items in order of item_id."""
    if not oids:
        return {}
    heads = text(
        """
        select publisher_id, oid, mid, order_id, site_id, link_id, click_id, click_time, order_time,
               uid1, uid2, uid3, uid4, uid5, country, device, coupon, currency, report_currency, rate,
               sale_amount, sale_comm, report_amount, report_comm, status, test_order, unrated,
               page_id, placement_id
          from conversion where publisher_id = any(:publisher_ids::bigint[]) and oid = any(:oids::bigint[])
        """,
        publisher_ids=publisher_ids,
        oids=oids,
    )
    lines = text(
        """
        select publisher_id, oid, item_id, category, quantity, terms_id, comm_rate, sale_amount,
               sale_comm, ori_amount, ori_comm, report_amount, report_comm, status, reason_code,
               validation_date, expected_validation_date, corrects,
               settlement_id is not null or payment_id is not null, paid_date is not null
          from conversion_item where publisher_id = any(:publisher_ids::bigint[]) and oid = any(:oids::bigint[])
         order by item_id
        """,
        publisher_ids=publisher_ids,
        oids=oids,
    )
    orders = {row["oid"]: StoredOrder(OrderRow(*row), []) for row in await fetch(db, heads)}
    for row in await fetch(db, lines):
        # On a cluster an order can be committed between the two statements.
        if row["oid"] in orders:
            orders[row["oid"]].items.append(ItemRow(*row))
    return orders


async def of_owners(db: Connection, owners: list[OrderOwner]) -> dict[int, StoredOrder]:
    """Orders whose rows in the directory are claimed, locked until the transaction ends.

    On a cluster, the directory's node may have committed an earlier transaction that the order's own node has not:
    locking the order waits for it. A cluster locks rows of one publisher at a time.
    """
    publisher_ids = sorted({owner.publisher_id for owner in owners})
    oids = [owner.oid for owner in owners]
    for publisher_id in publisher_ids:
        query = text(
            """
            select from conversion
             where publisher_id = :publisher_id and oid = any(:oids::bigint[]) order by oid for update
            """,
            publisher_id=publisher_id,
            oids=oids,
        )
        await fetch(db, query)
    return await get_many(db, publisher_ids, oids)


async def add(db: Connection, heads: list[OrderRow], lines: list[ItemRow], now: datetime) -> None:
    """Insert new orders, and new items of new or existing orders."""
    times = (*OrderRow._fields, "created_at", "updated_at")
    await copy_lines(db, "conversion", times, [(*head, now, now) for head in heads])
    named = (*ITEM_COLUMNS, "updated_at")
    await copy_lines(
        db, "conversion_item", named, [(*line[:WRITTEN_COLUMNS], now) for line in lines]
    )


async def change(
    db: Connection, heads: list[OrderRow], lines: list[ItemRow], now: datetime
) -> None:
    """Update existing orders and items."""
    await write_rows(db, UPSERT_ORDERS, OrderRow._fields, heads, now)
    items = [line[:WRITTEN_COLUMNS] for line in lines]
    await write_rows(db, UPSERT_ITEMS, ITEM_COLUMNS, items, now)


async def add_history(db: Connection, entries: list[HistoryEntry], by: str, now: datetime) -> None:
    named = (*HistoryEntry._fields, "at", "history_id", "by")
    ids = random_uuids(len(entries))
    rows = [(*entry, now, id, by) for entry, id in zip(entries, ids, strict=True)]
    await copy_lines(db, "conversion_history", named, rows)


async def write_rows(
    db: Connection,
    statement: Template,
    columns: Sequence[str],
    rows: Sequence[tuple[object, ...]],
    now: datetime,
) -> None:
    """Run one of the statements above for all rows."""
    if rows:
        arrays = (list(column) for column in zip(*rows, strict=True))
        values = dict(zip(columns, arrays, strict=True))
        await run(db, text(statement, now=now, **values))


async def set_notes(db: Connection, owners: Sequence[OrderOwner], note: str, now: datetime) -> None:
    """Set the note of the items that were decided or added at this time."""
    query = text(
        """
        update conversion_item i set note = :note
          from unnest(:uids::bigint[], :oids::bigint[]) as given (publisher_id, oid)
         where i.publisher_id = given.publisher_id and i.oid = given.oid and i.validation_date = :now
        """,
        note=note,
        uids=[owner.publisher_id for owner in owners],
        oids=[owner.oid for owner in owners],
        now=now,
    )
    await run(db, query)
