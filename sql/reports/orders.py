"""A publisher's orders: pages with items, totals, and one order's history."""

from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec

from schema.core.figures import ZERO_SUMS, Sums
from schema.core.money import ZERO
from schema.orders.order import Item, Order
from schema.orders.timeline import HistoryRow
from schema.reports.report import ORDERS_SUMMED_MAX
from sql.core.db import Connection, Template, all_rows, fetch, fetch_row, text
from sql.core.sql_template import CLICK_REF, compose
from sql.figures.from_rows import AMOUNTS, ORDERS
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
    c.status, c.test_order, c.updated_at
"""
)
SALES = "coalesce(sum(i.report_amount) filter (where true), 0)"


async def page(
    db: Connection,
    question: OrderQuery,
    *,
    size: int,
    offset: int = 0,
    after: tuple[datetime | Decimal, int] | None = None,
) -> list[Order]:
    """Orders with their items, as sorted, from an offset or after a position in the list."""
    query = page_template(question.shape, after is not None)
    values = {**question.values, "size": size, "offset": offset}
    if after is not None:
        if not question.sort:
            # The position replaces the end of the range; otherwise the index would be read from there.
            until = values["until_time"]
            late = question.shape.is_by_time and until and after[0] > until
            after = (until, 0) if late else after
        values |= {"after": after[0], "after_oid": after[1]}
    orders = await all_rows(db, query.bind(values), Order)
    return await add_items(db, question, orders)


async def get(db: Connection, publisher_id: int, oid: int) -> Order | None:
    """One order with its items."""
    question = OrderQuery(publisher_id=publisher_id, zone="UTC", filters={"oid": oid})
    orders = await page(db, question, size=1)
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
    """Where an order came from."""

    link_code: str | None
    link_note: str | None
    click_verdict: str | None


async def origin(db: Connection, order: Order, publisher_id: int) -> Origin:
    """The link of an order, and the verdict on its click."""
    query = text(
        """
        select coalesce(link.path, link.code) as link_code, link.note as link_note, c.verdict as click_verdict
          from conversion o
          left join link on link.publisher_id = $1 and link.link_id = o.link_id
          left join click_all c on c.publisher_id = $1 and c.click_time = o.click_time and c.click_id = o.click_id
         where o.publisher_id = $1 and o.oid = $2
        """,
        publisher_id,
        order.oid,
    )
    return (await all_rows(db, query, Origin))[0]


async def history(db: Connection, publisher_id: int, oid: int) -> list[HistoryRow]:
    """The changes of an order, in chronological order."""
    query = text(
        """
        select at, item_id, kind, from_status, to_status, delta_amount, delta_commission,
               reason_code, by
          from conversion_history
         where publisher_id = $1 and oid = $2
         order by at, history_id
        """,
        publisher_id,
        oid,
    )
    return await all_rows(db, query, HistoryRow)


async def add_items(db: Connection, question: OrderQuery, orders: list[Order]) -> list[Order]:
    """The orders with their items, fetched for all at once, and the amounts of the matching items."""
    values = {**question.values, "listed": [order.oid for order in orders]}
    items: dict[int, list[Item]] = {}
    matched: dict[int, list[Item]] = {}
    for row in await fetch(db, items_of(question.shape).bind(values)):
        item = msgspec.convert(dict(row), Item)
        items.setdefault(row["oid"], []).append(item)
        if row["matched"]:
            matched.setdefault(row["oid"], []).append(item)
    return [with_matched(order, items.get(order.oid, []), matched) for order in orders]


def with_matched(order: Order, items: list[Item], matched: dict[int, list[Item]]) -> Order:
    matched_items = matched.get(order.oid, [])
    return msgspec.structs.replace(
        order,
        items=items,
        matched_amount=sum((item.sale_amount for item in matched_items), ZERO),
        matched_comm=sum((item.sale_comm for item in matched_items), ZERO),
    )


async def find_by_number(
    db: Connection, publisher_id: int, order_id: str, oid: int | None, click_id: UUID | None
) -> list[int]:
    """The orders that have one of these numbers, each looked up in an index of its own."""
    query = text(
        """
        select oid from conversion where publisher_id = $1 and order_id = $2
        union
        select oid from conversion where publisher_id = $1 and oid = $3
        union
        select oid from conversion where publisher_id = $1 and click_id = $4
        """,
        publisher_id,
        order_id,
        oid,
        click_id,
    )
    return [match for (match,) in await fetch(db, query)]


@lru_cache(maxsize=500)
def items_of(shape: OrderShape) -> Template:
    """The items of some orders, and whether each matches."""
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
    """A page of orders; `continued` begins it after a position instead of at an offset.

    Brands are looked up for the orders of the page alone.
    """
    order = shape.order
    skipped = "" if continued else "offset :offset"
    to_here = ":size" if continued else "(:size::bigint + :offset::bigint)"
    rows = shape.from_clause(
        shape.after_condition if continued else shape.until_condition, f"{order} limit {to_here}"
    )
    return compose(
        f"with c as materialized (select c.* from {rows} {order} limit :size {skipped})",  # noqa: S608
        f"select {COLUMNS} from c join brand on brand.mid = c.mid {order}",  # noqa: S608
    )


@lru_cache(maxsize=500)
def totals_template(shape: OrderShape) -> Template:
    """The number of orders, and the sums of their matching items; of at most `most` orders.

    Items are looked up by their order, then told apart: a plan for a table it knows too little of would read all items
    of the range for each order.
    """
    most = "limit :most"
    orders = ", ".join(
        f"{sql.replace('(where', '(where not c.test_order and')} as {name}"
        for name, sql in ORDERS.items()
    )
    amounts = ", ".join(
        f"{sql.replace('(where', '(where i.matched and')} as {name}"
        for name, sql in (*AMOUNTS.items(), ("sales", SALES))
        if not name.endswith("_sales" if shape.counts_rates else ("_sales", "_items"))
    )
    return compose(
        "with c as materialized (",
        f"select c.oid, c.status, c.test_order from {shape.from_clause(shape.until_condition, most)} {most}",  # noqa: S608
        "), orders as (",
        f"select count(*) as found, {orders} from c",  # noqa: S608
        "), amounts as (",
        f"select {amounts} from c join (",  # noqa: S608
        f"select i.*, true{shape.of_item} as matched from conversion_item i",  # noqa: S608
        "where i.publisher_id = :publisher_id) i on i.oid = c.oid where not c.test_order",
        ") select * from orders cross join amounts",
    )
