"""CSV for people: no cell that a spreadsheet would run, and otherwise what PostgreSQL wrote."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handlers.flows.exports.rows import encode_lines
from rpc.exports.csv_writer import CsvWriter
from schema.payments.formulas import FORMULA_STARTS, SEPARATORS, escape_formulas, first_visible
from schema.reports.export import Column, ColumnKind

WRITER = CsvWriter([Column("name", ColumnKind.TEXT), Column("amount", ColumnKind.AMOUNT)])
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
def test_no_text_is_run_and_no_amount_is_changed(texts: list[str]) -> None:
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
def test_a_text_that_would_be_run_begins_with_a_quote(text: str, shown: str) -> None:
    assert read(WRITER.convert(encode_lines([(text, "1")]))) == [[shown, "1"]]


def test_what_is_plain_is_passed_on_with_the_line_ends_of_a_file() -> None:
    lines = b"abc,2.50\nd-e,3.00\n"
    assert WRITER.is_plain(lines)
    assert WRITER.convert(lines) == b"abc,2.50\r\nd-e,3.00\r\n"
    assert WRITER.head == b"\xef\xbb\xbfname,amount\r\n"
    for other in (b"-1,2\n", b"a,=1\n", b'"a\nb",1\n', "＝1,1\n".encode()):  # noqa: RUF001
        assert not WRITER.is_plain(other)
