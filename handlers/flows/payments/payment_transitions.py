"""Changes of a payment's state, each with its ledger lines, items and event, in one transaction."""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

import sql.accounts.publisher
import sql.core.outbox
import sql.home.notice
import sql.payments.ledger
import sql.payments.paid_items
import sql.payments.payment
import sql.payments.payment_method
import sql.payments.payment_schedule
import sql.payments.settlement
from handlers.flows.network_day import network_day
from handlers.flows.payments import document_issuing
from handlers.flows.payments.document_issuing import Context
from rpc import Code, Fault
from rpc.jobs.account_mail import notify_team
from rpc.jobs.job import job_for
from rpc.monitoring.metrics import PAYMENTS
from schema.core.event import Event, EventType
from schema.core.money import format_money
from schema.core.sandbox import is_live
from schema.home.own_notice import payment_notice
from schema.payments.ledger import (
    Line,
    Posting,
    PostingKind,
    processing_lines,
    sent_lines,
    undone_lines,
)
from schema.payments.method_failure import lies_in_method
from schema.payments.payee import METHOD_NAMES, MethodKind
from schema.payments.payment import (
    FREEING,
    NEXT_STATES,
    Payment,
    PaymentState,
    PayoutChannel,
    StoredPayment,
)
from schema.payments.payout_polling import FollowPayout
from schema.payments.settlement import SettlementState


class Payout(NamedTuple):
    """The amount of a payment that is processed, with its exchange rate, its batch and the channel it leaves by."""

    amount: Decimal
    rate: Decimal
    batch_id: int | None
    channel: PayoutChannel


class Change(NamedTuple):
    """The next state of a payment, with what that state needs. A publisher gets no mail about its own changes."""

    to: PaymentState
    payout: Payout | None = None
    reference: str = ""
    reason: str | None = None
    by_publisher: bool = False


async def transition(ctx: Context, payment: StoredPayment, change: Change) -> None:
    """Move a payment to another state, in the caller's transaction. Raises STATE_FORBIDS if that is not allowed."""
    check_change(payment, change.to)
    match change.to:
        case PaymentState.PROCESSING:
            assert change.payout is not None
            await process(ctx, payment, change.payout)
        case PaymentState.SENT:
            await send(ctx, payment, change.reference)
        case PaymentState.PAID:
            await pay(ctx, payment)
        case _:
            await end(ctx, payment, change)


def check_change(payment: StoredPayment, to: PaymentState) -> None:
    """Raise STATE_FORBIDS, naming the states that may follow, if a payment may not change to this one."""
    if to not in NEXT_STATES[payment.state]:
        may = ", ".join(sorted(NEXT_STATES[payment.state])) or "nothing"
        why = f"The payment is {payment.state}, which can be followed by: {may}"
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.status")


async def lock(ctx: Context, uid: int, payment_id: int) -> StoredPayment:
    """Lock a payment until the transaction ends, and return it. Raises NOT_FOUND."""
    await sql.accounts.publisher.lock(ctx.db, uid)
    payment = await sql.payments.payment.lock(ctx.db, uid, payment_id)
    if payment is None:
        raise Fault(Code.NOT_FOUND, field="attributes.payment_id")
    return payment


async def process(ctx: Context, payment: StoredPayment, payout: Payout) -> None:
    """Start processing a payment as part of a batch, or a failed one again with its former amount."""
    await sql.payments.payment.set_processing(
        ctx.db,
        payment,
        payout_amount=payout.amount,
        rate=payout.rate,
        batch_id=payout.batch_id,
        channel=payout.channel,
        now=ctx.now,
    )
    if payout.channel is PayoutChannel.PROVIDER:
        follow = FollowPayout(payment.publisher_id, payment.payment_id)
        key = f"payout:{payment.payment_id}:{payment.attempt + 1}"
        await job_for(FollowPayout).later(ctx.db, follow, key=key)
    await post(ctx, payment, PostingKind.PROCESSING, processing_lines(payment.sums))


async def send(ctx: Context, payment: StoredPayment, reference: str) -> None:
    await sql.payments.payment.set_sent(ctx.db, payment, reference, ctx.now)
    observe(ctx, payment, "sent")
    await post(ctx, payment, PostingKind.SENT, sent_lines(payment.sums))
    await document_issuing.issue(ctx, payment)
    await publish(ctx, payment, EventType.PAYMENT_SENT, PaymentState.SENT)
    await notify_publisher(ctx, payment)


