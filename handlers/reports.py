"""Reports: performance, orders and their timelines, clicks."""

from uuid import UUID

import sql.reports.clicks
import sql.reports.order_filter
import sql.reports.orders
import sql.reports.performance
from handlers.flows.exports.build import EXPORT_ATTEMPTS, EXPORT_WAIT, build_report
from handlers.flows.exports.request import request_report
from handlers.flows.reports.event_feed import read_feed
from handlers.flows.reports.order_story import tell_story
from handlers.flows.reports.questions import Reader, click_query, order_query, performance_query
from rpc import Code, Publisher, Worker, job, procedure, query
from schema.accounts.download import Download
from schema.clicks.click import ClickFilter, Clicks
from schema.core.cursor import decode_cursor, encode_cursor
from schema.core.days import Days
from schema.core.envelope import Page
from schema.core.figures import Figures
from schema.core.scalar import At, Id
from schema.reports.compare import align_rows, comparison_days
from schema.reports.event_feed import EventFeed, EventsAfter
from schema.reports.export import MakeReport, ReportExport
from schema.reports.report import (
    CLICKS_COUNTED_MAX,
    OidRef,
    OrderDateBasis,
    OrderStory,
    Performance,
    PerformanceFilter,
    StatusFilter,
    TransactionFilter,
    Transactions,
)
from sql.figures import from_rollups
from sql.figures.query import ReportQuery

REPORT_CODES = [Code.DATES_REVERSED, Code.BRAND_UNKNOWN, Code.SITE_INVALID]


@query("/reports/performance", permission="report.read", raises=REPORT_CODES, from_replica=True)
async def performance(ctx: Publisher, filter: PerformanceFilter, page: Page) -> Performance:
    """Report clicks, orders, sales and commission by any grouping, with totals and a comparison."""
    question = await performance_query(Reader.of(ctx), filter, page)
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


@query("/reports/transactions", permission="report.read", raises=REPORT_CODES, from_replica=True)
async def transactions(ctx: Publisher, filter: TransactionFilter, page: Page) -> Transactions:
    """List orders with their items, newest first."""
    orders_query = await order_query(Reader.of(ctx), filter)
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


@query("/reports/transaction", permission="report.read", from_replica=True)
async def transaction(ctx: Publisher, attributes: OidRef) -> OrderStory:
    """Get one order with its whole timeline, from the click on."""
    return await tell_story(ctx.db, ctx.publisher_id, attributes.oid)


@query("/reports/clicks", permission="report.read", raises=REPORT_CODES, from_replica=True)
async def clicks(ctx: Publisher, filter: ClickFilter, page: Page) -> Clicks:
    """List clicks with their verdicts and orders, newest first; `total` counts to 10,001 and says so."""
    asked = await click_query(Reader.of(ctx), filter)
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


@procedure(
    "/reports/export", permission="report.read", raises=[*REPORT_CODES, Code.DOWNLOAD_DUPLICATE]
)
async def export(ctx: Publisher, attributes: ReportExport) -> Download:
    """Request everything that a report's filter finds as a file; /common/download_list shows its progress."""
    return await request_report(ctx, attributes, make_export)


@job("/reports/make_export", attempts=EXPORT_ATTEMPTS, atomic=False)
async def make_export(ctx: Worker, attributes: MakeReport) -> None:
    """Make the file of a requested report, or wait while another of the publisher is made."""
    if not await build_report(ctx, attributes):
        await make_export.later(ctx.db, attributes, after=EXPORT_WAIT)


@procedure("/reports/events", permission="report.read")
async def events(ctx: Publisher, attributes: EventsAfter, page: Page) -> EventFeed:
    """Read the events that postbacks report, oldest first, as a feed of 30 days that skips none."""
    return await read_feed(ctx, attributes.after, page)


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
