"""The reports that can be exported, each with its filter, query, columns and rows.

To add a report, add a member to `ExportReport` and a line to `EXPORTS`.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from operator import getitem
from typing import Any

import msgspec

import sql.exports.payments
import sql.links.link
import sql.postbacks.delivery
import sql.reports.book
import sql.reports.book_rows
import sql.reports.link_totals
import sql.reports.performance
from handlers.flows.delivery_query import delivery_query
from handlers.flows.filter_checks import check_days, check_sites, find_mid, find_mids
from handlers.reports.export_rows import ExportRows, lines_of, send_lines
from handlers.reports.report_queries import (
    Reader,
    click_query,
    order_query,
    performance_query,
    totals_of_days,
)
from rpc import Code, Fault
from rpc.calls.decoding.fault import fault_of
from schema.accounts.permission import MONEY_READ, PAYMENT_READ
from schema.clicks.click import ClickFilter
from schema.core.envelope import Page
from schema.core.event import EventType
from schema.core.figures import Figures
from schema.core.money import round_money
from schema.exports import export_columns
from schema.exports.export import Column, ColumnKind, ExportReport
from schema.links.link import LinkFilter, link_urls
from schema.payments.payment import PaymentFilter
from schema.payments.settlement import SettlementFilter
from schema.postbacks.delivery import DeliveryFilter
from schema.postbacks.postback import manageable_events
from schema.reports.book import BookFilter, BookRow
from schema.reports.report import PerformanceFilter, PerformanceRow, TransactionFilter
from sql.core.copy_text import copy_csv
from sql.exports.export_statements import (
    CLICK_COLUMNS,
    clicks_template,
    item_columns,
    items_template,
)
from sql.exports.item_notes import read_notes
from sql.links.link import LinkRow
from sql.postbacks.delivery import DeliveryQuery
from sql.reports.clicks import ClickQuery
from sql.reports.figures.report_query import ReportQuery
from sql.reports.link_totals import LinkTotals
from sql.reports.order_filter import OrderQuery


@dataclass(frozen=True)
class Export:
    """A report that can be exported. `query` raises the Faults of the report's call; `open_rows` takes its result."""

    filter: type[msgspec.Struct]
    query: Callable[[Reader, Any], Awaitable[Any]]
    open_rows: Callable[[Reader, Any], Awaitable[ExportRows]]
    permissions: frozenset[str] = frozenset({"report.read"})

    async def read_filter(self, reader: Reader, raw: dict[str, Any]) -> Any:
        """Validate a filter inside `attributes` as the report's own call does. Raises the Faults of that call."""
        filter = self.decode_filter(raw)
        try:
            await self.query(reader, filter)
        except Fault as fault:
            raise within_attributes(fault) from None
        return filter

    def decode_filter(self, raw: dict[str, Any]) -> Any:
        try:
            return msgspec.convert(raw, self.filter, strict=True)
        except msgspec.ValidationError as error:
            raise fault_of(error, ".req.attributes.filter", kind=self.filter) from None

    async def read_rows(self, reader: Reader, filter: dict[str, Any]) -> ExportRows:
        """The rows that match a normalized filter."""
        return await self.open_rows(reader, await self.query(reader, self.decode_filter(filter)))


def within_attributes(fault: Fault) -> Fault:
    """The same Fault with its field renamed, for a filter inside `attributes`."""
    if not fault.field.startswith("filter."):
        return fault
    text = str(fault).replace("`filter.", "`attributes.filter.")
    field = f"attributes.{fault.field}"
    return Fault(
        fault.code, text, field=field, rule=fault.rule, limit=fault.limit, number=fault.number
    )


async def query_performance(reader: Reader, filter: PerformanceFilter) -> ReportQuery:
    return await performance_query(reader, filter, Page())


