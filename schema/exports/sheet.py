"""Addresses at which spreadsheets read a saved view as CSV: Google Sheets by IMPORTDATA, Excel by Data > From Web."""

from collections.abc import Iterator
from datetime import timedelta
from enum import StrEnum

from msgspec import Struct

from schema.accounts.reauth import Reauth
from schema.core.errors import Flaw, Rule
from schema.core.scalar import At, Id, Text100
from schema.reports.saved_view import ViewReport

SHEETS_MAX = 50
"""The maximum number of a publisher's addresses, not counting those that have ended."""
SHEET_ROWS_MAX = 50_000
"""A view with more rows is refused in a cell that says so (contract §20)."""
SNAPSHOT_AGE = timedelta(minutes=15)
"""How old the rows at an address may be."""
UNUSED_LIFETIME = timedelta(days=90)
"""An address that nothing has read for this long ends."""
FETCHES_SHOWN = 10
PROGRAM_LONGEST = 120
"""The maximum length of the name that the reading program gives itself, as it is shown."""
COMMA_TWICE = "cannot be `comma` where `decimal` is `comma`, too"


class SheetDecimal(StrEnum):
    POINT = "point"
    COMMA = "comma"


class SheetSep(StrEnum):
    COMMA = "comma"
    SEMICOLON = "semicolon"
    TAB = "tab"


class SheetDates(StrEnum):
    """How days are written: `iso` 2026-11-26, `dmy` 26/11/2026, `mdy` 11/26/2026; a time follows as 10:42:00."""

    ISO = "iso"
    DMY = "dmy"
    MDY = "mdy"


DELIMITERS = {SheetSep.COMMA: ",", SheetSep.SEMICOLON: ";", SheetSep.TAB: "\t"}
DAY_FORMATS = {SheetDates.ISO: "%Y-%m-%d", SheetDates.DMY: "%d/%m/%Y", SheetDates.MDY: "%m/%d/%Y"}


class SheetLook(Struct, frozen=True):
    """How the numbers, columns and days of an address are written."""

    decimal: SheetDecimal
    sep: SheetSep
    dates: SheetDates


class SheetDraft(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An address for one of your saved views. With an `id`, that one is changed, and keeps its address.

    `decimal`, `sep` and `dates` are those of the spreadsheet's language: commas and semicolons in most of Europe.
    """

    id: Id | None = None
    name: Text100
    view_id: Id
    decimal: SheetDecimal = SheetDecimal.POINT
    sep: SheetSep = SheetSep.COMMA
    dates: SheetDates = SheetDates.ISO

    @property
    def look(self) -> SheetLook:
        return SheetLook(self.decimal, self.sep, self.dates)

    def find_flaws(self) -> Iterator[Flaw]:
        """Yield what a spreadsheet could not read."""
        if (self.decimal, self.sep) == (SheetDecimal.COMMA, SheetSep.COMMA):
            yield Flaw("sep", Rule.NOT_APPLICABLE, COMMA_TWICE)


class SheetMade(Struct, frozen=True):
    """`url` is the address, which is shown only once; null for one that was changed."""

    id: int
    url: str | None


class SheetRef(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id


class SheetFetch(Struct, frozen=True, kw_only=True):
    """A fetch of an address: when, by which program, and how many rows it got; null if it got words instead."""

    at: At
    program: str
    rows: int | None


class Sheet(Struct, frozen=True, kw_only=True):
    """An address as members see it, with the name of its `maker`, whose role and channels limit it.

    It ends at `ends_at` unless something reads it before.
    """

    id: Id
    name: str
    maker: str
    view_id: Id
    view: str
    report: ViewReport
    decimal: SheetDecimal
    sep: SheetSep
    dates: SheetDates
    created_at: At
    last_used_at: At | None
    ends_at: At
    fetches: list[SheetFetch]
