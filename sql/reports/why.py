"""The rows behind the answer to Why: a publisher's own order, click, settlement, payment and case, each by an index."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from uuid import UUID

from schema.reports.why.facts import PAST_PAYMENTS_LEAST
from schema.reports.why.rows import (
    AskedBrand,
    AskedCase,
    AskedClick,
    AskedItem,
    AskedOrder,
    AskedPayment,
    AskedSettlement,
    LeftOut,
    OwnClick,
)
from sql.core.db import Connection, Template, all_rows, fetch_row, maybe_row, one_value, text
from sql.core.expected_date_by_terms import EXPECTED_DATE
from sql.core.local_time import local_time, zone_values
from sql.core.sql_template import compose

BRAND = """
brand.mid, brand.mcid, brand.name as brand_name, brand.currency as brand_currency, brand.cookie_days,
brand.validation_days, brand.expected_days, brand.after_validation, brand.prepaid, brand.claim_days
"""
BY_MCID = compose(
    "select", BRAND, "from brand where mcid = :mcid and sandbox <> is_live(:publisher_id)"
)
BY_MID = compose("select", BRAND, "from brand where mid = :mid")
ORDER = compose(
    "select",
    BRAND,
    """, c.oid, c.order_id, c.site_id, c.link_id, c.click_id, c.click_time, c.order_time,
       c.created_at as reported_at, c.currency, c.rate, c.sale_amount, c.sale_comm, c.report_currency,
       c.report_comm, c.test_order, c.unrated
  from conversion c join brand on brand.mid = c.mid
 where c.publisher_id = :publisher_id and c.oid = :oid
    """,
)


async def brand(db: Connection, publisher_id: int, mcid: str) -> AskedBrand | None:
    query = text(BY_MCID, publisher_id=publisher_id, mcid=mcid)
    return await maybe_row(db, query, AskedBrand)


async def brand_of(db: Connection, mid: int) -> AskedBrand | None:
    return await maybe_row(db, text(BY_MID, mid=mid), AskedBrand)


async def order(db: Connection, publisher_id: int, oid: int) -> AskedOrder | None:
    query = text(ORDER, publisher_id=publisher_id, oid=oid)
    return await maybe_row(db, query, AskedOrder)


async def items(db: Connection, publisher_id: int, oid: int) -> list[AskedItem]:
    """The items of an order with the terms that set their commissions, in their order."""
    query = text(
        """
        select i.item_id, i.corrects, i.category, i.sale_amount, i.sale_comm, i.report_comm, i.comm_rate, i.status,
               i.reason_code, i.note, i.validation_date, i.expected_validation_date, i.settlement_id,
               i.payment_id, i.paid_date, terms.name as group_name, terms.pays, terms.value,
               terms.currency as terms_currency, terms.publisher_id <> 0 or terms.site_id <> 0 as own_terms
          from conversion_item i left join terms on terms.terms_id = i.terms_id
         where i.publisher_id = :publisher_id and i.oid = :oid
         order by i.corrects is not null, i.validation_date, i.item_id
        """,
        publisher_id=publisher_id,
        oid=oid,
    )
    return await all_rows(db, query, AskedItem)


async def settlements(
    db: Connection, publisher_id: int, settlement_ids: Sequence[int]
) -> list[AskedSettlement]:
    """Settlements with the payments that they are in."""
    query = text(
        """
        select s.settlement_id, s.type, s.period, s.amount, s.currency, s.created_at, s.payable_at, s.paid_at,
               s.payment_id, brand.mcid, brand.name as brand_name, brand.prepaid, brand.payment_days,
               p.state, p.failure_reason
          from settlement s
          left join brand on brand.mid = s.mid
          left join payment p on p.publisher_id = s.publisher_id and p.payment_id = s.payment_id
         where s.publisher_id = :publisher_id and s.settlement_id = any(:settlement_ids::bigint[])
         order by s.settlement_id
        """,
        publisher_id=publisher_id,
        settlement_ids=list(settlement_ids),
    )
    return await all_rows(db, query, AskedSettlement)


async def sum_payable(db: Connection, publisher_id: int, currency: str) -> Decimal:
    """The sum of settlements that can be withdrawn in a currency, less deductions."""
    query = text(
        """
        select coalesce(sum(amount), 0) from settlement
         where publisher_id = :publisher_id and currency = :currency and payment_id is null
           and (payable_at is not null or amount < 0)
        """,
        publisher_id=publisher_id,
        currency=currency,
    )
    amount: Decimal = await one_value(db, query)
    return amount


async def past_days(db: Connection, publisher_id: int, mcid: str, zone: str) -> float | None:
    """The median days from a month's first day until the brand paid this publisher, if there are enough settlements.

    Months are those of the time zone.
    """
    values = {"publisher_id": publisher_id, "mcid": mcid, **zone_values(zone)}
    row = await fetch_row(db, past_days_template().bind(values))
    return row["days"] if row and row["number"] >= PAST_PAYMENTS_LEAST else None


@cache
def past_days_template() -> Template:
    return compose(
        "select count(*) as number, percentile_cont(0.5) within group (order by extract(epoch from",
        local_time("s.payable_at"),
        "- s.period::timestamp)::float8) / 86400 as days",
        "from settlement s join brand on brand.mid = s.mid",
        "where s.publisher_id = :publisher_id and s.type = 'commission' and s.payable_at is not null",
        "and brand.mcid = :mcid",
    )


PAYMENT = compose(
    """
    select p.payment_id, p.state, p.currency, p.gross, p.fee, p.vat, p.net, p.requested_at, p.processed_at, p.sent_at,
           p.paid_at, p.ended_at, p.failure_reason,""",
    EXPECTED_DATE,
    "from payment p where p.publisher_id = :publisher_id and p.payment_id = :payment_id",
)


async def payment(db: Connection, publisher_id: int, payment_id: int) -> AskedPayment | None:
    query = text(PAYMENT, publisher_id=publisher_id, payment_id=payment_id)
    return await maybe_row(db, query, AskedPayment)


async def left_out(db: Connection, publisher_id: int, payment: AskedPayment) -> list[LeftOut]:
    """The settlements that existed when a payment was requested and were in no payment."""
    query = text(
        """
        select coalesce(s.payable_at <= :requested_at, false) as payable, count(*) as count,
               sum(s.amount) as amount
          from settlement s
         where s.publisher_id = :publisher_id and s.currency = :currency and s.created_at <= :requested_at
           and s.amount > 0
           and not exists (
               select from payment_line l
                 join payment p on p.publisher_id = l.publisher_id and p.payment_id = l.payment_id
                where l.publisher_id = :publisher_id and p.publisher_id = :publisher_id
                  and l.settlement_id = s.settlement_id
                  and (p.payment_id = :payment_id
                       or p.requested_at <= :requested_at
                          and (p.ended_at is null or p.ended_at > :requested_at)))
         group by 1 order by 1 desc
        """,
        publisher_id=publisher_id,
        payment_id=payment.payment_id,
        currency=payment.currency,
        requested_at=payment.requested_at,
    )
    return await all_rows(db, query, LeftOut)


CASES = """
select k.case_id, k.kind, k.state, k.oid, brand.name as brand_name, k.accepted_amount, k.accepted_comm,
       k.currency, k.opened_at, k.updated_at
  from order_case k left join brand on brand.mid = k.mid
 where k.publisher_id = :publisher_id
