"""The figures of a brand that lists show and sort by, taken from those measured across the network."""

from decimal import Decimal
from typing import NamedTuple

from schema.brands.disclosure import CLICK_SLOT, MONEY_SLOT
from schema.brands.figure_reader import find_paid_within, rate_of, two_digits
from schema.brands.measured_counts import Cell, Measure, Stored, count
from schema.core.money import ZERO


class BrandFigures(NamedTuple):
    """A brand's measured figures in lists.

    `epc` is in the brand's currency, the rates are fractions of one; None if too few publishers contribute.
    """

    epc: Decimal | None
    conversion_rate: Decimal | None
    approval_rate: Decimal | None
    paid_within: int | None


def read_figures(stored: Stored) -> BrandFigures:
    """The figures that lists show of a brand, from its published ones."""
    earned = stored.get(Cell(Measure.EARNED).name)
    approved = stored.get(Cell(Measure.APPROVED).name)
    clicks = earned.slots.get(CLICK_SLOT) if earned else None
    return BrandFigures(
        epc=two_digits(earned.slots.get(MONEY_SLOT, ZERO) / clicks) if earned and clicks else None,
        conversion_rate=two_digits(count(earned) / clicks) if earned and clicks else None,
        approval_rate=rate_of(approved) if approved else None,
        paid_within=find_paid_within(stored),
    )