async def open_performance(reader: Reader, query: ReportQuery) -> ExportRows:
    """All lines of /reports/performance; in a comparison, each figure with its earlier value and the change."""
    groups = sql.reports.performance.group_columns(query.groups)
    columns = [*export_columns.performance_columns(groups, compared=query.compare is not None)]
    shown = shown_places(reader, columns)

    async def read() -> AsyncIterator[list[list[Any]]]:
        async for rows in sql.reports.performance.stream_lines(reader.db, query):
            lines = [performance_line(groups, row, before) for row, before in rows]
            yield [[line[index] for index in shown] for line in lines]

    report = await sql.reports.performance.get_lines(reader.db, query)
    return ExportRows([columns[index] for index in shown], report.total, send_lines(read()))


def shown_places(reader: Reader, columns: Sequence[Column]) -> list[int]:
    """The places of the columns that the reader may see: without amounts, if the reader sees none."""
    return [
        index for index, column in enumerate(columns) if reader.with_money or not column.is_money
    ]


def performance_line(
    groups: Sequence[str], row: PerformanceRow, before: PerformanceRow | None
) -> list[Any]:
    line = [getattr(row, name) for name in groups]
    for name in Figures.__struct_fields__:
        value = getattr(row, name)
        line.append(value)
        if before is not None and export_columns.kind_of_figure(name) is not ColumnKind.TEXT:
            then = getattr(before, name)
            line += [then, None if value is None or then is None else value - then]
    return line


async def open_transactions(reader: Reader, query: OrderQuery) -> ExportRows:
    """The items of the orders that /reports/transactions lists. Their amounts sum to its totals."""
    notes = await read_notes(reader.db, query)
    template = items_template(query.shape, with_money=reader.with_money)
    statement = template.bind({**query.values, **notes})
    expected = (await totals_of_days(reader, query.days)).orders if query.days else 0
    columns = [column for column, _ in item_columns(with_money=reader.with_money)]
    return ExportRows(columns, expected, lambda write: copy_csv(reader.db, statement, write))


async def open_clicks(reader: Reader, query: ClickQuery) -> ExportRows:
    """The clicks that /reports/clicks lists."""
    statement = clicks_template(query.shape).bind(query.values)
    expected = (await totals_of_days(reader, query.days)).clicks or 0
    columns = [column for column, _ in CLICK_COLUMNS]
    return ExportRows(columns, expected, lambda write: copy_csv(reader.db, statement, write))


async def check_links(reader: Reader, filter: LinkFilter) -> LinkFilter:
    await find_mids(reader, [filter.mcid] if filter.mcid else [], "filter.mcid")
    await check_sites(reader, [filter.site_id] if filter.site_id else [], "filter.site_id")
    return filter


async def open_links(reader: Reader, filter: LinkFilter) -> ExportRows:
    """The links that /tools/links lists, with their results so far."""

    async def read() -> AsyncIterator[list[list[Any]]]:
        async for rows in sql.links.link.stream_rows(reader.db, reader.publisher_id, filter):
            totals = await sql.reports.link_totals.of_links(
                reader.db, reader.publisher_id, [row.link_id for row in rows]
            )
            lines = [link_line(reader, row, totals[row.link_id]) for row in rows]
            yield [[line[index] for index in shown] for line in lines]

    shown = shown_places(reader, export_columns.LINKS)
    columns = [export_columns.LINKS[index] for index in shown]
    expected = await sql.links.link.count(reader.db, reader.publisher_id, filter)
    return ExportRows(columns, expected, send_lines(read()))


def link_line(reader: Reader, row: LinkRow, totals: LinkTotals) -> list[Any]:
    """A link's values, in the order of the columns."""
    return [
        row.link_id,
        row.path or row.code,
        row.path or "",
        *link_urls(reader.public_url, row.code, row.path),
        row.mcid,
        row.brand_name,
        row.site_id,
        row.target_url,
        row.fallback_url or "",
        *(getattr(row, f"uid{n}") for n in range(1, 6)),
        row.note,
        row.coupon,
        row.retired,
        totals.clicks,
        totals.orders,
        round_money(totals.commission, reader.currency),
        reader.currency,
        row.created_at,
    ]


