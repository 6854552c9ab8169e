"""What the network records of a payment: that it was sent, arrived, failed, came back or is cancelled."""

import sql.network.payment
import sql.payments.payment
from handlers.flows.network import payment_batch
from handlers.flows.payments import payment_transitions
from rpc import Code, Fault, Operator
from rpc.calls.audit import record
from schema.network.payout import PaymentChange
from schema.payments.payment import Payment, PaymentState, StoredPayment
from schema.payments.payout_provider import ASKED_FOR
from sql.accounts.account import Login


async def change(ctx: Operator, change: PaymentChange) -> Payment:
    """Record a change, in the caller's transaction; one that is recorded already changes nothing."""
    for flaw in change.find_flaws():
        raise flaw.to_fault()
    uid = await sql.network.payment.find_owner(ctx.db, change.payment_id)
    if uid is None:
        raise Fault(Code.NOT_FOUND, field="attributes.payment_id")
    kept = await payment_transitions.lock(ctx, uid, change.payment_id)
    if not is_recorded(kept, change):
        payment_transitions.check_change(kept, change.status)
        check_hand(kept)
        await advance_to(ctx, kept, change)
        await record(
            ctx,
            Login(uid, 0),
            operator_id=ctx.account.id,
            payment_id=str(kept.payment_id),
            status=change.status,
            reason=change.reason or change.reference or "",
        )
    found = await sql.payments.payment.get(ctx.db, uid, kept.payment_id)
    assert found is not None
    return found


def check_hand(kept: StoredPayment) -> None:
    """Raise the Fault that says that the provider, which is still asked, has the word."""
    if kept.next_ask_at is not None:
        why = (
            "The payout provider is asked about this payment and its answer is recorded; "
            f"after {ASKED_FOR.days} days without one it is recorded by hand"
        )
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.status")


def is_recorded(kept: StoredPayment, change: PaymentChange) -> bool:
    """Whether it is in this state; once sent, under the same reference."""
    if kept.state is not change.status:
        return False
    return change.status is not PaymentState.SENT or kept.trace_id == change.reference


async def advance_to(ctx: Operator, kept: StoredPayment, change: PaymentChange) -> None:
    match change.status:
        case PaymentState.PROCESSING:
            if kept.payout_amount is None or kept.rate is None:
                why = "A requested payment is taken by /network/pay"
                raise Fault(Code.STATE_FORBIDS, why, field="attributes.status")
            await payment_batch.check_payee(ctx, kept)
            await payment_transitions.process(
                ctx,
                kept,
                amount=kept.payout_amount,
                rate=kept.rate,
                batch_id=kept.batch_id,
                channel=payment_batch.retry_channel(ctx, kept),
            )
        case PaymentState.SENT:
            await payment_transitions.send(ctx, kept, change.reference or "")
        case PaymentState.PAID:
            await payment_transitions.pay(ctx, kept)
        case _:
            await payment_transitions.end(ctx, kept, change.status, change.reason)
