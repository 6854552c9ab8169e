"""Exports of reports, each format read back by another library than the one that wrote it."""

import csv
import io
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import polars
from python_calamine import load_workbook

from handlers.reports.export_table import EXPORTS
from handlers.reports.report_queries import Reader
from schema.exports.export import Column, ExportReport
from sql.exports.export_statements import CLICK_COLUMNS
from tests.support.portal import Portal, Someone

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)")
OF_CLICKS = [column for column, _ in CLICK_COLUMNS]
BOM = b"\xef\xbb\xbf"


async def export(
    portal: Portal, who: Someone, report: str, format: str, times: str | None = None, **filter: Any
) -> dict[str, Any]:
    """What came of an export, after the work is done."""
    given = {"report": report, "format": format, "filter": filter}
    given |= {"times": times} if times else {}
    made = await portal.ok("/reports/export", who, attributes=given)
    assert (made["status"], made["download_url"]) == (0, None)
    await portal.work()
    listed = await portal.ok("/common/download_list", who, page={"perPage": 50})
    return next(row for row in listed["list"] if row["id"] == made["id"])


async def read_export(
    portal: Portal, who: Someone, report: str, format: str, **filter: Any
) -> list[dict[str, Any]]:
    """The rows of an export by the names of their columns, as texts, numbers and times of Python.

    In XLSX times are those of the publisher's zone.
    """
    found = await export(portal, who, report, format, **filter)
    assert (found["status"], found["error"]) == (2, None)
    assert found["filename"].endswith(f".{format}")
    body = await fetch(portal, found)
    columns = await columns_of(portal, who, report, filter)
    rows = READERS[format](body, columns)
    assert len(rows) == found["rows"]
    return rows


async def fetch(portal: Portal, download: dict[str, Any]) -> bytes:
    answer = await portal.http.get(download["download_url"])
    assert answer.status_code == 200
    assert len(answer.content) == download["size"]
    return bytes(answer.content)


async def columns_of(
    portal: Portal, who: Someone, report: str, filter: dict[str, Any]
) -> list[Column]:
    """The columns of an export, whose headings are for people and not for tests."""
    export = EXPORTS[ExportReport(report)]
    async with portal.db() as db:
        reader = Reader(
            db=db,
            publisher_id=who.uid,
            zone="UTC",
            currency="EUR",
            now=portal.resources.clock.now(),
            public_url="",
        )
        return list((await export.read_rows(reader, filter)).columns)


def read_csv(body: bytes, _: Sequence[Column] = ()) -> list[dict[str, Any]]:
    assert body.startswith(BOM)
    text = body.removeprefix(BOM).decode()
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert text.count("\r\n") >= len(rows)
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


def read_xlsx(body: bytes, columns: Sequence[Column]) -> list[dict[str, Any]]:
    book = load_workbook(io.BytesIO(body))
    found = []
    for number in range(len(book.sheet_names)):
        head, *rows = book.get_sheet_by_index(number).to_python()
        assert [str(each).partition(" (")[0] for each in head] == [
            column.title.partition(" (")[0] for column in columns
        ]
        found += [dict(zip((column.name for column in columns), row, strict=True)) for row in rows]
    return found


def read_parquet(body: bytes, _: Sequence[Column] = ()) -> list[dict[str, Any]]:
    return polars.read_parquet(io.BytesIO(body)).to_dicts()


READERS = {"csv": read_csv, "xlsx": read_xlsx, "parquet": read_parquet}


def amount(value: Any) -> Decimal | None:
    """A number of any format as an exact one."""
    if value in ("", None):
        return None
    return Decimal(str(value)).quantize(Decimal("0.0001")).normalize() + 0


def moment(value: Any, zone: str) -> datetime | None:
    """A time of any format; a spreadsheet's is on the clock of the zone."""
    if value in ("", None):
        return None
    if isinstance(value, str):
        assert TIME.fullmatch(value), value
        value = datetime.fromisoformat(value)
    if not isinstance(value, datetime):  # what a reader makes of midnight
        value = datetime.combine(value, time())
    aware = value if value.tzinfo else value.replace(tzinfo=ZoneInfo(zone))
    return aware.astimezone(UTC).replace(microsecond=0)


def day(value: Any) -> str:
    if isinstance(value, datetime):
        value = value.date()
    return value.isoformat() if isinstance(value, date) else str(value)


def text(value: Any) -> str:
    """A text or a whole number of any format."""
    if value is None:
        return ""
    return str(int(value)) if isinstance(value, float) and value == int(value) else str(value)
