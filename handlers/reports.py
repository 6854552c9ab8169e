"""Reports: performance, orders and their timelines, clicks."""

from typing import Any
from uuid import UUID

import sql.reports.clicks
import sql.reports.order_filter
import sql.reports.orders
import sql.reports.performance
from handlers.flows.filters import check_sites, find_mids
from rpc import Code, Fault, Publisher, query
from schema.clicks.click import ClickFilter, Clicks
from schema.core.cursor import decode_cursor, encode_cursor
from schema.core.days import EARLIEST, LATEST, YEARS_AT_MOST, Days
from schema.core.envelope import Page
from schema.core.figures import Figures
from schema.core.scalar import At, Id
from schema.orders.timeline import build_timeline
from schema.reports.compare import align_rows, comparison_days
from schema.reports.report import (
    CLICKS_COUNTED_MAX,
    OidRef,
    OrderDateBasis,
    OrderStory,
    Performance,
    PerformanceFilter,
    Scope,
    StatusFilter,
    TransactionFilter,
    Transactions,
)
from sql.figures import from_rollups
from sql.figures.query import ReportQuery

REPORT_CODES = [Code.DATES_REVERSED, Code.BRAND_UNKNOWN, Code.SITE_INVALID]


@query("/reports/performance", raises=REPORT_CODES, from_replica=True)
async def performance(ctx: Publisher, filter: PerformanceFilter, page: Page) -> Performance:
    """Report clicks, orders, sales and commission by any grouping, with totals and a comparison."""
    question = await build_question(ctx, filter, page)
    found = await sql.reports.performance.get_lines(ctx.db, question)
    before, days, rows = None, None, []
    if filter.compare is not None:
        days = comparison_days(question.days, filter.compare)
        before = await sql.reports.performance.get_lines(ctx.db, question.for_days(days))
        if question.fills_gaps:
            group = question.groups[0]
            rows = align_rows(
                found.rows, before.rows, group=group, days=question.days, compare=filter.compare
            )
    return Performance(
        rows=found.rows,
        total=found.total,
        totals=found.totals,
        compared_totals=before.totals if before else None,
        compared=rows,
        compared_start_date=days.start if days else None,
        compared_end_date=days.end if days else None,
        time_zone=question.zone,
    )


@query("/reports/transactions", raises=REPORT_CODES, from_replica=True)
async def transactions(ctx: Publisher, filter: TransactionFilter, page: Page) -> Transactions:
    """List orders with their items, newest first."""
    days = check_days(filter.days)
    orders_query = sql.reports.order_filter.OrderQuery(
        publisher_id=ctx.publisher_id,
        zone=ctx.account.time_zone,
        days=days,
        basis=filter.date_basis,
        filters=await scope_filters(ctx, filter) | filter.extra,
    )
    after = decode_cursor(page.cursor, tuple[At, Id]) if page.cursor else None
    rows = await sql.reports.orders.page(
        ctx.db, orders_query, size=page.size + 1, offset=page.offset, after=after
    )
    total, totals = await order_totals(ctx, filter, orders_query)
    last = rows[page.size - 1] if len(rows) > page.size else None
    by_update = filter.date_basis is OrderDateBasis.UPDATE
    return Transactions(
        rows=rows[: page.size],
        total=total,
        next=encode_cursor((last.updated_at if by_update else last.order_time, last.oid))
        if last
        else None,
        totals=totals,
        time_zone=orders_query.zone,
    )


@query("/reports/transaction", from_replica=True)
async def transaction(ctx: Publisher, attributes: OidRef) -> OrderStory:
    """Get one order with its whole timeline, from the click on."""
    order = await sql.reports.orders.get(ctx.db, ctx.publisher_id, attributes.oid)
    if order is None:
        raise Fault(Code.NOT_FOUND)
    changes = await sql.reports.orders.history(ctx.db, ctx.publisher_id, attributes.oid)
    fields = {name: getattr(order, name) for name in order.__struct_fields__}
    return OrderStory(**fields, timeline=build_timeline(order, changes))


