"""Transactions as a file: a row for each item that the filter means."""

import sql.reports.export_statements
from handlers.flows.exports.rows import ExportRows, Write
from handlers.flows.reports.report_queries import Reader, order_query, totals_of_days
from schema.reports.report import TransactionFilter
from sql.core.copy_text import copy_csv


async def open_rows(reader: Reader, filter: TransactionFilter) -> ExportRows:
    """The items of the orders that /reports/transactions lists; their amounts add up to its totals."""
    orders = await order_query(reader, filter)

    async def send(write: Write) -> int:
        query = sql.reports.export_statements.items_template(orders.shape).bind(orders.values)
        return await copy_csv(reader.db, query, write)

    expected = (await totals_of_days(reader, filter)).orders
    columns = [column for column, _ in sql.reports.export_statements.ITEM_COLUMNS]
    return ExportRows(columns, expected, send)
