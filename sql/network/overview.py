"""Counts and sums of what needs the attention of the network's staff, where no list has them."""

from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple

from schema.payments.payment import PaymentState
from sql.core.db import Connection, fetch, one_value, text


class Counted(NamedTuple):
    """A number of things, and their sums by currency."""

    number: int
    amounts: dict[str, Decimal]


async def payments(db: Connection, state: PaymentState) -> Counted:
    """The payments in a state, with their net amounts."""
    query = text(
        """
        select currency, count(*) as number, sum(net) as amount from payment
         where state = :state and is_live(publisher_id)
         group by currency order by currency
        """,
        state=state,
    )
    rows = await fetch(db, query)
    return Counted(
        sum(row["number"] for row in rows), {row["currency"]: row["amount"] for row in rows}
    )


async def overdue_months(db: Connection, today: date) -> Counted:
    """The brands' closed months that should have been paid for by their terms, and what is owed."""
    query = text(
        """
        select s.currency, count(distinct (s.mid, s.period)) as number, sum(s.amount) as amount
          from settlement s
          join brand on brand.mid = s.mid
         where s.type = 'commission' and s.payable_at is null and s.amount > 0 and is_live(s.publisher_id)
           and (s.period + interval '1 month')::date + brand.payment_days < :today::date
         group by grouping sets ((s.currency), ()) order by s.currency nulls last
        """,
        today=today,
    )
    rows = await fetch(db, query)
    return Counted(
        next((row["number"] for row in rows if row["currency"] is None), 0),
        {row["currency"]: row["amount"] for row in rows if row["currency"] is not None},
    )


async def refused_since(db: Connection, since: datetime) -> int:
    """The number of reports of orders refused since a time."""
    query = text(
        "select count(*) from order_refusal where at >= :since and is_live(publisher_id)",
        since=since,
    )
    number: int = await one_value(db, query)
    return number


async def mails_since(db: Connection, since: datetime) -> int:
    """The number of mails since a time that did not arrive."""
    query = text(
        "select count(*) from undelivered_mail where failed_at >= :since and is_live(publisher_id)",
        since=since,
    )
    number: int = await one_value(db, query)
    return number
