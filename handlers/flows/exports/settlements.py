"""Settlements as a file."""

import sql.exports.payments
from handlers.flows.exports.rows import ExportRows, Write, write_structs
from handlers.flows.filter_checks import find_mid
from handlers.flows.reports.report_queries import Reader
from schema.payments.settlement import SettlementFilter
from schema.reports.export import Column, ColumnKind

TEXT, INTEGER, AMOUNT = ColumnKind.TEXT, ColumnKind.INTEGER, ColumnKind.AMOUNT
COLUMNS = [
    Column("settlement_id", INTEGER),
    Column("mcid", TEXT),
    Column("brand_name", TEXT),
    Column("period", TEXT),
    Column("type", TEXT),
    Column("amount", AMOUNT),
    Column("currency", TEXT),
    Column("orders", INTEGER),
    Column("items", INTEGER),
    Column("state", TEXT),
    Column("payment_id", INTEGER),
    Column("note", TEXT),
    Column("created_at", ColumnKind.TIME),
    Column("payable_at", ColumnKind.TIME),
    Column("paid_at", ColumnKind.TIME),
]


async def open_rows(reader: Reader, filter: SettlementFilter) -> ExportRows:
    """The settlements that /payments/settlements lists. Raises BRAND_UNKNOWN."""
    await find_mid(reader, filter.mcid)

    async def send(write: Write) -> int:
        batches = sql.exports.payments.stream_settlements(reader.db, reader.publisher_id, filter)
        return await write_structs(batches, COLUMNS, write)

    expected = await sql.exports.payments.count_settlements(reader.db, reader.publisher_id, filter)
    return ExportRows(COLUMNS, expected, send)
