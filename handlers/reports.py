"""Reports: performance, orders and their timelines, clicks, and saved views."""

from datetime import timedelta
from uuid import UUID

import sql.network.saved_view
import sql.orders.order_case
import sql.reports.clicks
import sql.reports.performance
from handlers.flows.cases import opening, steps
from handlers.flows.exports import saved_views
from handlers.flows.exports.build import EXPORT_ATTEMPTS, EXPORT_WAIT, build_report
from handlers.flows.exports.export_request import request_report
from handlers.flows.exports.reports import FILTERS
from handlers.flows.exports.saved_view_mail import mail_saved_view
from handlers.flows.filter_checks import find_mid
from handlers.flows.reports import order_page
from handlers.flows.reports.event_feed import read_feed
from handlers.flows.reports.order_detail import get_order_detail
from handlers.flows.reports.order_totals import order_totals
from handlers.flows.reports.report_queries import (
    Reader,
    click_query,
    order_query,
    performance_query,
)
from rpc import Code, Publisher, Worker, job, procedure, query
from schema.accounts.download import Download
from schema.clicks.click import ClickFilter, Clicks
from schema.core.cursor import decode_cursor, encode_cursor
from schema.core.envelope import Listing, Nothing, Page
from schema.core.scalar import At
from schema.orders.order_case import CaseDraft, CaseFilter, CaseRef, CaseReply, OrderCase
from schema.orders.timeline import OrderStory
from schema.reports.comparison import align_rows, comparison_days
from schema.reports.event_feed import EventFeed, EventsAfter
from schema.reports.export import MakeReport, ReportExport
from schema.reports.report import (
    CLICKS_COUNTED_MAX,
    OidRef,
    Performance,
    PerformanceFilter,
    TransactionFilter,
    Transactions,
)
from schema.reports.saved_view import MailView, View, ViewDraft, ViewFilter, ViewRef

CLICKS = "reports/clicks"
REPORT_CODES = [Code.DATES_REVERSED, Code.BRAND_UNKNOWN, Code.SITE_INVALID]


@query("/reports/performance", permission="report.read", raises=REPORT_CODES, from_replica=True)
async def performance(ctx: Publisher, filter: PerformanceFilter, page: Page) -> Performance:
    """Report clicks, orders, sales and commission by any grouping, with totals and a comparison."""
    question = await performance_query(Reader.of(ctx), filter, page)
    report = await sql.reports.performance.get_lines(ctx.db, question)
    before, days, rows = None, None, []
    if filter.compare is not None:
        days = comparison_days(question.days, filter.compare)
        before = await sql.reports.performance.get_lines(ctx.db, question.for_days(days))
        if question.fills_gaps:
            group = question.groups[0]
            rows = align_rows(
                report.rows, before.rows, group=group, days=question.days, compare=filter.compare
            )
    return Performance(
        rows=report.rows,
        total=report.total,
        totals=report.totals,
        compared_totals=before.totals if before else None,
        compared=rows,
        compared_start_date=days.start if days else None,
        compared_end_date=days.end if days else None,
        time_zone=question.zone,
    )


@query("/reports/transactions", permission="report.read", raises=REPORT_CODES, from_replica=True)
async def transactions(ctx: Publisher, filter: TransactionFilter, page: Page) -> Transactions:
    """List orders with their items, newest first or sorted."""
    reader = Reader.of(ctx)
    orders_query = await order_query(reader, filter)
    total, totals = await order_totals(reader, filter, orders_query)
    rows, following = await order_page.read_page(reader, filter, orders_query, page, total)
    return Transactions(
        rows=rows,
        total=total,
        next=following,
        totals=totals,
        time_zone=orders_query.zone,
    )


@query("/reports/transaction", permission="report.read", from_replica=True)
async def transaction(ctx: Publisher, attributes: OidRef) -> OrderStory:
    """Get one order with its whole timeline, from the click on."""
    return await get_order_detail(ctx.db, ctx.publisher_id, attributes.oid)


