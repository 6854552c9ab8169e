"""Payments: made of whole settlements, changed under the lock of their publisher."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NamedTuple

from msgspec import Struct

from schema.core.days import EARLIEST, LATEST, ONE_DAY, first_instant, next_month
from schema.core.envelope import Page
from schema.core.money import round_money
from schema.orders.timeline import ReturnedRow
from schema.payments.payment import (
    PaidMonth,
    Payment,
    PaymentFilter,
    PaymentState,
    PayoutChannel,
    StoredPayment,
)
from schema.payments.payment_method import StoredMethod
from schema.payments.settlement import to_month, to_period
from sql.core.db import Connection, all_rows, fetch, maybe_row, one_value, run, text
from sql.core.expected_date_by_terms import EXPECTED_DATE
from sql.core.sql_template import compose, piece
from sql.payments.settlement import OpenSettlement

COLUMNS = piece(
    "p.payment_id, p.requested_at as request_date,",
    EXPECTED_DATE,
    """,
       p.paid_at as paid_date, p.method, p.payee, p.gross, p.fee, p.vat, p.net, p.currency, p.payout_currency,
       p.payout_amount, p.rate, p.state as status, p.scheduled, p.failure_reason, p.trace_id, p.batch_id,
       p.sent_at as sent_date,
       (select number from invoice i where i.publisher_id = p.publisher_id and i.payment_id = p.payment_id
           and i.kind = 'invoice') as invoice,
       (select number from invoice i where i.publisher_id = p.publisher_id and i.payment_id = p.payment_id
           and i.kind = 'credit_note') as credit_note""",
)
CONDITIONS = """
   and (:requested_from::timestamptz is null or p.requested_at >= :requested_from)
   and (:requested_before::timestamptz is null or p.requested_at < :requested_before)
   and (:states::text[] is null or p.state = any(:states))
   and (:payment_id::bigint is null or p.payment_id = :payment_id)
   and (:paid_from::timestamptz is null or p.paid_at >= :paid_from)
   and (:paid_before::timestamptz is null or p.paid_at < :paid_before)"""
FROM = "from payment p where p.publisher_id = :publisher_id"
PAGE = compose(
    "select",
    COLUMNS,
    FROM,
    CONDITIONS,
    "order by p.requested_at desc, p.payment_id desc limit :size offset :offset",
)
COUNT = compose("select count(*)", FROM, CONDITIONS)


def day_bounds(
    start: date | None, end: date | None, zone: str
) -> tuple[datetime | None, datetime | None]:
    """The first instant of the first day in a time zone, and the first instant after the last day.

    All payments lie between EARLIEST and LATEST, beyond which a day may have no representable instant.
    """
    first = None if start is None else first_instant(min(max(start, EARLIEST), LATEST), zone)
    if end is None or end >= LATEST:
        return first, None
    return first, first_instant(max(end, EARLIEST) + ONE_DAY, zone)


def month_bounds(month: date, zone: str) -> tuple[datetime, datetime]:
    """The first instant of a month in a time zone, given by its first day, and the first instant after it."""
    return first_instant(month, zone), first_instant(next_month(month), zone)


def condition_values(filter: PaymentFilter, zone: str) -> dict[str, Any]:
    """The values of CONDITIONS; days and months are those of the time zone."""
    requested_from, requested_before = day_bounds(filter.start_date, filter.end_date, zone)
    month = to_month(filter.paid_month) if filter.paid_month else None
    paid_from, paid_before = (None, None) if month is None else month_bounds(month, zone)
    return {
        "requested_from": requested_from,
        "requested_before": requested_before,
        "states": filter.states,
        "payment_id": filter.payment_id,
        "paid_from": paid_from,
        "paid_before": paid_before,
    }


async def page(
    db: Connection, publisher_id: int, filter: PaymentFilter, page: Page, zone: str = "UTC"
) -> tuple[list[Payment], int]:
    """A page of payments, latest request first, and the total number; days are those of the time zone."""
    values = {"publisher_id": publisher_id, **condition_values(filter, zone)}
    query = text(PAGE, **values, size=page.size, offset=page.offset)
    return await all_rows(db, query, Payment), await one_value(db, text(COUNT, **values))


class MonthSums(Struct, frozen=True):
    """The sums paid in a month; `bucket` is the month's position among those requested, from 1."""

    bucket: int
    payments: int
    gross: Decimal
    net: Decimal


NO_SUMS = MonthSums(0, 0, Decimal(0), Decimal(0))


