"""How dates are written in a file's column: the order of day and month, decided over all of its rows."""

import re
from datetime import UTC, datetime, timedelta, timezone
from enum import StrEnum
from functools import cache

DATE = re.compile(
    r"(?P<first>\d{1,4})(?P<sign>[./-])(?P<second>\d{1,2})(?P=sign)(?P<third>\d{4}|\d{1,2})"
    r"(?:[ T,]+(?P<hour>\d{1,2})[:h.](?P<minute>\d{2})(?:[:.](?P<seconds>\d{2})(?:[.,]\d+)?)?"
    r"\s*(?P<half>[AaPp]\.?[Mm]\.?)?)?"
    r"\s*(?P<offset>Z|UTC|GMT|[+-]\d{2}:?\d{2})?(?:\s*Uhr)?"
)
NAMED_DATE = re.compile(
    r"(?:(?P<day>\d{1,2})\.? )?(?P<month>[A-Za-z]{3,9})\.? (?:(?P<later_day>\d{1,2}), )?(?P<year>\d{4})(?P<time>.*)"
)
MONTHS = {
    name: at
    for at, name in enumerate(
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], 1
    )
}
SERIAL = re.compile(r"[2-7][0-9]{4}(?:\.[0-9]+)?")
SERIAL_START = datetime(1899, 12, 30)
"""Day 0 of Excel's calendar, which counts a 29 February 1900 (ECMA-376, part 1, 18.17.4.1)."""


DAYS_SEEN = 5_000
"""How many distinct dates of a column are remembered, so that each is examined only once."""


class DateOrder(StrEnum):
    """The order of day, month and year in dates of digits; a date that begins with its year is read in any."""

    DAY_FIRST = "dmy"
    MONTH_FIRST = "mdy"


class DateColumn:
    """Decides on the order of day and month in a column of dates."""

    def __init__(self) -> None:
        self.day_first: tuple[int, str] | None = None
        self.month_first: tuple[int, str] | None = None
        self.either: tuple[int, str] | None = None
        self.seen: set[str] = set()
        self.kinds: set[str] = set()

    def add(self, line: int, cell: str) -> None:
        """Examine one more cell; needless if its first ten characters are in `seen`."""
        day = cell[:10]
        if len(self.seen) < DAYS_SEEN:
            self.seen.add(day)
        if day[4:5] == "-":
            self.kinds.add("iso")
            return
        found = DATE.fullmatch(cell.strip())
        if not found:
            if SERIAL.fullmatch(cell.strip()):
                self.kinds.add("serial")
            return
        first, second = found["first"], found["second"]
        if len(first) > 2:
            self.kinds.add("iso")
        elif int(first) > 12:
            self.day_first = self.day_first or (line, cell)
        elif int(second) > 12:
            self.month_first = self.month_first or (line, cell)
        elif int(first) != int(second) and found["sign"] != ".":
            self.either = self.either or (line, cell)
        elif found["sign"] == ".":
            self.kinds.add("dots")

    @property
    def order(self) -> DateOrder | None:
        """The order; None if no date has one, or if it has to be asked."""
        if self.day_first and self.month_first:
            return None
        if self.month_first:
            return DateOrder.MONTH_FIRST
        if self.day_first or ("dots" in self.kinds and not self.either):
            return DateOrder.DAY_FIRST
        return None

    def question(self, column: str) -> str | None:
        """Why the user must choose the order, in one line; None if it is decided."""
        if self.day_first and self.month_first:
            (one, first), (other, second) = self.day_first, self.month_first
            return (
                f"{column} has dates that begin with the day ('{first}' on line {one}) and with the month "
                f"('{second}' on line {other}): choose their order"
            )
        if self.order is None and self.either:
            line, cell = self.either
            return (
                f"{column} '{cell}' on line {line} may begin with the day or with the month: "
                "choose the order of its dates"
            )
        return None


def parse_time(text: str, order: DateOrder | None) -> datetime | None:
    """Parse a time as shops and spreadsheets write it, without a zone if it has no offset; None if it cannot be parsed.

    Accepted are ISO 8601, its loose forms (2026-11-20 10:11:12 +0100), days and months in `order`, English names of
    months, and Excel's day numbers.
    """
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        pass
    if SERIAL.fullmatch(text):
        time = SERIAL_START + timedelta(days=float(text))
        return (time + timedelta(milliseconds=500)).replace(microsecond=0)
    if named := NAMED_DATE.fullmatch(text):
        month = MONTHS.get(named["month"][:3].lower())
        day = named["day"] or named["later_day"]
        if not month or not day:
            return None
        text = f"{named['year']}-{month}-{day}{named['time']}"
    found = DATE.fullmatch(text)
    try:
        return _to_time(found, order) if found else None
    except ValueError:
        return None


def _to_time(match: re.Match[str], order: DateOrder | None) -> datetime | None:
    first, second, third = match["first"], match["second"], match["third"]
    if len(first) == 4:
        year, month, day = int(first), int(second), int(third)
    elif len(first) > 2 or len(third) == 1:
        return None
    else:
        year = int(third) + (2000 if len(third) == 2 else 0)
        day, month = int(first), int(second)
        if order is DateOrder.MONTH_FIRST:
            day, month = month, day
        elif order is None and day != month and match["sign"] != ".":
            return None
    hour = int(match["hour"] or 0)
    if half := (match["half"] or "").lower().replace(".", ""):
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "pm" else 0)
    return datetime(
        year,
        month,
        day,
        hour,
        int(match["minute"] or 0),
        int(match["seconds"] or 0),
        tzinfo=_zone(match["offset"]),
    )


@cache
def _zone(offset: str | None) -> timezone | None:
    if offset is None:
        return None
    if offset in ("Z", "UTC", "GMT"):
        return UTC
    minutes = int(offset[1:3]) * 60 + int(offset[-2:])
    return timezone(timedelta(minutes=-minutes if offset[0] == "-" else minutes))
