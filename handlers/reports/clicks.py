"""The report of clicks."""

import sql.reports.clicks
from handlers.reports.report_queries import REPORT_CODES, Reader, click_query
from rpc import Publisher, query
from schema.clicks.click import ClickFilter, Clicks
from schema.core.envelope import Page
from schema.reports.report import CLICKS_COUNTED_MAX


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
