"""Closed months for which brands have not paid a publisher, and the cases about them."""

from datetime import date
from decimal import Decimal

from msgspec import Struct

from sql.core.db import Connection, all_rows, text


class WaitingMonth(Struct, frozen=True):
    """The amount that a brand has not paid for a month."""

    mid: int
    mcid: str
    brand_name: str
    payment_days: int
    period: date
    amount: Decimal


async def find_waiting(db: Connection, publisher_id: int, currency: str) -> list[WaitingMonth]:
    """The months that wait for their brands' payments, as /payments/balance adds them up."""
    query = text(
        """
        select s.mid, brand.mcid, brand.name as brand_name, brand.payment_days, s.period, sum(s.amount) as amount
          from settlement s join brand on brand.mid = s.mid
         where s.publisher_id = :publisher_id and s.currency = :currency and s.payment_id is null
           and s.payable_at is null and s.amount > 0
         group by s.mid, brand.mcid, brand.name, brand.payment_days, s.period
         order by s.period, brand.mcid
        """,
        publisher_id=publisher_id,
        currency=currency,
    )
    return await all_rows(db, query, WaitingMonth)


class UnpaidCase(Struct, frozen=True):
    """A case about unpaid months; `is_open` until the network decides."""

    case_id: int
    mid: int
    periods: list[str]
    is_open: bool
    pay_on: date | None


async def find_cases(db: Connection, publisher_id: int) -> list[UnpaidCase]:
    """The undecided and accepted cases about unpaid months, oldest first."""
    query = text(
        """
        select case_id, mid, periods, state in ('open', 'info_needed') as is_open, pay_on
          from order_case
         where publisher_id = :publisher_id and kind = 'unpaid' and state in ('open', 'info_needed', 'accepted')
         order by case_id
        """,
        publisher_id=publisher_id,
    )
    return await all_rows(db, query, UnpaidCase)
