"""A publisher's settlements. Whoever adds one or puts one into a payment has locked the publisher's figures or row."""

from collections.abc import Collection
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NamedTuple

from msgspec import Struct

from schema.core.envelope import Page
from schema.payments.settlement import (
    PayableSettlement,
    Settlement,
    SettlementFilter,
    SettlementType,
    to_month,
)
from sql.core.db import Connection, all_rows, fetch, fetch_row, one_value, run, text
from sql.core.sql_template import compose

PAYABLE = "(payable_at is not null or amount < 0)"
"""Whether a settlement is payable: its brand has paid, or it is a deduction, for which no brand has to pay."""
FREE = f"(payment_id is null and {PAYABLE})"
"""Whether the publisher's next payment can take a settlement."""
STATE = """case when s.paid_at is not null then 'paid' when s.payment_id is not null then 'requested'
            when s.payable_at is not null or s.amount < 0 then 'payable' else 'waiting' end"""
COLUMNS = f"""s.settlement_id, brand.mcid, brand.name as brand_name, to_char(s.period, 'YYYY-MM') as period,
       s.type, s.amount, s.currency, s.orders, s.items, {STATE} as state, s.payment_id, s.note,
       s.created_at, s.payable_at, s.paid_at"""
CONDITIONS = f"""
   and (:state::text is null or {STATE} = :state) and (:type::text is null or s.type = :type)
   and (:mcid::text is null or brand.mcid = :mcid) and (:month::date is null or s.period = :month)
   and (:payment_id::bigint is null or s.payment_id = :payment_id)"""
FROM = "from settlement s left join brand on brand.mid = s.mid where s.publisher_id = :publisher_id"
PAGE = compose(
    "select",
    COLUMNS,
    FROM,
    CONDITIONS,
    "order by s.period desc, s.settlement_id desc limit :size offset :offset",
)
COUNT = compose("select count(*)", FROM, CONDITIONS)
OF_SOURCE = compose("select", COLUMNS, FROM, "and s.source = :source")


def condition_values(filter: SettlementFilter) -> dict[str, Any]:
    """The values of CONDITIONS."""
    return {
        "state": filter.state,
        "type": filter.type,
        "mcid": filter.mcid,
        "month": to_month(filter.period) if filter.period else None,
        "payment_id": filter.payment_id,
    }


async def page(
    db: Connection, publisher_id: int, filter: SettlementFilter, page: Page
) -> tuple[list[Settlement], int]:
    """A page of settlements, newest month first, and the total number."""
    values = {"publisher_id": publisher_id, **condition_values(filter)}
    query = text(PAGE, **values, size=page.size, offset=page.offset)
    return await all_rows(db, query, Settlement), await one_value(db, text(COUNT, **values))


async def next_id(db: Connection) -> int:
    number: int = await one_value(db, text("select nextval('settlement_id')"))
    return number


class Unsettled(NamedTuple):
    """The totals that settling a brand's month would settle."""

    amount: Decimal
    items: int
    orders: int
    currency: str


async def sum_unsettled(
    db: Connection, publisher_id: int, mid: int, before: datetime
) -> Unsettled | None:
    """The sum of Approved, unsettled items of a brand decided before a time; None if there are none."""
    query = text(
        """
        select sum(i.report_comm), count(*), count(distinct i.oid), max(c.report_currency)
          from conversion_item i
          join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
         where i.publisher_id = :publisher_id and c.publisher_id = :publisher_id and c.mid = :mid and not c.test_order
           and not c.unrated and i.status = 'Approved' and i.settlement_id is null and i.payment_id is null
           and i.validation_date < :before
        """,
        publisher_id=publisher_id,
        mid=mid,
        before=before,
    )
    row = await fetch_row(db, query)
    return None if row is None or not row[1] else Unsettled(*row)


class NewSettlement(NamedTuple):
    """A settlement to be added; `source` identifies what it is made of."""

    publisher_id: int
    settlement_id: int
    type: SettlementType
    mid: int | None
    period: date
    source: str
    amount: Decimal
    currency: str
    items: int
    orders: int
    note: str
    payable_at: datetime | None

    @property
    def payable(self) -> PayableSettlement | None:
        """The settlement as its event tells it, if it can be withdrawn or deducted at once."""
        if self.payable_at is None and self.amount > 0:
            return None
        of = (self.publisher_id, self.settlement_id, self.type, self.mid)
        return PayableSettlement(*of, self.amount, self.currency, self.note)


