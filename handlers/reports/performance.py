"""The performance report: clicks, orders, sales and commission by any grouping."""

import sql.clicks.crawler_clicks
import sql.reports.performance
from handlers.reports.report_queries import REPORT_CODES, Reader, performance_query
from rpc import Publisher, query
from schema.core.envelope import Page
from schema.reports.report import Performance, PerformanceFilter


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
