"""Batches of payments: which are taken, at which rate, and their file for the bank."""

import json
from datetime import date, timedelta
from decimal import Decimal

import sql.network.payment
import sql.network.payments.legal_entity
import sql.orders.attribution
import sql.payments.payment_method
from handlers.flows.network.publisher_names import name_publishers
from handlers.flows.payments import payment_transitions
from handlers.flows.payments.payment_request import PaymentOptions, request
from rpc import Code, Fault, Operator
from schema.network.payout import (
    BATCH_MAX,
    FileFormat,
    PayBatch,
    PayoutFile,
    PayoutFileRequest,
    PayPreview,
    PayRefusal,
)
from schema.orders.commission_amount import convert
from schema.payments.payment import PaymentState, PayoutChannel, StoredPayment
from schema.payments.payment_method import associated_data
from schema.payments.payout_file import Debtor, Payee, write_csv, write_pain
from sql.network.payment import BatchPayment
from sql.orders.attribution import RateKey

RATE_DAYS = timedelta(days=7)
"""How old a rate may be by which money is paid out."""
EXCLUDED_NAMED = 3
"""Payments that an empty file names; a file that holds any lists all that it does not."""


async def request_scheduled(ctx: Operator, day: date) -> list[PayRefusal]:
    """Request the payments that are due by their publishers' schedules. Returns those that cannot be made."""
    zone = ctx.resources.settings.network_time_zone
    due = await sql.network.payment.find_scheduled(ctx.db, day, zone, BATCH_MAX)
    refused = []
    for uid, currency in due:
        try:
            async with ctx.db.transaction():
                await request(ctx, uid, currency, PaymentOptions(scheduled=True))
        except Fault as fault:
            refused.append(refusal(uid, None, fault))
    return refused


async def preview_batch(ctx: Operator, day: date) -> PayPreview:
    """What a batch would take."""
    zone = ctx.resources.settings.network_time_zone
    requested = await sql.network.payment.sum_requested(ctx.db, BATCH_MAX)
    scheduled = await sql.network.payment.sum_scheduled(ctx.db, day, zone, BATCH_MAX)
    return PayPreview(
        payments=sum(each.count for each in requested),
        amounts={each.currency: each.amount for each in requested},
        scheduled=sum(each.count for each in scheduled),
        scheduled_amounts={each.currency: each.amount for each in scheduled},
    )


async def create_batch(ctx: Operator, day: date) -> PayBatch:
    """Take the requested payments into a batch, each in a transaction of its own."""
    refused = await request_scheduled(ctx, day)
    batch_id, amounts, count = None, dict[str, Decimal](), 0
    for uid, payment_id in await sql.network.payment.find_requested(ctx.db, BATCH_MAX):
        batch_id = batch_id or await sql.network.payment.next_batch(ctx.db)
        try:
            async with ctx.db.transaction():
                payment = await payment_transitions.lock(ctx, uid, payment_id)
                if payment.state is not PaymentState.REQUESTED:
                    continue
                await check_payee(ctx, payment)
                rate = await find_rate(ctx, payment, day)
                amount = convert(payment.net, rate, payment.payout_currency)
                if amount <= 0:
                    raise Fault(Code.NOTHING_TO_PAY)
                await payment_transitions.process(
                    ctx,
                    payment,
                    amount=amount,
                    rate=rate,
                    batch_id=batch_id,
                    channel=channel_of(ctx),
                )
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
    """How payments leave now; one that was taken before keeps its own."""
    return PayoutChannel.PROVIDER if ctx.resources.payout_provider else PayoutChannel.FILE


def retry_channel(ctx: Operator, payment: StoredPayment) -> PayoutChannel:
    """How a failed payment leaves when it is tried again: as before, unless that provider is not set any more."""
    return PayoutChannel.FILE if ctx.resources.payout_provider is None else payment.channel


def refusal(uid: int, payment_id: int | None, fault: Fault) -> PayRefusal:
    return PayRefusal(
        uid=uid, publisher=None, payment_id=payment_id, code=fault.number, reason=str(fault)
    )


