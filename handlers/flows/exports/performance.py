"""Performance as a file: the lines of the report, from its own statement."""

from typing import Any

import sql.reports.performance
from handlers.flows.exports.rows import ExportRows, Write, encode_lines
from handlers.flows.reports.report_queries import Reader, performance_query
from schema.core.envelope import Page
from schema.core.figures import Figures
from schema.reports.export import Column, ColumnKind
from schema.reports.report import PerformanceFilter

DAYS, NUMBERS = ("date", "week", "month"), ("site_id", "link_id")
RATES = ("cr", "epc", "approval_rate")


async def open_rows(reader: Reader, filter: PerformanceFilter) -> ExportRows:
    """All lines of /reports/performance; a comparison is for the screen only."""
    question = await performance_query(reader, filter, Page())
    names = sql.reports.performance.group_columns(question.groups)
    columns = [Column(name, kind_of_group(name)) for name in names]
    columns += [Column(name, kind_of_figure(name)) for name in Figures.__struct_fields__]

    async def send(write: Write) -> int:
        count = 0
        async for rows in sql.reports.performance.stream_lines(reader.db, question):
            await write(encode_lines([values(row, columns) for row in rows]))
            count += len(rows)
        return count

    report = await sql.reports.performance.get_lines(reader.db, question)
    return ExportRows(columns, report.total, send)


def values(row: Any, columns: list[Column]) -> list[Any]:
    return [getattr(row, column.name) for column in columns]


def kind_of_group(name: str) -> ColumnKind:
    if name in DAYS:
        return ColumnKind.DAY
    return ColumnKind.INTEGER if name in NUMBERS else ColumnKind.TEXT


def kind_of_figure(name: str) -> ColumnKind:
    if name == "clicks" or name.endswith("orders"):
        return ColumnKind.INTEGER
    if name == "currency":
        return ColumnKind.TEXT
    return ColumnKind.RATE if name in RATES else ColumnKind.AMOUNT
