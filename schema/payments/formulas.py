"""Texts that a spreadsheet would run as formulas (OWASP, CSV injection)."""

import re
import unicodedata

FORMULA_STARTS = frozenset("=+-@＝＋－＠")  # noqa: RUF001
"""The first visible character of a text that a spreadsheet takes for a formula (OWASP, CSV injection)."""
SEPARATORS = re.compile(r"([;\t\r\n])")
"""Where a spreadsheet of another country or setting begins a new cell, whatever the quotes say."""
FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that show nothing."""


def escape_formulas(text: str) -> str:
    """The text with a ' before each part of it that a spreadsheet would run."""
    if FORMULA_STARTS.isdisjoint(text):
        return text
    parts = SEPARATORS.split(text)
    return "".join(f"'{part}" if first_visible(part) in FORMULA_STARTS else part for part in parts)


def unescape_formulas(text: str) -> str:
    """The text that escape_formulas() was given."""
    if "'" not in text:
        return text
    parts = SEPARATORS.split(text)
    return "".join(
        part[1:] if part[:1] == "'" and first_visible(part[1:]) in FORMULA_STARTS else part
        for part in parts
    )


def first_visible(text: str) -> str:
    """The first character that shows: no space, control or format character, or mark without a letter."""
    return next((each for each in text if not invisible(each)), "")


def invisible(character: str) -> bool:
    return unicodedata.category(character)[0] in "CMZ" or character in FILLERS
