"""Mails a saved view: its totals next to those of the previous period, and links to its screen and its file."""

import json
from decimal import Decimal
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec

import sql.accounts.account
import sql.accounts.member
import sql.accounts.publisher
import sql.reports.clicks
import sql.reports.performance
import sql.reports.saved_view
from handlers.reports.export_queue import queue_report
from handlers.reports.export_table import EXPORTS
from handlers.reports.order_totals import order_totals
from handlers.reports.report_queries import Reader, click_query, order_query, performance_query
from rpc import Fault, Worker
from rpc.jobs.account_mail import notify_account
from schema.accounts.notification import view_mailing
from schema.clicks.click import ClickFilter
from schema.core.days import EARLIEST, ONE_DAY, Days
from schema.core.envelope import Page
from schema.core.figures import Figures
from schema.core.money import format_money
from schema.core.time_zones import get_zone
from schema.exports.export import (
    ExportFormat,
    ExportReport,
    ExportRequest,
    normalize_filter,
)
from schema.reports.comparison import Comparison
from schema.reports.report import (
    CLICKS_COUNTED_MAX,
    ORDERS_SUMMED_MAX,
    Compare,
    PerformanceFilter,
    TransactionFilter,
)
from schema.reports.saved_view import MailView, StoredView, ViewReport
from schema.reports.saved_view_schedule import next_mail
from sql.accounts.account import Login
from sql.core.narrowing import narrow


async def mail_saved_view(ctx: Worker, request: MailView) -> None:
    """Mail a view that is due, unless its account is closed or locked, or the view is out of date."""
    view = await sql.reports.saved_view.lock_due(
        ctx.db, request.publisher_id, request.view_id, ctx.now
    )
    if view is None:
        return
    zone, currency, _ = await sql.accounts.publisher.get_report_settings(ctx.db, view.publisher_id)
    planned = next_mail(view.mailed, view.mail_after, zone)
    if planned is not None and planned > ctx.now:  # the time zone has changed since
        await sql.reports.saved_view.set_mail(
            ctx.db, view, mail_after=view.mail_after, mail_at=planned
        )
        return
    await sql.reports.saved_view.set_mail(
        ctx.db, view, mail_after=ctx.now, mail_at=next_mail(view.mailed, ctx.now, zone)
    )
    owner = await sql.accounts.account.get(ctx.db, view.publisher_id, view.account_id)
    if owner is None or owner.closed_at or owner.locked_at:
        return
    access = await sql.accounts.member.get_access(ctx.db, Login(view.publisher_id, view.account_id))
    if access is None:
        return
    reader = Reader(
        db=narrow(ctx.db, access.site_ids),
        publisher_id=view.publisher_id,
        zone=zone,
        currency=currency,
        now=ctx.now,
        public_url=ctx.resources.settings.public_url,
        site_ids=access.site_ids,
        with_money=access.with_money,
        permissions=access.permissions,
    )
    try:
        filter = await EXPORTS[ExportReport(view.report)].read_filter(
            reader, view.filter_on(reader.today)
        )
    except Fault:
        return
    await send(ctx, reader, view, filter)


async def send(ctx: Worker, reader: Reader, view: StoredView, filter: Any) -> None:
    """Queue the view's file and its mail."""
    login = Login(view.publisher_id, view.account_id)
    request = ExportRequest(
        report=ExportReport(view.report),
        format=ExportFormat.CSV,
        filter=normalize_filter(filter),
        zone=reader.zone,
        currency=reader.currency,
    )
    await queue_report(ctx, login, request)
    await notify_account(
        ctx,
        login,
        "saved_view",
        mailing=view_mailing(view.id),
        view=view.name,
        days=format_days(filter.days),
        zone=reader.zone,
        address=report_url(reader.public_url, view.report, filter),
        **await compare_totals(reader, filter),
    )