async def sum_months(
    db: Connection, publisher_id: int, months: Sequence[date], *, currency: str, zone: str
) -> list[PaidMonth]:
    """The sums paid in each of these consecutive months in a time zone, given by their first days."""
    starts = [first_instant(month, zone) for month in (*months, next_month(months[-1]))]
    query = text(
        """
        select width_bucket(paid_at, :starts::timestamptz[]) as bucket, count(*) as payments,
               sum(gross) as gross, sum(net) as net
          from payment
         where publisher_id = :publisher_id and currency = :currency and state = 'paid'
           and paid_at >= :start and paid_at < :end
         group by bucket
        """,
        publisher_id=publisher_id,
        currency=currency,
        starts=starts,
        start=starts[0],
        end=starts[-1],
    )
    sums = {each.bucket: each for each in await all_rows(db, query, MonthSums)}
    found = [sums.get(bucket, NO_SUMS) for bucket in range(1, len(months) + 1)]
    return [
        PaidMonth(
            month=to_period(month),
            payments=each.payments,
            gross=round_money(each.gross, currency),
            net=round_money(each.net, currency),
            currency=currency,
        )
        for month, each in zip(months, found, strict=True)
    ]


class NewPayment(NamedTuple):
    """A payment to be requested."""

    publisher_id: int
    method: StoredMethod
    currency: str
    gross: Decimal
    fee: Decimal
    vat: Decimal
    scheduled: bool


async def add(
    db: Connection, payment: NewPayment, settlements: Sequence[OpenSettlement], now: datetime
) -> int:
    """Add a payment of these settlements; returns its number."""
    payment_id: int = await one_value(db, text("select nextval('payment_id')"))
    query = text(
        """
        insert into payment (publisher_id, payment_id, state, payment_method_id, method, payee, currency,
                             gross, fee, vat, net, payout_currency, scheduled, requested_at)
        values (:publisher_id, :payment_id, 'requested', :payment_method_id, :method, :payee, :currency,
                :gross::numeric, :fee::numeric, :vat::numeric,
                :net::numeric, :payout_currency, :scheduled, :now)
        """,
        publisher_id=payment.publisher_id,
        payment_id=payment_id,
        payment_method_id=payment.method.id,
        method=payment.method.kind,
        payee=payment.method.ending,
        currency=payment.currency,
        gross=payment.gross,
        fee=payment.fee,
        vat=payment.vat,
        net=payment.gross - payment.fee + payment.vat,
        payout_currency=payment.method.currency,
        scheduled=payment.scheduled,
        now=now,
    )
    await run(db, query)
    settlement_ids = [each.settlement_id for each in settlements]
    await let_go(db, payment.publisher_id, settlement_ids)
    lines = text(
        """
        insert into payment_line (publisher_id, payment_id, settlement_id, amount)
        select :publisher_id, :payment_id, given.* from unnest(:settlement_ids::bigint[], :amounts::numeric[]) as given
        """,
        publisher_id=payment.publisher_id,
        payment_id=payment_id,
        settlement_ids=settlement_ids,
        amounts=[each.amount for each in settlements],
    )
    await run(db, lines)
    return payment_id


async def let_go(db: Connection, publisher_id: int, settlement_ids: Sequence[int]) -> None:
    """Release these settlements from cancelled and returned payments; other payments keep theirs."""
    query = text(
        """
        update payment_line as l set holds = false
          from payment p
         where l.publisher_id = :publisher_id and p.publisher_id = :publisher_id and p.payment_id = l.payment_id
           and l.settlement_id = any(:settlement_ids::bigint[]) and l.holds and p.state in ('cancelled', 'returned')
        """,
        publisher_id=publisher_id,
        settlement_ids=settlement_ids,
    )
    await run(db, query)


STORED_PAYMENT = """
select publisher_id, payment_id, state, payment_method_id, currency, gross, fee, vat, net,
       payout_currency, payout_amount, rate, batch_id, trace_id, failure_reason, paid_at,
       channel, attempt, next_ask_at, requested_at
  from payment where publisher_id = :publisher_id and payment_id = :payment_id for update
"""


async def lock(db: Connection, publisher_id: int, payment_id: int) -> StoredPayment | None:
    """A payment, which nobody else changes until we commit."""
    return await maybe_row(
        db, text(STORED_PAYMENT, publisher_id=publisher_id, payment_id=payment_id), StoredPayment
    )


async def get(db: Connection, publisher_id: int, payment_id: int) -> Payment | None:
    rows, _ = await page(db, publisher_id, PaymentFilter(payment_id=payment_id), Page())
    return rows[0] if rows else None


