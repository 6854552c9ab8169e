"""Calls for the network's staff: reviewing publishers' VAT registrations."""

import msgspec

import sql.network.lists.vat_review
import sql.network.staff
import sql.payments.vat_review
from handlers.flows.payments import vat_standing
from rpc import Code, Fault, Operator, procedure, query
from rpc.calls.audit import record
from schema.core.envelope import CursorPage, Page
from schema.payments.vat_number import has_vat_number, is_tax_number
from schema.payments.vat_standing import (
    CONFIRMED_FOR,
    NetworkVatReview,
    ReviewState,
    VatDecision,
    VatReview,
    VatReviewFilter,
)
from sql.accounts.account import Login

INVALID = (
    "The number's form is not right for the country: reject it, so that the publisher corrects it"
)


@query("/network/vat_reviews", permission="vat.review", heavy=True)
async def vat_reviews(
    ctx: Operator, filter: VatReviewFilter, page: Page
) -> CursorPage[NetworkVatReview]:
    """List publishers' statements about their VAT registration, those awaiting confirmation first."""
    found = await sql.network.lists.vat_review.page(ctx.db, filter, page)
    names = await sql.network.staff.get_names(
        ctx.db, {row.decider_id for row in found.rows if row.decider_id}
    )
    rows = [
        msgspec.structs.replace(
            row, decided_by=names.get(row.decider_id or 0), number_valid=is_valid(row)
        )
        for row in found.rows
    ]
    return CursorPage(rows, found.total, found.next)


@procedure(
    "/network/vat_review_set",
    permission="vat.review",
    raises=[Code.CHANGED_MEANWHILE, Code.STATE_FORBIDS],
)
async def vat_review_set(ctx: Operator, attributes: VatDecision) -> None:
    """Confirm a publisher's VAT registration for a year, so that VAT is added to its payments, or reject it."""
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    review = await sql.payments.vat_review.get(ctx.db, attributes.uid)
    if review is None or review.state is ReviewState.UNNEEDED:
        raise Fault(Code.NOT_FOUND, field="attributes.uid")
    is_confirmed = attributes.state is ReviewState.CONFIRMED
    if is_confirmed and not is_valid(review):
        raise Fault(Code.STATE_FORBIDS, INVALID, field="attributes.state")
    ends_at = ctx.now + CONFIRMED_FOR if is_confirmed else None
    if not await sql.payments.vat_review.decide(
        ctx.db, attributes, ctx.account.id, ctx.now, ends_at
    ):
        raise Fault(Code.CHANGED_MEANWHILE)
    await record(
        ctx,
        Login(attributes.uid, 0),
        operator_id=ctx.account.id,
        state=attributes.state,
        number=review.number,
        country=review.country,
        evidence=attributes.evidence or "",
        reason=attributes.reason or "",
    )
    await vat_standing.notify_publisher(
        ctx, attributes.uid, "vat_review", state=attributes.state, reason=attributes.reason or ""
    )


def is_valid(review: VatReview) -> bool:
    """Whether the claimed VAT or tax number has a format that its country's invoices accept."""
    country = review.claim.country
    return has_vat_number(country, review.number) or is_tax_number(country, review.number)