async def compare_totals(reader: Reader, filter: Any) -> dict[str, str]:
    """A line for each total of the view in three columns: name, total, and the change from the previous period."""
    if isinstance(filter, PerformanceFilter):
        return await compare_performance(reader, filter)
    totals = await read_totals(reader, filter)
    # Today is not over, and these reports do not compare parts of a day, so today is left out.
    yesterday = reader.today - ONE_DAY
    over = Days(filter.start_date, min(filter.end_date, yesterday))
    days = over.previous()
    if over.start > over.end or days.start < EARLIEST:
        return {"totals": "\n".join(f"{each.name}\t{each.text}" for each in totals), "before": ""}
    now, before = [
        {
            each.name: each
            for each in await read_totals(
                reader, msgspec.structs.replace(filter, start_date=start, end_date=end)
            )
        }
        for start, end in (over, days)
    ]
    # If there are too many orders to sum, only their number is given.
    lines = [
        f"{name}\t{total}\t{change(now[name], before[name]) if name in now.keys() & before else ''}"
        for name, total, _ in totals
    ]
    without_today = "" if over == filter.days else ", without today"
    return {"totals": "\n".join(lines), "before": format_days(days) + without_today}


async def compare_performance(reader: Reader, filter: PerformanceFilter) -> dict[str, str]:
    """Compare totals as the screen does: an unfinished period with the same part of the earlier one."""
    compare = filter.compare or Compare.PREVIOUS
    whole = msgspec.structs.replace(filter, compare=compare, lapsed=False, sort=None)
    question = await performance_query(reader, whole, Page())
    found = await sql.reports.performance.get_lines(reader.db, question)
    days, until = Comparison.of(question.days, compare, reader.now, reader.zone)
    totals = [
        totals_of(each, with_money=reader.with_money)
        for each in (found.totals, found.compared_totals)
    ]
    pairs = zip(*totals, strict=True)
    lines = [f"{now.name}\t{now.text}\t{change(now, before)}" for now, before in pairs]
    part = f", {until.astimezone(get_zone(reader.zone)):%H:%M}" if until else ""
    return {"totals": "\n".join(lines), "before": format_days(days) + part}


class Total(NamedTuple):
    """A total with its text. `amount` is None if the total is too large to be counted."""

    name: str
    text: str
    amount: Decimal | None


async def read_totals(reader: Reader, filter: ClickFilter | TransactionFilter) -> list[Total]:
    """The main totals of a report: clicks, orders, sales and commission, as far as the report has them."""
    if isinstance(filter, ClickFilter):
        count = await sql.reports.clicks.count(reader.db, await click_query(reader, filter))
        return [count_of("Clicks", count, CLICKS_COUNTED_MAX)]
    orders, figures = await order_totals(reader, filter, await order_query(reader, filter))
    if figures is None:
        return [count_of("Orders", orders, ORDERS_SUMMED_MAX)]
    return totals_of(msgspec.structs.replace(figures, clicks=None), with_money=reader.with_money)


def totals_of(figures: Figures, *, with_money: bool) -> list[Total]:
    clicks = [] if figures.clicks is None else [count_of("Clicks", figures.clicks)]
    counts = [*clicks, count_of("Orders", figures.orders)]
    if not with_money:
        return counts
    return [
        *counts,
        Total("Sales", format_money(figures.sales, figures.currency), figures.sales),
        Total("Commission", format_money(figures.commission, figures.currency), figures.commission),
    ]


def count_of(name: str, count: int, most: int | None = None) -> Total:
    if most is not None and count > most:
        return Total(name, f"more than {most:,}", None)
    return Total(name, f"{count:,}", Decimal(count))


def change(now: Total, before: Total) -> str:
    """Describe by how many per cent a total has changed."""
    if (
        now.amount is None
        or before.amount is None
        or before.amount <= 0
        or now.amount == before.amount
    ):
        return f"{before.text} before"
    percent = round((now.amount - before.amount) / before.amount * 100)
    if not percent:
        return f"about the same as before ({before.text})"
    return f"{'up' if percent > 0 else 'down'} {abs(percent):,} % from {before.text}"


def format_days(days: Days) -> str:
    start, end = (f"{day.day} {day:%b %Y}" for day in days)
    return start if start == end else f"{start} to {end}"


def report_url(portal: str, report: ViewReport, filter: Any) -> str:
    """The URL of a report's screen with a filter: lists are joined by commas, other values encoded by query_value()."""
    values = msgspec.to_builtins(filter)
    fields = {
        name: ",".join(map(str, value)) if isinstance(value, list) else query_value(value)
        for name, value in values.items()
        if value not in (None, [], False)
    }
    return f"{portal}/reports/{report}?{urlencode(fields, safe=',')}"


def query_value(value: object) -> str:
    """Encode a value as JSON; a text stays as it is, unless it would parse as JSON itself."""
    if not isinstance(value, str):
        return json.dumps(value)
    try:
        json.loads(value)
    except ValueError:
        return value
    return json.dumps(value)
