"""What becomes of a payment: each change with its lines in the ledger, its items and its event, in one transaction."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Protocol

import sql.accounts.publisher
import sql.core.outbox
import sql.payments.ledger
import sql.payments.paid_items
import sql.payments.payment
import sql.payments.settlement
from handlers.flows.payments import documents
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
from sql.core.db import Connection


class Context(Protocol):
    @property
    def db(self) -> Connection: ...
    @property
    def now(self) -> datetime: ...


async def lock(ctx: Context, uid: int, payment_id: int) -> StoredPayment:
    """The payment, which nobody else changes until the transaction ends."""
    await sql.accounts.publisher.lock(ctx.db, uid)
    kept = await sql.payments.payment.lock(ctx.db, uid, payment_id)
    if kept is None:
        raise Fault(Code.NOT_FOUND, field="attributes.payment_id")
    return kept


def check_change(kept: StoredPayment, to: PaymentState) -> None:
    """Raise the Fault that says which states may follow."""
    if to not in NEXT_STATES[kept.state]:
        may = ", ".join(sorted(NEXT_STATES[kept.state])) or "nothing"
        why = f"The payment is {kept.state}, which can be followed by: {may}"
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.status")


async def process(
    ctx: Context,
    kept: StoredPayment,
    *,
    amount: Decimal,
    rate: Decimal,
    batch_id: int | None,
    channel: PayoutChannel,
) -> None:
    """Take a payment into a batch, or a failed one again with the amount it had."""
    await sql.payments.payment.set_processing(
        ctx.db,
        kept,
        payout_amount=amount,
        rate=rate,
        batch_id=batch_id,
        channel=channel,
        now=ctx.now,
    )
    if channel is PayoutChannel.PROVIDER:
        follow = FollowPayout(kept.publisher_id, kept.payment_id)
        key = f"payout:{kept.payment_id}:{kept.attempt + 1}"
        await job_for(FollowPayout).later(ctx.db, follow, key=key)
    await post(ctx, kept, PostingKind.PROCESSING, processing_lines(kept.sums))


async def send(ctx: Context, kept: StoredPayment, reference: str) -> None:
    await sql.payments.payment.set_sent(ctx.db, kept, reference, ctx.now)
    await post(ctx, kept, PostingKind.SENT, sent_lines(kept.sums))
    await documents.issue(ctx, kept)
    await publish(ctx, kept, EventType.PAYMENT_SENT, PaymentState.SENT)


async def pay(ctx: Context, kept: StoredPayment) -> None:
    """It has arrived."""
    await sql.payments.payment.set_paid(ctx.db, kept, ctx.now)
    await sql.payments.settlement.set_paid(ctx.db, kept.publisher_id, kept.payment_id, ctx.now)
    await sql.payments.paid_items.mark(ctx.db, kept.publisher_id, kept.payment_id, ctx.now)


async def end(ctx: Context, kept: StoredPayment, to: PaymentState, reason: str | None) -> None:
    """It failed, came back or was cancelled."""
    await sql.payments.payment.set_ended(ctx.db, kept, to, reason, ctx.now)
    sent = kept.state in (PaymentState.SENT, PaymentState.PAID)
    if sent or kept.state is PaymentState.PROCESSING:
        kind = PostingKind.FAILED if to is PaymentState.FAILED else PostingKind.RETURNED
        await post(ctx, kept, kind, undone_lines(kept.sums, sent=sent))
    if kept.state is PaymentState.PAID:
        await sql.payments.paid_items.mark(ctx.db, kept.publisher_id, kept.payment_id, None)
    if to in FREEING:
        await sql.payments.settlement.free(ctx.db, kept.publisher_id, kept.payment_id)
        await documents.take_back(ctx, kept)
    if to is not PaymentState.CANCELLED:
        await publish(ctx, kept, EventType.PAYMENT_FAILED, to, reason or "")


async def post(ctx: Context, kept: StoredPayment, kind: PostingKind, lines: Sequence[Line]) -> None:
    posting = Posting(
        kept.publisher_id, kind, kept.currency, tuple(lines), payment_id=kept.payment_id
    )
    await sql.payments.ledger.add(ctx.db, [posting], ctx.now)


async def publish(
    ctx: Context, kept: StoredPayment, kind: EventType, status: PaymentState, note: str = ""
) -> None:
    body = {
        "payment_id": kept.payment_id,
        "status": status,
        "previous_status": kept.state,
        "amount": kept.net,
        "currency": kept.currency,
        "note": note,
    }
    await sql.core.outbox.add(ctx.db, [Event(kept.publisher_id, kind, body)], ctx.now)
