"""Requesting payments: by the publisher, or by its schedule when the network pays."""

from typing import NamedTuple

import sql.accounts.publisher
import sql.payments.issued_document
import sql.payments.payment
import sql.payments.payment_method
import sql.payments.payment_schedule
import sql.payments.settlement
from handlers.flows.payments.documents import Context, get_billing
from rpc import Code, Fault
from schema.core.money import ZERO, round_money
from schema.payments.payment_method import StoredMethod
from schema.payments.payout_minimum import network_minimum
from sql.payments.payment import NewPayment
from sql.payments.settlement import OpenSettlement


class PaymentOptions(NamedTuple):
    """What a payment consists of, and where it goes. None stands for everything, and for the default method."""

    settlement_ids: list[int] | None = None
    method_id: int | None = None
    scheduled: bool = False


async def request(ctx: Context, uid: int, currency: str, options: PaymentOptions) -> int:
    """Request a payment, in the caller's transaction; returns its number."""
    await sql.accounts.publisher.lock(ctx.db, uid)
    method = await find_method(ctx, uid, options.method_id)
    settlements = await take(ctx, uid, options.settlement_ids)
    gross = sum((each.amount for each in settlements), ZERO)
    if gross <= 0:
        raise Fault(Code.NOTHING_TO_PAY)
    own = (await sql.payments.payment_schedule.get(ctx.db, uid)).minimum
    minimum = network_minimum(currency) if own is None else own
    if gross < minimum:
        stated_amount = round_money(gross, currency)
        raise Fault(
            Code.BELOW_MINIMUM,
            f"{stated_amount} {currency} is below the minimum of {minimum} {currency}",
        )
    fee = ctx.resources.settings.payment_fees.get(f"{method.kind}:{currency}", ZERO)
    billing = await get_billing(ctx, uid)
    vat = billing.vat_of(gross, currency)
    payment = NewPayment(
        uid, method, currency, gross, round_money(fee, currency), vat, options.scheduled
    )
    if payment.gross <= payment.fee:
        raise Fault(Code.NOTHING_TO_PAY, "The fee exceeds the amount")
    payment_id = await sql.payments.payment.add(ctx.db, payment, settlements, ctx.now)
    await sql.payments.issued_document.set_billing(ctx.db, uid, payment_id, billing)
    await sql.payments.settlement.put_into_payment(
        ctx.db, uid, payment_id, [each.settlement_id for each in settlements]
    )
    return payment_id


async def find_method(ctx: Context, uid: int, method_id: int | None) -> StoredMethod:
    """The method to pay to, which must have been left alone for a day."""
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


async def take(ctx: Context, uid: int, settlement_ids: list[int] | None) -> list[OpenSettlement]:
    """The settlements of a payment: those asked for, or all, and whatever is below zero."""
    free = await sql.payments.settlement.lock_payable(ctx.db, uid)
    missing = set(settlement_ids or ()) - {each.settlement_id for each in free}
    if missing:
        own = await sql.payments.settlement.find_existing(ctx.db, uid, missing)
        code = Code.STATE_FORBIDS if own == missing else Code.NOT_FOUND
        why = f"Settlement {min(own or missing)} cannot be withdrawn"
        raise Fault(code, why if own == missing else "", field="attributes.settlement_ids")
    return [
        each
        for each in free
        if settlement_ids is None or each.settlement_id in settlement_ids or each.amount < 0
    ]
