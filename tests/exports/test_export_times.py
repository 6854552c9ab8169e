"""Times in exports: ISO in CSV unless local ones are chosen, local dates in a workbook."""

import csv
import io
from datetime import datetime
from typing import Any

import openpyxl
import pytest

from rpc import Code
from schema.exports import export_columns
from schema.exports.export import SHEETS, ColumnKind
from sql.exports.export_statements import CLICK_COLUMNS, ITEM_COLUMNS
from tests.architecture.source.imports import ROOT
from tests.support.orders.books import Books
from tests.support.orders.season import RANGE, ZONE
from tests.support.portal import Portal
from tests.support.reports.exports import BOM, columns_of, export, fetch, moment

FILTERS: dict[str, dict[str, Any]] = {
    "performance": {**RANGE, "group_by": ["brand", "date"], "compare": "previous"},
    "transactions": RANGE,
    "clicks": RANGE,
    "links": {},
    "payments": {},
    "settlements": {},
    "deliveries": {},
}


def read_lines(body: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(body.removeprefix(BOM).decode(), newline="")))


@pytest.mark.parametrize("report", FILTERS)
class TestEveryReport:
    async def test_exported_local_times_equal_iso_times_in_the_publishers_time_zone(
        self, portal: Portal, season: Books, report: str
    ) -> None:
        filter = FILTERS[report]
        columns = await columns_of(portal, season.who, report, filter)
        times = [n for n, column in enumerate(columns) if column.kind is ColumnKind.TIME]

        files = []
        for chosen in (None, "local"):
            found = await export(portal, season.who, report, "csv", chosen, **filter)
            files.append(read_lines(await fetch(portal, found)))

        iso, local = files
        assert iso[0] == [column.name for column in columns]
        assert [name for n, name in enumerate(local[0]) if n not in times] == [
            name for n, name in enumerate(iso[0]) if n not in times
        ]
        assert [local[0][n] for n in times] == [f"{iso[0][n]} ({ZONE})" for n in times]
        assert len(iso) == len(local)
        for before, after in zip(iso[1:], local[1:], strict=True):
            for n, (one, other) in enumerate(zip(before, after, strict=True)):
                if n in times and one:
                    assert "T" not in other
                    assert moment_of(other) == moment(one, ZONE)
                else:
                    assert one == other

    async def test_workbook_has_readable_headings_filters_and_typed_cells(
        self, portal: Portal, season: Books, report: str
    ) -> None:
        filter = FILTERS[report]
        columns = await columns_of(portal, season.who, report, filter)
        found = await export(portal, season.who, report, "xlsx", **filter)
        [sheet] = openpyxl.load_workbook(io.BytesIO(await fetch(portal, found)))

        head = [cell.value for cell in sheet[1]]
        assert sheet.title == SHEETS[report]
        assert len(set(head)) == len(columns)
        assert not [
            title for title in head if "_" in title.partition(" (")[0] or not title[0].isupper()
        ]
        assert sheet.auto_filter.ref == sheet.dimensions
        for cell, column in zip(sheet[1], columns, strict=True):
            assert cell.value.endswith(f" ({ZONE})") is (column.kind is ColumnKind.TIME)
        for row in sheet.iter_rows(min_row=2):
            for cell, column in zip(row, columns, strict=True):
                if cell.value is not None and column.kind in (ColumnKind.TIME, ColumnKind.DAY):
                    assert cell.is_date
                if cell.value is not None and column.kind is ColumnKind.AMOUNT:
                    assert isinstance(cell.value, int | float)
                    assert cell.number_format.startswith("#,##0")


def moment_of(local: str) -> datetime | None:
    """The instant of a time on the publisher's clock."""
    return moment(datetime.fromisoformat(local), ZONE)


async def test_sum_of_an_exported_workbook_equals_the_total_on_the_screen(
    portal: Portal, season: Books
) -> None:
    screen = await portal.ok("/reports/transactions", season.who, filter=RANGE)
    found = await export(portal, season.who, "transactions", "xlsx", **RANGE)
    [sheet] = openpyxl.load_workbook(io.BytesIO(await fetch(portal, found)))
    head = [cell.value for cell in sheet[1]]
    column = head.index("Commission in report currency") + 1

    cents = sum(
        round(cell.value * 100)
        for [cell] in sheet.iter_rows(min_row=2, min_col=column, max_col=column)
        if cell.value is not None
    )

    assert cents == round(float(screen["totals"]["commission"]) * 100) != 0


class TestRefusals:
    @pytest.mark.parametrize("format", ["xlsx", "parquet"])
    async def test_local_times_are_refused_for_other_formats_than_csv(
        self, portal: Portal, format: str
    ) -> None:
        given = {"report": "links", "format": format, "times": "local"}
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/reports/export", await portal.someone(), attributes=given
        )
        assert reply.refusal == {"field": "attributes.times"}

    async def test_unknown_time_format_of_an_export_is_refused(self, portal: Portal) -> None:
        given = {"report": "links", "times": "excel"}
        await portal.refuses(
            Code.REQUEST_INVALID, "/reports/export", await portal.someone(), attributes=given
        )

    async def test_same_export_with_another_time_format_is_not_a_duplicate(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        given = {"report": "links", "format": "csv"}
        await portal.ok("/reports/export", alice, attributes=given)
        await portal.ok("/reports/export", alice, attributes=given | {"times": "local"})
        again = given | {"times": "iso"}
        await portal.refuses(Code.DOWNLOAD_DUPLICATE, "/reports/export", alice, attributes=again)
        await portal.work()


LISTS = [
    [column for column, _ in ITEM_COLUMNS],
    [column for column, _ in CLICK_COLUMNS],
    export_columns.LINKS,
    export_columns.PAYMENTS,
    export_columns.SETTLEMENTS,
    export_columns.DELIVERIES,
]
OF_FILES_ALONE = {
    *("Amount in report currency", "Commission in report currency", "Report currency"),
    *("Brand number", "Channel number", "Brand of the link", "Link note", "Event type", "Error"),
    *("Commission rate (%)", "Exchange rate", "Payout currency", "Credit note number"),
    *("Original amount", "Original commission", "Order status", "Settled", "Verdict reason"),
    *("Expected validation", "Validation date", "Payment date"),
}
"""Headings of what no screen has as a column, or makes of a number."""


def test_headings_of_an_export_are_unique() -> None:
    for columns in LISTS:
        titles = [column.title for column in columns]
        assert len(set(titles)) == len(titles)
        amounts = [column for column in columns if column.kind is ColumnKind.AMOUNT]
        assert {column.currency for column in amounts} <= {column.name for column in columns}
    assert len(set(export_columns.TITLES.values())) == len(export_columns.TITLES)


def test_headings_of_an_export_are_those_of_the_screens() -> None:
    texts = "\n".join(file.read_text() for file in (ROOT / "web/src/text").rglob("*.ts"))
    titles = {column.title for columns in LISTS for column in columns}
    titles |= set(export_columns.TITLES.values())

    assert {title for title in titles if f'"{title}"' not in texts} == OF_FILES_ALONE
