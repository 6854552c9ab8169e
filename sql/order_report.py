"""Orders as their publisher sees them: pages with items, their sums, and one order's history."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec

from schema.days import Days
from schema.figures import FIGURES, NOTHING, Sums
from schema.order import Item, Order
from schema.report import OrderDateBasis
from schema.timeline import Change
from sql.db import Connection, Template, all_rows, text
from sql.report_rows import AMOUNTS, ORDERS
from sql.shaped import shaped

COLUMNS = """
    c.oid, c.order_id, brand.mcid, c.mid, brand.name as brand_name, c.site_id, c.link_id,
    replace(c.click_id::text, '-', '') as click_ref, c.click_time, c.order_time,
    c.uid1, c.uid2, c.uid3, c.uid4, c.uid5, c.country, c.coupon, c.currency, c.rate,
    c.sale_amount, c.sale_comm, c.report_currency, c.report_amount, c.report_comm,
    c.status, c.test_order, c.updated_at
"""
ITEM_TIMES = {OrderDateBasis.VALIDATION: "validation_date", OrderDateBasis.PAID: "paid_date"}
OF_CONVERSION = {
    "mids": " and c.mid = any(:mids::bigint[])",
    "site_ids": " and c.site_id = any(:site_ids::bigint[])",
    "uid1": " and c.uid1 = :uid1",
    "uid2": " and c.uid2 = :uid2",
    "uid3": " and c.uid3 = :uid3",
    "uid4": " and c.uid4 = :uid4",
    "uid5": " and c.uid5 = :uid5",
    "status": " and c.status = :status",
    "order_id": " and c.order_id = :order_id",
    "oid": " and c.oid = :oid",
    "click_id": " and c.click_id = :click_id",
}
OF_ITEM = {
    "item_status": " and i.status = :item_status",
    "paid": " and (i.paid_date is not null) = :paid",
}
AFTER = " and ({}, c.oid) < (:after_time, :after_oid)"
NAMES_ONE = frozenset({"order_id", "oid", "click_id"})


@dataclass(frozen=True, kw_only=True)
class Question:
    """Which orders; what is not in `narrowed` narrows nothing. Without days: of all time."""

    publisher_id: int
    zone: str
    days: Days | None = None
    basis: OrderDateBasis = OrderDateBasis.ORDER
    narrowed: dict[str, Any] = field(default_factory=dict)

    @property
    def shape(self) -> "Shape":
        basis = self.basis if self.days else None
        return Shape(basis, frozenset(self.narrowed))

    @property
    def values(self) -> dict[str, Any]:
        """Every value a statement of this question may name."""
        first, after = self.days.instants(self.zone) if self.days else (None, None)
        return {
            "publisher_id": self.publisher_id,
            "from_time": first,
            "until_time": after,
            **self.narrowed,
        }


@dataclass(frozen=True)
class Shape:
    """All of a question that its statements' text depends on."""

    basis: OrderDateBasis | None
    narrowed: frozenset[str]

    @property
    def time(self) -> str:
        """The time by which orders are listed, newest first."""
        return "c.updated_at" if self.basis is OrderDateBasis.UPDATE else "c.order_time"

    @property
    def by_time(self) -> bool:
        """Whether the range is of the time they are listed by."""
        return self.basis in (OrderDateBasis.ORDER, OrderDateBasis.UPDATE)

    def where(self, end: str) -> str:
        """The conditions on `conversion c`, with the one that says where the list ends or goes on.

        A test order is seen only by who asks for that one.
        """
        found = "c.publisher_id = :publisher_id"
        if not self.narrowed & NAMES_ONE:
            found += " and not c.test_order"
        if self.by_time:
            found += f" and {self.time} >= :from_time"
        found += end
        found += "".join(sql for name, sql in OF_CONVERSION.items() if name in self.narrowed)
        return found + self.of_items

    @property
    def of_items(self) -> str:
        """That the order has an item which is all that is asked of items."""
        asked = "".join(sql for name, sql in OF_ITEM.items() if name in self.narrowed)
        if self.basis in ITEM_TIMES:
            time = f"i.{ITEM_TIMES[self.basis]}"
            asked += f" and {time} >= :from_time and {time} < :until_time"
        if not asked:
            return ""
        return (
            " and exists (select from conversion_item i"
            f" where i.publisher_id = :publisher_id and i.oid = c.oid{asked})"
        )