@query("/reports/clicks", raises=REPORT_CODES, from_replica=True)
async def clicks(ctx: Publisher, filter: ClickFilter, page: Page) -> Clicks:
    """List clicks with their verdicts and orders, newest first; `total` counts to 10,001 and says so."""
    asked = sql.reports.clicks.ClickQuery(
        publisher_id=ctx.publisher_id,
        zone=ctx.account.time_zone,
        days=check_days(filter.days),
        filters=await scope_filters(ctx, filter) | filter.extra,
    )
    after = decode_cursor(page.cursor, tuple[At, UUID]) if page.cursor else None
    rows = await sql.reports.clicks.page(
        ctx.db, asked, size=page.size + 1, offset=page.offset, after=after
    )
    total = await sql.reports.clicks.count(ctx.db, asked)
    last = rows[page.size - 1] if len(rows) > page.size else None
    return Clicks(
        rows=rows[: page.size],
        total=total,
        total_is_capped=total > CLICKS_COUNTED_MAX,
        next=encode_cursor((last.click_time, last.click_ref)) if last else None,
    )


async def build_question(ctx: Publisher, filter: PerformanceFilter, page: Page) -> ReportQuery:
    """The question a performance report answers, if it can be answered."""
    days = check_days(filter.days)
    if filter.sort is not None and filter.sort.removeprefix("-") not in filter.sortable:
        why = f"must be a column of the answer: {', '.join(sorted(filter.sortable))}"
        raise Fault(Code.REQUEST_INVALID, field="filter.sort", why=why)
    if page.cursor is not None:
        text = "`page.cursor`: this list is paged by `page.curPage`"
        raise Fault(Code.REQUEST_INVALID, text, field="page.cursor")
    scope = await scope_filters(ctx, filter)
    return ReportQuery(
        publisher_id=ctx.publisher_id,
        zone=ctx.account.time_zone,
        currency=ctx.account.currency,
        days=days,
        groups=filter.groups,
        status=filter.status,
        basis=filter.date_basis,
        mids=scope.get("mids"),
        site_ids=scope.get("site_ids"),
        uids=filter.uids,
        sort=(filter.sort,) if filter.sort else (),
        size=page.size,
        offset=page.offset,
        today=Days.last(1, ctx.now, ctx.account.time_zone).end,
    )


async def scope_filters(ctx: Publisher, filter: Scope) -> dict[str, Any]:
    """The brands, sites and uids that a list is filtered by."""
    found: dict[str, Any] = dict(filter.uids)
    if filter.mcids:
        found["mids"] = await find_mids(ctx, filter.mcids, "filter.mcids")
    if filter.site_ids:
        await check_sites(ctx, filter.site_ids, "filter.site_ids")
        found["site_ids"] = filter.site_ids
    return found


async def order_totals(
    ctx: Publisher, filter: TransactionFilter, orders: sql.reports.order_filter.OrderQuery
) -> tuple[int, Figures | None]:
    """The number of orders and their figures: the performance report's own where the filter allows it.

    Figures are None where there are too many orders to add up.
    """
    report = report_of(ctx, filter, orders)
    if report is None:
        total, sums = await sql.reports.orders.totals(ctx.db, orders)
        return total, sums and sums.to_figures(ctx.account.currency)
    found = await sql.reports.performance.get_lines(ctx.db, report)
    return found.totals.orders, found.totals


def report_of(
    ctx: Publisher, filter: TransactionFilter, orders: sql.reports.order_filter.OrderQuery
) -> ReportQuery | None:
    """The performance report whose totals are these orders'.

    None where no report asks the same, or where a status would make it read all rows.
    """
    status = filter.report_status
    if status is None:
        return None
    question = ReportQuery(
        publisher_id=ctx.publisher_id,
        zone=orders.zone,
        currency=ctx.account.currency,
        days=filter.days,
        mids=orders.filters.get("mids"),
        site_ids=orders.filters.get("site_ids"),
        uids=filter.uids,
        status=status,
        today=Days.last(1, ctx.now, ctx.account.time_zone).end,
    )
    from_rollup = from_rollups.choose_source(question) != from_rollups.FROM_ROWS
    return question if status is StatusFilter.ALL or from_rollup else None


def check_days(days: Days) -> Days:
    """The range, unless no report can answer it."""
    if days.start > days.end:
        raise Fault(Code.DATES_REVERSED, field="filter.end_date")
    if days.start < EARLIEST or days.end > LATEST:
        text = f"`filter.start_date` and `filter.end_date` must lie between {EARLIEST} and {LATEST}"
        wrong = "filter.start_date" if days.start < EARLIEST else "filter.end_date"
        raise Fault(Code.REQUEST_INVALID, text, field=wrong)
    if days.is_too_long:
        why = f"must be less than {YEARS_AT_MOST} years after `filter.start_date`"
        raise Fault(Code.REQUEST_INVALID, field="filter.end_date", why=why)
    return days
