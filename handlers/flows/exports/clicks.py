"""Clicks as a file."""

import sql.reports.export_statements
from handlers.flows.exports.rows import ExportRows, Write
from handlers.flows.reports.report_queries import Reader, click_query, totals_of_days
from schema.clicks.click import ClickFilter
from sql.core.copy_text import copy_csv


async def open_rows(reader: Reader, filter: ClickFilter) -> ExportRows:
    """The clicks that /reports/clicks lists."""
    clicks = await click_query(reader, filter)

    async def send(write: Write) -> int:
        query = sql.reports.export_statements.clicks_template(clicks.shape).bind(clicks.values)
        return await copy_csv(reader.db, query, write)

    expected = (await totals_of_days(reader, filter)).clicks or 0
    columns = [column for column, _ in sql.reports.export_statements.CLICK_COLUMNS]
    return ExportRows(columns, expected, send)
