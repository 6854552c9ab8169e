"""Finds whether orders fell in one country or on one kind of device alone."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from schema.reports.probability import CONVERSION_RHO, fallen_share
from schema.reports.watch import FLOOR

LEAST_EXPECTED = 5.0
"""A country or device, or all the others together, is judged only if at least this many orders were expected."""
IN_RANGE = 0.85
"""The share of their expected orders that the others must have, to be as usual."""
ALPHA = 1e-3


class Segment(Struct, frozen=True, kw_only=True):
    """The clicks and orders of a country or a kind of device, since a fall and in the weeks before it."""

    by: Literal["country", "device"]
    value: str
    clicks: int
    orders: int
    clicks_before: int
    orders_before: int

    @property
    def expected_orders(self) -> float:
        return self.clicks * self.orders_before / max(1, self.clicks_before)


def find_segment(segments: Sequence[Segment], days: float) -> Segment | None:
    """The country or device that alone has fewer orders while the others have as many as usual; None if none has."""
    found = [
        each
        for each in segments
        if each.value and is_alone(each, [one for one in segments if one.by == each.by], days)
    ]
    return max(found, key=lambda each: each.expected_orders - each.orders, default=None)


def is_alone(segment: Segment, all_of_kind: Sequence[Segment], days: float) -> bool:
    others = [each for each in all_of_kind if each is not segment]
    expected = sum(each.expected_orders for each in others)
    if segment.expected_orders < LEAST_EXPECTED or expected < LEAST_EXPECTED:
        return False
    if segment.orders >= FLOOR * segment.expected_orders:
        return False
    if sum(each.orders for each in others) < IN_RANGE * expected:
        return False
    before = float(segment.orders_before), float(segment.clicks_before)
    chance = fallen_share(
        segment.orders, segment.clicks, before, max(1.0, days), CONVERSION_RHO, 1.0
    )
    return chance < ALPHA
