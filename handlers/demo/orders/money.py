"""A year of the publisher's money: closed months, brands that paid, and payments, one of them failed and retried."""

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from functools import partial

import sql.network.payment
import sql.network.payments.settlement_months
import sql.payments.ledger
import sql.payments.paid_items
import sql.payments.payment
import sql.payments.payment_method
import sql.payments.settlement
import sql.reports.figures.rollup
from handlers.demo.core.steps import Write
from handlers.demo.people.people import CURRENCY, find
from rpc.process.resources import Resources
from schema.core.days import ONE_DAY, day_of, month_starts, next_month
from schema.core.money import ZERO
from schema.payments.ledger import (
    Line,
    Posting,
    PostingKind,
    bonus_lines,
    brand_paid_lines,
    processing_lines,
    sent_lines,
    settlement_lines,
    undone_lines,
)
from schema.payments.payment import PaymentState, PayoutChannel
from schema.payments.payout_minimum import network_minimum
from schema.payments.settlement import SettlementType, to_period
from sql.core.db import Connection, fetch, text
from sql.payments.payment import NewPayment
from sql.payments.settlement import NewSettlement

CLOSED_AFTER = timedelta(days=1, hours=9)
"""How long after its end a month was closed."""
PAID_AFTER = timedelta(days=21)
"""How long after the closing brands paid."""
PAY_DAY = 15
FAILED = 3
"""The number of the payment that failed and was retried."""
OPEN_EVERY, UNPAID_EVERY = 4, 3
"""Every how many brands one has not closed its last month, or has closed it but not paid."""


async def make(_: Connection, portal: Resources) -> Write:
    return partial(write, now=portal.clock.now())


async def write(db: Connection, now: datetime) -> None:
    uid = (await find(db)).uid
    await sql.reports.figures.rollup.lock_exclusive(db, uid)
    first = await settle(db, uid, now)
    if first is not None:
        await pay(db, uid, first, now)


async def settle(db: Connection, uid: int, now: datetime) -> date | None:
    """Close every past month of every brand. Returns the first of these months."""
    query = text(
        """
        select c.mid, min(i.validation_date) as first
          from conversion_item i
          join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
         where i.publisher_id = :uid and c.publisher_id = :uid and i.status = 'Approved'
         group by c.mid order by c.mid
        """,
        uid=uid,
    )
    firsts = {
        row["mid"]: day_of(row["first"], "UTC").replace(day=1) for row in await fetch(db, query)
    }
    newest = (now.date().replace(day=1) - ONE_DAY).replace(day=1)
    for number, (mid, first) in enumerate(firsts.items()):
        months = [
            month
            for month in month_starts(first, now.date())
            if start_of(next_month(month)) + CLOSED_AFTER < now
            # The staff of the demonstration have a month to close, too.
            and (month < newest or number % OPEN_EVERY)
        ]
        has_paid = bool(number % UNPAID_EVERY) or not number % OPEN_EVERY
        for month in months:
            await close(db, uid, mid, month, now, paid=has_paid or month != months[-1])
    return min(firsts.values(), default=None)


async def close(
    db: Connection, uid: int, mid: int, month: date, now: datetime, *, paid: bool
) -> None:
    before = start_of(next_month(month))
    closed = before + CLOSED_AFTER
    paid_at = closed + PAID_AFTER if paid and closed + PAID_AFTER < now else None
    await sql.network.payments.settlement_months.start(db, [mid], month, closed)
    await sql.network.payments.settlement_months.finish(db, mid, month, closed)
    if paid_at:
        reference = f"BACS {mid}-{to_period(month)}"
        await sql.network.payments.settlement_months.claim_paid(db, mid, month, reference, paid_at)
    await add_settlement(db, uid, mid, month, before, closed, paid_at)


async def add_settlement(
    db: Connection,
    uid: int,
    mid: int,
    month: date,
    before: datetime,
    closed: datetime,
    paid_at: datetime | None,
) -> None:
    """Settle what the publisher earned with a brand before a time, in a month that was closed and perhaps paid."""
    sums = await sql.payments.settlement.sum_unsettled(db, uid, mid, before)
    if sums is None or not sums.amount:
        return
    number = await sql.payments.settlement.next_id(db)
    source = f"commission:{mid}:{to_period(month)}"
    settlement = NewSettlement(
        uid, number, SettlementType.COMMISSION, mid, month, source, sums.amount, sums.currency,
        sums.items, sums.orders, "", paid_at,
    )  # fmt: skip
    await sql.payments.settlement.add(db, settlement, closed)
    await sql.payments.settlement.mark_items(db, settlement, before, closed)
    await post(db, settlement, PostingKind.SETTLED, settlement_lines(settlement.amount), closed)
    if paid_at:
        await post(
            db, settlement, PostingKind.BRAND_PAID, brand_paid_lines(settlement.amount), paid_at
        )


