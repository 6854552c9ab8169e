"""Payments as a file."""

import sql.exports.payments
from handlers.flows.exports.rows import ExportRows, Write, write_structs
from handlers.flows.filter_checks import check_days
from handlers.flows.reports.report_queries import Reader
from schema.payments.payment import PaymentFilter
from schema.reports.export import Column, ColumnKind

TEXT, INTEGER, AMOUNT = ColumnKind.TEXT, ColumnKind.INTEGER, ColumnKind.AMOUNT
COLUMNS = [
    Column("payment_id", INTEGER),
    Column("request_date", ColumnKind.TIME),
    Column("expected_date", ColumnKind.DAY),
    Column("sent_date", ColumnKind.TIME),
    Column("paid_date", ColumnKind.TIME),
    Column("method", TEXT),
    Column("payee", TEXT),
    Column("gross", AMOUNT),
    Column("fee", AMOUNT),
    Column("vat", AMOUNT),
    Column("net", AMOUNT),
    Column("currency", TEXT),
    Column("payout_amount", AMOUNT),
    Column("payout_currency", TEXT),
    Column("rate", ColumnKind.RATE),
    Column("status", TEXT),
    Column("scheduled", ColumnKind.FLAG),
    Column("failure_reason", TEXT),
    Column("trace_id", TEXT),
    Column("invoice", TEXT),
    Column("credit_note", TEXT),
    Column("batch_id", INTEGER),
]


async def open_rows(reader: Reader, filter: PaymentFilter) -> ExportRows:
    """The payments that /payments/summary lists."""
    check_days(filter.start_date, filter.end_date)

    async def send(write: Write) -> int:
        batches = sql.exports.payments.stream_payments(
            reader.db, reader.publisher_id, filter, reader.zone
        )
        return await write_structs(batches, COLUMNS, write)

    expected = await sql.exports.payments.count_payments(
        reader.db, reader.publisher_id, filter, reader.zone
    )
    return ExportRows(COLUMNS, expected, send)
