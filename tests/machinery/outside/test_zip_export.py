"""Tables in a ZIP: read back as they were, and nothing in them runs in a spreadsheet (trust.md T16)."""

import csv
import io
import zipfile
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rpc.outside.zip_export import FORMULA_PREFIXES, ZipExport

NOW = datetime(2026, 11, 20, tzinfo=UTC)
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)
LIVE = st.builds(lambda begin, rest: begin + rest, st.sampled_from(FORMULA_PREFIXES), TEXTS)
AMOUNTS = st.decimals(allow_nan=False, allow_infinity=False, places=4, min_value=-(10**15))


def read(*rows: tuple[Any, ...]) -> list[list[str]]:
    """The rows as they come back from a ZIP, without the first line."""
    file = io.BytesIO()
    archive = ZipExport(file, NOW)
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
def test_a_text_is_itself_or_stands_behind_an_apostrophe(text: str) -> None:
    [[shown, _]] = read((text, 1))
    assert shown == (f"'{text}" if text.startswith(FORMULA_PREFIXES) else text)
    assert not shown.startswith(FORMULA_PREFIXES)


@settings(max_examples=500, deadline=None)
@given(AMOUNTS)
@example(Decimal("-0.01"))
@example(Decimal("1E+10"))
def test_an_amount_stays_a_number_to_the_last_digit(amount: Decimal) -> None:
    [[shown, _]] = read((amount, None))
    assert Decimal(shown) == amount
    assert "E" not in shown


def test_other_values_are_plain() -> None:
    assert read((None, True), (NOW, {"a": [1]})) == [
        ["", "true"],
        ["2026-11-20T00:00:00+00:00", '{"a":[1]}'],
    ]


def test_a_file_stands_beside_the_tables() -> None:
    file = io.BytesIO()
    archive = ZipExport(file, NOW)
    archive.begin_table("table.csv", ["one"])
    archive.add("files/a.png", b"\x89PNG", compressed=True)
    archive.close()
    kept = zipfile.ZipFile(file)
    assert kept.testzip() is None
    assert kept.namelist() == ["table.csv", "files/a.png"]
    assert kept.read("files/a.png") == b"\x89PNG"
