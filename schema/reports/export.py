"""Reports as files: what can be exported, in which formats, and the columns of a file."""

from enum import StrEnum
from hashlib import sha256
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct, field, json, to_builtins

QUEUED_MAX = 5
"""Exports of a publisher that may wait while one is made (contract §15)."""
BUSY_SECONDS = 60
"""An export without a sign of life for so long no longer keeps the next one waiting."""


class ExportReport(StrEnum):
    PERFORMANCE = "performance"
    TRANSACTIONS = "transactions"
    CLICKS = "clicks"
    LINKS = "links"
    PAYMENTS = "payments"
    SETTLEMENTS = "settlements"
    DELIVERIES = "deliveries"


class ExportFormat(StrEnum):
    CSV = "csv"
    XLSX = "xlsx"
    PARQUET = "parquet"


class ReportExport(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`filter` is that of the report's own call; everything it finds is exported, not a page."""

    report: ExportReport
    format: ExportFormat = ExportFormat.CSV
    filter: Annotated[
        dict[str, Any], Meta(description="As the call of the report takes it, such as start_date")
    ] = field(default_factory=dict)


class ExportRequest(Struct, frozen=True, kw_only=True):
    """An export as it is stored: its filter checked and in its normal form, and how days and amounts are written."""

    report: ExportReport
    format: ExportFormat
    filter: dict[str, Any]
    zone: str
    currency: str


class MakeReport(Struct, frozen=True):
    """The payload of the job that makes a file of a report."""

    publisher_id: int
    download_id: int


class ColumnKind(StrEnum):
    """What a column of a file holds, beside null."""

    TEXT = "text"
    INTEGER = "integer"
    AMOUNT = "amount"
    RATE = "rate"
    TIME = "time"
    DAY = "day"
    FLAG = "flag"


class Column(NamedTuple):
    name: str
    kind: ColumnKind


def normalize_filter(filter: Any) -> dict[str, Any]:
    """A report's filter in the form that all filters of the same meaning share: lists as sets, nothing left out."""
    fields: dict[str, Any] = to_builtins(filter)
    for name in ("mcids", "site_ids"):
        if name in fields:
            fields[name] = sorted(set(fields[name]))
    if "group_by" in fields:
        fields["group_by"] = list(dict.fromkeys(fields["group_by"]))
    return fields


def export_digest(request: ExportRequest) -> str:
    """Tells the same export from another: report, format and filter (contract §15)."""
    what = (request.report, request.format, sorted(request.filter.items()))
    return sha256(json.encode(what)).hexdigest()
