"""A publisher's settlements. Whoever makes or takes one has locked the publisher's figures or its row."""

from collections.abc import Collection
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NamedTuple

from msgspec import Struct

from schema.core.envelope import Page
from schema.payments.settlement import Settlement, SettlementFilter, SettlementType, to_month
from sql.core.db import Connection, Text, all_rows, fetch, fetch_row, one_value, run, text

STATE = """case when s.paid_at is not null then 'paid' when s.payment_id is not null then 'requested'
            when s.payable_at is not null then 'payable' else 'waiting' end"""
COLUMNS = f"""s.settlement_id, brand.mcid, brand.name as brand_name, to_char(s.period, 'YYYY-MM') as period,
       s.type, s.amount, s.currency, s.orders, s.items, {STATE} as state, s.payment_id, s.note,
       s.created_at, s.payable_at, s.paid_at"""
CONDITIONS = f"""
   and ($2::text is null or {STATE} = $2) and ($3::text is null or s.type = $3)
   and ($4::text is null or brand.mcid = $4) and ($5::date is null or s.period = $5)
   and ($6::bigint is null or s.payment_id = $6)"""
PAGE = f"""
select {COLUMNS} from settlement s left join brand on brand.mid = s.mid
 where s.publisher_id = $1 {CONDITIONS}
 order by s.period desc, s.settlement_id desc limit $7 offset $8
"""  # noqa: S608 - our own text
COUNT = f"""
select count(*) from settlement s left join brand on brand.mid = s.mid
 where s.publisher_id = $1 {CONDITIONS}
"""  # noqa: S608 - our own text


def condition_values(filter: SettlementFilter) -> tuple[Any, ...]:
    """The values $2 to $6 of CONDITIONS."""
    month = to_month(filter.period) if filter.period else None
    return (filter.state, filter.type, filter.mcid, month, filter.payment_id)


async def page(
    db: Connection, publisher_id: int, filter: SettlementFilter, page: Page
) -> tuple[list[Settlement], int]:
    """A page of settlements, newest month first, and the number of all."""
    values = (publisher_id, *condition_values(filter))
    rows = await all_rows(db, Text(PAGE, (*values, page.size, page.offset)), Settlement)
    return rows, await one_value(db, Text(COUNT, values))


async def next_id(db: Connection) -> int:
    number: int = await one_value(db, text("select nextval('settlement_id')"))
    return number


class Unsettled(NamedTuple):
    """What a brand's month would settle."""

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
         where i.publisher_id = $1 and c.publisher_id = $1 and c.mid = $2 and not c.test_order
           and i.status = 'Approved' and i.settlement_id is null and i.payment_id is null
           and i.validation_date < $3
        """,
        publisher_id,
        mid,
        before,
    )
    row = await fetch_row(db, query)
    return None if row is None or not row[1] else Unsettled(*row)


class NewSettlement(NamedTuple):
    """A settlement as it is made; `source` names what it is made of."""

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


async def add(db: Connection, settlement: NewSettlement, now: datetime) -> bool:
    """Add a settlement; False if there is one of the same source."""
    query = text(
        """
        insert into settlement (publisher_id, settlement_id, type, mid, period, source, amount, currency,
                                items, orders, note, payable_at, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
            on conflict (publisher_id, source) do nothing
        """,
        *settlement,
        now,
    )
    return bool(await run(db, query))


async def find_by_source(db: Connection, publisher_id: int, source: str) -> Settlement | None:
    query = Text(OF_SOURCE, (publisher_id, source))
    rows = await all_rows(db, query, Settlement)
    return rows[0] if rows else None


OF_SOURCE = f"""
select {COLUMNS} from settlement s left join brand on brand.mid = s.mid
 where s.publisher_id = $1 and s.source = $2
"""  # noqa: S608 - our own text


class SettledOrder(NamedTuple):
    """An order of which items were settled, for its event."""

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
            update conversion_item as i set settlement_id = $4, settlement_date = $5
              from conversion c
             where i.publisher_id = $1 and c.publisher_id = $1 and c.oid = i.oid and c.mid = $2
               and not c.test_order and i.status = 'Approved' and i.settlement_id is null
               and i.payment_id is null and i.validation_date < $3
            returning i.publisher_id, c.oid, c.site_id, c.status, c.sale_amount, c.sale_comm
        )
        select distinct oid, site_id, status, sale_amount, sale_comm from settled
         where publisher_id = $1
        """,
        settlement.publisher_id,
        settlement.mid,
        before,
        settlement.settlement_id,
        now,
    )
    return [SettledOrder(*row) for row in await fetch(db, query)]


class OpenSettlement(Struct, frozen=True):
    """A settlement that a payment can take."""

    settlement_id: int
    amount: Decimal
    currency: str


async def lock_payable(db: Connection, publisher_id: int) -> list[OpenSettlement]:
    """All that can be withdrawn, until we commit."""
    query = text(
        """
        select settlement_id, amount, currency from settlement
         where publisher_id = $1 and payable_at is not null and payment_id is null
         order by settlement_id for update
        """,
        publisher_id,
    )
    return await all_rows(db, query, OpenSettlement)


async def find_existing(
    db: Connection, publisher_id: int, settlement_ids: Collection[int]
) -> set[int]:
    """Which of these numbers are the publisher's settlements."""
    query = text(
        """
        select settlement_id from settlement
         where publisher_id = $1 and settlement_id = any($2::bigint[])
        """,
        publisher_id,
        list(settlement_ids),
    )
    return {number for (number,) in await fetch(db, query)}


async def put_into_payment(
    db: Connection, publisher_id: int, payment_id: int, settlement_ids: list[int]
) -> None:
    """Bind settlements to a payment."""
    query = text(
        """
        update settlement set payment_id = $2
         where publisher_id = $1 and settlement_id = any($3::bigint[])
        """,
        publisher_id,
        payment_id,
        settlement_ids,
    )
    await run(db, query)


async def set_paid(db: Connection, publisher_id: int, payment_id: int, paid_at: datetime) -> None:
    """Mark the settlements of a payment as paid."""
    query = text(
        "update settlement set paid_at = $3 where publisher_id = $1 and payment_id = $2",
        publisher_id,
        payment_id,
        paid_at,
    )
    await run(db, query)


async def free(db: Connection, publisher_id: int, payment_id: int) -> None:
    """Let the settlements of a payment be withdrawn again."""
    query = text(
        """
        update settlement set payment_id = null, paid_at = null
         where publisher_id = $1 and payment_id = $2
        """,
        publisher_id,
        payment_id,
    )
    await run(db, query)
