"""Calls for the network's staff: sending payments in batches, recording outcomes, and the nightly reconciliation."""

from datetime import timedelta
from decimal import Decimal

import msgspec
import structlog

import sql.network.payment
import sql.network.publisher
import sql.payments.payment
import sql.payments.payment_detail
from handlers.flows.filter_checks import check_days
from handlers.flows.network_day import network_day
from handlers.flows.payments.payment_transitions import (
    Change,
    Payout,
    check_change,
    lock,
    transition,
)
from handlers.flows.staff_mail import notify_staff
from handlers.network.money import payment_batch
from handlers.network.money.reconcile import check_publisher
from handlers.network.money.restore_hold import check_released
from handlers.network.publisher_names import name_publishers
from rpc import Code, Fault, Operator, Worker, job, procedure, query
from rpc.calls.audit import record
from schema.core.envelope import CursorPage, Nothing, Page
from schema.core.scalar import PAGE_SIZE_MAX
from schema.network.payout import (
    BATCH_MAX,
    BatchOutcome,
    BatchSent,
    NetworkPayment,
    NetworkPaymentFilter,
    PayBatch,
    PaymentChange,
    PaymentInfo,
    PaymentRefusal,
    PayPreview,
    PayRun,
)
from schema.payments.ledger import DIFFERENCES_NAMED
from schema.payments.payment import (
    DetailFilter,
    Payment,
    PaymentRef,
    PaymentState,
    StoredPayment,
)
from schema.payments.payout_polling import ASKED_FOR
from sql.accounts.account import Login

log = structlog.get_logger()

SENT_STATES = frozenset({PaymentState.SENT, PaymentState.PAID})


@procedure("/network/pay", permission="payment.send", raises=[Code.STATE_FORBIDS], atomic=False)
async def pay(ctx: Operator, attributes: PayRun) -> PayBatch:
    """Create a batch of all requested and due payments. Each payment left out has a row that says why."""
    await check_released(ctx)
    today = network_day(ctx)
    for flaw in attributes.find_flaws(today):
        raise flaw.to_fault()
    batch = await payment_batch.create_batch(ctx, attributes.date or today)
    if batch.batch_id is not None:
        await record(
            ctx,
            Login(0, ctx.account.id),
            batch_id=str(batch.batch_id),
            payments=str(batch.payments),
        )
    return batch


@query("/network/pay_preview", permission="payment.send", heavy=True)
async def pay_preview(ctx: Operator) -> PayPreview:
    """Count the payments that a batch created today would include, with their amounts. No batch is created."""
    zone = ctx.resources.settings.network_time_zone
    requested = await sql.network.payment.sum_requested(ctx.db, BATCH_MAX)
    scheduled = await sql.network.payment.sum_scheduled(ctx.db, network_day(ctx), zone, BATCH_MAX)
    return PayPreview(
        payments=sum(each.count for each in requested),
        amounts={each.currency: each.amount for each in requested},
        scheduled=sum(each.count for each in scheduled),
        scheduled_amounts={each.currency: each.amount for each in scheduled},
    )


@procedure("/network/payment_set", permission="payment.send", raises=[Code.STATE_FORBIDS])
async def payment_set(ctx: Operator, attributes: PaymentChange) -> Payment:
    """Record that a payment was sent, paid, failed, returned or cancelled; or retry a failed payment."""
    change = attributes
    for flaw in change.find_flaws():
        raise flaw.to_fault()
    uid = await sql.network.payment.find_owner(ctx.db, change.payment_id)
    if uid is None:
        raise Fault(Code.NOT_FOUND, field="attributes.payment_id")
    payment = await lock(ctx, uid, change.payment_id)
    if not is_recorded(payment, change):
        check_change(payment, change.status)
        check_manual_change(payment)
        if change.status is PaymentState.PROCESSING:
            await check_released(ctx)
        payout = (
            await find_payout(ctx, payment) if change.status is PaymentState.PROCESSING else None
        )
        await set_state(ctx, payment, change, payout)
    updated = await sql.payments.payment.get(ctx.db, uid, payment.payment_id)
    assert updated is not None
    return updated


