"""The first page."""

from dataclasses import replace
from decimal import Decimal

import sql.accounts.referral
import sql.reports.dashboard
import sql.reports.order_filter
import sql.reports.orders
import sql.reports.performance
from rpc import Member, Publisher, query
from schema.accounts.referral import Referrals
from schema.core.days import Days
from schema.core.envelope import Page
from schema.core.money import round_money
from schema.reports.home import (
    Balance,
    Dashboard,
    DashboardFilter,
    Task,
    TopBrand,
    TopLink,
    TrendPoint,
)
from schema.reports.report import GroupBy, PerformanceRow
from sql.figures.query import Question

SHOWN = 5
PAGES = {
    "add_channel": "/settings/channel",
    "verify_channel": "/settings/channel",
    "join_brand": "/brands/find?status=0",
    "make_link": "/tools/link-generator",
    "payment_method": "/settings/payment",
    "first_order": "/reports/transactions",
}
"""The steps towards the first payment, in order, with the pages where each is done."""


@query("/home/dashboard", from_replica=True)
async def dashboard(ctx: Publisher, filter: DashboardFilter) -> Dashboard:
    """How the last days went, beside the days before, and what is still to be done."""
    zone, currency = ctx.account.time_zone, ctx.account.currency
    days = Days.last(filter.period.days, ctx.now, zone)
    asked = Question(
        publisher_id=ctx.publisher_id,
        zone=zone,
        currency=currency,
        days=days,
        groups=(GroupBy.DATE,),
        today=days.end,
    )
    now = await sql.reports.performance.lines(ctx.db, asked)
    before = await sql.reports.performance.lines(ctx.db, asked.against(days.previous()))
    ever = sql.reports.order_filter.OrderQuery(publisher_id=ctx.publisher_id, zone=zone)
    return Dashboard(
        start_date=days.start,
        end_date=days.end,
        totals=now.totals,
        compared_totals=before.totals,
        trend=trend(now.rows),
        compared_trend=trend(before.rows),
        top_brands=await top_brands(ctx, asked),
        top_links=await top_links(ctx, asked),
        latest_orders=await sql.reports.orders.page(ctx.db, ever, size=SHOWN),
        balance=await balance(ctx),
        tasks=await tasks(ctx),
        time_zone=zone,
    )


@query("/home/refer")
async def refer(ctx: Member, page: Page) -> Referrals:
    """One's own link to invite others by, and what became of those who came by it."""
    return Referrals(
        referral_url=ctx.account.referral_url,
        rows=await sql.accounts.referral.page(ctx.db, ctx.publisher_id, page.size, page.offset),
        total=await sql.accounts.referral.count(ctx.db, ctx.publisher_id),
        # A bonus is credited with a payment, and there are none yet.
        bonus=round_money(Decimal(0), ctx.account.currency),
        currency=ctx.account.currency,
    )


def trend(rows: list[PerformanceRow]) -> list[TrendPoint]:
    return [
        TrendPoint(row.date, row.clicks or 0, row.orders, row.sales, row.commission)
        for row in rows
        if row.date is not None
    ]


async def leading(ctx: Publisher, asked: Question, group: GroupBy) -> list[PerformanceRow]:
    """Those of a group that brought most."""
    best = replace(asked, groups=(group,), sort=("-commission", "-clicks"), size=SHOWN)
    found = await sql.reports.performance.lines(ctx.db, best)
    return [row for row in found.rows if row.clicks or row.orders or row.commission]


async def top_brands(ctx: Publisher, asked: Question) -> list[TopBrand]:
    rows = await leading(ctx, asked, GroupBy.BRAND)
    logos = await sql.reports.dashboard.logos(ctx.db, [row.mcid for row in rows if row.mcid])
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


async def top_links(ctx: Publisher, asked: Question) -> list[TopLink]:
    rows = await leading(ctx, asked, GroupBy.LINK)
    ids = [row.link_id for row in rows if row.link_id is not None]
    links = await sql.reports.dashboard.links(ctx.db, ctx.publisher_id, ids)
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


async def balance(ctx: Publisher) -> Balance:
    found = await sql.reports.dashboard.stages(ctx.db, ctx.publisher_id)
    currency = ctx.account.currency
    return Balance(
        pending=round_money(found.pending, currency),
        approved=round_money(found.approved, currency),
        paid=round_money(found.paid, currency),
        currency=currency,
    )


async def tasks(ctx: Publisher) -> list[Task]:
    """What is still to be done before the first payment, and what is done."""
    steps = await sql.reports.dashboard.steps(ctx.db, ctx.publisher_id)
    towards = [Task(name, getattr(steps, name), to) for name, to in PAGES.items()]
    return [*towards, Task("two_step", ctx.account.two_step, "/settings/login")]
