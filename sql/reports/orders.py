"""A publisher's orders: pages with items, totals, and one order's history."""

from functools import lru_cache, partial
from typing import Any
from uuid import UUID

import msgspec

from schema.core.envelope import CursorPage, Page
from schema.core.figures import ZERO_SUMS, Sums
from schema.core.money import ZERO
from schema.orders.note_redaction import show_note
from schema.orders.order import Item, Order
from schema.orders.order_rows import sum_known
from schema.orders.timeline import HistoryRow
from schema.reports.report import ORDERS_SUMMED_MAX
from sql.core.db import Connection, Template, all_rows, convert_all, fetch, fetch_row, text
from sql.core.keyset import read_page
from sql.core.sql_template import CLICK_REF, compose
from sql.core.turns import in_turns
from sql.reports.figures.from_rows import AMOUNTS, COUNTED, ORDERS
from sql.reports.order_filter import OrderQuery, OrderShape

COLUMNS = (
    """
    c.oid, c.order_id, brand.mcid, c.mid, brand.name as brand_name, c.site_id, c.link_id,
    """
    + CLICK_REF
    + """ as click_ref, c.click_time, c.order_time,
    c.uid1, c.uid2, c.uid3, c.uid4, c.uid5, c.country, c.coupon, c.currency, c.rate,
    c.sale_amount, c.sale_comm, c.sale_amount as matched_amount, c.sale_comm as matched_comm,
    c.report_currency, c.report_amount, c.report_comm,
    c.status, c.test_order, c.unrated, c.updated_at
"""
)
SALES = "coalesce(sum(i.report_amount) filter (where true), 0)"


async def page(db: Connection, question: OrderQuery, page: Page, total: int) -> CursorPage[Order]:
    """A page of orders with their items; `total` is the number of all matching orders."""
    shape, until = question.shape, question.values["until_time"]
    part = await read_page(
        db,
        shape.keyset,
        page,
        question.values,
        rows=partial(page_template, shape),
        count=total,
        end=(until, 0) if shape.is_by_time and not shape.sort else None,
    )
    orders = await add_items(db, question, await part.convert(Order))
    return CursorPage(orders, part.total, part.next)


async def first(db: Connection, question: OrderQuery, number: int) -> list[Order]:
    """The first orders of the list, with their items."""
    values = {**question.values, "size": number, "offset": 0}
    rows = await fetch(db, page_template(question.shape, False).bind(values))
    keys = len(question.shape.keyset.keys)
    return await add_items(db, question, await convert_all(rows, Order, keys=keys))


async def get(
    db: Connection, publisher_id: int, oid: int, *, whole_notes: bool = False
) -> Order | None:
    """One order with its items."""
    question = OrderQuery(
        publisher_id=publisher_id, zone="UTC", filters={"oid": oid}, whole_notes=whole_notes
    )
    orders = await first(db, question, 1)
    return orders[0] if orders else None


async def totals(db: Connection, question: OrderQuery) -> tuple[int, Sums | None]:
    """The number of orders on all pages and their sums, without test orders and clicks.

    With more than ORDERS_SUMMED_MAX orders, their number is that limit plus one, without sums.
    """
    query = totals_template(question.shape).bind({**question.values, "most": ORDERS_SUMMED_MAX + 1})
    row = await fetch_row(db, query)
    assert row is not None
    if row["found"] > ORDERS_SUMMED_MAX:
        return row["found"], None
    sums: dict[str, Any] = {name: row[name] for name in Sums._fields if name in row}
    return row["found"], ZERO_SUMS._replace(clicks=None, **sums)


class Origin(msgspec.Struct, frozen=True):
    """The origin of an order: its link and its click's verdict."""

    link_code: str | None
    link_note: str | None
    click_verdict: str | None


async def origin(db: Connection, order: Order, publisher_id: int) -> Origin:
    """Find an order's link, and the verdict on its click."""
    query = text(
        """
        select coalesce(link.path, link.code) as link_code, link.note as link_note, c.verdict as click_verdict
          from conversion o
          left join link on link.publisher_id = :publisher_id and link.link_id = o.link_id
          left join click_all c on c.publisher_id = :publisher_id and c.click_time = o.click_time
                               and c.click_id = o.click_id
         where o.publisher_id = :publisher_id and o.oid = :oid
        """,
        publisher_id=publisher_id,
        oid=order.oid,
    )
    return (await all_rows(db, query, Origin))[0]


async def history(db: Connection, publisher_id: int, oid: int) -> list[HistoryRow]:
    """The changes of an order, in chronological order."""
    query = text(
        """
        select at, item_id, kind, from_status, to_status, delta_amount, delta_commission,
               reason_code, delta_report_amount, delta_report_comm, by
          from conversion_history
         where publisher_id = :publisher_id and oid = :oid
         order by at, history_id
        """,
        publisher_id=publisher_id,
        oid=oid,
    )
    return await all_rows(db, query, HistoryRow)


