"""A brand on a channel, as a round judges it."""

from datetime import date
from decimal import Decimal
from typing import NamedTuple

from schema.reports.watch import Baseline, UnitDays
from sql.network.watch.round_rows import UnitFigures

EPOCH = date(2000, 1, 1)
"""Days in figures are counted from here."""


class Unit(NamedTuple):
    """A brand on a channel: whole days up to yesterday, and what an order of it is worth."""

    figures: UnitFigures
    raw_clicks: list[float]
    days: UnitDays
    usual: Baseline
    per_order: Decimal
    approval: float

    @property
    def worth(self) -> float:
        """The commission that an average order brings after approval."""
        return float(self.per_order) * self.approval
