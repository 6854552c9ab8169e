"""A brand's rhythm: how long after a click its orders arrive, and whether it reports them at once or in batches."""

from bisect import bisect_right
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from math import exp

from msgspec import Struct

SHARES = tuple(n / 20 for n in range(1, 21))
"""The shares of orders for which a rhythm has the hours until they have arrived."""
HOURS_READ = 28 * 24
"""The number of hours that a rhythm is found from: the last four weeks."""
LEAST_ORDERS = 20
"""With fewer orders than this, the usual rhythm is assumed."""
USUAL_HOURS = (
    0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.3, 1.6, 2.0, 2.5, 3.2, 4.0, 6.0, 9.0, 14.0, 24.0, 72.0, 240.0,
)  # fmt: skip
BATCH_HOURS = 6.0
"""Reports that are further apart than this many hours count as batches, if each contains many orders."""
MISSED_REPORTS = 2
"""How many missed batches raise an alert; with fewer, the brand may simply not have reported the orders yet."""
ONE_HOUR = timedelta(hours=1)


class Rhythm(Struct, frozen=True, kw_only=True):
    """A brand's rhythm, across all its publishers. `hours` are of SHARES, from a click to its order's arrival.

    If the brand reports in batches, they are from click to order, and orders count that could have been in a batch.
    """

    mid: int
    hours: tuple[float, ...]
    publishers: int
    gap_hours: float | None
    """The hours between two batches; None if orders are reported at once."""
    newest_order: datetime | None
    last_report: datetime | None

    def reportable_until(self, now: datetime) -> datetime:
        """The time until which placed orders could have been reported by now."""
        if self.gap_hours is None:
            return now
        late = now - MISSED_REPORTS * self.gap_hours * ONE_HOUR
        return min(now, max(self.newest_order or late, late))

    def missed_reports(self, now: datetime) -> int:
        """How many batches should have come since the last one."""
        if self.gap_hours is None or self.last_report is None:
            return 0
        return int((now - self.last_report) / (self.gap_hours * ONE_HOUR))

    def share(self, hours: float) -> float:
        """The share of orders that have arrived this long after their click."""
        if hours <= 0:
            return 0.0
        at = bisect_right(self.hours, hours)
        if at == len(self.hours):
            return 1.0
        low = self.hours[at - 1] if at else 0.0
        high = self.hours[at]
        part = (hours - low) / (high - low) if high > low else 1.0
        return (at + part) / len(self.hours)

    def share_of_day(self, ended_hours: float) -> float:
        """The share of the orders of a day's clicks that have arrived this long after the end of the day."""
        return sum(self.share(ended_hours + hour) for hour in (3, 9, 15, 21)) / 4


def usual_rhythm(mid: int) -> Rhythm:
    return Rhythm(
        mid=mid,
        hours=USUAL_HOURS,
        publishers=0,
        gap_hours=None,
        newest_order=None,
        last_report=None,
    )


def find_rhythm(
    mid: int,
    orders: int,
    arrival_hours: Sequence[float],
    order_hours: Sequence[float],
    report_hours: Sequence[int],
    *,
    publishers: int,
    newest_order: datetime | None,
    last_report: datetime | None,
) -> Rhythm:
    """Find a brand's rhythm from its recent orders; `report_hours` are the numbers of hours in which any arrived."""
    if orders < LEAST_ORDERS:
        return usual_rhythm(mid)
    gap = find_gap(orders, sorted(report_hours))
    return Rhythm(
        mid=mid,
        hours=tuple(max(0.0, hour) for hour in (arrival_hours if gap is None else order_hours)),
        publishers=publishers,
        gap_hours=gap,
        newest_order=newest_order,
        last_report=last_report,
    )


def find_gap(orders: int, hours: Sequence[int]) -> float | None:
    """The usual hours between two batches; None if orders come one by one.

    Orders that come one by one are spread over more hours of the four weeks than orders in a few files.
    """
    spread = HOURS_READ * (1 - exp(-orders / HOURS_READ))
    if len(hours) < 2 or len(hours) > spread / 2:
        return None
    gaps = sorted(after - before for before, after in pairwise(hours))
    usual = float(gaps[len(gaps) // 2])
    return usual if usual >= BATCH_HOURS else None
