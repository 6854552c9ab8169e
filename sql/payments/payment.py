"""Payments: made of whole settlements, changed under the lock of their publisher."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NamedTuple

from schema.core.days import EARLIEST, LATEST, ONE_DAY, first_instant
from schema.core.envelope import Page
from schema.orders.timeline import ReturnedRow
from schema.payments.payment import (
    Payment,
    PaymentFilter,
    PaymentState,
    PayoutChannel,
    StoredPayment,
)
from schema.payments.payment_method import StoredMethod
from sql.core.db import Connection, Text, all_rows, maybe_row, one_value, run, text
from sql.payments.settlement import OpenSettlement

COLUMNS = """p.payment_id, p.requested_at as request_date,
       ((coalesce(p.sent_at, p.processed_at) at time zone 'UTC')
            + case when p.sent_at is null then interval '5 days' else interval '3 days' end)::date as expected_date,
       p.paid_at as paid_date, p.method, p.payee, p.gross, p.fee, p.vat, p.net, p.currency, p.payout_currency,
       p.payout_amount, p.rate, p.state as status, p.scheduled, p.failure_reason, p.trace_id, p.batch_id,
       p.sent_at as sent_date,
       (select number from invoice i where i.publisher_id = p.publisher_id and i.payment_id = p.payment_id
           and i.kind = 'invoice') as invoice,
       (select number from invoice i where i.publisher_id = p.publisher_id and i.payment_id = p.payment_id
           and i.kind = 'credit_note') as credit_note"""
CONDITIONS = """
   and ($2::timestamptz is null or p.requested_at >= $2) and ($3::timestamptz is null or p.requested_at < $3)
   and ($4::text is null or p.state = $4) and ($5::bigint is null or p.payment_id = $5)"""
PAGE = f"""
select {COLUMNS} from payment p where p.publisher_id = $1 {CONDITIONS}
 order by p.requested_at desc, p.payment_id desc limit $6 offset $7
"""  # noqa: S608 - our own text
COUNT = f"select count(*) from payment p where p.publisher_id = $1 {CONDITIONS}"  # noqa: S608


def day_bounds(
    start: date | None, end: date | None, zone: str
) -> tuple[datetime | None, datetime | None]:
    """The first instant of the first day of a time zone, and that after the last one.

    All payments lie between EARLIEST and LATEST, beyond which a day may have no instant.
    """
    first = None if start is None else first_instant(min(max(start, EARLIEST), LATEST), zone)
    if end is None or end >= LATEST:
        return first, None
    return first, first_instant(max(end, EARLIEST) + ONE_DAY, zone)


def condition_values(filter: PaymentFilter, zone: str) -> tuple[Any, ...]:
    """The values $2 to $5 of CONDITIONS; days are those of the time zone."""
    bounds = day_bounds(filter.start_date, filter.end_date, zone)
    return (*bounds, filter.status, filter.payment_id)


async def page(
    db: Connection, publisher_id: int, filter: PaymentFilter, page: Page, zone: str = "UTC"
) -> tuple[list[Payment], int]:
    """A page of payments, latest request first, and the number of all; days are those of the time zone."""
    values = (publisher_id, *condition_values(filter, zone))
    rows = await all_rows(db, Text(PAGE, (*values, page.size, page.offset)), Payment)
    return rows, await one_value(db, Text(COUNT, values))


class NewPayment(NamedTuple):
    """A payment as it is requested."""

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
        values ($1, $2, 'requested', $3, $4, $5, $6, $7::numeric, $8::numeric, $9::numeric,
                $10::numeric, $11, $12, $13)
        """,
        payment.publisher_id,
        payment_id,
        payment.method.id,
        payment.method.kind,
        payment.method.ending,
        payment.currency,
        payment.gross,
        payment.fee,
        payment.vat,
        payment.gross - payment.fee + payment.vat,
        payment.method.currency,
        payment.scheduled,
        now,
    )
    await run(db, query)
    lines = text(
        """
        insert into payment_line (publisher_id, payment_id, settlement_id, amount)
        select $1, $2, given.* from unnest($3::bigint[], $4::numeric[]) as given
        """,
        payment.publisher_id,
        payment_id,
        [each.settlement_id for each in settlements],
        [each.amount for each in settlements],
    )
    await run(db, lines)
    return payment_id


STORED_PAYMENT = """
select publisher_id, payment_id, state, payment_method_id, currency, gross, fee, vat, net,
       payout_currency, payout_amount, rate, batch_id, trace_id, failure_reason, paid_at,
       channel, attempt, next_ask_at
  from payment where publisher_id = $1 and payment_id = $2 for update
"""


async def lock(db: Connection, publisher_id: int, payment_id: int) -> StoredPayment | None:
    """A payment, which nobody else changes until we commit."""
    return await maybe_row(db, Text(STORED_PAYMENT, (publisher_id, payment_id)), StoredPayment)


async def get(db: Connection, publisher_id: int, payment_id: int) -> Payment | None:
    rows, _ = await page(db, publisher_id, PaymentFilter(payment_id=payment_id), Page())
    return rows[0] if rows else None


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
    query = text(
        """
        update payment set state = 'processing', payout_amount = $3, rate = $4, batch_id = $5,
                           processed_at = $6::timestamptz, sent_at = null, failure_reason = null, ended_at = null,
                           channel = $7::text, attempt = attempt + 1, asks = 0, problem = null,
                           next_ask_at = case when $7::text = 'provider' then $6::timestamptz end
         where publisher_id = $1 and payment_id = $2
        """,
        payment.publisher_id,
        payment.payment_id,
        payout_amount,
        rate,
        batch_id,
        now,
        channel,
    )
    await run(db, query)


async def set_sent(db: Connection, payment: StoredPayment, reference: str, now: datetime) -> None:
    query = text(
        """
        update payment set state = 'sent', trace_id = $3, sent_at = $4, problem = null
         where publisher_id = $1 and payment_id = $2
        """,
        payment.publisher_id,
        payment.payment_id,
        reference,
        now,
    )
    await run(db, query)


async def set_paid(db: Connection, payment: StoredPayment, now: datetime) -> None:
    query = text(
        """
        update payment set state = 'paid', paid_at = $3, problem = null
         where publisher_id = $1 and payment_id = $2
        """,
        payment.publisher_id,
        payment.payment_id,
        now,
    )
    await run(db, query)


async def set_ended(
    db: Connection, payment: StoredPayment, state: PaymentState, reason: str | None, now: datetime
) -> None:
    """Mark a payment as failed, returned or cancelled."""
    query = text(
        """
        update payment set state = $3, failure_reason = $4, ended_at = $5, paid_at = null,
                           next_ask_at = null, problem = null
         where publisher_id = $1 and payment_id = $2
        """,
        payment.publisher_id,
        payment.payment_id,
        state,
        reason,
        now,
    )
    await run(db, query)


async def find_returned(
    db: Connection, publisher_id: int, settlement_ids: Sequence[int]
) -> list[ReturnedRow]:
    """The payments of these settlements that came back, the earliest first."""
    query = text(
        """
        select p.ended_at as at, p.payment_id, l.settlement_id
          from payment p
          join payment_line l on l.publisher_id = p.publisher_id and l.payment_id = p.payment_id
         where p.publisher_id = $1 and p.state = 'returned' and l.settlement_id = any($2::bigint[])
         order by p.ended_at
        """,
        publisher_id,
        list(settlement_ids),
    )
    return await all_rows(db, query, ReturnedRow) if settlement_ids else []
