"""Reports as files: what can be exported, in which formats, and the columns of a file."""

from enum import StrEnum
from hashlib import sha256
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct, field, json, to_builtins

QUEUED_MAX = 5
"""How many of a publisher's exports may be queued while one is being built (contract §15)."""
BUSY_SECONDS = 60
"""An export without a sign of life for this long no longer keeps the next one waiting."""


class ExportReport(StrEnum):
    PERFORMANCE = "performance"
    TRANSACTIONS = "transactions"
    CLICKS = "clicks"
    LINKS = "links"
    PAYMENTS = "payments"
    SETTLEMENTS = "settlements"
    DELIVERIES = "deliveries"
    BOOKS = "books"


class ExportFormat(StrEnum):
    CSV = "csv"
    XLSX = "xlsx"
    PARQUET = "parquet"


class ExportTimes(StrEnum):
    """How a CSV file writes times: `iso` in UTC (`2026-11-26T10:42:00+00:00`), `local` on the publisher's clock, as
    spreadsheets read them (`2026-11-26 10:42:00`); the heading of each column then names the time zone.
    """

    ISO = "iso"
    LOCAL = "local"


class ReportExport(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A report to export.

    `filter` is the one of the report's own call; everything it finds is exported, not a page. `times` applies to CSV
    alone: a workbook has native dates, Parquet has times in UTC.
    """

    report: ExportReport
    format: ExportFormat = ExportFormat.CSV
    times: ExportTimes = ExportTimes.ISO
    filter: Annotated[
        dict[str, Any], Meta(description="As the call of the report takes it, such as start_date")
    ] = field(default_factory=dict)


class ExportRequest(Struct, frozen=True, kw_only=True):
    """An export as stored: its validated, normalized filter, and the time zone and currency of its days and amounts."""

    report: ExportReport
    format: ExportFormat
    filter: dict[str, Any]
    zone: str
    currency: str
    times: ExportTimes = ExportTimes.ISO


class MakeReport(Struct, frozen=True):
    """The payload of the job that builds the file of a report."""

    publisher_id: int
    download_id: int


class ColumnKind(StrEnum):
    """The type of the values in a column of an exported file, apart from null."""

    TEXT = "text"
    INTEGER = "integer"
    AMOUNT = "amount"
    RATE = "rate"
    SHARE = "share"
    TIME = "time"
    DAY = "day"
    FLAG = "flag"


class Column(NamedTuple):
    """A column of an exported file.

    `title` is the heading that publishers read. `currency` names the column with an amount's currency.
    """

    name: str
    kind: ColumnKind
    title: str
    currency: str = "currency"

    @property
    def is_money(self) -> bool:
        """Whether its values are amounts, or earnings per click: members without money do not get the column."""
        return self.kind is ColumnKind.AMOUNT or self.name in EARNINGS


EARNINGS = frozenset({"epc", "epc_before", "epc_change"})
"""Columns with amounts that have more decimals than their currency."""
SHEETS = {
    ExportReport.PERFORMANCE: "Performance",
    ExportReport.TRANSACTIONS: "Transactions",
    ExportReport.CLICKS: "Clicks",
    ExportReport.LINKS: "Links",
    ExportReport.PAYMENTS: "Payments",
    ExportReport.SETTLEMENTS: "Settlements",
    ExportReport.DELIVERIES: "Deliveries",
    ExportReport.BOOKS: "My books",
}
"""The name of a workbook's sheet: that of the report's screen."""


def heading_with_zone(heading: str, column: Column, zone: str) -> str:
    """The heading, with the time zone if the column holds times."""
    return f"{heading} ({zone})" if column.kind is ColumnKind.TIME else heading


def normalize_filter(filter: Any) -> dict[str, Any]:
    """Normalize a report's filter, so that filters with the same meaning are equal: lists as sets, nothing left out."""
    fields: dict[str, Any] = to_builtins(filter)
    for name in ("mcids", "site_ids"):
        if name in fields:
            fields[name] = sorted(set(fields[name]))
    if "group_by" in fields:
        fields["group_by"] = list(dict.fromkeys(fields["group_by"]))
    return fields


def export_digest(request: ExportRequest, account_id: int) -> str:
    """A hash that is equal for a member's equal exports: report, format, filter (contract §15), and `times` unless it
    is the default. Another member's is one of its own, because nobody else can fetch its file.
    """
    filter = sorted(request.filter.items())
    what: tuple[Any, ...] = (account_id, request.report, request.format, filter)
    if request.times is not ExportTimes.ISO:
        what += (request.times,)
    return sha256(json.encode(what)).hexdigest()
