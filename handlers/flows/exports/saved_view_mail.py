"""Mails a saved view: its totals, from the statement of its screen, and where its file can be downloaded."""

from typing import Any

import sql.accounts.account
import sql.accounts.publisher
import sql.exports.saved_view
import sql.reports.clicks
import sql.reports.performance
from handlers.flows.exports.export_request import queue_report
from handlers.flows.exports.saved_views import open_filter, report_query
from handlers.flows.reports.order_totals import order_totals
from handlers.flows.reports.report_queries import Reader
from rpc import Fault, Worker
from rpc.jobs.job import Job
from rpc.jobs.notify import notify_account
from schema.clicks.click import ClickFilter
from schema.core.days import Days
from schema.core.figures import Figures
from schema.reports.export import (
    ExportFormat,
    ExportRequest,
    MakeReport,
    normalize_filter,
)
from schema.reports.report import CLICKS_COUNTED_MAX, ORDERS_SUMMED_MAX, TransactionFilter
from schema.reports.saved_view import MailView, StoredView, ViewReport, next_mail
from sql.accounts.account import Login


async def mail_saved_view(ctx: Worker, request: MailView, job: Job[MakeReport]) -> None:
    """Mail a view that is due, unless its account is closed or locked, or the view is out of date."""
    view = await sql.exports.saved_view.lock_due(
        ctx.db, request.publisher_id, request.view_id, ctx.now
    )
    if view is None:
        return
    zone, currency = await sql.accounts.publisher.get_report_settings(ctx.db, view.publisher_id)
    planned = next_mail(view.mailed, view.mail_after, zone)
    if planned is not None and planned > ctx.now:  # the time zone has changed since
        await sql.exports.saved_view.set_mail(
            ctx.db, view, mail_after=view.mail_after, mail_at=planned
        )
        return
    await sql.exports.saved_view.set_mail(
        ctx.db, view, mail_after=ctx.now, mail_at=next_mail(view.mailed, ctx.now, zone)
    )
    owner = await sql.accounts.account.get(ctx.db, view.publisher_id, view.account_id)
    if owner is None or owner.closed_at or owner.locked_at:
        return
    reader = Reader(
        db=ctx.db,
        publisher_id=view.publisher_id,
        zone=zone,
        currency=currency,
        now=ctx.now,
        public_url=ctx.resources.settings.public_url,
    )
    try:
        filter = await open_filter(
            reader, view.report, view.filter_on(Days.last(1, ctx.now, zone).end)
        )
    except Fault:
        return
    await send(ctx, reader, view, filter, job)


async def send(
    ctx: Worker, reader: Reader, view: StoredView, filter: Any, job: Job[MakeReport]
) -> None:
    """Queue the view's file and its mail."""
    login = Login(view.publisher_id, view.account_id)
    request = ExportRequest(
        report=view.report.export,
        format=ExportFormat.CSV,
        filter=normalize_filter(filter),
        zone=reader.zone,
        currency=reader.currency,
    )
    await queue_report(ctx, login, request, job)
    await notify_account(
        ctx,
        login,
        "saved_view",
        view=view.name,
        start=filter.start_date.isoformat(),
        end=filter.end_date.isoformat(),
        zone=reader.zone,
        totals="\n".join(await format_totals(reader, view.report, filter)),
    )


async def format_totals(reader: Reader, report: ViewReport, filter: Any) -> list[str]:
    """A line for each total of the view."""
    question = await report_query(reader, report, filter)
    if isinstance(filter, ClickFilter):
        count = await sql.reports.clicks.count(reader.db, question)
        more = "more than " if count > CLICKS_COUNTED_MAX else ""
        return [f"Clicks: {more}{min(count, CLICKS_COUNTED_MAX):,}"]
    if isinstance(filter, TransactionFilter):
        orders, figures = await order_totals(reader, filter, question)
        if figures is None:
            return [f"Orders: more than {ORDERS_SUMMED_MAX:,}"]
        return [f"Orders: {orders:,}", *format_amounts(figures)]
    totals = (await sql.reports.performance.get_lines(reader.db, question)).totals
    clicks = [] if totals.clicks is None else [f"Clicks: {totals.clicks:,}"]
    return [*clicks, f"Orders: {totals.orders:,}", *format_amounts(totals)]


def format_amounts(totals: Figures) -> list[str]:
    amounts = {
        "Sales": totals.sales,
        "Commission": totals.commission,
        "Pending": totals.pending_commission,
        "Approved": totals.approved_commission,
        "Rejected": totals.rejected_commission,
    }
    return [f"{name}: {amount:,} {totals.currency}" for name, amount in amounts.items()]
