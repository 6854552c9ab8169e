"""What needs the attention of the network's staff, each with its number and what it is worth."""

import sql.core.restoration
import sql.network.lists.alert
import sql.network.lists.channel
import sql.network.lists.order_case
import sql.network.lists.relationship
import sql.network.lists.vat_review
import sql.network.overview
from handlers.flows.network_day import network_day
from handlers.network.money import month_closing
from rpc import Operator, query
from schema.brands.brand import Relation
from schema.channels.channel import SiteStatus
from schema.core.envelope import Page
from schema.network.alert import NetworkAlertFilter
from schema.network.channel import NetworkSiteFilter
from schema.network.order_case import NetworkCaseFilter
from schema.network.overview import (
    MAILS_LATELY,
    REFUSED_LATELY,
    Attention,
    Overview,
    OverviewRow,
)
from schema.network.relationship import RelationshipFilter
from schema.orders.order_case import CaseState
from schema.payments.payment import PaymentState
from schema.payments.vat_standing import ReviewState, VatReviewFilter
from sql.network.overview import Counted

NEEDED = {
    Attention.PAYMENTS_REQUESTED: "payment.send",
    Attention.PAYMENTS_PROCESSING: "payment.send",
    Attention.PAYMENTS_FAILED: "payment.send",
    Attention.MONTHS: "settlement.edit",
    Attention.BRANDS_OVERDUE: "settlement.edit",
    Attention.APPLICATIONS: "relationship.review",
    Attention.CHANNELS: "site.review",
    Attention.VAT_CLAIMS: "vat.review",
    Attention.CASES: "case.review",
    Attention.ALERTS: "alert.review",
    Attention.REFUSED_REPORTS: "order.edit",
    Attention.MAILS: "account.lock",
}
"""The permission for the list behind each number."""
OF_PAYMENTS = {
    Attention.PAYMENTS_REQUESTED: PaymentState.REQUESTED,
    Attention.PAYMENTS_PROCESSING: PaymentState.PROCESSING,
    Attention.PAYMENTS_FAILED: PaymentState.FAILED,
}
FIRST = Page(size=1)
"""A list is asked for its total alone, which is what its page says."""


@query("/network/overview", permission=None, heavy=True)
async def overview(ctx: Operator) -> Overview:
    """Count what needs attention, as far as the caller may take care of it."""
    rows = [
        OverviewRow(name=name, count=found.number, amounts=found.amounts or None)
        for name in Attention
        if NEEDED[name] in ctx.permissions
        for found in [await find(ctx, name)]
    ]
    return Overview(held=await sql.core.restoration.is_held(ctx.db), rows=rows)


async def find(ctx: Operator, name: Attention) -> Counted:
    db, today = ctx.db, network_day(ctx)
    match name:
        case (
            Attention.PAYMENTS_REQUESTED | Attention.PAYMENTS_PROCESSING | Attention.PAYMENTS_FAILED
        ):
            return await sql.network.overview.payments(db, OF_PAYMENTS[name])
        case Attention.MONTHS:
            months = await month_closing.list_months(ctx)
            return Counted(sum(month.open > 0 for month in months), {})
        case Attention.BRANDS_OVERDUE:
            return await sql.network.overview.overdue_months(db, today)
        case Attention.APPLICATIONS:
            waiting = RelationshipFilter(status=Relation.PENDING)
            page = await sql.network.lists.relationship.page(db, waiting, None, FIRST)
            return Counted(page.total, {})
        case Attention.CHANNELS:
            pending = NetworkSiteFilter(status=SiteStatus.PENDING)
            return Counted((await sql.network.lists.channel.page(db, pending, FIRST)).total, {})
        case Attention.VAT_CLAIMS:
            claims = VatReviewFilter(state=ReviewState.WAITING)
            return Counted((await sql.network.lists.vat_review.page(db, claims, FIRST)).total, {})
        case Attention.CASES:
            undecided = NetworkCaseFilter(state=CaseState.OPEN)
            cases = await sql.network.lists.order_case.page(db, undecided, None, FIRST)
            return Counted(cases.total, {})
        case Attention.ALERTS:
            groups = await sql.network.lists.alert.page(
                db,
                NetworkAlertFilter(task="open"),
                None,
                FIRST,
                currency=ctx.account.currency,
                today=ctx.now.date(),
            )
            return Counted(groups.total, {})
        case Attention.REFUSED_REPORTS:
            since = ctx.now - REFUSED_LATELY
            return Counted(await sql.network.overview.refused_since(db, since), {})
        case Attention.MAILS:
            since = ctx.now - MAILS_LATELY
            return Counted(await sql.network.overview.mails_since(db, since), {})
