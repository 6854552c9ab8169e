"""Orders of all publishers, for the network's staff."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time
from decimal import Decimal
from functools import cache, partial
from typing import Any, LiteralString, NamedTuple

import msgspec
from pypika import Query, Table
from pypika.functions import Count
from pypika.terms import Criterion

from schema.core.envelope import CursorPage, Page
from schema.core.money import ZERO, round_money
from schema.core.scalar import At, Id
from schema.network.order import NetworkOrder, NetworkOrderBasis, NetworkOrderFilter
from schema.orders.counters import own_statuses
from schema.orders.order import ORDERS_MAX, ItemStatus
from sql.core.db import Connection, Template, fetch, one_value, param, template, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.pypika_ext import fragment
from sql.network.lists.filter_query import apply_conditions, brand, conditions_in, publisher

conversion = Table("conversion")

ORDERS = {
    NetworkOrderBasis.ORDER: Keyset(
        "network/orders order",
        (Key("conversion.order_time", At), Key("conversion.oid", Id)),
        descending=True,
    ),
    NetworkOrderBasis.REPORTED: Keyset(
        "network/orders reported",
        (Key("conversion.created_at", At), Key("conversion.oid", Id)),
        descending=True,
    ),
}
"""The list's orders by date basis, newest first; each has an index (migration 0123)."""
LIVE = fragment("is_live(conversion.publisher_id)")
CONDITIONS: dict[str, Criterion] = {
    "order_start": conversion.order_time >= param("start_date"),
    "order_end": conversion.order_time <= param("end_date"),
    "reported_start": conversion.created_at >= param("start_date"),
    "reported_end": conversion.created_at <= param("end_date"),
    "mcid": conversion.mid == param("mid"),
    "uid": conversion.publisher_id == param("uid"),
    "order_id": conversion.order_id == param("order_id"),
    "status": fragment(
        "(conversion.status = any(:own_statuses::text[]) and exists (select from conversion_item as i"
        " where i.publisher_id = conversion.publisher_id and i.oid = conversion.oid and i.status = :status))"
    ),
    "undecided": fragment(
        "exists (select from conversion_item as i where i.publisher_id = conversion.publisher_id"
        " and i.oid = conversion.oid and i.settlement_id is null and i.payment_id is null and i.status <> :decision"
        " and i.status = coalesce(:status, i.status))"
    ),
}


class OrderItems(NamedTuple):
    """The number of an order's items, and the sums of those that match."""

    number: int
    matched_amount: Decimal
    matched_comm: Decimal | None
    """None while the order has no exchange rate."""


NO_ITEMS = OrderItems(0, ZERO, ZERO)


class OrderSearch(NamedTuple):
    """A filter, with the mid of the brand that it names."""

    filter: NetworkOrderFilter
    mid: int | None

    @property
    def given_fields(self) -> frozenset[str]:
        basis, days = self.filter.date_basis, (self.filter.start_date, self.filter.end_date)
        named = zip((f"{basis}_start", f"{basis}_end"), days, strict=True)
        return conditions_in(self.filter, CONDITIONS) | {name for name, day in named if day}

    @property
    def values(self) -> dict[str, Any]:
        """The values of the filter's conditions."""
        first, last = self.filter.start_date, self.filter.end_date
        return {
            **msgspec.structs.asdict(self.filter),
            "mid": self.mid,
            "start_date": first and datetime.combine(first, time.min, UTC),
            "end_date": last and datetime.combine(last, time.max, UTC),
            "own_statuses": own_statuses([self.filter.status]),
        }


async def page(db: Connection, search: OrderSearch, page: Page) -> CursorPage[NetworkOrder]:
    """A page of orders, newest first by the filter's date basis."""
    order, fields = ORDERS[search.filter.date_basis], search.given_fields
    rows, count = partial(_page, order, fields), _count(fields)
    part = await read_page(db, order, page, search.values, rows=rows, count=count)
    orders = [(row["uid"], row["oid"]) for row in part.rows]
    items = await count_items(db, orders, search.filter.status)
    return CursorPage([to_wire(dict(row), items) for row in part.rows], part.total, part.next)


async def find_undecided(
    db: Connection, search: OrderSearch, decision: ItemStatus
) -> tuple[list[int], int]:
    """The oids of orders with an unsettled item that a decision would change, and the total number of such orders.

    The oldest come first, so that the next call takes the orders after them.
    """
    filters, values = search.given_fields | {"undecided"}, {**search.values, "decision": decision}
    order = ORDERS[search.filter.date_basis]
    rows = await fetch(db, _oids(order, filters).bind({**values, "size": ORDERS_MAX}))
    total = len(rows)
    if total == ORDERS_MAX:
        total = await one_value(db, _count(filters).bind(values))
    return [oid for (oid,) in rows], total


def to_wire(row: Mapping[str, Any], items: Mapping[int, OrderItems]) -> NetworkOrder:
    order_items = items.get(row["oid"], NO_ITEMS)
    amounts = {"sale_amount": row["sale_amount"], "sale_comm": row["sale_comm"]}
    amounts |= {
        "matched_amount": order_items.matched_amount,
        "matched_comm": order_items.matched_comm,
    }
    rounded = {
        name: None if amount is None else round_money(amount, row["currency"])
        for name, amount in amounts.items()
    }
    return msgspec.convert({**row, **rounded, "items": order_items.number}, NetworkOrder)


async def count_items(
    db: Connection, orders: Sequence[tuple[int, int]], status: ItemStatus | None
) -> dict[int, OrderItems]:
    """Count orders' items and sum those with this status; `orders` are pairs of publisher and oid."""
    query = text(
        """
        select oid, count(*),
               coalesce(sum(sale_amount) filter (where status = coalesce(:status, status)), 0),
               case when bool_and(sale_comm is not null)
                    then coalesce(sum(sale_comm) filter (where status = coalesce(:status, status)), 0) end
          from conversion_item
         where publisher_id = any(:uids) and oid = any(:oids) group by publisher_id, oid
        """,
        uids=sorted({uid for uid, _ in orders}),
        oids=[oid for _, oid in orders],
        status=status,
    )
    return {oid: OrderItems(*counts) for oid, *counts in await fetch(db, query)}


@cache
def _page(order: Keyset, filters: frozenset[str], continued: bool) -> Template:
    query = (
        apply_conditions(Query.from_(conversion).where(LIVE), CONDITIONS, filters)
        .join(brand)
        .on(brand.mid == conversion.mid)
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
            conversion.created_at.as_("reported_at"),
            conversion.currency,
            conversion.sale_amount,
            conversion.sale_comm,
            conversion.status,
            conversion.test_order,
            conversion.unrated,
        )
    )
    return order.page_query(query, continued)


@cache
def _count(filters: frozenset[str]) -> Template:
    return template(
        apply_conditions(Query.from_(conversion).where(LIVE), CONDITIONS, filters).select(
            Count("*")
        )
    )


@cache
def _oids(order: Keyset, filters: frozenset[str]) -> Template:
    size: Any = param("size")
    query = apply_conditions(Query.from_(conversion).where(LIVE), CONDITIONS, filters).select(
        conversion.oid
    )
    oldest_first: LiteralString = ", ".join(key.sql for key in order.keys)
    return template(query.orderby(fragment(oldest_first)).limit(size))
