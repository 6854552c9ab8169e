"""Calls for the network's staff: order reports that were refused."""

from msgspec.structs import replace

import sql.network.lists.refused_report
from handlers.flows.filter_checks import check_days, find_mid
from handlers.network.publisher_names import name_publishers
from rpc import Code, Operator, query
from schema.core.envelope import CursorPage, Page
from schema.network.refused_report import RefusedReport, RefusedReportFilter


@query(
    "/network/refused_reports",
    permission="order.edit",
    raises=[Code.DATES_REVERSED, Code.BRAND_UNKNOWN],
    heavy=True,
)
async def refused_reports(
    ctx: Operator, filter: RefusedReportFilter, page: Page
) -> CursorPage[RefusedReport]:
    """List reports of orders that were refused in the last 90 days, with the reason, newest first."""
    check_days(filter.start_date, filter.end_date)
    mid = await find_mid(ctx, filter.mcid)
    part = await sql.network.lists.refused_report.page(ctx.db, filter, mid, page)
    return replace(part, rows=await name_publishers(ctx.db, part.rows))
