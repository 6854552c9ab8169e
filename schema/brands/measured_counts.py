"""What is measured of a brand: the counts of its orders by wait, month, quarter, country and type of channel."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from schema.brands.disclosure import (
    Slots,
    merge,
    weigh,
)
from schema.core.days import month_starts, months_before
from schema.core.money import ZERO
from schema.core.shared_figure import measured_since

DAY_STEPS = (1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 75, 90, 120, 150, 180, 270, 365)
"""The steps in which numbers of days are published."""
OPEN_SLOT = 20
"""From this slot on, orders that still wait: OPEN_SLOT + how many steps they have waited for. Below, the step by which
they no longer did."""
ROUND_DAYS = 7
QUARTERS = 4
"""Full quarters that are measured, besides the one that is not over."""
OLDER_MONTHS = 6
"""How many months earlier an order can have been placed and still be decided in these quarters."""
CLICK_DAYS = 90
"""Over how many days earnings per click (EPC) are measured."""


class Measure(StrEnum):
    """What is measured of a brand's orders and clicks. The names are stored."""

    DECIDED = "decided"
    DECIDED_PROMISE = "decided_promise"
    PAYABLE = "payable"
    PAYABLE_PROMISE = "payable_promise"
    SENT = "sent"
    APPROVED = "approved"
    CORRECTED = "corrected"
    EARNED = "earned"


WAITS = (Measure.DECIDED, Measure.PAYABLE, Measure.SENT)


class Cell(NamedTuple):
    """One figure of a brand: of all channels or of those of a type, of the whole or of a month, quarter or country."""

    measure: str
    channel_type: int = 0
    part: str = ""

    @property
    def name(self) -> str:
        return f"{self.measure}:{self.channel_type}:{self.part}"

    @classmethod
    def parse(cls, name: str) -> "Cell":
        measure, channel_type, part = name.split(":", 2)
        return cls(measure, int(channel_type), part)


class StoredFigure(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A figure as it was last published: the sums that it is computed from, and its day."""

    on: date
    slots: dict[int, Decimal]
    steps: int = 0
    """How many steps of days are shown. Beyond them, too few publishers have orders."""
    longest: int = 0
    """How many steps of days enough orders have waited for."""


Stored = Mapping[str, StoredFigure]
"""Stored figures, by the names of their cells."""


def reaches(step: int) -> Callable[[int], bool]:
    """Whether a slot's orders waited at least up to this step of days."""
    return lambda slot: slot - OPEN_SLOT > step if slot >= OPEN_SLOT else slot >= step


def waits_for(steps: int) -> Callable[[int], bool]:
    """Whether a slot's orders still wait, and have waited for so many steps of days."""
    return lambda slot: slot - OPEN_SLOT >= steps


UNKNOWN_COUNTRY = "?"


def count(figure: StoredFigure) -> int:
    return int(weigh(figure.slots).get(0, ZERO))


def add_up(counts: Mapping[str, Slots]) -> dict[Cell, dict[int, Decimal]]:
    """A publisher's counts, added up for all channels, by channel type, and by month, quarter or country."""
    cells = dict[Cell, dict[int, Decimal]]()
    for name, slots in counts.items():
        measure, channel_type, part = Cell.parse(name)
        for cell in {Cell(measure), Cell(measure, channel_type), Cell(measure, 0, part)}:
            cells[cell] = merge([cells.get(cell, {}), slots])
    return cells


def own_figures(counts: Iterable[Mapping[str, Slots]], today: date) -> dict[str, StoredFigure]:
    """The figures of a publisher's own counts."""
    figures = dict[str, StoredFigure]()
    sums = [add_up(each) for each in counts]
    for cell in set().union(*sums):
        slots = merge(each.get(cell, {}) for each in sums)
        waited = [slot - OPEN_SLOT for slot, value in slots.items() if slot >= OPEN_SLOT and value]
        figures[cell.name] = StoredFigure(
            on=today, slots=slots, steps=len(DAY_STEPS), longest=max(waited, default=0)
        )
    return figures


class MeasuredSpan(NamedTuple):
    """What is measured: the first days of its months and quarters, and the first day of the orders that are read."""

    today: date
    months: list[date]
    quarters: list[date]
    read_since: date

    @classmethod
    def up_to(cls, today: date) -> "MeasuredSpan":
        first = measured_since(today)
        quarter = months_before(today, (today.month - 1) % 3 + 3 * QUARTERS)
        return cls(
            today,
            list(month_starts(first, today)),
            [month for month in month_starts(quarter, today) if month.month % 3 == 1],
            months_before(quarter, OLDER_MONTHS),
        )

    def part_of(self, measure: Measure, number: int) -> str:
        """The name of the month or quarter with this number, from 1; empty for measures without parts."""
        if measure is Measure.DECIDED:
            return f"{self.months[number - 1]:%Y-%m}"
        if measure is Measure.APPROVED:
            quarter = self.quarters[number - 1]
            return f"{quarter.year}-Q{quarter.month // 3 + 1}"
        return ""