async def check_payments(_reader: Reader, filter: PaymentFilter) -> PaymentFilter:
    check_days(filter.start_date, filter.end_date)
    return filter


async def open_payments(reader: Reader, filter: PaymentFilter) -> ExportRows:
    """The payments that /payments/summary lists."""
    of = reader.db, reader.publisher_id, filter, reader.zone
    expected = await sql.exports.payments.count_payments(*of)
    lines = lines_of(sql.exports.payments.stream_payments(*of), export_columns.PAYMENTS)
    return ExportRows(export_columns.PAYMENTS, expected, send_lines(lines))


async def check_settlements(reader: Reader, filter: SettlementFilter) -> SettlementFilter:
    await find_mid(reader, filter.mcid)
    return filter


async def open_settlements(reader: Reader, filter: SettlementFilter) -> ExportRows:
    """The settlements that /payments/settlements lists."""
    of = reader.db, reader.publisher_id, filter
    expected = await sql.exports.payments.count_settlements(*of)
    lines = lines_of(sql.exports.payments.stream_settlements(*of), export_columns.SETTLEMENTS)
    return ExportRows(export_columns.SETTLEMENTS, expected, send_lines(lines))


async def query_deliveries(reader: Reader, filter: DeliveryFilter) -> DeliveryQuery:
    own = manageable_events(reader.permissions, narrowed=reader.site_ids is not None)
    query = delivery_query(reader.zone, filter)
    return msgspec.structs.replace(query, without=sorted(frozenset(EventType) - own))


async def open_deliveries(reader: Reader, query: DeliveryQuery) -> ExportRows:
    """The deliveries that /postback/deliveries lists, each with its last attempt."""
    of = reader.db, reader.publisher_id, query
    expected = await sql.postbacks.delivery.count(*of)
    lines = lines_of(sql.postbacks.delivery.stream_all(*of), export_columns.DELIVERIES, getitem)
    return ExportRows(export_columns.DELIVERIES, expected, send_lines(lines))


async def check_comparison(reader: Reader, filter: BookFilter) -> BookFilter:
    if await sql.reports.book.get(reader.db, reader.publisher_id, filter.id) is None:
        raise Fault(Code.NOT_FOUND, field="filter.id")
    return filter


async def open_books(reader: Reader, filter: BookFilter) -> ExportRows:
    """The rows of a comparison that /reports/books_rows lists."""
    of = reader.db, reader.publisher_id, filter
    expected = await sql.reports.book_rows.count_rows(*of)
    lines = lines_of(sql.reports.book_rows.stream_rows(*of), export_columns.BOOKS, get_book_value)
    return ExportRows(export_columns.BOOKS, expected, send_lines(lines))


def get_book_value(row: BookRow, name: str) -> Any:
    if name == "reasons":
        return ", ".join(row.reasons)
    return row.class_ if name == "class" else getattr(row, name)


PAYMENTS = frozenset({PAYMENT_READ})
EXPORTS = {
    ExportReport.PERFORMANCE: Export(PerformanceFilter, query_performance, open_performance),
    ExportReport.TRANSACTIONS: Export(TransactionFilter, order_query, open_transactions),
    ExportReport.CLICKS: Export(ClickFilter, click_query, open_clicks),
    ExportReport.LINKS: Export(LinkFilter, check_links, open_links),
    ExportReport.PAYMENTS: Export(PaymentFilter, check_payments, open_payments, PAYMENTS),
    ExportReport.SETTLEMENTS: Export(
        SettlementFilter, check_settlements, open_settlements, PAYMENTS
    ),
    # They include deliveries of payments' events.
    ExportReport.DELIVERIES: Export(
        DeliveryFilter, query_deliveries, open_deliveries, PAYMENTS | {"postback.edit"}
    ),
    # Comparisons are about amounts.
    ExportReport.BOOKS: Export(
        BookFilter, check_comparison, open_books, frozenset({"report.read", MONEY_READ})
    ),
}
FILTERS = [export.filter for export in EXPORTS.values()]
