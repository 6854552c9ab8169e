"""A file of exchange rates: one rate per line, or a central bank's with a column for each currency."""

import csv
import io
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

import msgspec

from rpc.calls.decoding.fault import fault_of
from schema.core.errors import Code, Fault, Rule
from schema.network.exchange_rate import RATES_MAX, RateSave

FIELD = "attributes.content"
COLUMNS = ("day", "base", "quote", "rate")
DAY_COLUMN = "Date"
"""The first column of the file of the European Central Bank, whose other columns are named by currencies.

Source: ECB, "Euro foreign exchange reference rates", eurofxref.csv and eurofxref-hist.csv.
"""
EURO = "EUR"
NOTHING = ("", "N/A")


class RateFileLine(NamedTuple):
    """A rate read from a file, or why it was refused. One line of a central bank's file yields several."""

    number: int
    text: str
    rate: RateSave | None = None
    reason: str | None = None


def read_lines(content: str) -> list[RateFileLine]:
    """The rates of a file, each checked separately. Raises 21000 if the file as a whole cannot be read."""
    text = content.removeprefix("\ufeff")
    header = text.partition("\n")[0]
    delimiter = ";" if header.count(";") > header.count(",") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        names = [name.strip() for name in next(reader, [])]
        cells = ((reader.line_num, [cell.strip() for cell in row]) for row in reader if any(row))
        wide = names[:1] == [DAY_COLUMN]
        lines = list(read_wide(names, cells) if wide else read_long(names, cells))
    except csv.Error as error:
        limit = f"line {reader.line_num}: {error}"
        why = f"is not valid CSV: {limit}"
        raise Fault(
            Code.REQUEST_INVALID, field=FIELD, rule=Rule.UNREADABLE, why=why, limit=limit
        ) from None
    if not lines:
        raise Fault(Code.REQUEST_INVALID, field=FIELD, rule=Rule.EMPTY, why="contains no rates")
    if len(lines) > RATES_MAX:
        why = f"contains {len(lines):,} rates, and {RATES_MAX:,} at most can be taken; send fewer days"
        raise Fault(Code.REQUEST_INVALID, field=FIELD, rule=Rule.TOO_MANY, why=why, limit=RATES_MAX)
    return list(refuse_repeated(lines))


def read_long(names: list[str], rows: Iterator[tuple[int, list[str]]]) -> Iterator[RateFileLine]:
    """Read one rate per line, with the columns day, base, quote and rate in any order."""
    if sorted(names) != sorted(COLUMNS):
        why = f"must have the columns {', '.join(COLUMNS)}, or `{DAY_COLUMN}` and one for each currency"
        limit = ", ".join(COLUMNS)
        raise Fault(Code.REQUEST_INVALID, field=FIELD, rule=Rule.COLUMNS, why=why, limit=limit)
    for number, cells in rows:
        if len(cells) != len(names):
            why = f"has {len(cells)} cells where the header has {len(names)}"
            yield RateFileLine(number, " ".join(cells), reason=why)
            continue
        yield read_rate(number, dict(zip(names, cells, strict=True)))


def read_wide(names: list[str], rows: Iterator[tuple[int, list[str]]]) -> Iterator[RateFileLine]:
    """Read lines that give the value of a euro in each currency on a day. The bank ends each line with a comma."""
    for number, cells in rows:
        day = cells[0]
        for quote, rate in zip(names[1:], cells[1:], strict=False):
            if quote and rate not in NOTHING:
                yield read_rate(number, {"day": day, "base": EURO, "quote": quote, "rate": rate})


def read_rate(number: int, fields: dict[str, str]) -> RateFileLine:
    text = " ".join(fields[name] for name in COLUMNS)
    try:
        rate = msgspec.convert(fields, RateSave, strict=False)
    except msgspec.ValidationError as error:
        return RateFileLine(number, text, reason=str(fault_of(error, kind=RateSave)))
    for flaw in rate.find_flaws():
        return RateFileLine(number, text, reason=flaw.describe())
    return RateFileLine(number, text, rate)


def refuse_repeated(lines: list[RateFileLine]) -> Iterator[RateFileLine]:
    """Refuse each rate whose day and currencies are those of an earlier line, and pass the other lines on."""
    first: dict[tuple[date, str, str], int] = {}
    for line in lines:
        rate = line.rate
        if rate is not None:
            at = first.setdefault((rate.day, rate.base, rate.quote), line.number)
            if at != line.number:
                line = line._replace(rate=None, reason=f"is already on line {at}")
        yield line
