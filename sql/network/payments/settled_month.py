"""The months of brands that have been closed, and what is waiting to be settled, across publishers."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple

from schema.network.settlement import SettledMonth
from schema.payments.ledger import Posting, PostingKind, brand_paid_lines
from sql.core.db import Connection, fetch, one_value, run, text


async def last_months(db: Connection, mids: Sequence[int] | None) -> dict[int, SettledMonth]:
    """The latest month of each brand, or of these brands, that is closed or being closed."""
    query = text(
        """
        select distinct on (mid) mid, period, closed_at, paid_at, reference from settled_month
         where $1::bigint[] is null or mid = any($1)
         order by mid, period desc
        """,
        mids,
    )
    return {row["mid"]: SettledMonth(*row) for row in await fetch(db, query)}


async def get(db: Connection, mid: int, period: date) -> SettledMonth | None:
    query = text(
        """
        select mid, period, closed_at, paid_at, reference from settled_month
         where mid = $1 and period = $2
        """,
        mid,
        period,
    )
    rows = await fetch(db, query)
    return SettledMonth(*rows[0]) if rows else None


async def first_unsettled(db: Connection, mids: Sequence[int] | None, zone: str) -> dict[int, date]:
    """The month of the earliest approved item of each brand that has not been settled."""
    query = text(
        """
        select c.mid, date_trunc('month', min(i.validation_date) at time zone $2)::date as month
          from conversion_item i
          join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
         where i.status = 'Approved' and i.validation_date is not null
           and i.settlement_id is null and i.payment_id is null
           and not c.test_order and ($1::bigint[] is null or c.mid = any($1))
         group by c.mid
        """,
        mids,
        zone,
    )
    return {row["mid"]: row["month"] for row in await fetch(db, query)}


async def find_publishers(db: Connection, mid: int, before: datetime) -> list[int]:
    """The publishers that have something of a brand to settle."""
    query = text(
        """
        select distinct i.publisher_id
          from conversion_item i
          join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
         where i.status = 'Approved' and i.settlement_id is null and i.payment_id is null
           and not c.test_order and c.mid = $1 and i.validation_date < $2
         order by 1
        """,
        mid,
        before,
    )
    return [uid for (uid,) in await fetch(db, query)]


async def of_period(
    db: Connection, mids: Sequence[int] | None, period: date
) -> dict[int, SettledMonth]:
    """A month of all brands, or of these, where it is closed or being closed."""
    query = text(
        """
        select mid, period, closed_at, paid_at, reference from settled_month
         where ($1::bigint[] is null or mid = any($1)) and period = $2
        """,
        mids,
        period,
    )
    return {row["mid"]: SettledMonth(*row) for row in await fetch(db, query)}


class BegunMonth(NamedTuple):
    """How many brands have closed a month, and how many are closing it."""

    closed: int
    closing: int


async def count_begun(db: Connection, since: date) -> dict[date, BegunMonth]:
    """The months from this one on that any brand has closed or is closing."""
    query = text(
        """
        select period, count(closed_at) as closed, count(*) - count(closed_at) as closing
          from settled_month where period >= $1 group by period
        """,
        since,
    )
    return {
        row["period"]: BegunMonth(row["closed"], row["closing"]) for row in await fetch(db, query)
    }


async def start(db: Connection, mids: Sequence[int], period: date, now: datetime) -> None:
    """Note that a month of these brands is being closed."""
    query = text(
        """
        insert into settled_month (mid, period, started_at)
        select mid, $2, $3 from unnest($1::bigint[]) as mid on conflict do nothing
        """,
        list(mids),
        period,
        now,
    )
    await run(db, query)


async def finish(db: Connection, mid: int, period: date, now: datetime) -> None:
    query = text(
        """
        update settled_month set closed_at = $3
         where mid = $1 and period = $2 and closed_at is null
        """,
        mid,
        period,
        now,
    )
    await run(db, query)


async def claim_paid(db: Connection, mid: int, period: date, reference: str, now: datetime) -> bool:
    """Mark a month as paid by the brand; False if it was before."""
    query = text(
        """
        update settled_month set paid_at = $4, reference = $3
         where mid = $1 and period = $2 and closed_at is not null and paid_at is null
        """,
        mid,
        period,
        reference,
        now,
    )
    return bool(await run(db, query))


async def make_payable(db: Connection, mid: int, period: date, now: datetime) -> list[Posting]:
    """Let the settlements of a brand's month be withdrawn; returns the postings to add."""
    query = text(
        """
        update settlement set payable_at = $3
         where mid = $1 and period = $2 and type = 'commission' and payable_at is null
        returning publisher_id, settlement_id, amount, currency
        """,
        mid,
        period,
        now,
    )
    return [
        Posting(uid, PostingKind.BRAND_PAID, currency, brand_paid_lines(amount), settlement_id)
        for uid, settlement_id, amount, currency in await fetch(db, query)
    ]


class MonthSums(NamedTuple):
    """The settlements of a brand's month."""

    settlements: int
    amounts: dict[str, Decimal]


async def sums(db: Connection, mids: Sequence[int], period: date) -> dict[int, MonthSums]:
    """Those of each brand."""
    query = text(
        """
        select mid, currency, count(*), sum(amount) from settlement
         where mid = any($1) and period = $2 and type = 'commission'
         group by mid, currency order by mid, currency
        """,
        list(mids),
        period,
    )
    sums_by_brand = {mid: MonthSums(0, {}) for mid in mids}
    for mid, currency, settlements, amount in await fetch(db, query):
        before = sums_by_brand[mid]
        sums_by_brand[mid] = MonthSums(
            before.settlements + settlements, {**before.amounts, currency: amount}
        )
    return sums_by_brand


async def is_prepaid(db: Connection, mid: int) -> bool:
    return bool(await one_value(db, text("select prepaid from brand where mid = $1", mid)))


async def names(db: Connection, mids: Sequence[int]) -> dict[int, str]:
    """The mcid of each brand."""
    query = text("select mid, mcid from brand where mid = any($1) order by mcid", list(mids))
    return {row["mid"]: row["mcid"] for row in await fetch(db, query)}
