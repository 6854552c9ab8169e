"""Tables as XLSX and Parquet: sheets that are full, exact amounts, and times of UTC, read back by other libraries."""

import io
from datetime import UTC, datetime
from decimal import Decimal

import polars
import pytest
from python_calamine import load_workbook

from rpc.exports import parquet_writer, xlsx_writer

COLUMNS = [("name", "text"), ("amount", "amount")]


def sheets(rows: int) -> list[list[list[object]]]:
    target = io.BytesIO()
    lines = iter([f"row {n}", f"{n}.50"] for n in range(rows))
    xlsx_writer.write(lines, COLUMNS, "UTC", target)
    book = load_workbook(io.BytesIO(target.getvalue()))
    return [book.get_sheet_by_name(name).to_python() for name in book.sheet_names]


@pytest.mark.parametrize(("rows", "sizes"), [(0, [0]), (3, [3]), (4, [3, 1]), (7, [3, 3, 1])])
def test_what_does_not_fit_a_sheet_begins_another(
    monkeypatch: pytest.MonkeyPatch, rows: int, sizes: list[int]
) -> None:
    assert xlsx_writer.ROWS_MAX == 1_048_576
    monkeypatch.setattr(xlsx_writer, "ROWS_MAX", 4)

    found = sheets(rows)

    assert [len(sheet) - 1 for sheet in found] == sizes
    assert all(sheet[0] == ["name", "amount"] for sheet in found)
    assert [row for sheet in found for row in sheet[1:]] == [
        [f"row {n}", n + 0.5] for n in range(rows)
    ]


def test_parquet_has_exact_amounts_and_times_of_utc() -> None:
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
        "rate": polars.Decimal(28, 10),
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