async def pay(ctx: Context, payment: StoredPayment) -> None:
    """Record that a payment has arrived."""
    await sql.payments.payment.set_paid(ctx.db, payment, ctx.now)
    await sql.payments.settlement.set_paid(
        ctx.db, payment.publisher_id, payment.payment_id, ctx.now
    )
    await sql.payments.paid_items.mark(ctx.db, payment.publisher_id, payment.payment_id, ctx.now)


async def end(ctx: Context, payment: StoredPayment, change: Change) -> None:
    """Record that a payment failed, was returned or was cancelled."""
    # A publisher gives no reason; why its payment failed is still true once it is cancelled.
    to, reason = change.to, payment.failure_reason if change.by_publisher else change.reason
    await sql.payments.payment.set_ended(ctx.db, payment, to, reason, ctx.now)
    if to is PaymentState.FAILED:
        observe(ctx, payment, "failed")
    sent = payment.state in (PaymentState.SENT, PaymentState.PAID)
    if sent or payment.state is PaymentState.PROCESSING:
        kind = PostingKind.FAILED if to is PaymentState.FAILED else PostingKind.RETURNED
        await post(ctx, payment, kind, undone_lines(payment.sums, sent=sent))
    if payment.state is PaymentState.PAID:
        await sql.payments.paid_items.mark(ctx.db, payment.publisher_id, payment.payment_id, None)
    if to in FREEING:
        freed = await sql.payments.settlement.free(ctx.db, payment.publisher_id, payment.payment_id)
        paid = payment.state is PaymentState.PAID
        before = SettlementState.PAID if paid else SettlementState.REQUESTED
        await sql.core.outbox.add(ctx.db, [each.to_event(before) for each in freed], ctx.now)
        await document_issuing.take_back(ctx, payment)
    if to is not PaymentState.CANCELLED:
        await publish(ctx, payment, EventType.PAYMENT_FAILED, to, reason or "")
    if to is PaymentState.RETURNED:
        await publish(ctx, payment, EventType.PAYMENT_RETURNED, to, reason or "")
    if not change.by_publisher:
        await notify_publisher(ctx, payment)


def observe(ctx: Context, payment: StoredPayment, outcome: str) -> None:
    if not is_live(payment.publisher_id):
        return
    PAYMENTS.observe((ctx.now - payment.requested_at).total_seconds(), outcome)


async def post(
    ctx: Context, payment: StoredPayment, kind: PostingKind, lines: Sequence[Line]
) -> None:
    posting = Posting(
        payment.publisher_id, kind, payment.currency, tuple(lines), payment_id=payment.payment_id
    )
    await sql.payments.ledger.add(ctx.db, [posting], ctx.now)


async def publish(
    ctx: Context, payment: StoredPayment, kind: EventType, status: PaymentState, note: str = ""
) -> None:
    body = {
        "payment_id": payment.payment_id,
        "status": status,
        "previous_status": payment.state,
        "amount": payment.net,
        "currency": payment.currency,
        "note": note,
        "paid_date": network_day(ctx) if kind is EventType.PAYMENT_SENT else None,
    }
    await sql.core.outbox.add(ctx.db, [Event(payment.publisher_id, kind, body)], ctx.now)


async def notify_publisher(ctx: Context, payment: StoredPayment) -> None:
    """Queue a mail and add a notice about a payment's new state, in the transaction that changed it."""
    uid = payment.publisher_id
    now = await sql.payments.payment.get(ctx.db, uid, payment.payment_id)
    assert now is not None
    notice = payment_notice(now, format_amount(now))
    await sql.home.notice.add_own(ctx.db, uid, notice, ctx.now)
    held = await sql.payments.payment_method.find_schedule_failure(ctx.db, uid)
    schedule = await sql.payments.payment_schedule.get(ctx.db, uid, now.currency)
    values = {
        "payment": str(now.payment_id),
        "state": now.status.value,
        "amount": format_amount(now),
        "kind": METHOD_NAMES[MethodKind(now.method)],
        "payee": now.payee,
        "reference": now.trace_id or "",
        "reason": now.failure_reason or "",
        "fault": "method" if lies_in_method(now.failure_reason) else "",
        "schedule": "waits" if held and schedule.day is not None else "",
    }
    await notify_team(ctx, uid, "payment_state", mailing="payments", **values)


def format_amount(payment: Payment) -> str:
    """The amount paid out; before the payment is processed, the net amount in the publisher's currency."""
    if payment.payout_amount is None:
        return format_money(payment.net, payment.currency)
    return format_money(payment.payout_amount, payment.payout_currency)