async def existing(
    db: Connection, publisher_id: int, payment_ids: Collection[int]
) -> frozenset[int]:
    """Those of these payments that are the publisher's."""
    if not payment_ids:
        return frozenset()
    query = text(
        "select payment_id from payment where publisher_id = :publisher_id and payment_id = any(:payment_ids)",
        publisher_id=publisher_id,
        payment_ids=list(payment_ids),
    )
    return frozenset(payment_id for (payment_id,) in await fetch(db, query))


async def set_processing(
    db: Connection,
    payment: StoredPayment,
    *,
    payout_amount: Decimal,
    rate: Decimal,
    batch_id: int | None,
    channel: PayoutChannel,
    now: datetime,
) -> None:
    # Named as the method is now, which may have changed since the payment was requested: it is paid there.
    query = text(
        """
        update payment as p
           set state = 'processing', payout_amount = :payout_amount, rate = :rate, batch_id = :batch_id,
               method = m.kind, payee = m.ending, processed_at = :now::timestamptz, sent_at = null,
               failure_reason = null, ended_at = null, channel = :channel::text, attempt = p.attempt + 1, asks = 0,
               problem = null, next_ask_at = case when :channel::text = 'provider' then :now::timestamptz end
          from payment_method as m
         where p.publisher_id = :publisher_id and p.payment_id = :payment_id
           and m.publisher_id = :publisher_id and m.payment_method_id = p.payment_method_id
        """,
        publisher_id=payment.publisher_id,
        payment_id=payment.payment_id,
        payout_amount=payout_amount,
        rate=rate,
        batch_id=batch_id,
        now=now,
        channel=channel,
    )
    await run(db, query)


async def set_requested(db: Connection, payment: StoredPayment, method: StoredMethod) -> None:
    """Queue a failed payment for the next batch again, with the current details of its method."""
    query = text(
        """
        update payment set state = 'requested', method = :kind, payee = :ending, failure_reason = null, ended_at = null,
                           processed_at = null, sent_at = null, trace_id = null, batch_id = null,
                           payout_amount = null, rate = null, problem = null
         where publisher_id = :publisher_id and payment_id = :payment_id
        """,
        publisher_id=payment.publisher_id,
        payment_id=payment.payment_id,
        kind=method.kind,
        ending=method.ending,
    )
    await run(db, query)


async def set_sent(db: Connection, payment: StoredPayment, reference: str, now: datetime) -> None:
    query = text(
        """
        update payment set state = 'sent', trace_id = :reference, sent_at = :now, problem = null
         where publisher_id = :publisher_id and payment_id = :payment_id
        """,
        publisher_id=payment.publisher_id,
        payment_id=payment.payment_id,
        reference=reference,
        now=now,
    )
    await run(db, query)


async def set_paid(db: Connection, payment: StoredPayment, now: datetime) -> None:
    query = text(
        """
        update payment set state = 'paid', paid_at = :now, problem = null
         where publisher_id = :publisher_id and payment_id = :payment_id
        """,
        publisher_id=payment.publisher_id,
        payment_id=payment.payment_id,
        now=now,
    )
    await run(db, query)


async def set_ended(
    db: Connection, payment: StoredPayment, state: PaymentState, reason: str | None, now: datetime
) -> None:
    """Mark a payment as failed, returned or cancelled."""
    query = text(
        """
        update payment set state = :state, failure_reason = :reason, ended_at = :now, paid_at = null,
                           next_ask_at = null, problem = null
         where publisher_id = :publisher_id and payment_id = :payment_id
        """,
        publisher_id=payment.publisher_id,
        payment_id=payment.payment_id,
        state=state,
        reason=reason,
        now=now,
    )
    await run(db, query)


async def find_returned(
    db: Connection, publisher_id: int, settlement_ids: Sequence[int]
) -> list[ReturnedRow]:
    """The returned payments of these settlements, earliest first."""
    query = text(
        """
        select p.ended_at as at, p.payment_id, l.settlement_id
          from payment p
          join payment_line l on l.publisher_id = p.publisher_id and l.payment_id = p.payment_id
         where p.publisher_id = :publisher_id and p.state = 'returned'
           and l.settlement_id = any(:settlement_ids::bigint[])
         order by p.ended_at
        """,
        publisher_id=publisher_id,
        settlement_ids=list(settlement_ids),
    )
    return await all_rows(db, query, ReturnedRow) if settlement_ids else []
