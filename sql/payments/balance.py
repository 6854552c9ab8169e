"""A publisher's money by stage, and the amounts that its next payment may include."""

from datetime import date, datetime
from decimal import Decimal
from functools import cache

from msgspec import Struct

from sql.core.db import Connection, Template, all_rows, fetch, one_row, one_value, text
from sql.core.local_time import local_time, zone_values
from sql.core.sql_template import compose


class StageSums(Struct, frozen=True):
    """A publisher's money by stage, in its currency."""

    pending: Decimal
    unsettled: Decimal
    waiting: Decimal
    payable: Decimal
    requested: Decimal
    failed: Decimal
    paid: Decimal


async def sum_stages(db: Connection, publisher_id: int, currency: str) -> StageSums:
    """Sum a publisher's money by stage, in this currency; all of it is, unless `portal reconcile` reports otherwise."""
    query = text(
        """
        select figures.pending, figures.approved - own.settled - imported.paid as unsettled,
               own.waiting, own.payable, own.requested, own.failed, own.paid + imported.paid as paid
          from (select coalesce(sum(pending_commission), 0) as pending,
                       coalesce(sum(approved_commission), 0) as approved,
                       coalesce(sum(paid_commission), 0) as paid
                  from rollup where publisher_id = :publisher_id and grain = 'month_all') as figures
         cross join (
               select coalesce(sum(s.amount) filter (where s.type = 'commission'), 0) as settled,
                      coalesce(sum(s.amount) filter (where s.payment_id is null
                                                       and s.payable_at is null and s.amount > 0), 0) as waiting,
                      coalesce(sum(s.amount) filter (where s.payment_id is null
                                                       and (s.payable_at is not null or s.amount < 0)), 0) as payable,
                      coalesce(sum(s.amount) filter (where s.payment_id is not null and s.paid_at is null
                                                       and p.state is distinct from 'failed'), 0) as requested,
                      coalesce(sum(s.amount) filter (where s.paid_at is null and p.state = 'failed'), 0) as failed,
                      coalesce(sum(s.amount) filter (where s.paid_at is not null), 0) as paid,
                      coalesce(sum(s.amount) filter (where s.paid_at is not null
                                                       and s.type = 'commission'), 0) as earned
                 from settlement s
                 left join payment p on p.publisher_id = s.publisher_id and p.payment_id = s.payment_id
                where s.publisher_id = :publisher_id and s.currency = :currency) as own
         -- What was marked as paid without a settlement, before there were any.
         cross join lateral (select figures.paid - own.earned as paid) as imported
        """,
        publisher_id=publisher_id,
        currency=currency,
    )
    return await one_row(db, query, StageSums)


class WaitingAmount(Struct, frozen=True):
    """The amount of a brand's month that waits for the brand to pay."""

    mid: int
    period: date
    amount: Decimal
    payment_days: int


async def find_waiting(db: Connection, publisher_id: int, currency: str) -> list[WaitingAmount]:
    query = text(
        """
        select s.mid, s.period, s.amount, brand.payment_days
          from settlement s join brand on brand.mid = s.mid
         where s.publisher_id = :publisher_id and s.currency = :currency and s.payment_id is null
           and s.payable_at is null and s.amount > 0
        """,
        publisher_id=publisher_id,
        currency=currency,
    )
    return await all_rows(db, query, WaitingAmount)


async def sum_approved(db: Connection, publisher_id: int, before: datetime) -> Decimal:
    """The sum of commission that was approved before a time and has not been settled."""
    query = text(
        """
        select coalesce(sum(i.report_comm), 0)
          from conversion_item i
          join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
         where i.publisher_id = :publisher_id and c.publisher_id = :publisher_id and not c.test_order and not c.unrated
           and i.status = 'Approved' and i.settlement_id is null and i.payment_id is null
           and i.validation_date < :before
        """,
        publisher_id=publisher_id,
        before=before,
    )
    amount: Decimal = await one_value(db, query)
    return amount


async def median_payment_days(db: Connection, mids: list[int], zone: str) -> dict[int, float]:
    """The median days from a month's first day until each of these brands paid; months are those of the time zone."""
    query = payment_days_template().bind({"mids": mids, **zone_values(zone)})
    return {mid: seconds / 86_400 for mid, seconds in await fetch(db, query)}


@cache
def payment_days_template() -> Template:
    return compose(
        "select mid, percentile_cont(0.5) within group (order by extract(epoch from",
        local_time("paid_at"),
        "- period::timestamp)::float8)",
        "from settled_month where mid = any(:mids::bigint[]) and paid_at is not null group by mid",
    )
