"""Orders of all publishers, as the network's staff look through them."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time
from decimal import Decimal
from functools import cache
from typing import Any, NamedTuple

import msgspec
from pypika import Query, Table
from pypika.functions import Count
from pypika.terms import Criterion

from schema.core.cursor import decode_cursor, encode_cursor
from schema.core.envelope import History, Page
from schema.core.money import ZERO, round_money
from schema.network.network import NetworkOrder, NetworkOrderFilter
from schema.orders.counters import own_statuses
from schema.orders.order import ItemStatus
from sql.core.db import Connection, Template, fetch, one_value, param, template, text
from sql.core.pypika_ext import fragment, paginate
from sql.network.listings import brand, filter_query, given_conditions, publisher, with_brand

conversion = Table("conversion")

CONDITIONS: dict[str, Criterion] = {
    "start_date": conversion.created_at >= param("start_date"),
    "end_date": conversion.created_at <= param("end_date"),
    "mcid": brand.mcid == param("mcid"),
    "uid": conversion.publisher_id == param("uid"),
    "order_id": conversion.order_id == param("order_id"),
    "status": fragment(
        "(conversion.status = any(:own_statuses::text[]) and exists (select from conversion_item as i"
        " where i.publisher_id = conversion.publisher_id and i.oid = conversion.oid and i.status = :status))"
    ),
    "cursor": fragment("(conversion.created_at, conversion.oid) < (:before, :oid)"),
}


class OrderItems(NamedTuple):
    """How many items an order has, and the amounts of those that are asked for."""

    number: int
    matched_amount: Decimal
    matched_comm: Decimal


NO_ITEMS = OrderItems(0, ZERO, ZERO)


async def page(db: Connection, filter: NetworkOrderFilter, page: Page) -> History[NetworkOrder]:
    """A page of orders, last reported first.

    The cursor carries the total that the first page counted, so that a later page costs no more than it shows.
    """
    given = given_conditions(filter, CONDITIONS)
    values: dict[str, Any] = {
        **msgspec.structs.asdict(filter),
        "start_date": filter.start_date and datetime.combine(filter.start_date, time.min, UTC),
        "end_date": filter.end_date and datetime.combine(filter.end_date, time.max, UTC),
        "own_statuses": own_statuses([filter.status]),
        "size": page.size + 1,
        "offset": 0 if page.cursor else page.offset,
    }
    if page.cursor:
        before, oid, total = decode_cursor(page.cursor, tuple[datetime, int, int])
        values |= {"before": before, "oid": oid}
        given |= {"cursor"}
    else:
        total = await one_value(db, _count(given).bind(values))
    query = _page(given).bind(values)
    rows = await fetch(db, query)
    shown = rows[: page.size]
    items = await count_items(db, [(row["uid"], row["oid"]) for row in shown], filter.status)
    more = len(rows) > page.size
    return History(
        [to_wire(dict(row), items) for row in shown],
        total,
        encode_cursor((shown[-1]["created_at"], shown[-1]["oid"], total)) if more else None,
    )


def to_wire(row: Mapping[str, Any], items: Mapping[int, OrderItems]) -> NetworkOrder:
    found = items.get(row["oid"], NO_ITEMS)
    amounts = {"sale_amount": row["sale_amount"], "sale_comm": row["sale_comm"]}
    amounts |= {"matched_amount": found.matched_amount, "matched_comm": found.matched_comm}
    rounded = {name: round_money(amount, row["currency"]) for name, amount in amounts.items()}
    return msgspec.convert({**row, **rounded, "items": found.number}, NetworkOrder)


async def count_items(
    db: Connection, orders: Sequence[tuple[int, int]], status: ItemStatus | None
) -> dict[int, OrderItems]:
    """`orders` are pairs of publisher and oid."""
    query = text(
        """
        select oid, count(*),
               coalesce(sum(sale_amount) filter (where status = coalesce($3, status)), 0),
               coalesce(sum(sale_comm) filter (where status = coalesce($3, status)), 0)
          from conversion_item
         where publisher_id = any($1) and oid = any($2) group by publisher_id, oid
        """,
        sorted({uid for uid, _ in orders}),
        [oid for _, oid in orders],
        status,
    )
    return {oid: OrderItems(*found) for oid, *found in await fetch(db, query)}


@cache
def _page(given: frozenset[str]) -> Template:
    query = (
        filter_query(with_brand(conversion), CONDITIONS, given)
        .join(publisher)
        .on(publisher.publisher_id == conversion.publisher_id)
        .select(
            conversion.publisher_id.as_("uid"),
            publisher.name.as_("publisher"),
            conversion.oid,
            conversion.order_id,
            brand.mcid,
            brand.name.as_("brand_name"),
            conversion.order_time,
            conversion.currency,
            conversion.sale_amount,
            conversion.sale_comm,
            conversion.status,
            conversion.test_order,
            conversion.created_at,
        )
        .orderby(fragment("conversion.created_at desc, conversion.oid desc"))
    )
    return paginate(query)


@cache
def _count(given: frozenset[str]) -> Template:
    query = with_brand(conversion) if "mcid" in given else Query.from_(conversion)
    return template(filter_query(query, CONDITIONS, given).select(Count("*")))