@procedure("/network/batch_sent", permission="payment.send", atomic=False)
async def batch_sent(ctx: Operator, attributes: BatchSent) -> BatchOutcome:
    """Record that a batch was sent: each of its payments that is in a file for the bank and being processed."""
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    batch = await sql.network.payment.of_batch(ctx.db, attributes.batch_id)
    if not batch:
        raise Fault(Code.NOT_FOUND, field="attributes.batch_id")
    count, unchanged, amounts = 0, 0, dict[str, Decimal]()
    left_out = list[PaymentRefusal]()
    for each in batch:
        uid, payment_id = each.publisher_id, each.payment_id
        change = PaymentChange(
            payment_id=payment_id, status=PaymentState.SENT, reference=attributes.reference
        )
        try:
            async with ctx.db.transaction():
                payment = await lock(ctx, uid, payment_id)
                if payment.trace_id == attributes.reference and payment.state in SENT_STATES:
                    unchanged += 1
                    continue
                if payment.state is not PaymentState.PROCESSING:
                    continue
                if each.file_id is None:
                    raise Fault(Code.STATE_FORBIDS, "It is in no file for the bank")
                await set_state(ctx, payment, change)
        except Fault as fault:
            left_out.append(payment_batch.refusal(uid, payment_id, fault))
            continue
        count += 1
        currency, amount = payment.payout_currency, payment.payout_amount or Decimal(0)
        amounts[currency] = amounts.get(currency, Decimal(0)) + amount
    return BatchOutcome(
        batch_id=attributes.batch_id,
        payments=count,
        amounts=amounts,
        unchanged=unchanged,
        rows=await name_publishers(ctx.db, left_out),
    )


async def set_state(
    ctx: Operator, payment: StoredPayment, change: PaymentChange, payout: Payout | None = None
) -> None:
    """Move a payment to another state, and record who did."""
    await transition(
        ctx, payment, Change(change.status, payout, change.reference or "", change.reason)
    )
    await record(
        ctx,
        Login(payment.publisher_id, 0),
        operator_id=ctx.account.id,
        payment_id=str(payment.payment_id),
        status=change.status,
        reason=change.reason or change.reference or "",
    )


@query("/network/payments", permission="payment.send", raises=[Code.DATES_REVERSED], heavy=True)
async def payments(
    ctx: Operator, filter: NetworkPaymentFilter, page: Page
) -> CursorPage[NetworkPayment]:
    """List the payments of all publishers, the latest request first."""
    check_days(filter.start_date, filter.end_date)
    return await sql.network.payment.page(ctx.db, filter, page)


@query("/network/payment_info", permission="payment.send")
async def payment_info(ctx: Operator, attributes: PaymentRef) -> PaymentInfo:
    """Get a payment with its settlements, and the proof that orders and settlements sum to its amount."""
    filter = NetworkPaymentFilter(payment_id=attributes.payment_id)
    payments = (await sql.network.payment.page(ctx.db, filter, Page())).rows
    if not payments:
        raise Fault(Code.NOT_FOUND, field="attributes.payment_id")
    [payment] = payments
    parts, _ = await sql.payments.payment_detail.page(
        ctx.db,
        payment.uid,
        DetailFilter(payment_id=attributes.payment_id),
        Page(size=PAGE_SIZE_MAX),
    )
    [proof] = await sql.payments.payment_detail.prove(ctx.db, payment.uid, [attributes.payment_id])
    return PaymentInfo(**msgspec.structs.asdict(payment), parts=parts, proof=proof)


def check_manual_change(payment: StoredPayment) -> None:
    """Raise STATE_FORBIDS while the payout provider is still polled for the payment's outcome."""
    if payment.next_ask_at is not None:
        why = (
            "The payout provider is still asked about this payment, and its answer will be recorded; "
            f"after {ASKED_FOR.days} days without one, record the outcome by hand"
        )
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.status")


def is_recorded(payment: StoredPayment, change: PaymentChange) -> bool:
    """Whether a change is recorded already: the payment has the state and, once sent, the same reference."""
    if payment.state is not change.status:
        return False
    return change.status is not PaymentState.SENT or payment.trace_id == change.reference


async def find_payout(ctx: Operator, payment: StoredPayment) -> Payout:
    """The payout for retrying a failed payment. Raises a Fault if it may not be paid now."""
    if payment.payout_amount is None or payment.rate is None:
        why = "A requested payment is taken into a batch by /network/pay"
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.status")
    await payment_batch.check_payee(ctx, payment)
    channel = payment_batch.retry_channel(ctx, payment)
    return Payout(payment.payout_amount, payment.rate, payment.batch_id, channel)


@job("/network/reconcile", every=timedelta(days=1), atomic=False)
async def reconcile(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Check every publisher's figures and money, and mail the staff any differences."""
    wrong = []
    for uid in await sql.network.publisher.all_ids(ctx.db):
        wrong += await check_publisher(ctx.db, uid)
    if wrong:
        log.error(
            "figures or money do not add up",
            differences=len(wrong),
            first=wrong[:DIFFERENCES_NAMED],
        )
        first = "; ".join(wrong[:DIFFERENCES_NAMED])
        await notify_staff(ctx, "reconcile_failed", count=str(len(wrong)), first=first)
