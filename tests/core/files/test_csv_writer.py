"""CSV for people: no cell runs in a spreadsheet, and all others are what PostgreSQL wrote."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handlers.reports.export_rows import encode_lines
from rpc.exports.csv_writer import CsvWriter
from schema.core.csv_injection import FORMULA_STARTS, SEPARATORS, escape_formulas, first_visible
from schema.exports.export import Column, ColumnKind

COLUMNS = [Column("name", ColumnKind.TEXT, "Name"), Column("amount", ColumnKind.AMOUNT, "Amount")]
WRITER = CsvWriter(COLUMNS)
SIGNS = st.sampled_from([*"=+-@;\t\n\r\", '\\", "＝", "＋", "\u200b", "ß", "\u3164"])  # noqa: RUF001
TEXTS = st.lists(st.one_of(SIGNS, st.text(max_size=3)), max_size=6).map("".join)


def read(body: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(body.decode(), newline="")))


@given(
    st.lists(
        TEXTS.map(lambda text: text.replace("\x00", "").encode(errors="ignore").decode()),
        max_size=4,
    )
)
def test_csv_writer_escapes_formulas_and_leaves_amounts_unchanged(texts: list[str]) -> None:
    body = WRITER.convert(encode_lines([(text, "-12.50") for text in texts]))

    found = read(body)

    assert [row[1] for row in found] == ["-12.50"] * len(texts)
    assert [row[0] for row in found] == [escape_formulas(text) for text in texts]
    for name, _ in found:
        for part in SEPARATORS.split(name):
            assert first_visible(part) not in FORMULA_STARTS or part.startswith("'")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("  @SUM(A1)", "'  @SUM(A1)"),
        ("x;=1", "x;'=1"),
        ("＋1", "'＋1"),  # noqa: RUF001
        ("a-b_c 2026-11-20", "a-b_c 2026-11-20"),
        ("Marks & Spencer - UK", "Marks & Spencer - UK"),
    ],
)
def test_csv_writer_prefixes_a_formula_with_an_apostrophe(text: str, shown: str) -> None:
    assert read(WRITER.convert(encode_lines([(text, "1")]))) == [[shown, "1"]]


def test_csv_writer_changes_only_the_line_ends_of_plain_lines() -> None:
    lines = b"abc,2.50\nd-e,3.00\n"
    assert WRITER.is_plain(lines)
    assert WRITER.convert_plain(lines) == WRITER.convert(lines) == b"abc,2.50\r\nd-e,3.00\r\n"
    assert WRITER.head == b"\xef\xbb\xbfname,amount\r\n"
    for other in (b"-1,2\n", b"a,=1\n", b'"a\nb",1\n', "＝1,1\n".encode()):  # noqa: RUF001
        assert not WRITER.is_plain(other)


WITH_TIME = [*COLUMNS, Column("at", ColumnKind.TIME, "Time")]


class TestLocalTimes:
    @pytest.mark.parametrize(
        ("zone", "time", "shown"),
        [
            ("Europe/Berlin", "2026-11-26T09:42:00.123456+00:00", "2026-11-26 10:42:00"),
            ("Europe/Berlin", "2026-03-29T00:59:59+00:00", "2026-03-29 01:59:59"),
            ("Europe/Berlin", "2026-03-29T01:00:00+00:00", "2026-03-29 03:00:00"),
            ("Asia/Kathmandu", "2026-12-31T18:14:59.999999+00:00", "2026-12-31 23:59:59"),
            ("America/St_Johns", "2026-01-01T03:29:00+00:00", "2025-12-31 23:59:00"),
            ("UTC", "", ""),
        ],
    )
    def test_time_in_csv_is_local_to_the_time_zone_and_cut_to_the_second(
        self, zone: str, time: str, shown: str
    ) -> None:
        writer = CsvWriter(WITH_TIME, zone)
        assert read(writer.convert(f"abc,-2.50,{time}\n".encode())) == [["abc", "-2.50", shown]]

    def test_csv_heading_names_the_time_zone_and_texts_like_times_are_unchanged(self) -> None:
        writer = CsvWriter(WITH_TIME, "Asia/Tokyo")
        assert writer.head == b"\xef\xbb\xbfname,amount,at (Asia/Tokyo)\r\n"
        line = encode_lines([("2026-11-26T09:42:00+00:00", "1", "2026-11-26T09:42:00+00:00")])
        assert read(writer.convert(line)) == [
            ["2026-11-26T09:42:00+00:00", "1", "2026-11-26 18:42:00"]
        ]
