"""Brands' closed months, and approved items that are not settled yet, across publishers."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple

from schema.core.days import day_of
from schema.network.settlement import ClosingSum, SettledMonth
from schema.payments.settlement import PayableSettlement
from sql.core.db import Connection, all_rows, fetch, one_value, run, text


async def last_months(db: Connection, mids: Sequence[int] | None) -> dict[int, SettledMonth]:
    """The latest month that is closed or being closed, for each of these brands or of all."""
    query = text(
        """
        select distinct on (mid) mid, period, closed_at, paid_at, reference from settled_month
         where :mids::bigint[] is null or mid = any(:mids)
         order by mid, period desc
        """,
        mids=mids,
    )
    return {row["mid"]: SettledMonth(*row) for row in await fetch(db, query)}


async def get(db: Connection, mid: int, period: date) -> SettledMonth | None:
    query = text(
        """
        select mid, period, closed_at, paid_at, reference from settled_month
         where mid = :mid and period = :period
        """,
        mid=mid,
        period=period,
    )
    rows = await fetch(db, query)
    return SettledMonth(*rows[0]) if rows else None


async def first_unsettled(db: Connection, mids: Sequence[int] | None, zone: str) -> dict[int, date]:
    """The month of each brand's earliest approved item that has not been settled."""
    query = text(
        """
        select c.mid, min(i.validation_date) as at
          from conversion_item i
          join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
         where is_live(i.publisher_id) and i.status = 'Approved' and i.validation_date is not null
           and i.settlement_id is null and i.payment_id is null
           and not c.test_order and not c.unrated and (:mids::bigint[] is null or c.mid = any(:mids))
         group by c.mid
        """,
        mids=mids,
    )
    return {row["mid"]: day_of(row["at"], zone).replace(day=1) for row in await fetch(db, query)}


async def find_publishers(db: Connection, mid: int, before: datetime) -> list[int]:
    """The publishers with approved items of a brand that are not settled."""
    query = text(
        """
        select distinct i.publisher_id
          from conversion_item i
          join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
         where is_live(i.publisher_id) and i.status = 'Approved' and i.settlement_id is null and i.payment_id is null
           and not c.test_order and not c.unrated and c.mid = :mid and i.validation_date < :before
         order by 1
        """,
        mid=mid,
        before=before,
    )
    return [uid for (uid,) in await fetch(db, query)]


async def of_period(
    db: Connection, mids: Sequence[int] | None, period: date
) -> dict[int, SettledMonth]:
    """A month of these brands, or of all brands, if it is closed or being closed."""
    query = text(
        """
        select mid, period, closed_at, paid_at, reference from settled_month
         where (:mids::bigint[] is null or mid = any(:mids)) and period = :period
        """,
        mids=mids,
        period=period,
    )
    return {row["mid"]: SettledMonth(*row) for row in await fetch(db, query)}


class BegunMonth(NamedTuple):
    """The numbers of brands that have closed a month and that are closing it."""

    closed: int
    closing: int


async def count_begun(db: Connection, since: date) -> dict[date, BegunMonth]:
    """The months since `since` that any brand has closed or is closing."""
    query = text(
        """
        select period, count(closed_at) as closed, count(*) - count(closed_at) as closing
          from settled_month where period >= :since group by period
        """,
        since=since,
    )
    return {
        row["period"]: BegunMonth(row["closed"], row["closing"]) for row in await fetch(db, query)
    }


async def start(db: Connection, mids: Sequence[int], period: date, now: datetime) -> None:
    """Record that a month of these brands is being closed."""
    query = text(
        """
        insert into settled_month (mid, period, started_at)
        select mid, :period, :now from unnest(:mids::bigint[]) as mid on conflict do nothing
        """,
        mids=list(mids),
        period=period,
        now=now,
    )
    await run(db, query)


async def finish(db: Connection, mid: int, period: date, now: datetime) -> None:
    query = text(
        """
        update settled_month set closed_at = :now
         where mid = :mid and period = :period and closed_at is null
        """,
        mid=mid,
        period=period,
        now=now,
    )
    await run(db, query)


async def claim_paid(db: Connection, mid: int, period: date, reference: str, now: datetime) -> bool:
    """Mark a closed month as paid by the brand; False if it was already."""
    query = text(
        """
        update settled_month set paid_at = :now, reference = :reference
         where mid = :mid and period = :period and closed_at is not null and paid_at is null
        """,
        mid=mid,
        period=period,
        reference=reference,
        now=now,
    )
    return bool(await run(db, query))


async def make_payable(
    db: Connection, mid: int, period: date, now: datetime
) -> list[PayableSettlement]:
    """Make the settlements of a brand's month payable; returns them."""
    query = text(
        """
        update settlement set payable_at = :now
         where mid = :mid and period = :period and type = 'commission' and payable_at is null
           and is_live(publisher_id)
        returning publisher_id, settlement_id, type, mid, amount, currency, note
        """,
        mid=mid,
        period=period,
        now=now,
    )
    return await all_rows(db, query, PayableSettlement)


class MonthSums(NamedTuple):
    """The number of settlements of a brand's month, and their amounts by currency."""

    settlements: int
    amounts: dict[str, Decimal]


async def sums(db: Connection, mids: Sequence[int], period: date) -> dict[int, MonthSums]:
    """The sums of each brand's settlements of a month."""
    query = text(
        """
        select mid, currency, count(*), sum(amount) from settlement
         where mid = any(:mids) and period = :period and type = 'commission' and is_live(publisher_id)
         group by mid, currency order by mid, currency
        """,
        mids=list(mids),
        period=period,
    )
    sums_by_brand = {mid: MonthSums(0, {}) for mid in mids}
    for mid, currency, settlements, amount in await fetch(db, query):
        before = sums_by_brand[mid]
        sums_by_brand[mid] = MonthSums(
            before.settlements + settlements, {**before.amounts, currency: amount}
        )
    return sums_by_brand


async def is_prepaid(db: Connection, mid: int) -> bool:
    return bool(await one_value(db, text("select prepaid from brand where mid = :mid", mid=mid)))


async def names(db: Connection, mids: Sequence[int]) -> dict[int, str]:
    """The mcid of each of these brands."""
    query = text(
        "select mid, mcid from brand where mid = any(:mids) order by mcid", mids=list(mids)
    )
    return {row["mid"]: row["mcid"] for row in await fetch(db, query)}


async def unsettled_sums(db: Connection, mids: Sequence[int], before: datetime) -> list[ClosingSum]:
    """What is approved and not settled of these brands, by brand and currency."""
    query = text(
        """
        select brand.mcid, brand.name as brand_name, c.report_currency as currency,
               count(distinct i.publisher_id) as publishers, count(distinct (i.publisher_id, i.oid)) as orders,
               sum(i.report_comm) as amount
          from conversion_item i
          join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
          join brand on brand.mid = c.mid
         where is_live(i.publisher_id) and i.status = 'Approved' and i.settlement_id is null and i.payment_id is null
           and not c.test_order and not c.unrated and c.mid = any(:mids::bigint[]) and i.validation_date < :before
         group by brand.mcid, brand.name, c.report_currency
         order by brand.name, brand.mcid, c.report_currency
        """,
        mids=list(mids),
        before=before,
    )
    return await all_rows(db, query, ClosingSum)