async def check_payee(ctx: Operator, payment: StoredPayment) -> None:
    """Raise the Fault that says why nothing may go to this publisher, or by this method."""
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
    """The rate of the day, or the last one of the seven days before."""
    if payment.currency == payment.payout_currency:
        return Decimal(1)
    key = RateKey(payment.currency, payment.payout_currency, day)
    rate = await sql.orders.attribution.find_recent_rate(ctx.db, key, day - RATE_DAYS)
    if rate is None:
        why = f"There is no rate from {payment.currency} to {payment.payout_currency} from the last 7 days"
        raise Fault(Code.RATE_MISSING, why)
    return rate


async def write_file(ctx: Operator, request: PayoutFileRequest) -> PayoutFile:
    """The file of a batch for the bank, of the payments that are being processed."""
    payments = await sql.network.payment.batch(ctx.db, request.batch_id)
    if not payments:
        raise Fault(Code.NOT_FOUND, field="attributes.batch_id")
    payees, excluded = list[Payee](), list[PayRefusal]()
    for payment in payments:
        if payment.state is not PaymentState.PROCESSING:
            excluded.append(exclusion(payment, f"The payment is {payment.state}"))
        elif payment.channel is PayoutChannel.PROVIDER:
            excluded.append(exclusion(payment, "It leaves by the payout provider"))
        elif not payment.sealed or not payment.row_key:
            why = "The payment method has changed since: set the payment to failed"
            excluded.append(exclusion(payment, why))
        else:
            payee = open_payee(ctx, payment, payment.sealed, payment.row_key)
            if request.format is FileFormat.PAIN and not payee.is_sepa:
                excluded.append(exclusion(payment, "Not in EUR to an IBAN: it is in the CSV file"))
            else:
                payees.append(payee)
    if not payees:
        raise Fault(Code.NOTHING_TO_PAY, name_excluded(excluded), field="attributes.batch_id")
    total: dict[str, Decimal] = {}
    for payee in payees:
        total[payee.currency] = total.get(payee.currency, Decimal(0)) + payee.amount
    if request.format is FileFormat.CSV:
        name, content = f"payments-{request.batch_id}.csv", write_csv(payees)
    else:
        debtor = await find_debtor(ctx, request.entity_id)
        name = f"payments-{request.batch_id}.xml"
        content = write_pain(request.batch_id, debtor, payees, ctx.now)
    rows = await name_publishers(ctx.db, excluded)
    return PayoutFile(name=name, content=content, payments=len(payees), total=total, rows=rows)


async def find_debtor(ctx: Operator, entity_id: int | None) -> Debtor:
    entity = await sql.network.payments.legal_entity.get(ctx.db, entity_id)
    if entity is None:
        if entity_id is not None:
            raise Fault(Code.NOT_FOUND, field="attributes.entity_id")
        raise Fault(Code.STATE_FORBIDS, "Save the company that pays first: /network/entity_save")
    return Debtor(entity.name, entity.country, entity.iban, entity.bic)


def exclusion(payment: BatchPayment, why: str) -> PayRefusal:
    code = Code.STATE_FORBIDS.number
    return PayRefusal(
        uid=payment.publisher_id,
        publisher=None,
        payment_id=payment.payment_id,
        code=code,
        reason=why,
    )


def name_excluded(excluded: list[PayRefusal]) -> str:
    """Why a file would be empty, in one sentence: the first payments, and how many more there are."""
    first = [f"payment {row.payment_id}: {row.reason}" for row in excluded[:EXCLUDED_NAMED]]
    more = len(excluded) - len(first)
    return "The file would be empty. " + "; ".join([*first, *([f"{more} more"] if more else [])])


def open_payee(ctx: Operator, payment: BatchPayment, sealed: str, row_key: str) -> Payee:
    """A payment with the decrypted fields of its method."""
    where = associated_data(payment.publisher_id, row_key)
    fields: dict[str, str] = json.loads(ctx.resources.encryption.open(sealed, where))
    return Payee(
        payment.payment_id,
        payment.publisher_id,
        payment.method,
        payment.country or "",
        payment.payout_currency,
        payment.payout_amount,
        fields,
    )
