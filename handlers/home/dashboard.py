"""The dashboard and Refer a Friend."""

from dataclasses import replace

import sql.accounts.referral
import sql.reports.dashboard
import sql.reports.order_filter
import sql.reports.orders
import sql.reports.performance
from handlers.flows.payments.forecast import get_balance
from rpc import Member, Publisher, query
from schema.accounts.referral import Referrals
from schema.core.days import Days
from schema.core.envelope import Page
from schema.core.money import round_money
from schema.home.dashboard import (
    Dashboard,
    DashboardFilter,
    Task,
    TopBrand,
    TopLink,
    TrendPoint,
)
from schema.reports.report import GroupBy, PerformanceRow
from sql.figures.report_query import ReportQuery

TOP_ROWS = 5
TASK_PAGES = {
    "add_channel": "/settings/channel",
    "verify_channel": "/settings/channel",
    "join_brand": "/brands/find?status=0",
    "make_link": "/tools/link-generator",
    "payment_method": "/settings/payment",
    "first_order": "/reports/transactions",
}
"""The steps towards the first payment, in order, each with its page."""
FAILED_PAYMENTS = "/payments/summary?status=failed"


@query("/home/dashboard", permission="report.read", from_replica=True)
async def dashboard(ctx: Publisher, filter: DashboardFilter) -> Dashboard:
    """Get recent figures beside those of the period before, the latest orders and open tasks."""
    zone, currency = ctx.account.time_zone, ctx.account.currency
    days = Days.last(filter.period.days, ctx.now, zone)
    question = ReportQuery(
        publisher_id=ctx.publisher_id,
        zone=zone,
        currency=currency,
        days=days,
        groups=(GroupBy.DATE,),
        today=days.end,
    )
    now = await sql.reports.performance.get_lines(ctx.db, question)
    before = await sql.reports.performance.get_lines(ctx.db, question.for_days(days.previous()))
    all_orders = sql.reports.order_filter.OrderQuery(publisher_id=ctx.publisher_id, zone=zone)
    return Dashboard(
        start_date=days.start,
        end_date=days.end,
        totals=now.totals,
        compared_totals=before.totals,
        trend=trend(now.rows),
        compared_trend=trend(before.rows),
        top_brands=await top_brands(ctx, question),
        top_links=await top_links(ctx, question),
        latest_orders=await sql.reports.orders.page(ctx.db, all_orders, size=TOP_ROWS),
        balance=await get_balance(ctx),
        tasks=await tasks(ctx),
        time_zone=zone,
    )


@query("/home/refer")
async def refer(ctx: Member, page: Page) -> Referrals:
    """Get the referral link, and the publishers who signed up through it."""
    return Referrals(
        referral_url=ctx.account.referral_url,
        rows=await sql.accounts.referral.page(ctx.db, ctx.publisher_id, page.size, page.offset),
        total=await sql.accounts.referral.count(ctx.db, ctx.publisher_id),
        bonus=round_money(
            await sql.accounts.referral.sum_bonuses(ctx.db, ctx.publisher_id), ctx.account.currency
        ),
        bonus_percent=ctx.resources.settings.referral_percent,
        currency=ctx.account.currency,
    )


def trend(rows: list[PerformanceRow]) -> list[TrendPoint]:
    return [
        TrendPoint(row.date, row.clicks or 0, row.orders, row.sales, row.commission)
        for row in rows
        if row.date is not None
    ]


async def top_rows(ctx: Publisher, question: ReportQuery, group: GroupBy) -> list[PerformanceRow]:
    """The rows of a group with the highest commission."""
    best = replace(question, groups=(group,), sort=("-commission", "-clicks"), size=TOP_ROWS)
    report = await sql.reports.performance.get_lines(ctx.db, best)
    return [row for row in report.rows if row.clicks or row.orders or row.commission]


async def top_brands(ctx: Publisher, question: ReportQuery) -> list[TopBrand]:
    rows = await top_rows(ctx, question, GroupBy.BRAND)
    logos = await sql.reports.dashboard.get_logos(ctx.db, [row.mcid for row in rows if row.mcid])
    return [
        TopBrand(
            row.mcid,
            row.brand_name or row.mcid,
            logos.get(row.mcid),
            row.clicks or 0,
            row.orders,
            row.commission,
        )
        for row in rows
        if row.mcid
    ]


async def top_links(ctx: Publisher, question: ReportQuery) -> list[TopLink]:
    rows = await top_rows(ctx, question, GroupBy.LINK)
    ids = [row.link_id for row in rows if row.link_id is not None]
    links = await sql.reports.dashboard.get_links(ctx.db, ctx.publisher_id, ids)
    short = f"{ctx.resources.settings.public_url}/s"
    return [
        TopLink(
            link.link_id,
            link.brand_name,
            link.target_url,
            f"{short}/{link.track}",
            row.clicks or 0,
            row.orders,
            row.commission,
        )
        for row in rows
        if (link := links.get(row.link_id or 0)) is not None
    ]


async def tasks(ctx: Publisher) -> list[Task]:
    """The steps towards the first payment, each done or still open; before them a payment that failed."""
    steps = await sql.reports.dashboard.get_steps(ctx.db, ctx.publisher_id)
    pages = dict(TASK_PAGES)
    if steps.site_to_verify is not None:
        pages["verify_channel"] += f"?verify={steps.site_to_verify}"
    first_payment = [Task(name, getattr(steps, name), to) for name, to in pages.items()]
    failed = (
        [Task("failed_payment", done=False, to=FAILED_PAYMENTS)] if steps.failed_payment else []
    )
    return [*failed, *first_payment, Task("two_step", ctx.account.two_step, "/settings/login")]
