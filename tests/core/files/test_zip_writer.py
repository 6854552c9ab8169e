"""Tables in a ZIP: read back unchanged, without anything that runs in a spreadsheet (trust.md T16)."""

import csv
import io
import re
import unicodedata
import zipfile
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rpc.exports.zip_writer import ZipWriter
from schema.core.csv_injection import FORMULA_STARTS

NOW = datetime(2026, 11, 20, tzinfo=UTC)
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)
LIVE = st.builds(lambda begin, rest: begin + rest, st.sampled_from(sorted(FORMULA_STARTS)), TEXTS)
AMOUNTS = st.decimals(allow_nan=False, allow_infinity=False, places=4, min_value=-(10**15))


def read(*rows: tuple[Any, ...]) -> list[list[str]]:
    """The rows as they come back from a ZIP, without the first line."""
    file = io.BytesIO()
    archive = ZipWriter(file, NOW)
    archive.begin_table("table.csv", ["one", "two"])
    archive.write_rows(rows)
    archive.close()
    text = zipfile.ZipFile(file).read("table.csv").decode()
    return list(csv.reader(io.StringIO(text, newline="")))[1:]


@settings(max_examples=1_000, deadline=None)
@given(st.one_of(TEXTS, LIVE))
@example("=cmd|' /C calc'!A1")
@example("＝1+1")  # noqa: RUF001
@example('a,"b"\r\nc')
def test_text_in_a_data_export_is_unchanged_except_for_apostrophes(text: str) -> None:
    [[shown, _]] = read((text, 1))
    assert shown.replace("'", "") == text.replace("'", "")
    assert not runs(shown)


@pytest.mark.parametrize(
    "text",
    [
        "x;=1+1", "x; =1+1", "x\t@SUM(1)", "x\r\n+1", ";;-1", " =1+1", "\xa0=1+1", "\u200b=1+1", "\ufeff=1+1",
        "\u2060\u200d+1", "\u3164=1+1", "\u2800=1+1", "\u0301=1+1", "\x00=1+1", "\u202e@x", "\ufe0f=1", "=1", "\uff1d1",
    ],
)  # fmt: skip
def test_text_with_separators_in_a_data_export_holds_no_formula(text: str) -> None:
    assert runs(text), "the control: as it is, it would"
    [[shown, _]] = read((text, 1))
    assert not runs(shown)


def runs(text: str) -> bool:
    """Whether some spreadsheet takes the text, or what stands behind a separator in it, for a formula."""
    shown = "".join(
        each for each in text
        if each in ";\t\r\n" or not (unicodedata.category(each)[0] in "CMZ" or each in "\u3164\u2800\uffa0\u1160\u115f")
    )  # fmt: skip
    return any(part[:1] in tuple(FORMULA_STARTS) for part in re.split(r"[;\t\r\n]", shown))


def test_every_cell_of_a_data_export_is_quoted() -> None:
    file = io.BytesIO()
    archive = ZipWriter(file, NOW)
    archive.begin_table("table.csv", ["one", "two"])
    archive.write_rows([("a;b", 1)])
    archive.close()
    lines = zipfile.ZipFile(file).read("table.csv").splitlines()
    assert lines == [b'"one","two"', b'"a;b","1"']


@settings(max_examples=500, deadline=None)
@given(AMOUNTS)
@example(Decimal("-0.01"))
@example(Decimal("1E+10"))
def test_amount_in_a_data_export_keeps_every_digit_without_an_exponent(amount: Decimal) -> None:
    [[shown, _]] = read((amount, None))
    assert Decimal(shown) == amount
    assert "E" not in shown


def test_other_values_of_a_data_export_are_written_as_plain_text() -> None:
    assert read((None, True), (NOW, {"a": [1]})) == [
        ["", "true"],
        ["2026-11-20T00:00:00+00:00", '{"a":[1]}'],
    ]


def test_archive_of_a_data_export_holds_files_beside_tables() -> None:
    file = io.BytesIO()
    archive = ZipWriter(file, NOW)
    archive.begin_table("table.csv", ["one"])
    archive.add("files/a.png", b"\x89PNG", compressed=True)
    archive.close()
    written = zipfile.ZipFile(file)
    assert written.testzip() is None
    assert written.namelist() == ["table.csv", "files/a.png"]
    assert written.read("files/a.png") == b"\x89PNG"
