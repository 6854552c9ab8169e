"""A publisher's money by stage, and what its next payment may be."""

from datetime import date, datetime
from decimal import Decimal

from msgspec import Struct

from sql.core.db import Connection, all_rows, fetch, one_row, one_value, text


class StageSums(Struct, frozen=True):
    """A publisher's money by stage, in its currency."""

    pending: Decimal
    unsettled: Decimal
    waiting: Decimal
    payable: Decimal
    requested: Decimal
    paid: Decimal


async def sum_stages(db: Connection, publisher_id: int) -> StageSums:
    query = text(
        """
        select figures.pending, figures.approved - own.settled - imported.paid as unsettled,
               own.waiting, own.payable, own.requested, own.paid + imported.paid as paid
          from (select coalesce(sum(pending_commission), 0) as pending,
                       coalesce(sum(approved_commission), 0) as approved,
                       coalesce(sum(paid_commission), 0) as paid
                  from rollup where publisher_id = $1 and grain = 'month_all') as figures
         cross join (
               select coalesce(sum(amount) filter (where type = 'commission'), 0) as settled,
                      coalesce(sum(amount) filter (where payable_at is null), 0) as waiting,
                      coalesce(sum(amount) filter (where payable_at is not null
                                                     and payment_id is null), 0) as payable,
                      coalesce(sum(amount) filter (where payment_id is not null
                                                     and paid_at is null), 0) as requested,
                      coalesce(sum(amount) filter (where paid_at is not null), 0) as paid,
                      coalesce(sum(amount) filter (where paid_at is not null
                                                     and type = 'commission'), 0) as earned
                 from settlement where publisher_id = $1) as own
         -- What was marked as paid without a settlement, before there were any.
         cross join lateral (select figures.paid - own.earned as paid) as imported
        """,
        publisher_id,
    )
    return await one_row(db, query, StageSums)


class WaitingAmount(Struct, frozen=True):
    """What waits for a brand's money, by month."""

    mid: int
    period: date
    amount: Decimal
    payment_days: int


async def find_waiting(db: Connection, publisher_id: int) -> list[WaitingAmount]:
    query = text(
        """
        select s.mid, s.period, s.amount, brand.payment_days
          from settlement s join brand on brand.mid = s.mid
         where s.publisher_id = $1 and s.payable_at is null
        """,
        publisher_id,
    )
    return await all_rows(db, query, WaitingAmount)


async def sum_approved(db: Connection, publisher_id: int, before: datetime) -> Decimal:
    """What was approved before a time and has not been settled."""
    query = text(
        """
        select coalesce(sum(i.report_comm), 0)
          from conversion_item i
          join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
         where i.publisher_id = $1 and c.publisher_id = $1 and not c.test_order
           and i.status = 'Approved' and i.settlement_id is null and i.payment_id is null
           and i.validation_date < $2
        """,
        publisher_id,
        before,
    )
    amount: Decimal = await one_value(db, query)
    return amount


async def median_payment_days(db: Connection, mids: list[int]) -> dict[int, float]:
    """How many days after a month's first each of these brands paid for it, in the median."""
    query = text(
        """
        select mid, percentile_cont(0.5) within group (
                   order by extract(epoch from paid_at - period::timestamp at time zone 'UTC')::float8)
          from settled_month where mid = any($1) and paid_at is not null group by mid
        """,
        mids,
    )
    return {mid: seconds / 86_400 for mid, seconds in await fetch(db, query)}