async def post(
    db: Connection,
    settlement: NewSettlement,
    kind: PostingKind,
    lines: tuple[Line, ...],
    at: datetime,
) -> None:
    posting = Posting(
        settlement.publisher_id, kind, settlement.currency, lines, settlement.settlement_id
    )
    await sql.payments.ledger.add(db, [posting], at)


async def pay(db: Connection, uid: int, first: date, now: datetime) -> None:
    """Make a payment on the same day of each month, of what brands had paid for. The last one waits for its batch."""
    count = 0
    days = [start_of(month.replace(day=PAY_DAY)) for month in month_starts(first, now.date())]
    *before, last = [at for day in days if (at := day + timedelta(hours=10)) < now]
    for at in before:
        if count == FAILED:
            await grant(db, uid, at - timedelta(days=2))
        if payment_id := await request(db, uid, at):
            count += 1
            await arrive(db, uid, payment_id, at, failed=count == FAILED)
    await request(db, uid, last)


async def grant(db: Connection, uid: int, at: datetime) -> None:
    number = await sql.payments.settlement.next_id(db)
    amount = network_minimum(CURRENCY, {}) * 2
    settlement = NewSettlement(
        uid, number, SettlementType.BONUS, None, at.date().replace(day=1), "bonus:demo", amount,
        CURRENCY, 0, 0, "Bonus for your best month", at,
    )  # fmt: skip
    await sql.payments.settlement.add(db, settlement, at)
    await post(db, settlement, PostingKind.BONUS, bonus_lines(amount), at)


async def request(db: Connection, uid: int, at: datetime) -> int | None:
    """Request a payment of all that could be withdrawn by then. Returns its number."""
    ready = text(
        """
        select settlement_id from settlement
         where publisher_id = :uid and payable_at <= :at and payment_id is null
        """,
        uid=uid,
        at=at,
    )
    wanted = {number for (number,) in await fetch(db, ready)}
    free = await sql.payments.settlement.lock_payable(db, uid)
    settlements = [each for each in free if each.settlement_id in wanted]
    gross = sum((each.amount for each in settlements), ZERO)
    [method, *_] = await sql.payments.payment_method.all_of(db, uid)
    if gross < network_minimum(CURRENCY, {}) or at < method.usable_from:
        return None
    payment = NewPayment(uid, method, CURRENCY, gross, ZERO, ZERO, scheduled=True)
    payment_id = await sql.payments.payment.add(db, payment, settlements, at)
    numbers = [each.settlement_id for each in settlements]
    await sql.payments.settlement.put_into_payment(db, uid, payment_id, numbers)
    return payment_id


async def arrive(db: Connection, uid: int, payment_id: int, at: datetime, *, failed: bool) -> None:
    """Process and send a payment in the days after it was requested."""
    payment = await sql.payments.payment.lock(db, uid, payment_id)
    assert payment is not None
    batch_id = await sql.network.payment.next_batch(db)
    moves: list[tuple[PostingKind, tuple[Line, ...], datetime]] = []

    async def process(when: datetime) -> None:
        moves.append((PostingKind.PROCESSING, processing_lines(payment.sums), when))
        await sql.payments.payment.set_processing(
            db,
            payment,
            payout_amount=payment.net,
            rate=Decimal(1),
            batch_id=batch_id,
            channel=PayoutChannel.FILE,
            now=when,
        )

    hours = {name: timedelta(hours=number) for name, number in HOURS.items()}
    await process(at + hours["processed"])
    if failed:
        when = at + hours["failed"]
        reason = "The bank did not answer in time"
        await sql.payments.payment.set_ended(db, payment, PaymentState.FAILED, reason, when)
        moves.append((PostingKind.FAILED, undone_lines(payment.sums, sent=False), when))
        await process(at + hours["retried"])
    sent, paid = at + hours["sent"], at + hours["paid"]
    await sql.payments.payment.set_sent(db, payment, f"FPS{payment_id}", sent)
    moves.append((PostingKind.SENT, sent_lines(payment.sums), sent))
    await sql.payments.payment.set_paid(db, payment, paid)
    await sql.payments.settlement.set_paid(db, uid, payment_id, paid)
    await sql.payments.paid_items.mark(db, uid, payment_id, paid)
    for kind, lines, when in moves:
        posting = Posting(uid, kind, payment.currency, lines, payment_id=payment_id)
        await sql.payments.ledger.add(db, [posting], when)


HOURS = {"processed": 2, "failed": 4, "retried": 26, "sent": 30, "paid": 78}
"""Hours after the request at which a payment reached each state."""


def start_of(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
