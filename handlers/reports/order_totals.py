"""The totals of a list of orders, as its screen and a mailed view report them."""

import sql.reports.orders
import sql.reports.performance
from handlers.reports.report_queries import Reader
from schema.core.figures import Figures
from schema.reports.report import StatusFilter, TransactionFilter
from sql.reports.figures import from_rollups
from sql.reports.figures.report_query import ReportQuery
from sql.reports.order_filter import OrderQuery


async def order_totals(
    reader: Reader, filter: TransactionFilter, orders: OrderQuery
) -> tuple[int, Figures | None]:
    """The number of orders and their figures, taken from the performance report if the filter allows it.

    Figures are None if there are too many orders to sum.
    """
    report = report_of(reader, filter, orders)
    if report is None:
        total, sums = await sql.reports.orders.totals(reader.db, orders)
        return total, sums and sums.to_figures(reader.currency)
    lines = await sql.reports.performance.get_lines(reader.db, report)
    return lines.totals.orders, lines.totals


def report_of(reader: Reader, filter: TransactionFilter, orders: OrderQuery) -> ReportQuery | None:
    """The performance report that has the same totals as this list of orders.

    None if no report has an equivalent filter, or if filtering by status would make it read all rows.
    """
    status = filter.report_status
    if status is None:
        return None
    question = ReportQuery(
        publisher_id=reader.publisher_id,
        zone=orders.zone,
        currency=reader.currency,
        days=filter.days,
        mids=orders.filters.get("mids"),
        site_ids=orders.filters.get("site_ids"),
        uids=filter.uids,
        status=status,
        now=reader.now,
    )
    from_rollup = from_rollups.choose_source(question) != from_rollups.FROM_ROWS
    return question if status is StatusFilter.ALL or from_rollup else None
