"""Batches of payments: which payments are included, and at which exchange rate."""

from datetime import date
from decimal import Decimal

import sql.core.exchange_rate
import sql.network.payment
import sql.payments.payment_method
from handlers.flows.payments.payment_request import PaymentOptions, request
from handlers.flows.payments.payment_transitions import Change, Payout, lock, transition
from handlers.network.publisher_names import name_publishers
from rpc import Code, Fault, Operator
from schema.network.payout import BATCH_MAX, PayBatch, PaymentRefusal
from schema.orders.commission_amount import convert
from schema.payments.payment import PaymentState, PayoutChannel, StoredPayment
from sql.core.exchange_rate import RateKey


async def request_scheduled(ctx: Operator, day: date) -> list[PaymentRefusal]:
    """Request the payments that are due by their publishers' schedules. Returns the refused ones, with reasons."""
    zone = ctx.resources.settings.network_time_zone
    due = await sql.network.payment.find_scheduled(ctx.db, day, zone, BATCH_MAX)
    refused = []
    for uid, _ in due:
        try:
            async with ctx.db.transaction():
                await request(ctx, uid, PaymentOptions(scheduled=True))
        except Fault as fault:
            refused.append(refusal(uid, None, fault))
    return refused


async def create_batch(ctx: Operator, day: date) -> PayBatch:
    """Create a batch of the requested payments, each added in a separate transaction."""
    refused = await request_scheduled(ctx, day)
    batch_id, amounts, count = None, dict[str, Decimal](), 0
    for uid, payment_id in await sql.network.payment.find_requested(ctx.db, BATCH_MAX):
        batch_id = batch_id or await sql.network.payment.next_batch(ctx.db)
        try:
            async with ctx.db.transaction():
                payment = await lock(ctx, uid, payment_id)
                if payment.state is not PaymentState.REQUESTED:
                    continue
                await check_payee(ctx, payment)
                rate = await find_rate(ctx, payment, day)
                amount = convert(payment.net, rate, payment.payout_currency)
                if amount <= 0:
                    raise Fault(Code.NOTHING_TO_PAY)
                payout = Payout(amount, rate, batch_id, channel_of(ctx))
                await transition(ctx, payment, Change(PaymentState.PROCESSING, payout))
        except Fault as fault:
            refused.append(refusal(uid, payment_id, fault))
            continue
        count += 1
        before = amounts.get(payment.payout_currency, Decimal(0))
        amounts[payment.payout_currency] = before + amount
    requested = await sql.network.payment.count_requested(ctx.db)
    waiting = len([each for each in refused if each.payment_id is not None])
    return PayBatch(
        batch_id=batch_id if count else None,
        payments=count,
        amounts=amounts,
        remaining=max(0, requested - waiting),
        rows=await name_publishers(ctx.db, refused),
    )


def channel_of(ctx: Operator) -> PayoutChannel:
    """The channel by which new payments are sent. A payment that is already in a batch keeps its own."""
    return PayoutChannel.PROVIDER if ctx.resources.payout_provider else PayoutChannel.FILE


def retry_channel(ctx: Operator, payment: StoredPayment) -> PayoutChannel:
    """The channel for retrying a failed payment: the same as before, or a file if no provider is configured now."""
    return PayoutChannel.FILE if ctx.resources.payout_provider is None else payment.channel


def refusal(uid: int, payment_id: int | None, fault: Fault) -> PaymentRefusal:
    return PaymentRefusal(
        uid=uid, publisher=None, payment_id=payment_id, code=fault.number, reason=str(fault)
    )


async def check_payee(ctx: Operator, payment: StoredPayment) -> None:
    """Raise a Fault with the reason if the publisher or the payment method may not be paid now."""
    if not await sql.network.payment.is_open(ctx.db, payment.publisher_id):
        raise Fault(Code.NOT_ALLOWED, "The publisher's account is locked or closed")
    method = await sql.payments.payment_method.get(
        ctx.db, payment.publisher_id, payment.payment_method_id
    )
    if method is None:
        raise Fault(Code.METHOD_NOT_USABLE, "The payment method was deleted")
    if ctx.now < method.usable_from:
        why = f"The payment method changed; it can be used from {method.usable_from:%d %b %Y, %H:%M} UTC on"
        raise Fault(Code.METHOD_NOT_USABLE, why)
    if method.currency != payment.payout_currency:
        why = f"The payment method was changed to {method.currency}; cancel the payment and request it again"
        raise Fault(Code.METHOD_NOT_USABLE, why)


async def find_rate(ctx: Operator, payment: StoredPayment, day: date) -> Decimal:
    """The exchange rate of the day, or the latest of the seven days before. Raises RATE_MISSING."""
    if payment.currency == payment.payout_currency:
        return Decimal(1)
    key = RateKey(payment.currency, payment.payout_currency, day)
    rate = await sql.core.exchange_rate.find_rate(ctx.db, key)
    if rate is None:
        why = f"There is no rate from {payment.currency} to {payment.payout_currency} from the last 7 days"
        raise Fault(Code.RATE_MISSING, why)
    return rate
