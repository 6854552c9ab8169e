"""The manifest beside a delivered file: what a receiver needs to check the file and to read it."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from msgspec import Struct

from schema.exports.export import ExportReport
from schema.exports.schedule import ScheduleFormat

SCHEMA_VERSION = 1
"""Raised when a column of a report is renamed, removed or gets another type; new ones may come without."""
SUFFIX = ".manifest.json"


class ManifestColumn(Struct, frozen=True):
    """A column: its name in the file, the kind of its values, and the column with the currency of an amount."""

    name: str
    kind: str
    currency: str | None


class ManifestSum(Struct, frozen=True):
    """The sum of a column of amounts in one currency."""

    column: str
    currency: str
    amount: Decimal


class Manifest(Struct, frozen=True, kw_only=True):
    """It is delivered after its file, which is whole once there is a manifest with its SHA-256.

    Of an incremental file, `changed_from` is the time since which orders changed, null for the first one, and
    `changed_until` the time up to which the file reaches: the next one reaches back before it, so that an order may
    come again, and the row with the latest `updated_at` is the one that counts.
    """

    schema_version: int
    schedule: str
    report: ExportReport
    filter: dict[str, Any]
    time_zone: str
    currency: str
    file: str
    format: ScheduleFormat
    rows: int
    size: int
    sha256: str
    sums: list[ManifestSum]
    columns: list[ManifestColumn]
    incremental: bool
    changed_from: datetime | None
    changed_until: datetime | None
    made_at: datetime
