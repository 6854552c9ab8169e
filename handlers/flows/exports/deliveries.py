"""Deliveries of postbacks as a file."""

import sql.tools.delivery
from handlers.flows.exports.rows import ExportRows, Write, encode_lines
from handlers.flows.postbacks.deliveries import delivery_query
from handlers.flows.reports.report_queries import Reader
from schema.reports.export import Column, ColumnKind
from schema.tools.delivery import DeliveryFilter

TEXT, INTEGER, TIME = ColumnKind.TEXT, ColumnKind.INTEGER, ColumnKind.TIME
COLUMNS = [
    Column("id", TEXT),
    Column("postback_id", INTEGER),
    Column("event_id", TEXT),
    Column("event_type", INTEGER),
    Column("oid", INTEGER),
    Column("attempt", INTEGER),
    Column("method", TEXT),
    Column("url", TEXT),
    Column("request_body", TEXT),
    Column("status_code", INTEGER),
    Column("ms", INTEGER),
    Column("error", TEXT),
    Column("state", TEXT),
    Column("next_attempt_at", TIME),
    Column("test", ColumnKind.FLAG),
    Column("created_at", TIME),
]


async def open_rows(reader: Reader, filter: DeliveryFilter) -> ExportRows:
    """The deliveries that /postback/deliveries lists, each with its last attempt."""
    query = delivery_query(reader.zone, filter)

    async def send(write: Write) -> int:
        count = 0
        async for rows in sql.tools.delivery.stream_all(reader.db, reader.publisher_id, query):
            await write(encode_lines([[row[column.name] for column in COLUMNS] for row in rows]))
            count += len(rows)
        return count

    expected = await sql.tools.delivery.count(reader.db, reader.publisher_id, query)
    return ExportRows(COLUMNS, expected, send)
