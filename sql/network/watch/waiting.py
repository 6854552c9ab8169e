"""Orders that wait for a brand's decision, and approved commission that waits for a brand's payment."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple

from schema.core.days import first_instant, next_month
from schema.reports.waiting import Wait
from sql.core.db import Connection, fetch, text

LATEST = 400
"""From how many of the latest orders a brand's usual time is measured."""


class WaitingBrand(NamedTuple):
    """A brand with undecided orders or unpaid months of a publisher: its promised days, and its status."""

    publisher_id: int
    mid: int
    promised: int
    status: str


class UnpaidMonth(NamedTuple):
    """Approved commission of a brand's month that the brand has not paid."""

    brand: WaitingBrand
    wait: Wait


async def undecided_brands(
    db: Connection, publisher_ids: Sequence[int], now: datetime
) -> list[WaitingBrand]:
    """Brands that decide themselves, and have not decided some order within the days that they promise.

    An order waits while a case about it is undecided.
    """
    query = text(
        """
        select distinct c.publisher_id, c.mid, brand.validation_days, brand.status
          from brand
          join conversion c on c.mid = brand.mid
         where c.publisher_id = any(:publisher_ids::bigint[]) and brand.after_validation = 'hold'
           and c.status = 'Pending' and not c.test_order and not c.unrated
           and c.order_time <= :now::timestamptz - make_interval(days => brand.validation_days)
           and c.created_at <= :now::timestamptz - make_interval(days => brand.validation_days)
        """,
        publisher_ids=list(publisher_ids),
        now=now,
    )
    return [WaitingBrand(*row) for row in await fetch(db, query)]


async def undecided_orders(db: Connection, brand: WaitingBrand) -> list[Wait]:
    """A publisher's undecided orders of a brand, from when they were placed and reported."""
    query = text(
        """
        select greatest(c.order_time, c.created_at) as started, null as ended, 1 as orders, c.report_comm
          from conversion c
         where c.publisher_id = :publisher_id and c.mid = :mid and c.status = 'Pending'
           and not c.test_order and not c.unrated
           and not exists (select from order_case
                            where order_case.publisher_id = :publisher_id and order_case.oid = c.oid
                              and order_case.state in ('open', 'info_needed'))
        """,
        publisher_id=brand.publisher_id,
        mid=brand.mid,
    )
    return [Wait(*row) for row in await fetch(db, query)]


async def decided_orders(db: Connection, brand: WaitingBrand) -> list[Wait]:
    """A publisher's latest decided orders of a brand."""
    query = text(
        """
        select greatest(c.order_time, c.created_at) as started, max(i.validation_date) as ended, 1 as orders,
               c.report_comm
          from (select publisher_id, oid, order_time, created_at, report_comm from conversion
                 where publisher_id = :publisher_id and mid = :mid and status <> 'Pending'
                   and not test_order and not unrated
                 order by order_time desc, oid desc limit :latest) as c
          join conversion_item i on i.publisher_id = c.publisher_id and i.oid = c.oid
         where i.publisher_id = :publisher_id and i.corrects is null and i.validation_date is not null
         group by c.oid, c.order_time, c.created_at, c.report_comm
        """,
        publisher_id=brand.publisher_id,
        mid=brand.mid,
        latest=LATEST,
    )
    return [Wait(*row) for row in await fetch(db, query)]


async def unpaid_months(
    db: Connection, publisher_ids: Sequence[int], months: Sequence[date], zone: str
) -> list[UnpaidMonth]:
    """The unpaid commission of these months by brand, oldest first; months are the network's. Corrections are included.

    Of a closed month it is the settlement, of one that is not closed what was approved in it.
    """
    starts = [first_instant(month, zone) for month in months]
    end = first_instant(next_month(months[-1]), zone)
    query = text(
        """
        select s.publisher_id, s.mid, brand.payment_days, brand.status, s.period, s.orders::bigint as orders, s.amount
          from settlement s
          join brand on brand.mid = s.mid
          join publisher on publisher.publisher_id = s.publisher_id
         where s.publisher_id = any(:publisher_ids::bigint[]) and publisher.publisher_id = any(:publisher_ids::bigint[])
           and s.type = 'commission' and s.payable_at is null and s.payment_id is null and s.paid_at is null
           and s.amount > 0 and s.currency = publisher.currency
           and s.period = any(:months::date[])
         union all
        select i.publisher_id, c.mid, brand.payment_days, brand.status,
               (:months::date[])[width_bucket(i.validation_date, :starts::timestamptz[])] as period,
               count(distinct i.oid) filter (where i.corrects is null) as orders, sum(i.report_comm) as amount
          from conversion_item i
          join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
          join brand on brand.mid = c.mid
         where i.publisher_id = any(:publisher_ids::bigint[]) and c.publisher_id = any(:publisher_ids::bigint[])
           and i.status = 'Approved' and i.settlement_id is null and i.payment_id is null and i.paid_date is null
           and i.validation_date >= :first and i.validation_date < :end
           and not c.test_order and not c.unrated and not brand.prepaid
         group by 1, 2, 3, 4, 5
        """,
        publisher_ids=list(publisher_ids),
        months=list(months),
        starts=starts,
        first=starts[0],
        end=end,
    )
    found = []
    for publisher_id, mid, promised, status, period, orders, amount in await fetch(db, query):
        wait = Wait(first_instant(next_month(period), zone), None, orders, Decimal(amount))
        found.append(UnpaidMonth(WaitingBrand(publisher_id, mid, promised, status), wait))
    return found


async def paid_months(
    db: Connection, publisher_id: int, mid: int, since: datetime, zone: str
) -> list[Wait]:
    """The months that a brand has paid to a publisher, with the time from each month's end until its payment."""
    query = text(
        """
        select period, payable_at, orders, amount from settlement
         where publisher_id = :publisher_id and mid = :mid and type = 'commission' and payable_at >= :since
        """,
        publisher_id=publisher_id,
        mid=mid,
        since=since,
    )
    return [
        Wait(first_instant(next_month(period), zone), payable_at, orders, amount)
        for period, payable_at, orders, amount in await fetch(db, query)
    ]