async def add_items(db: Connection, question: OrderQuery, orders: list[Order]) -> list[Order]:
    """Add the items to orders, fetched for all at once, and the amounts of the matching items."""
    values = {**question.values, "listed": [order.oid for order in orders]}
    brands = {order.oid: order.brand_name for order in orders}
    items: dict[int, list[Item]] = {}
    matched: dict[int, list[Item]] = {}
    async for rows in in_turns(await fetch(db, items_of(question.shape).bind(values))):
        for row in rows:
            fields = dict(row.items())
            if fields["note"] and not question.whole_notes:
                fields["note"] = show_note(fields["note"], brands[row["oid"]])
            item = msgspec.convert(fields, Item)
            items.setdefault(row["oid"], []).append(item)
            if row["matched"]:
                matched.setdefault(row["oid"], []).append(item)
    return [
        with_matched(order, items.get(order.oid, []), matched)
        async for part in in_turns(orders)
        for order in part
    ]


def with_matched(order: Order, items: list[Item], matched: dict[int, list[Item]]) -> Order:
    matched_items = matched.get(order.oid, [])
    return msgspec.structs.replace(
        order,
        items=items,
        matched_amount=sum((item.sale_amount for item in matched_items), ZERO),
        matched_comm=sum_known([item.sale_comm for item in matched_items]),
    )


async def find_by_number(
    db: Connection, publisher_id: int, order_id: str, oid: int | None, click_id: UUID | None
) -> list[int]:
    """The orders that have one of these numbers, each looked up in its own index."""
    query = text(
        """
        select oid from conversion where publisher_id = :publisher_id and order_id = :order_id
        union
        select oid from conversion where publisher_id = :publisher_id and oid = :oid
        union
        select oid from conversion where publisher_id = :publisher_id and click_id = :click_id
        """,
        publisher_id=publisher_id,
        order_id=order_id,
        oid=oid,
        click_id=click_id,
    )
    return [match for (match,) in await fetch(db, query)]


@lru_cache(maxsize=500)
def items_of(shape: OrderShape) -> Template:
    """The statement for the items of some orders, and whether each matches."""
    return compose(
        """
        select oid, item_id, i.category, terms.name as commission_group, quantity, sale_amount, sale_comm,
               comm_rate, ori_amount, ori_comm, status, reason_code, note, validation_date,
               expected_validation_date, settlement_id, settlement_date, payment_id, paid_date,
               paid_date is not null as paid, updated_at,
        """,
        f"true{shape.of_item} as matched from conversion_item i",
        "left join terms on terms.terms_id = i.terms_id",
        "where i.publisher_id = :publisher_id and oid = any(:listed::bigint[]) order by oid, item_id",
    )


@lru_cache(maxsize=500)
def page_template(shape: OrderShape, continued: bool) -> Template:
    """The statement for a page of orders. Brands are only looked up for the orders of the page."""
    order = f"order by {shape.keyset.order}"
    skipped = "" if continued else "offset :offset"
    to_here = ":size" if continued else "(:size::bigint + :offset::bigint)"
    rows = shape.from_clause(
        shape.after_condition if continued else shape.until_condition, f"{order} limit {to_here}"
    )
    return compose(
        "with c as materialized (select c.* from",
        rows,
        order,
        "limit :size",
        skipped,
        ") select",
        f"{COLUMNS}, {shape.keyset.key_columns}",
        "from c join brand on brand.mid = c.mid",
        order,
    )


@lru_cache(maxsize=500)
def totals_template(shape: OrderShape) -> Template:
    """The statement for the number of orders and the sums of their matching items, over at most `most` orders.

    Items are looked up by their order, then matched: with poor statistics, the planner would read all items of the
    range for each order.
    """
    most = "limit :most"
    orders = ", ".join(
        f"{sql.replace('(where', f'(where {COUNTED} and')} as {name}"
        for name, sql in ORDERS.items()
    )
    amounts = ", ".join(
        f"{sql.replace('(where', '(where i.matched and')} as {name}"
        for name, sql in (*AMOUNTS.items(), ("sales", SALES))
        if not name.endswith("_sales" if shape.counts_rates else ("_sales", "_items"))
    )
    return compose(
        "with c as materialized (select c.oid, c.status, c.test_order, c.unrated from",
        shape.from_clause(shape.until_condition, most),
        most,
        "), orders as (select count(*) as found,",
        orders,
        "from c), amounts as (select",
        amounts,
        "from c join (select i.*, true",
        shape.of_item,
        "as matched from conversion_item i where i.publisher_id = :publisher_id) i on i.oid = c.oid",
        f"where {COUNTED}",
        ") select * from orders cross join amounts",
    )
