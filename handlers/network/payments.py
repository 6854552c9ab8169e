"""Calls for the network's staff: payments in batches, their file for the bank, and what became of each."""

from datetime import timedelta

import structlog

import sql.network.payment
import sql.network.payments.legal_entity
import sql.network.publisher
from handlers.flows.filter_checks import check_days
from handlers.flows.network import details, payment_batch, payment_change
from handlers.flows.payments.documents import network_day
from handlers.flows.reconcile import check_publisher
from handlers.flows.staff_mail import notify_staff
from rpc import Code, Fault, Operator, Worker, job, procedure, query
from rpc.calls.audit import record
from schema.core.envelope import History, Nothing, Page, Rows
from schema.network.payout import (
    EntityDraft,
    NetworkPayment,
    NetworkPaymentFilter,
    PayBatch,
    PaymentChange,
    PaymentInfo,
    PayoutFile,
    PayoutFileRequest,
    PayPreview,
    PayRun,
)
from schema.payments.legal_entity import LegalEntity
from schema.payments.payment import Payment, PaymentRef
from sql.accounts.account import Login

log = structlog.get_logger()

SHOWN_MAX = 5
"""Differences listed in a mail to the staff; `portal reconcile` lists them all."""


@procedure("/network/pay", permission="payment.send", atomic=False)
async def pay(ctx: Operator, attributes: PayRun) -> PayBatch:
    """Take all requested and due payments into a batch. Each payment left out has a row that says why."""
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


@query("/network/pay_preview", permission="payment.send")
async def pay_preview(ctx: Operator) -> PayPreview:
    """Count the payments that a batch of today would take, with their amounts. Nothing is taken."""
    return await payment_batch.preview_batch(ctx, network_day(ctx))


@procedure("/network/payment_set", permission="payment.send", raises=[Code.STATE_FORBIDS])
async def payment_set(ctx: Operator, attributes: PaymentChange) -> Payment:
    """Record what became of a payment: sent, paid, failed, returned or cancelled; or take a failed one again."""
    return await payment_change.change(ctx, attributes)


@query("/network/payments", raises=[Code.DATES_REVERSED])
async def payments(
    ctx: Operator, filter: NetworkPaymentFilter, page: Page
) -> History[NetworkPayment]:
    """List the payments of all publishers, the latest request first."""
    check_days(filter.start_date, filter.end_date)
    return await sql.network.payment.page(ctx.db, filter, page)


@query("/network/payment_info", permission="payment.send")
async def payment_info(ctx: Operator, attributes: PaymentRef) -> PaymentInfo:
    """Get a payment with its settlements, and the proof that orders and settlements add up to it."""
    return await details.get_payment(ctx, attributes.payment_id)


@procedure(
    "/network/payout_file",
    permission="payment.send",
    raises=[Code.NOTHING_TO_PAY, Code.STATE_FORBIDS],
    secret=True,
)
async def payout_file(ctx: Operator, attributes: PayoutFileRequest) -> PayoutFile:
    """Make the file of a batch for the bank, which holds the payees' accounts in full."""
    file = await payment_batch.write_file(ctx, attributes)
    await record(
        ctx,
        Login(0, ctx.account.id),
        batch_id=str(attributes.batch_id),
        format=attributes.format,
        payments=str(file.payments),
    )
    return file


@procedure("/network/entity_save", permission="entity.edit")
async def entity_save(ctx: Operator, attributes: EntityDraft) -> Rows[LegalEntity]:
    """Save one of the network's paying companies; returns all of them."""
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    if await sql.network.payments.legal_entity.save(ctx.db, attributes, ctx.now) is None:
        raise Fault(Code.NOT_FOUND, field="attributes.entity_id")
    await record(ctx, Login(0, ctx.account.id), name=attributes.name)
    return Rows(await sql.network.payments.legal_entity.all_entities(ctx.db))


@query("/network/entities")
async def entities(ctx: Operator) -> Rows[LegalEntity]:
    """List the network's paying companies."""
    return Rows(await sql.network.payments.legal_entity.all_entities(ctx.db))


@job("/network/reconcile", every=timedelta(days=1), atomic=False)
async def reconcile(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Check every publisher's figures and money, and mail the staff what does not add up."""
    wrong = []
    for uid in await sql.network.publisher.all_ids(ctx.db):
        wrong += await check_publisher(ctx.db, uid)
    if wrong:
        log.error("figures or money do not add up", differences=len(wrong), first=wrong[:SHOWN_MAX])
        first = "; ".join(wrong[:SHOWN_MAX])
        await notify_staff(ctx, "reconcile_failed", count=str(len(wrong)), first=first)