async def add(db: Connection, settlement: NewSettlement, now: datetime) -> bool:
    """Add a settlement; False if there is one with the same source."""
    query = text(
        """
        insert into settlement (publisher_id, settlement_id, type, mid, period, source, amount, currency,
                                items, orders, note, payable_at, created_at)
        values (:publisher_id, :settlement_id, :type, :mid, :period, :source, :amount, :currency, :items, :orders,
                :note, :payable_at, :now)
            on conflict (publisher_id, source) do nothing
        """,
        **settlement._asdict(),
        now=now,
    )
    return bool(await run(db, query))


async def find_by_source(db: Connection, publisher_id: int, source: str) -> Settlement | None:
    query = text(OF_SOURCE, publisher_id=publisher_id, source=source)
    rows = await all_rows(db, query, Settlement)
    return rows[0] if rows else None


class SettledOrder(NamedTuple):
    """An order with settled items, for its event."""

    oid: int
    site_id: int
    status: str
    sale_amount: Decimal
    sale_comm: Decimal


async def mark_items(
    db: Connection, settlement: NewSettlement, before: datetime, now: datetime
) -> list[SettledOrder]:
    """Settle the items that sum_unsettled() counted; returns their orders."""
    query = text(
        """
        with settled as (
            update conversion_item as i set settlement_id = :settlement_id, settlement_date = :now
              from conversion c
             where i.publisher_id = :publisher_id and c.publisher_id = :publisher_id and c.oid = i.oid and c.mid = :mid
               and not c.test_order and not c.unrated and i.status = 'Approved' and i.settlement_id is null
               and i.payment_id is null and i.validation_date < :before
            returning i.publisher_id, c.oid, c.site_id, c.status, c.sale_amount, c.sale_comm
        )
        select distinct oid, site_id, status, sale_amount, sale_comm from settled
         where publisher_id = :publisher_id
        """,
        publisher_id=settlement.publisher_id,
        mid=settlement.mid,
        before=before,
        settlement_id=settlement.settlement_id,
        now=now,
    )
    return [SettledOrder(*row) for row in await fetch(db, query)]


class OpenSettlement(Struct, frozen=True):
    """A settlement that a payment can take."""

    settlement_id: int
    amount: Decimal
    currency: str


LOCK_FREE = compose(
    "select settlement_id, amount, currency from settlement where publisher_id = :publisher_id and",
    FREE,
    "order by settlement_id for update",
)


async def lock_payable(db: Connection, publisher_id: int) -> list[OpenSettlement]:
    """Lock all settlements that can be withdrawn; the lock lasts until we commit."""
    query = text(LOCK_FREE, publisher_id=publisher_id)
    return await all_rows(db, query, OpenSettlement)


async def find_existing(
    db: Connection, publisher_id: int, settlement_ids: Collection[int]
) -> set[int]:
    """Which of these numbers are the publisher's settlements."""
    query = text(
        """
        select settlement_id from settlement
         where publisher_id = :publisher_id and settlement_id = any(:settlement_ids::bigint[])
        """,
        publisher_id=publisher_id,
        settlement_ids=list(settlement_ids),
    )
    return {number for (number,) in await fetch(db, query)}


async def put_into_payment(
    db: Connection, publisher_id: int, payment_id: int, settlement_ids: list[int]
) -> None:
    """Put settlements into a payment."""
    query = text(
        """
        update settlement set payment_id = :payment_id
         where publisher_id = :publisher_id and settlement_id = any(:settlement_ids::bigint[])
        """,
        publisher_id=publisher_id,
        payment_id=payment_id,
        settlement_ids=settlement_ids,
    )
    await run(db, query)


async def set_paid(db: Connection, publisher_id: int, payment_id: int, paid_at: datetime) -> None:
    """Mark the settlements of a payment as paid."""
    query = text(
        "update settlement set paid_at = :paid_at where publisher_id = :publisher_id and payment_id = :payment_id",
        publisher_id=publisher_id,
        payment_id=payment_id,
        paid_at=paid_at,
    )
    await run(db, query)


async def free(db: Connection, publisher_id: int, payment_id: int) -> list[PayableSettlement]:
    """Release a payment's settlements, so that they can be withdrawn again; returns them."""
    query = text(
        """
        update settlement set payment_id = null, paid_at = null
         where publisher_id = :publisher_id and payment_id = :payment_id
        returning publisher_id, settlement_id, type, mid, amount, currency, note
        """,
        publisher_id=publisher_id,
        payment_id=payment_id,
    )
    freed = await all_rows(db, query, PayableSettlement)
    return sorted(freed, key=lambda each: each.settlement_id)


async def of_payment(db: Connection, publisher_id: int, payment_id: int) -> list[int]:
    """The numbers of the settlements that a payment holds."""
    query = text(
        """
        select settlement_id from settlement
         where publisher_id = :publisher_id and payment_id = :payment_id order by settlement_id
        """,
        publisher_id=publisher_id,
        payment_id=payment_id,
    )
    return [number for (number,) in await fetch(db, query)]
