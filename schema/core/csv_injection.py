"""Texts that a spreadsheet would run as formulas (OWASP, CSV injection)."""

import re
import unicodedata

FORMULA_STARTS = frozenset("=+-@＝＋－＠")  # noqa: RUF001
"""Characters that, if visible first, make a spreadsheet take a text for a formula (OWASP, CSV injection)."""
SEPARATORS = re.compile(r"([;\t\r\n])")
"""Where a spreadsheet with other regional settings begins a new cell, even inside quotes."""
FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that are invisible."""


def escape_formulas(text: str) -> str:
    """Put an apostrophe before each part of a text that a spreadsheet would run as a formula."""
    if FORMULA_STARTS.isdisjoint(text):
        return text
    parts = SEPARATORS.split(text)
    return "".join(f"'{part}" if first_visible(part) in FORMULA_STARTS else part for part in parts)


def unescape_formulas(text: str) -> str:
    """Undo escape_formulas()."""
    if "'" not in text:
        return text
    parts = SEPARATORS.split(text)
    return "".join(
        part[1:] if part[:1] == "'" and first_visible(part[1:]) in FORMULA_STARTS else part
        for part in parts
    )


def first_visible(text: str) -> str:
    """The first visible character: not a space, a control or format character, or a mark without a letter."""
    return next((each for each in text if not invisible(each)), "")


def invisible(character: str) -> bool:
    return unicodedata.category(character)[0] in "CMZ" or character in FILLERS