async def page(
    db: Connection,
    question: Question,
    *,
    size: int,
    offset: int = 0,
    after: tuple[datetime, int] | None = None,
) -> list[Order]:
    """Orders with their items, newest first, from an offset or after a place in the list."""
    query = listing(question.shape, after is not None)
    values = {**question.values, "size": size, "offset": offset}
    if after is not None:
        # The place takes the place of the range's end, or the index would be read from there on.
        until = values["until_time"]
        after = (until, 0) if question.shape.by_time and until and after[0] > until else after
        values |= {"after_time": after[0], "after_oid": after[1]}
    orders = await all_rows(db, query.bind(values), Order)
    return await with_items(db, question.publisher_id, orders)


async def get(db: Connection, publisher_id: int, oid: int) -> Order | None:
    """One order with its items."""
    question = Question(publisher_id=publisher_id, zone="UTC", narrowed={"oid": oid})
    found = await page(db, question, size=1)
    return found[0] if found else None


async def totals(db: Connection, question: Question) -> tuple[int, Sums]:
    """How many orders there are on all pages, and their sums, test orders left out; clicks are not told."""
    query = summing(question.shape).bind(question.values)
    row = await db.fetchrow(query.statement, *query.values)
    assert row is not None
    sums: dict[str, Any] = {name: row[name] for name in FIGURES if name in row}
    return row["found"], NOTHING._replace(clicks=None, **sums)


async def history(db: Connection, publisher_id: int, oid: int) -> list[Change]:
    """All that changed in an order, in the order it happened."""
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
    return await all_rows(db, query, Change)


async def with_items(db: Connection, publisher_id: int, orders: list[Order]) -> list[Order]:
    """The orders with their items, fetched for all of them at once."""
    query = text(
        """
        select oid, item_id, category, quantity, sale_amount, sale_comm, comm_rate, ori_amount,
               ori_comm, status, reason_code, note, validation_date, expected_validation_date,
               settlement_id, settlement_date, payment_id, paid_date,
               paid_date is not null as paid, updated_at
          from conversion_item
         where publisher_id = $1 and oid = any($2::bigint[])
         order by oid, item_id
        """,
        publisher_id,
        [order.oid for order in orders],
    )
    items: dict[int, list[Item]] = {}
    for row in await db.fetch(query.statement, *query.values):
        items.setdefault(row["oid"], []).append(msgspec.convert(dict(row), Item))
    return [msgspec.structs.replace(order, items=items.get(order.oid, [])) for order in orders]


def until(shape: Shape) -> str:
    return f" and {shape.time} < :until_time" if shape.by_time else ""


@lru_cache(maxsize=500)
def listing(shape: Shape, continued: bool) -> Template:
    """A page of orders; `continued` begins it after a place rather than at an offset."""
    time = shape.time
    where = shape.where(AFTER.format(time) if continued else until(shape))
    return shaped(
        f"select {COLUMNS} from conversion c join brand on brand.mid = c.mid",  # noqa: S608
        f"where {where} order by {time} desc, c.oid desc limit :size",
        "" if continued else "offset :offset",
    )


@lru_cache(maxsize=500)
def summing(shape: Shape) -> Template:
    """The number of orders, and their sums and their items'."""
    orders = ", ".join(
        f"{sql.replace('(where', '(where not c.test_order and')} as {name}"
        for name, sql in ORDERS.items()
    )
    amounts = ", ".join(f"coalesce({sql}, 0) as {name}" for name, sql in AMOUNTS.items())
    return shaped(
        "with c as materialized (",
        f"select c.oid, c.status, c.test_order from conversion c where {shape.where(until(shape))}",  # noqa: S608
        "), orders as (",
        f"select count(*) as found, {orders} from c",  # noqa: S608
        "), amounts as (",
        f"select {amounts} from c join conversion_item i",  # noqa: S608
        "on i.publisher_id = :publisher_id and i.oid = c.oid",
        "where i.publisher_id = :publisher_id and not c.test_order",
        ") select * from orders cross join amounts",
    )
