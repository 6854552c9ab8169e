"""What becomes of a payment: each change with its lines in the ledger, its items and its event, in one transaction."""

from collections.abc import Sequence
from decimal import Decimal

import sql.accounts.publisher
import sql.core.outbox
import sql.payments.ledger
import sql.payments.paid_items
import sql.payments.payment
import sql.payments.settlement
from handlers.flows.payments import documents, payment_mails
from handlers.flows.payments.documents import Context
from rpc import Code, Fault
from rpc.jobs.job import job_for
from schema.core.event import Event, EventType
from schema.payments.ledger import (
    Line,
    Posting,
    PostingKind,
    processing_lines,
    sent_lines,
    undone_lines,
)
from schema.payments.payment import (
    FREEING,
    NEXT_STATES,
    PaymentState,
    PayoutChannel,
    StoredPayment,
)
from schema.payments.payout_provider import FollowPayout


async def lock(ctx: Context, uid: int, payment_id: int) -> StoredPayment:
    """The payment, which nobody else changes until the transaction ends."""
    await sql.accounts.publisher.lock(ctx.db, uid)
    payment = await sql.payments.payment.lock(ctx.db, uid, payment_id)
    if payment is None:
        raise Fault(Code.NOT_FOUND, field="attributes.payment_id")
    return payment


def check_cancel(payment: StoredPayment) -> None:
    """Raise the Fault that tells a publisher that its payment cannot be cancelled."""
    if PaymentState.CANCELLED not in NEXT_STATES[payment.state]:
        why = (
            f"Payment {payment.payment_id} is {payment.state}: only a payment that is requested or has"
            " failed can be cancelled"
        )
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.payment_id")


def check_change(payment: StoredPayment, to: PaymentState) -> None:
    """Raise the Fault that says which states may follow."""
    if to not in NEXT_STATES[payment.state]:
        may = ", ".join(sorted(NEXT_STATES[payment.state])) or "nothing"
        why = f"The payment is {payment.state}, which can be followed by: {may}"
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.status")


async def process(
    ctx: Context,
    payment: StoredPayment,
    *,
    amount: Decimal,
    rate: Decimal,
    batch_id: int | None,
    channel: PayoutChannel,
) -> None:
    """Take a payment into a batch, or a failed one again with the amount it had."""
    await sql.payments.payment.set_processing(
        ctx.db,
        payment,
        payout_amount=amount,
        rate=rate,
        batch_id=batch_id,
        channel=channel,
        now=ctx.now,
    )
    if channel is PayoutChannel.PROVIDER:
        follow = FollowPayout(payment.publisher_id, payment.payment_id)
        key = f"payout:{payment.payment_id}:{payment.attempt + 1}"
        await job_for(FollowPayout).later(ctx.db, follow, key=key)
    await post(ctx, payment, PostingKind.PROCESSING, processing_lines(payment.sums))


async def send(ctx: Context, payment: StoredPayment, reference: str) -> None:
    await sql.payments.payment.set_sent(ctx.db, payment, reference, ctx.now)
    await post(ctx, payment, PostingKind.SENT, sent_lines(payment.sums))
    await documents.issue(ctx, payment)
    await publish(ctx, payment, EventType.PAYMENT_SENT, PaymentState.SENT)
    await payment_mails.notify_publisher(ctx, payment)


async def pay(ctx: Context, payment: StoredPayment) -> None:
    """It has arrived."""
    await sql.payments.payment.set_paid(ctx.db, payment, ctx.now)
    await sql.payments.settlement.set_paid(
        ctx.db, payment.publisher_id, payment.payment_id, ctx.now
    )
    await sql.payments.paid_items.mark(ctx.db, payment.publisher_id, payment.payment_id, ctx.now)


async def end(
    ctx: Context,
    payment: StoredPayment,
    to: PaymentState,
    reason: str | None,
    *,
    by_publisher: bool = False,
) -> None:
    """It failed, came back or was cancelled; a publisher that cancels it itself gets no mail."""
    await sql.payments.payment.set_ended(ctx.db, payment, to, reason, ctx.now)
    sent = payment.state in (PaymentState.SENT, PaymentState.PAID)
    if sent or payment.state is PaymentState.PROCESSING:
        kind = PostingKind.FAILED if to is PaymentState.FAILED else PostingKind.RETURNED
        await post(ctx, payment, kind, undone_lines(payment.sums, sent=sent))
    if payment.state is PaymentState.PAID:
        await sql.payments.paid_items.mark(ctx.db, payment.publisher_id, payment.payment_id, None)
    if to in FREEING:
        await sql.payments.settlement.free(ctx.db, payment.publisher_id, payment.payment_id)
        await documents.take_back(ctx, payment)
    if to is not PaymentState.CANCELLED:
        await publish(ctx, payment, EventType.PAYMENT_FAILED, to, reason or "")
    if not by_publisher:
        await payment_mails.notify_publisher(ctx, payment)


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
    }
    await sql.core.outbox.add(ctx.db, [Event(payment.publisher_id, kind, body)], ctx.now)
