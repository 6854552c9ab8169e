"""Reports: performance, orders and their timelines, and clicks."""

import sql.clicks.crawler_clicks
import sql.reports.clicks
import sql.reports.orders
import sql.reports.performance
from handlers.flows.order_detail import get_order_detail
from handlers.reports.order_totals import order_totals
from handlers.reports.report_queries import (
    REPORT_CODES,
    Reader,
    click_query,
    order_query,
    performance_query,
)
from rpc import Code, Fault, Publisher, Rule, query
from schema.clicks.click import ClickFilter, Clicks
from schema.core.envelope import Page
from schema.orders.timeline import OrderStory
from schema.reports.report import (
    CLICKS_COUNTED_MAX,
    ORDERS_SUMMED_MAX,
    OidRef,
    Performance,
    PerformanceFilter,
    TransactionFilter,
    Transactions,
)

TOO_MANY = f"sorts {ORDERS_SUMMED_MAX:,} orders at most: choose fewer days, or sort by a time"


@query(
    "/reports/performance",
    permission="report.read",
    narrowed="channels",
    raises=REPORT_CODES,
    from_replica=True,
    heavy=True,
)
async def performance(ctx: Publisher, filter: PerformanceFilter, page: Page) -> Performance:
    """Report clicks, orders, sales and commission by any grouping, with totals and a comparison."""
    question = await performance_query(Reader.of(ctx), filter, page)
    report = await sql.reports.performance.get_lines(ctx.db, question)
    earlier = question.earlier
    days = earlier.days if earlier else None
    return Performance(
        rows=report.rows,
        total=report.total,
        totals=report.totals,
        compared_totals=report.compared_totals if days else None,
        compared=report.compared,
        compared_start_date=days.start if days else None,
        compared_end_date=days.end if days else None,
        compared_until=earlier.until if earlier else None,
        recounted=await sql.clicks.crawler_clicks.count(
            ctx.db, ctx.publisher_id, *question.days.bounds(question.zone)
        ),
        time_zone=question.zone,
        as_of=ctx.as_of,
    )


@query(
    "/reports/transactions",
    permission="report.read",
    narrowed="channels",
    raises=REPORT_CODES,
    from_replica=True,
    heavy=True,
)
async def transactions(ctx: Publisher, filter: TransactionFilter, page: Page) -> Transactions:
    """List orders with their items, newest first or sorted."""
    reader = Reader.of(ctx)
    orders_query = await order_query(reader, filter)
    total, totals = await order_totals(reader, filter, orders_query)
    if orders_query.sorts_all and total > ORDERS_SUMMED_MAX:
        raise Fault(
            Code.REQUEST_INVALID,
            field="filter.sort",
            rule=Rule.TOO_MANY,
            why=TOO_MANY,
            limit=ORDERS_SUMMED_MAX,
        )
    orders = await sql.reports.orders.page(reader.db, orders_query, page, total)
    return Transactions(
        rows=orders.rows,
        total=total,
        next=orders.next,
        totals=totals,
        time_zone=orders_query.zone,
        as_of=ctx.as_of,
    )


@query("/reports/transaction", permission="report.read", narrowed="channels", from_replica=True)
async def transaction(ctx: Publisher, attributes: OidRef) -> OrderStory:
    """Get one order with its whole timeline, beginning with the click."""
    return await get_order_detail(ctx.db, ctx.publisher_id, attributes.oid, ctx.now)


@query(
    "/reports/clicks",
    permission="report.read",
    narrowed="channels",
    raises=REPORT_CODES,
    from_replica=True,
    heavy=True,
)
async def clicks(ctx: Publisher, filter: ClickFilter, page: Page) -> Clicks:
    """List clicks with their verdicts and orders, newest first; `total` is capped at 10,001."""
    question = await click_query(Reader.of(ctx), filter)
    found = await sql.reports.clicks.page(ctx.db, question, page)
    return Clicks(
        rows=found.rows,
        total=found.total,
        total_is_capped=found.total > CLICKS_COUNTED_MAX,
        next=found.next,
        as_of=ctx.as_of,
    )
