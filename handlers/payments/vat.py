"""Calls about VAT and self-billing, and the job that asks publishers and staff to renew."""

from datetime import timedelta

import msgspec

import sql.accounts.profile
import sql.accounts.publisher
import sql.network.lists.vat_review
import sql.payments.self_billing
import sql.payments.vat_review
from handlers.flows.payments.vat_standing import agree, notify_publisher
from handlers.flows.staff_mail import notify_staff
from rpc import Code, Fault, Member, Worker, job, procedure, query
from rpc.calls.audit import record
from schema.core.envelope import Nothing
from schema.payments.vat_standing import (
    ASKED_BEFORE,
    SELF_BILLING_VERSION,
    AgreementDraft,
    VatFields,
    VatFieldsAsk,
    VatStanding,
    fields_of_country,
    invoice_number,
)
from sql.accounts.account import Login

PUBLISHERS_AT_ONCE = 200


@query("/payments/vat_standing", permission="payment.read")
async def vat_standing(ctx: Member) -> VatStanding:
    """Get your VAT status: your statement, its confirmation, and your self-billing agreement with the text in force."""
    review = await sql.payments.vat_review.get(ctx.db, ctx.publisher_id)
    agreement = await sql.payments.self_billing.in_force(ctx.db, ctx.publisher_id, ctx.now)
    return VatStanding.of(review, agreement, ctx.now)


@query("/payments/vat_fields", permission=None, narrowed="channels")
async def vat_fields(_ctx: Member, attributes: VatFieldsAsk) -> VatFields:
    """Get the format of a country's VAT numbers, and whether its tax number is enough for an invoice."""
    return fields_of_country(attributes.country)


@procedure(
    "/payments/self_billing_agree",
    permission="account.edit",
    raises=[Code.CHANGED_MEANWHILE, Code.STATE_FORBIDS],
)
async def self_billing_agree(ctx: Member, attributes: AgreementDraft) -> VatStanding:
    """Agree to self-billing for 12 months from now, or renew the agreement, naming the version of the text you read."""
    if attributes.version != SELF_BILLING_VERSION:
        raise Fault(Code.CHANGED_MEANWHILE)
    uid = ctx.publisher_id
    await sql.accounts.publisher.lock(ctx.db, uid)
    company = (await sql.accounts.publisher.get_company(ctx.db, uid)).company
    if company is None or not invoice_number(company):
        raise Fault(Code.STATE_FORBIDS, "Save your tax or VAT number in Profile first")
    await agree(ctx, uid, ctx.account.id, company)
    if not company.self_billing:  # the profile shows it too
        agreed = msgspec.structs.replace(company, self_billing=True)
        await sql.accounts.profile.set_company(ctx.db, uid, agreed)
    await record(ctx, Login(uid, ctx.account.id), version=str(SELF_BILLING_VERSION))
    review = await sql.payments.vat_review.get(ctx.db, uid)
    agreement = await sql.payments.self_billing.in_force(ctx.db, uid, ctx.now)
    return VatStanding.of(review, agreement, ctx.now)


@job("/payments/ask_vat_again", every=timedelta(hours=6), atomic=False)
async def ask_vat_again(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Expire self-billing agreements, ask publishers to renew them, and queue expired VAT confirmations for review.

    Also tells the staff how many VAT claims wait for a review. Safe to interrupt.
    """
    lists = sql.network.lists.vat_review
    while ended := await lists.find_run_out(ctx.db, ctx.now, PUBLISHERS_AT_ONCE):
        for uid in ended:
            async with ctx.db.transaction():
                await end_agreement(ctx, uid)
    while ending := await lists.find_to_renew(ctx.db, ctx.now, ASKED_BEFORE, PUBLISHERS_AT_ONCE):
        for uid in ending:
            async with ctx.db.transaction():
                if await sql.payments.self_billing.set_asked(ctx.db, uid, ctx.now):
                    await notify_publisher(ctx, uid, "self_billing", state="ending")
    while due := await lists.find_ended(ctx.db, ctx.now, PUBLISHERS_AT_ONCE):
        for uid in due:
            async with ctx.db.transaction():
                if await sql.payments.vat_review.ask_again(ctx.db, uid, ctx.now):
                    await notify_publisher(ctx, uid, "vat_review", state="waiting", reason="")
    async with ctx.db.transaction():
        if count := await lists.count_untold(ctx.db):
            await lists.set_told(ctx.db, ctx.now)
            await notify_staff(ctx, "vat_reviews", count=str(count))


async def end_agreement(ctx: Worker, uid: int) -> None:
    """End an expired self-billing agreement. Payments get statements instead of invoices until it is renewed."""
    await sql.accounts.publisher.lock(ctx.db, uid)
    if await sql.payments.self_billing.in_force(ctx.db, uid, ctx.now) is not None:
        return
    if not await sql.payments.self_billing.end(ctx.db, uid, "expired", ctx.now):
        return
    company = (await sql.accounts.publisher.get_company(ctx.db, uid)).company
    if company is not None:
        ended = msgspec.structs.replace(company, self_billing=False)
        await sql.accounts.profile.set_company(ctx.db, uid, ended)
    await notify_publisher(ctx, uid, "self_billing", state="ended")
