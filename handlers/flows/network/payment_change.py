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
    payment = await payment_transitions.lock(ctx, uid, change.payment_id)
    if not is_recorded(payment, change):
        payment_transitions.check_change(payment, change.status)
        check_manual_change(payment)
        await advance_to(ctx, payment, change)
        await record(
            ctx,
            Login(uid, 0),
            operator_id=ctx.account.id,
            payment_id=str(payment.payment_id),
            status=change.status,
            reason=change.reason or change.reference or "",
        )
    updated = await sql.payments.payment.get(ctx.db, uid, payment.payment_id)
    assert updated is not None
    return updated


def check_manual_change(payment: StoredPayment) -> None:
    """Raise a Fault while the provider, which is still asked, decides the payment's state."""
    if payment.next_ask_at is not None:
        why = (
            "The payout provider is still asked about this payment, and its answer will be recorded; "
            f"after {ASKED_FOR.days} days without one, record the outcome by hand"
        )
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.status")


def is_recorded(payment: StoredPayment, change: PaymentChange) -> bool:
    """Whether it is in this state; once sent, under the same reference."""
    if payment.state is not change.status:
        return False
    return change.status is not PaymentState.SENT or payment.trace_id == change.reference


async def advance_to(ctx: Operator, payment: StoredPayment, change: PaymentChange) -> None:
    match change.status:
        case PaymentState.PROCESSING:
            if payment.payout_amount is None or payment.rate is None:
                why = "A requested payment is taken into a batch by /network/pay"
                raise Fault(Code.STATE_FORBIDS, why, field="attributes.status")
            await payment_batch.check_payee(ctx, payment)
            await payment_transitions.process(
                ctx,
                payment,
                amount=payment.payout_amount,
                rate=payment.rate,
                batch_id=payment.batch_id,
                channel=payment_batch.retry_channel(ctx, payment),
            )
        case PaymentState.SENT:
            await payment_transitions.send(ctx, payment, change.reference or "")
        case PaymentState.PAID:
            await payment_transitions.pay(ctx, payment)
        case _:
            await payment_transitions.end(ctx, payment, change.status, change.reason)