"""


async def case(db: Connection, publisher_id: int, case_id: int) -> AskedCase | None:
    query = text(CASES + " and k.case_id = :case_id", publisher_id=publisher_id, case_id=case_id)
    return await maybe_row(db, query, AskedCase)


async def cases_of(db: Connection, publisher_id: int, oid: int) -> list[AskedCase]:
    query = text(CASES + " and k.oid = :oid order by k.case_id", publisher_id=publisher_id, oid=oid)
    return await all_rows(db, query, AskedCase)


async def click(
    db: Connection, publisher_id: int, at: datetime, click_id: UUID
) -> AskedClick | None:
    """A click, with the order that it led to."""
    query = text(
        """
        select c.click_id, c.click_time, c.mid, c.site_id, c.link_id, c.verdict, c.verdict_reason,
               exists (select from click_overruled o
                        where o.publisher_id = :publisher_id and o.click_id = :click_id) as overruled,
               (select min(oid) from conversion
                 where publisher_id = :publisher_id and click_id = :click_id) as oid
          from click_all c
         where c.publisher_id = :publisher_id and c.click_time = :at and c.click_id = :click_id
        """,
        publisher_id=publisher_id,
        at=at,
        click_id=click_id,
    )
    return await maybe_row(db, query, AskedClick)


async def last_click_day(
    db: Connection, publisher_id: int, mid: int, first: date, last: date
) -> date | None:
    """The last day with valid clicks on a brand, of those in the figures; days are the publisher's."""
    query = text(
        """
        select max(day) from rollup
         where publisher_id = :publisher_id and grain = 'brand' and day between :first::date and :last::date
           and key = :mid and clicks > 0
        """,
        publisher_id=publisher_id,
        mid=mid,
        first=first,
        last=last,
    )
    day: date | None = await one_value(db, query)
    return day


async def last_click(
    db: Connection, publisher_id: int, mid: int, day: date, bounds: tuple[datetime, datetime]
) -> OwnClick:
    """The last valid click on a brand on a day with these bounds; without its id if the click was deleted."""
    since, until = bounds
    query = text(
        """
        select click_id, click_time, site_id from click
         where publisher_id = :publisher_id and click_time >= :since and click_time < :until and mid = :mid
           and verdict = 'valid'
         order by click_time desc limit 1
        """,
        publisher_id=publisher_id,
        mid=mid,
        since=since,
        until=until,
    )
    row = await fetch_row(db, query)
    return OwnClick(day, *row) if row else OwnClick(day)


async def waiting_click(
    db: Connection, publisher_id: int, mid: int, bounds: tuple[datetime, datetime]
) -> tuple[UUID, datetime, int] | None:
    """The last valid click on a brand among the pending clicks."""
    since, until = bounds
    query = text(
        """
        select click_id, click_time, site_id from click_waiting
         where publisher_id = :publisher_id and click_time >= :since and click_time < :until and mid = :mid
           and verdict = 'valid'
         order by click_time desc limit 1
        """,
        publisher_id=publisher_id,
        mid=mid,
        since=since,
        until=until,
    )
    row = await fetch_row(db, query)
    return (row["click_id"], row["click_time"], row["site_id"]) if row else None
