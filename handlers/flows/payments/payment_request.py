"""Requesting payments: by the publisher, or by its schedule when the network pays."""

from decimal import Decimal
from typing import NamedTuple

import sql.accounts.publisher
import sql.core.exchange_rate
import sql.payments.issued_document
import sql.payments.payment
import sql.payments.payment_method
import sql.payments.payment_schedule
import sql.payments.settlement
from handlers.flows.network_day import network_day
from handlers.flows.payments.document_issuing import Context, get_billing
from rpc import Code, Fault
from schema.core.money import ZERO, format_money, round_money
from schema.network.exchange_rate import RATE_DAYS
from schema.orders.commission_amount import convert
from schema.payments.payment_method import StoredMethod
from schema.payments.payout_minimum import network_minimum, payout_minimum
from sql.core.exchange_rate import RateKey
from sql.payments.payment import NewPayment
from sql.payments.settlement import OpenSettlement


class PaymentOptions(NamedTuple):
    """The settlements and the method of a payment. None means all settlements, and the default method."""

    settlement_ids: list[int] | None = None
    method_id: int | None = None
    scheduled: bool = False


async def request(ctx: Context, uid: int, options: PaymentOptions) -> int:
    """Request a payment, in the caller's transaction. Returns its number."""
    currency = await sql.accounts.publisher.lock_currency(ctx.db, uid)
    assert currency is not None
    method = await find_method(ctx, uid, options.method_id)
    if options.scheduled:
        await check_last_payment(ctx, uid)
    settlements = await take(ctx, uid, currency, options.settlement_ids)
    gross = sum((each.amount for each in settlements), ZERO)
    if gross <= 0:
        raise Fault(Code.NOTHING_TO_PAY)
    minimum = await find_minimum(ctx, uid, currency)
    if gross < minimum:
        least = format_money(minimum, currency)
        raise Fault(
            Code.BELOW_MINIMUM, f"{format_money(gross, currency)} is below the minimum of {least}"
        )
    fee = await find_fee(ctx, method, currency)
    billing = await get_billing(ctx, uid)
    vat = billing.vat_of(gross, currency)
    payment = NewPayment(uid, method, currency, gross, fee, vat, options.scheduled)
    if payment.gross <= payment.fee:
        raise Fault(Code.NOTHING_TO_PAY, "The fee exceeds the amount")
    payment_id = await sql.payments.payment.add(ctx.db, payment, settlements, ctx.now)
    await sql.payments.issued_document.set_billing(ctx.db, uid, payment_id, billing)
    await sql.payments.settlement.put_into_payment(
        ctx.db, uid, payment_id, [each.settlement_id for each in settlements]
    )
    return payment_id


async def check_last_payment(ctx: Context, uid: int) -> None:
    """Raise METHOD_NOT_USABLE if the last payment to the default method failed for a reason that lies in the method."""
    failure = await sql.payments.payment_method.find_schedule_failure(ctx.db, uid)
    if failure is not None:
        why = (
            f"The last payment to this method failed on {failure.at:%d %b %Y}: {failure.reason}. Scheduled payments"
            " wait until it is confirmed or changed, or another is the default"
        )
        raise Fault(Code.METHOD_NOT_USABLE, why)


async def find_minimum(ctx: Context, uid: int, currency: str) -> Decimal:
    """The minimum amount of a payment, before fee and VAT."""
    own = (await sql.payments.payment_schedule.get(ctx.db, uid, currency)).minimum
    least = network_minimum(currency, ctx.resources.settings.payout_minimums)
    return payout_minimum(currency, least, own)


async def find_fee(ctx: Context, method: StoredMethod, currency: str) -> Decimal:
    """The fee that a payment by this method costs the publisher, in the given currency.

    PAYMENT_FEES gives the fee in the method's currency. It is converted at the latest rate of the last seven days.
    """
    fee = ctx.resources.settings.payment_fees.get(f"{method.kind}:{method.currency}", ZERO)
    if not fee or method.currency == currency:
        return round_money(fee, currency)
    today = network_day(ctx)
    key = RateKey(method.currency, currency, today)
    rate = await sql.core.exchange_rate.find_rate(ctx.db, key)
    if rate is None:
        why = f"There is no rate of the last {RATE_DAYS.days} days from {method.currency} to {currency} for the fee"
        raise Fault(Code.RATE_MISSING, why)
    return convert(fee, rate, currency)


async def find_method(ctx: Context, uid: int, method_id: int | None) -> StoredMethod:
    """The payment method to use, whose wait must be over."""
    methods = await sql.payments.payment_method.all_of(ctx.db, uid)
    for method in methods:
        if method.id == method_id or (method_id is None and method.is_default):
            if ctx.now < method.usable_from:
                why = f"This payment method can be used from {method.usable_from:%d %b %Y, %H:%M} UTC on"
                raise Fault(Code.METHOD_NOT_USABLE, why, field="attributes.method_id")
            return method
    if method_id is None:
        raise Fault(
            Code.METHOD_NOT_USABLE, "Add a payment method first", field="attributes.method_id"
        )
    raise Fault(Code.NOT_FOUND, field="attributes.method_id")


async def take(
    ctx: Context, uid: int, currency: str, settlement_ids: list[int] | None
) -> list[OpenSettlement]:
    """The settlements to pay, all in one currency: the requested ones or all, and always the negative ones."""
    free = await sql.payments.settlement.lock_payable(ctx.db, uid)
    missing = set(settlement_ids or ()) - {each.settlement_id for each in free}
    if missing:
        own = await sql.payments.settlement.find_existing(ctx.db, uid, missing)
        if own != missing:
            raise Fault(Code.NOT_FOUND, field="attributes.settlement_ids")
        why = f"Settlement {min(own)} cannot be withdrawn"
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.settlement_ids")
    wanted = {each.settlement_id for each in free} if settlement_ids is None else {*settlement_ids}
    payable = [each for each in free if each.currency == currency]
    # `portal reconcile` tells the staff of these; they are never added to amounts of the publisher's own currency.
    strange = [each for each in free if each.currency != currency and each.settlement_id in wanted]
    if strange and (settlement_ids is not None or not payable):
        why = (
            f"Settlement {strange[0].settlement_id} is in {strange[0].currency}, and you are paid in"
            f" {currency}: please write to us"
        )
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.settlement_ids")
    return [each for each in payable if each.settlement_id in wanted or each.amount < 0]