@query("/reports/clicks", permission="report.read", raises=REPORT_CODES, from_replica=True)
async def clicks(ctx: Publisher, filter: ClickFilter, page: Page) -> Clicks:
    """List clicks with their verdicts and orders, newest first; `total` is capped at 10,001."""
    question = await click_query(Reader.of(ctx), filter)
    after = decode_cursor(page.cursor, CLICKS, (At, UUID)) if page.cursor else None
    rows = await sql.reports.clicks.page(
        ctx.db, question, size=page.size + 1, offset=page.offset, after=after
    )
    total = await sql.reports.clicks.count(ctx.db, question)
    last = rows[page.size - 1] if len(rows) > page.size else None
    return Clicks(
        rows=rows[: page.size],
        total=total,
        total_is_capped=total > CLICKS_COUNTED_MAX,
        next=encode_cursor(CLICKS, (last.click_time, last.click_ref)) if last else None,
    )


@procedure(
    "/reports/export",
    permission="report.read",
    raises=[*REPORT_CODES, Code.DOWNLOAD_DUPLICATE],
    filters=FILTERS,
)
async def export(ctx: Publisher, attributes: ReportExport) -> Download:
    """Request all rows of a report as a file; /common/download_list shows its progress."""
    return await request_report(ctx, attributes, make_export)


@job("/reports/make_export", attempts=EXPORT_ATTEMPTS, atomic=False)
async def make_export(ctx: Worker, attributes: MakeReport) -> None:
    """Make the file of a requested report, or wait while another one of the publisher's is made."""
    if not await build_report(ctx, attributes):
        await make_export.later(ctx.db, attributes, after=EXPORT_WAIT)


@procedure("/reports/events", permission="report.read")
async def events(ctx: Publisher, attributes: EventsAfter, page: Page) -> EventFeed:
    """Read the events that postbacks report, oldest first: a feed of 30 days without gaps."""
    return await read_feed(ctx, attributes.after, page)


@procedure(
    "/reports/case_open", permission="case.edit", raises=[Code.BRAND_UNKNOWN, Code.STATE_FORBIDS]
)
async def case_open(ctx: Publisher, attributes: CaseDraft) -> OrderCase:
    """Claim an order that is missing, has a wrong amount or was declined, within 90 days of the order."""
    return await opening.open_case(ctx, attributes)


@query("/reports/case_list", permission="report.read", raises=[Code.BRAND_UNKNOWN])
async def case_list(ctx: Publisher, filter: CaseFilter, page: Page) -> Listing[OrderCase]:
    """List cases with their steps and evidence, newest first."""
    mid = await find_mid(ctx, filter.mcid)
    uid = ctx.publisher_id
    rows, total = await sql.orders.order_case.page(ctx.db, uid, filter, mid, page)
    return Listing(await steps.with_steps(ctx, uid, rows), total)


@procedure("/reports/case_reply", permission="case.edit", raises=[Code.STATE_FORBIDS])
async def case_reply(ctx: Publisher, attributes: CaseReply) -> OrderCase:
    """Answer the network's question about a case, or add to what was said."""
    return await steps.reply(ctx, attributes)


@procedure("/reports/case_withdraw", permission="case.edit", raises=[Code.STATE_FORBIDS])
async def case_withdraw(ctx: Publisher, attributes: CaseRef) -> OrderCase:
    """Withdraw a case that has not been decided."""
    return await steps.withdraw(ctx, attributes.case_id)


@query("/reports/view_list", permission="report.read")
async def view_list(ctx: Publisher, filter: ViewFilter) -> Listing[View]:
    """List the account's saved views, the default one of each report first."""
    return await saved_views.list_views(ctx, filter.report)


@procedure(
    "/reports/view_save",
    permission="report.read",
    raises=[*REPORT_CODES, Code.VIEW_OUT_OF_DATE],
    filters=FILTERS,
)
async def view_save(ctx: Publisher, attributes: ViewDraft) -> View:
    """Save the filter of a report under a name, to be opened again or mailed every week or month."""
    return await saved_views.save_view(ctx, attributes)


@procedure("/reports/view_del", permission="report.read")
async def view_del(ctx: Publisher, attributes: ViewRef) -> None:
    """Delete a saved view."""
    await saved_views.delete_view(ctx, attributes.id)


@job("/reports/mail_due_views", every=timedelta(minutes=10))
async def mail_due_views(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Queue the saved views that are due to be mailed."""
    for due in await sql.network.saved_view.find_due(ctx.db, ctx.now, saved_views.DUE_AT_ONCE):
        await mail_view.later(ctx.db, due, key=f"view {due.publisher_id} {due.view_id}")


@job("/reports/mail_view", attempts=5)
async def mail_view(ctx: Worker, attributes: MailView) -> None:
    """Mail a saved view with its totals, and queue its file."""
    await mail_saved_view(ctx, attributes, make_export)
