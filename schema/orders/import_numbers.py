"""How numbers are written in a file's column: their decimal sign, decided over all of its rows."""

import re
from enum import StrEnum

SPACES = re.compile(r"[\s'’\u00a0\u2007\u2009\u202f]")
"""Thousands separators other than comma and point, as in 1 234,50 and 1'234.50."""
SIGNS = {
    "€": frozenset(["EUR"]),
    "£": frozenset(["GBP"]),
    "$": frozenset(["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "TWD", "ARS", "CLP", "COP"]),
    "kr": frozenset(["SEK", "NOK", "DKK", "ISK"]),
    "zł": frozenset(["PLN"]),
    "Kč": frozenset(["CZK"]),
    "¥": frozenset(["JPY", "CNY"]),
    "CHF": frozenset(["CHF"]),
    "R$": frozenset(["BRL"]),
}
"""Currency signs that may stand beside an amount, and the currencies they stand for."""
SIGN = re.compile(
    r"(?P<before>[A-Z]{3}|R\$|[€£$¥]|kr\.?|zł|Kč)?(?P<number>-?[0-9.,]+)(?P<after>[A-Z]{3}|[€£$¥]|kr\.?|zł|Kč)?"
)
POINT_ALONE = re.compile(
    r"-?(?:0|[0-9]{4,}|[0-9]+(?:,[0-9]{3})+)\.[0-9]{3}|-?[0-9]*(?:,[0-9]{3})*\.(?:[0-9]{1,2}|[0-9]{4,})|-?[0-9]{1,3}(?:,[0-9]{3}){2,}"
)
COMMA_ALONE = re.compile(
    r"-?(?:0|[0-9]{4,}|[0-9]+(?:\.[0-9]{3})+),[0-9]{3}|-?[0-9]*(?:\.[0-9]{3})*,(?:[0-9]{1,2}|[0-9]{4,})|-?[0-9]{1,3}(?:\.[0-9]{3}){2,}"
)
EITHER = re.compile(r"-?[1-9][0-9]{0,2}[.,][0-9]{3}")
"""Patterns of numbers that can have only a decimal point, only a decimal comma, or either."""
WITH_POINT = re.compile(r"-?(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.[0-9]*)?|-?\.[0-9]+")
WITH_COMMA = re.compile(r"-?(?:[0-9]+|[0-9]{1,3}(?:\.[0-9]{3})+)(?:,[0-9]*)?|-?,[0-9]+")


class DecimalSign(StrEnum):
    POINT = "point"
    COMMA = "comma"


class NumberColumn:
    """Decides on the decimal sign of a column; `both` and `either` say why it has to be asked."""

    def __init__(self) -> None:
        self.point: tuple[int, str] | None = None
        self.comma: tuple[int, str] | None = None
        self.either: tuple[int, str] | None = None
        self.telling = ""
        """The characters without which a cell says nothing new: once one decimal sign is known, the other one."""

    def add(self, line: int, cell: str) -> None:
        """Examine one more cell; needless unless it contains `telling`."""
        number = bare_number(cell)
        if POINT_ALONE.fullmatch(number):
            self.point = self.point or (line, cell)
        elif COMMA_ALONE.fullmatch(number):
            self.comma = self.comma or (line, cell)
        elif EITHER.fullmatch(number):
            self.either = self.either or (line, cell)
        if not self.telling:
            self.telling = "," if self.point else "." if self.comma else ""

    @property
    def sign(self) -> DecimalSign | None:
        """The decimal sign; None if the numbers leave it open or have both."""
        if self.point and self.comma:
            return None
        if self.comma:
            return DecimalSign.COMMA
        return None if self.either and not self.point else DecimalSign.POINT

    def question(self, column: str) -> str | None:
        """Why the user must choose the decimal sign, in one line; None if it is decided."""
        if self.point and self.comma:
            (one, point), (other, comma) = self.point, self.comma
            return (
                f"{column} has numbers with a decimal point ('{point}' on line {one}) and with a decimal comma "
                f"('{comma}' on line {other}): choose its decimal sign"
            )
        if self.sign is None and self.either:
            line, cell = self.either
            return (
                f"{column} '{cell}' on line {line} is one number with a decimal point and another with a decimal "
                "comma: choose its decimal sign"
            )
        return None


def bare_number(text: str) -> str:
    """The digits and separators of a number, without spaces or currency signs, and with an ASCII minus."""
    number = SPACES.sub("", text).replace("\N{MINUS SIGN}", "-")
    found = SIGN.fullmatch(number)
    return found["number"] if found else number


def to_plain_number(text: str, sign: DecimalSign, currency: str) -> str | None:
    """Convert a number in a file to the form the portal reads (1234.50); None if it is none with this decimal sign.

    A currency sign next to the number must be one of `currency`.
    """
    number = SPACES.sub("", text).replace("\N{MINUS SIGN}", "-")
    found = SIGN.fullmatch(number)
    if not found:
        return None
    for beside in (found["before"], found["after"]):
        if beside and beside != currency and currency not in SIGNS.get(beside.rstrip("."), ()):
            return None
    number = found["number"]
    if sign is DecimalSign.COMMA:
        if not WITH_COMMA.fullmatch(number):
            return None
        number = number.replace(".", "").replace(",", ".")
    else:
        if not WITH_POINT.fullmatch(number):
            return None
        number = number.replace(",", "")
    negative = number.startswith("-")
    number = number.lstrip("-")
    number = number.rstrip(".") if number.endswith(".") else number
    number = f"0{number}" if number.startswith(".") else number
    return f"-{number}" if negative else number
