"""Tables as XLSX and Parquet: full sheets, exact amounts and times in UTC, read back by other libraries."""

import io
import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from zipfile import ZipFile

import openpyxl
import polars
import pytest
from python_calamine import load_workbook

from rpc.exports import parquet_writer, xlsx_writer

LAYOUT = xlsx_writer.Layout(
    sheet="Payments",
    zone="Europe/Berlin",
    columns=[
        xlsx_writer.Column("Name", "text"),
        xlsx_writer.Column("Amount", "amount", 2),
        xlsx_writer.Column("Currency", "text"),
        xlsx_writer.Column("Time", "time"),
        xlsx_writer.Column("Day", "day"),
        xlsx_writer.Column("Share", "share"),
        xlsx_writer.Column("Paid", "flag"),
    ],
    decimals={"JPY": 0, "KWD": 3},
)
AT = "2026-03-29T01:30:00.5+00:00"


def write(rows: list[list[str]]) -> io.BytesIO:
    target = io.BytesIO()
    xlsx_writer.write(iter(rows), LAYOUT, target)
    return io.BytesIO(target.getvalue())


def line(name: str, amount: str, currency: str = "EUR") -> list[str]:
    return [name, amount, currency, AT, "2026-03-29", "0.0231", "t"]


def sheets(rows: int) -> list[list[list[object]]]:
    book = load_workbook(write([line(f"row {n}", f"{n}.50") for n in range(rows)]))
    return [book.get_sheet_by_name(name).to_python() for name in book.sheet_names]


@pytest.mark.parametrize(("rows", "sizes"), [(0, [0]), (3, [3]), (4, [3, 1]), (7, [3, 3, 1])])
def test_rows_beyond_a_full_workbook_sheet_start_another_sheet(
    monkeypatch: pytest.MonkeyPatch, rows: int, sizes: list[int]
) -> None:
    assert xlsx_writer.ROWS_MAX == 1_048_576
    monkeypatch.setattr(xlsx_writer, "ROWS_MAX", 4)

    found = sheets(rows)

    assert [len(sheet) - 1 for sheet in found] == sizes
    assert all(sheet[0][:2] == ["Name", "Amount"] for sheet in found)
    assert [row[:2] for sheet in found for row in sheet[1:]] == [
        [f"row {n}", n + 0.5] for n in range(rows)
    ]


class TestWorkbook:
    """As openpyxl reads it."""

    def test_workbook_sheets_have_names_filters_and_frozen_headings(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(xlsx_writer, "ROWS_MAX", 4)
        book = openpyxl.load_workbook(write([line(f"row {n}", "1.00") for n in range(5)]))

        assert book.sheetnames == ["Payments", "Payments 2"]
        assert [sheet.auto_filter.ref for sheet in book] == ["A1:G4", "A1:G3"]
        assert [sheet.freeze_panes for sheet in book] == ["A2", "A2"]
        assert all(cell.font.bold for sheet in book for cell in sheet[1])

    def test_workbook_cells_are_typed_as_dates_numbers_and_booleans(self) -> None:
        [sheet] = openpyxl.load_workbook(write([line("Łódź & <b>", "-1234.50"), [""] * 7]))
        name, amount, _, time, day, share, paid = sheet[2]

        assert (name.value, amount.value, share.value, paid.value) == (
            *("Łódź & <b>", -1234.5),
            *(0.0231, True),
        )
        assert time.value == datetime(2026, 3, 29, 3, 30)
        assert day.value == datetime(2026, 3, 29)
        assert (time.is_date, day.is_date) == (True, True)
        assert share.number_format == "0.00%"
        assert [cell.value for cell in sheet[3]] == [None] * 7

    @pytest.mark.parametrize("time", ["00:00:01", "07:10:20", "12:29:59.999999", "22:30:00"])
    def test_time_in_a_workbook_is_rounded_to_the_second_exactly(self, time: str) -> None:
        """LibreOffice shows the second before if a little is missing."""
        body = write([["", "", "", f"2026-11-20T{time}+00:00", *[""] * 3]])
        sheet = ZipFile(body).read("xl/worksheets/sheet1.xml").decode()
        [days] = re.findall(r"<v>([0-9.]+)</v>", sheet)

        local = datetime.fromisoformat(f"2026-11-20T{time}").replace(microsecond=0)
        seconds = (local + timedelta(hours=1) - xlsx_writer.EPOCH).total_seconds()
        assert abs(Decimal(days) * xlsx_writer.DAY - Decimal(seconds)) < Decimal("0.000001")

    def test_workbook_amounts_have_the_decimals_of_their_currency(self) -> None:
        rows = [line("a", "1.00"), line("b", "100", "JPY"), line("c", "1.500", "KWD")]
        [sheet] = openpyxl.load_workbook(write(rows))
        formats = [row[1].number_format for row in sheet.iter_rows(min_row=2)]

        assert formats == ["#,##0.00", "#,##0", "#,##0.000"]
        alone = openpyxl.load_workbook(write(rows[1:2])).active
        assert alone.cell(2, 2).number_format == "#,##0"

    def test_workbook_columns_are_wide_enough_for_their_content(self) -> None:
        [sheet] = openpyxl.load_workbook(write([line("x" * 30, "1234567.00")]))
        wide = {name: column.width for name, column in sheet.column_dimensions.items()}

        assert wide["A"] >= 30
        assert wide["B"] >= len("1,234,567.00")
        assert wide["D"] >= len("2026-03-29 03:30:00")
        assert wide["C"] >= len("Currency") + xlsx_writer.FILTER_BUTTON


def test_workbook_column_letters_match_those_of_spreadsheets() -> None:
    assert [xlsx_writer.letters(n) for n in (1, 26, 27, 52, 53, 702, 703)] == [
        *("A", "Z", "AA", "AZ", "BA", "ZZ", "AAA")
    ]


def test_parquet_file_has_exact_amounts_and_utc_times() -> None:
    columns = [("amount", "amount"), ("rate", "rate"), ("at", "time"), ("paid", "flag")]
    lines = (
        b"amount,rate,at,paid\n"
        b"1234567890123456789012.1234,0.0123456789,2026-03-29T01:30:00.000001+00:00,t\n"
        b",,,\n"
    )
    target = io.BytesIO()
    parquet_writer.write(io.BytesIO(lines), columns, target)

    table = polars.read_parquet(io.BytesIO(target.getvalue()))

    assert table.schema == {
        "amount": polars.Decimal(28, 4),
        "rate": polars.Decimal(38, 18),
        "at": polars.Datetime("us", "UTC"),
        "paid": polars.Boolean,
    }
    assert table.row(0) == (
        Decimal("1234567890123456789012.1234"),
        Decimal("0.0123456789"),
        datetime(2026, 3, 29, 1, 30, 0, 1, tzinfo=UTC),
        True,
    )
    assert table.row(1) == (None, None, None, None)
