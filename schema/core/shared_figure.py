"""When a figure of all publishers may be published without revealing a single publisher's (decision 219)."""

from datetime import date
from decimal import Decimal

from schema.core.days import months_before

OTHERS_MIN = 5
"""The minimum number of publishers behind a figure, not counting the one who reads it."""
COUNT_MIN = 30
"""The minimum number of cases behind a figure, such as orders, not counting the reader's own."""
COUNT_STEPS = (COUNT_MIN, 100, 1_000)
"""The steps in which the number of cases behind a figure is published."""
OWN_MIN = 10
"""The minimum number of a publisher's cases for showing a figure of its own."""
MEASURED_MONTHS = 12
"""Over how many full months brands are measured, besides the one that is not over."""


def is_spread(
    publishers: int,
    whole: int | Decimal,
    largest: int | Decimal,
    second: int | Decimal | None = None,
    *,
    least: int = COUNT_MIN,
) -> bool:
    """Whether a figure over so many publishers may be shown to everybody, also to those who contributed to it.

    `largest` and `second` are the greatest contributions to the `whole`; a second one that is not known counts as being
    as large. Whoever subtracts their own contribution is left with OTHERS_MIN publishers, none with over half of the
    rest, and with `least` cases. The answer is the same for all readers.
    """
    if second is None:
        second = largest
    return publishers > OTHERS_MIN and 2 * largest + second <= whole and whole - largest >= least


def count_step(count: int) -> int:
    """The step to which a published count is rounded down; 0 below the first."""
    return max(step for step in (0, *COUNT_STEPS) if step <= count)


def measured_since(today: date) -> date:
    """The first day of the MEASURED_MONTHS before this one, from which brands are measured."""
    return months_before(today, MEASURED_MONTHS)
