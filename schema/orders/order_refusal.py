"""Reports of orders that were refused, which are kept for a while so that a missing order can be explained."""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from enum import IntEnum
from typing import NamedTuple

REFUSALS_MAX = 10_000
"""The most refusals stored per brand and day: a shop that sends only faulty orders needs no longer list."""
REASON_LONGEST = 500
ORDER_ID_LONGEST = 100
CURRENCY_LONGEST = 10
YEARS = range(2000, 2200)
MOST_DIGITS = 16
"""The maximum number of digits of an amount before the decimal point, and after it."""
NOBODY = 0
"""The publisher of a report that named no click and no link."""


class RefusalCode(IntEnum):
    """Why a report was refused; the reason has the details. Numbers never change."""

    OTHER = 0
    INVALID_VALUE = 1
    NOTHING_NAMED = 2
    NOT_OF_BRAND = 3
    CLICK_BLOCKED = 4
    LINK_NOT_IN_FORCE = 5
    BEFORE_CLICK = 6
    AFTER_COOKIE = 7
    NO_TERMS = 8
    NUMBER_TAKEN = 9
    REPEATED = 10


class ReportRefusal(NamedTuple):
    """A refused report of an order; `publisher_id` is that of the click or link it named.

    `order_time`, `amount` and `currency` are those of the order, as reported; None if they could not be read.
    """

    mid: int
    order_id: str
    publisher_id: int
    reason: str
    code: RefusalCode = RefusalCode.OTHER
    order_time: datetime | None = None
    amount: Decimal | None = None
    currency: str | None = None

    def without_extremes(self) -> "ReportRefusal":
        """The refused report without a time or amount that no order can have, since some cannot be stored."""
        time, amount = self.order_time, self.amount
        return self._replace(
            order_time=time if time is not None and time.year in YEARS else None,
            amount=amount if amount is not None and is_plausible(amount) else None,
            currency=(self.currency and self.currency[:CURRENCY_LONGEST]) or None,
        )


def is_plausible(amount: Decimal) -> bool:
    """Whether an amount is finite, and has neither more digits nor more decimals than any currency needs."""
    exponent = amount.as_tuple().exponent
    return (
        isinstance(exponent, int) and exponent >= -MOST_DIGITS and amount.adjusted() < MOST_DIGITS
    )


def cut_to_room(refusals: Iterable[ReportRefusal], stored: dict[int, int]) -> list[ReportRefusal]:
    """The latest refusal of each order and publisher, up to the brand's limit for the day, sorted by key.

    `stored` is how many refusals each brand already has that day.
    """
    last = {(each.mid, each.order_id, each.publisher_id): each for each in refusals}
    counts = dict(stored)
    fitting = []
    for (mid, _, _), each in sorted(last.items()):
        counts[mid] = counts.get(mid, 0) + 1
        if counts[mid] <= REFUSALS_MAX:
            fitting.append(each.without_extremes())
    return fitting
