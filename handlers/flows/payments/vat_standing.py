"""A publisher's VAT claim and its self-billing agreement, which are saved with the profile."""

import sql.accounts.profile
import sql.accounts.publisher
import sql.payments.self_billing
import sql.payments.vat_review
from handlers.flows.payments.document_issuing import Context
from rpc.jobs.account_mail import notify_team
from schema.accounts.company import Company, VatStatus
from schema.payments.vat_standing import (
    AGREED_FOR,
    SELF_BILLING_VERSION,
    Agreement,
    ReviewState,
    claim_of,
    country_code,
    find_company_flaws,
    invoice_number,
    settle_company,
)

MAILS = "payments"
"""The kind of notification that these mails belong to."""


async def save_company(ctx: Context, uid: int, account_id: int, company: Company) -> Company:
    """Save a publisher's company and what follows from it, in the caller's transaction. Returns the stored company.

    A changed country, name or number must be confirmed again, and a changed country or number ends the self-billing
    agreement. If self-billing is ticked and no agreement is in force, a new one is made.
    """
    await sql.accounts.publisher.lock(ctx.db, uid)
    before = (await sql.accounts.publisher.get_company(ctx.db, uid)).company
    company = settle_company(company, before)
    for flaw in find_company_flaws(company, before):
        raise flaw.to_fault()
    await sql.accounts.profile.set_company(ctx.db, uid, company)
    await state_claim(ctx, uid, company)
    agreement = await sql.payments.self_billing.in_force(ctx.db, uid, ctx.now)
    if agreement is not None and not company.self_billing:
        await sql.payments.self_billing.end(ctx.db, uid, "withdrawn", ctx.now)
    elif agreement is not None and not is_agreed_for(agreement, company):
        await sql.payments.self_billing.end(ctx.db, uid, "changed", ctx.now)
        agreement = None
    if company.self_billing and agreement is None:
        await agree(ctx, uid, account_id, company)
    return company


async def state_claim(ctx: Context, uid: int, company: Company) -> None:
    """Record the company's VAT claim, if it has changed."""
    claim = claim_of(company)
    review = await sql.payments.vat_review.get(ctx.db, uid)
    if claim is None:
        await sql.payments.vat_review.remove(ctx.db, uid)
    elif review is None or review.claim != claim:
        is_registered = claim.status is VatStatus.REGISTERED
        state = ReviewState.WAITING if is_registered else ReviewState.UNNEEDED
        await sql.payments.vat_review.state(ctx.db, uid, claim, state, ctx.now)


def is_agreed_for(agreement: Agreement, company: Company) -> bool:
    """Whether an agreement covers the company's current country and number."""
    of_agreement = country_code(agreement.country), agreement.number
    return of_agreement == (country_code(company.country), invoice_number(company))


async def agree(ctx: Context, uid: int, account_id: int, company: Company) -> None:
    """Agree to the self-billing text in force, from now on. An earlier agreement ends."""
    await sql.payments.self_billing.end(ctx.db, uid, "renewed", ctx.now)
    agreement = Agreement(
        version=SELF_BILLING_VERSION,
        number=invoice_number(company),
        country=country_code(company.country),
        agreed_at=ctx.now,
        ends_at=ctx.now + AGREED_FOR,
    )
    await sql.payments.self_billing.add(ctx.db, uid, agreement, account_id)


async def notify_publisher(ctx: Context, uid: int, mail: str, **values: str) -> None:
    """Queue a mail to those of the publisher's accounts that receive mails about payments."""
    await notify_team(ctx, uid, mail, mailing=MAILS, **values)
