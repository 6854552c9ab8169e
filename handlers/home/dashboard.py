"""The dashboard: recent figures, the latest orders, and the publisher's tasks."""

from dataclasses import replace

import sql.accounts.passkey
import sql.reports.dashboard
import sql.reports.order_filter
import sql.reports.orders
import sql.reports.performance
from handlers.flows.payments.balance import get_balance
from rpc import Publisher, query
from schema.accounts.permission import PAYMENT_READ
from schema.core.days import Days
from schema.home.dashboard import (
    TOP_ROWS,
    Dashboard,
    DashboardFilter,
    Task,
    TaskState,
    TopBrand,
    TopLink,
    TrendPoint,
)
from schema.payments.vat_standing import ASKED_BEFORE
from schema.reports.report import Compare, GroupBy, PerformanceRow
from sql.accounts.account import Login
from sql.reports.dashboard import Steps
from sql.reports.figures.report_query import ReportQuery

TASK_PAGES = {
    "add_channel": "/settings/channel",
    "verify_channel": "/settings/channel",
    "join_brand": "/brands/find?status=0",
    "make_link": "/tools/link-generator",
    "payment_method": "/settings/payment",
    "first_click": "/tools/link-generator#links",
    "first_order": "/reports/transactions",
}
"""The steps towards the first payment, in order, each with its page."""
URGENT_PAGES = {
    "failed_payment": "/payments/summary?status=failed#payments",
    "renew_self_billing": "/settings/profile#company",
    "vat_rejected": "/settings/profile#company",
    "vat_unsaid": "/settings/profile#company",
    "profile_incomplete": "/settings/profile#company",
}
"""Tasks that hold up payments, or cost them their invoice, address or VAT. They are listed only while they apply."""
PAYMENT_TASKS = {*URGENT_PAGES, "payment_method"}


@query(
    "/home/dashboard", permission="report.read", narrowed="channels", from_replica=True, heavy=True
)
async def dashboard(ctx: Publisher, filter: DashboardFilter) -> Dashboard:
    """Get recent figures next to those of the previous period, the latest orders, and tasks."""
    zone, currency = ctx.account.time_zone, ctx.account.currency
    days = Days.last(filter.period.days, ctx.now, zone)
    question = ReportQuery(
        publisher_id=ctx.publisher_id,
        zone=zone,
        currency=currency,
        days=days,
        groups=(GroupBy.DATE,),
        site_ids=ctx.site_ids,
        now=ctx.now,
    )
    by_day = replace(question, compare=Compare.PREVIOUS)
    report = await sql.reports.performance.get_lines(ctx.db, by_day)
    all_orders = sql.reports.order_filter.OrderQuery(publisher_id=ctx.publisher_id, zone=zone)
    return Dashboard(
        start_date=days.start,
        end_date=days.end,
        totals=report.totals,
        compared_totals=report.compared_totals,
        trend=trend(report.rows),
        compared_trend=trend(report.compared),
        top_brands=await top_brands(ctx, question),
        top_links=await top_links(ctx, question),
        latest_orders=await sql.reports.orders.first(ctx.db, all_orders, TOP_ROWS),
        balance=await get_balance(ctx) if PAYMENT_READ in ctx.permissions else None,
        tasks=await tasks(ctx),
        time_zone=zone,
        as_of=ctx.as_of,
    )


def trend(rows: list[PerformanceRow]) -> list[TrendPoint]:
    return [
        TrendPoint(row.date, row.clicks or 0, row.orders, row.sales, row.commission)
        for row in rows
        if row.date is not None
    ]


async def top_rows(ctx: Publisher, question: ReportQuery, group: GroupBy) -> list[PerformanceRow]:
    """The rows with the highest commission, without money the most orders, when grouped; without empty ones."""
    sort = ("-commission", "-clicks") if ctx.with_money else ("-orders", "-clicks")
    best = replace(question, groups=(group,), sort=sort, size=TOP_ROWS)
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
    """The publisher's tasks, done or open: urgent ones, then the steps to the first payment and a safer sign-in."""
    renewed_before = ctx.now + ASKED_BEFORE
    steps = await sql.reports.dashboard.get_steps(ctx.db, ctx.publisher_id, renewed_before)
    first_payment = [step_task(name, to, steps) for name, to in TASK_PAGES.items()]
    urgent = [
        Task(name, done=False, to=to, state=TaskState.OPEN, note=None)
        for name, to in URGENT_PAGES.items()
        if getattr(steps, name) and not (name == "profile_incomplete" and steps.vat_unsaid)
    ]
    all_tasks = [*urgent, *first_payment, await sign_in_task(ctx)]
    if PAYMENT_READ in ctx.permissions:
        return all_tasks
    return [task for task in all_tasks if task.name not in PAYMENT_TASKS]


async def sign_in_task(ctx: Publisher) -> Task:
    """The task to secure the sign-in: by a passkey or two-step sign-in, or by the latter alone if passkeys are off."""
    name, done = "two_step", ctx.account.two_step
    if ctx.resources.relying_party is not None:
        of = Login(ctx.publisher_id, ctx.account.id)
        name, done = "passkey", done or bool(await sql.accounts.passkey.of_account(ctx.db, of))
    return Task(name, done, "/settings/login", TaskState.DONE if done else TaskState.OPEN, None)


def step_task(name: str, to: str, steps: Steps) -> Task:
    """A first step as a task, with its state and the page on which to continue."""
    done = getattr(steps, name) or (name == "first_click" and steps.first_order)
    match name:
        case "add_channel" if done and not steps.channel_approved:
            return channel_task(to, steps)
        case "verify_channel" if steps.site_to_verify is not None:
            to += f"?verify={steps.site_to_verify}"
        case "join_brand" if not done and steps.applied:
            return Task(name, done, "/brands/find?status=1", TaskState.WAITING, None)
        case "join_brand" if not done and steps.application_refused:
            return Task(name, done, to, TaskState.REFUSED, steps.application_reason)
        case "first_order" if not done and steps.first_click:
            return Task(name, done, "/reports/clicks", TaskState.WAITING, None)
    return Task(name, done, to, TaskState.DONE if done else TaskState.OPEN, None)


def channel_task(to: str, steps: Steps) -> Task:
    """The task of adding a channel, for a channel that awaits approval or was refused."""
    if steps.channel_pending:
        return Task("add_channel", True, to, TaskState.WAITING, None)
    if steps.refused_site is not None:
        to += f"?edit={steps.refused_site}"
    return Task("add_channel", True, to, TaskState.REFUSED, steps.channel_reason)
