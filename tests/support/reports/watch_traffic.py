"""Simulated traffic of a brand on a channel, with seeded faults: what the watch is measured by."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import exp, pi, sin

from schema.reports.reporting_delay import USUAL_HOURS, Rhythm
from schema.reports.watch import DAYS_READ, Control, UnitDays

START = datetime(2026, 1, 5, tzinfo=UTC)
"""A Monday."""
AT_ONCE = tuple(hours / 100 for hours in USUAL_HOURS)
HOURS = [1 + 0.8 * sin((hour - 9) / 24 * 2 * pi) for hour in range(24)]
"""How a day's clicks are spread over its hours: most in the afternoon."""


@dataclass(frozen=True, kw_only=True)
class Roughness:
    """How much days differ beyond chance: clicks, conversion, and viral days of many clicks that buy little."""

    clicks: float = 0.15
    rate: float = 0.1
    viral: float = 0.0


SMOOTH, ROUGH = Roughness(), Roughness(rate=0.2, viral=0.04)


@dataclass
class Traffic:
    """Days of one unit. `season` is a factor of conversion and `demand` one of clicks, by day; a fault lowers
    conversion to `left` of what it was from an hour on."""

    chance: random.Random
    clicks_a_day: float
    rate: float
    rough: Roughness = SMOOTH
    season: Sequence[float] = ()
    demand: Sequence[float] = ()
    fault_from: float | None = None
    left: float = 0.0
    drift: float = 0.0
    clicks: list[list[int]] = field(default_factory=list)
    orders: list[list[int]] = field(default_factory=list)
    sums: list[tuple[float, float]] = field(default_factory=list)
    """Clicks and orders of whole days."""

    def add_day(self) -> None:
        chance, day = self.chance, len(self.clicks)
        self.drift += chance.gauss(0, 0.02)
        self.drift *= 0.98
        weekday = 1 + 0.25 * sin(day % 7 / 7 * 2 * pi)
        demand = self.demand[day] if self.demand else 1.0
        mean = (
            self.clicks_a_day
            * weekday
            * demand
            * exp(self.drift + chance.gauss(0, self.rough.clicks))
        )
        rate = self.rate * exp(chance.gauss(0, self.rough.rate))
        rate *= self.season[day] if self.season else 1.0
        if self.rough.viral and chance.random() < self.rough.viral:
            mean, rate = 4 * mean, rate / 4
        hours = [self.draw(mean / 24 * weight) for weight in HOURS]
        placed = []
        for hour, count in enumerate(hours):
            broken = self.fault_from is not None and day + hour / 24 >= self.fault_from
            placed.append(self.draw(count * rate * (self.left if broken else 1.0)))
        self.clicks.append(hours)
        self.orders.append(placed)
        self.sums.append((float(sum(hours)), float(sum(placed))))

    def draw(self, mean: float) -> int:
        """Of a Poisson distribution, or of the normal one that is like it."""
        if mean > 30:
            return max(0, round(self.chance.gauss(mean, mean**0.5)))
        limit, product, count = exp(-mean), self.chance.random(), 0
        while product > limit:
            product *= self.chance.random()
            count += 1
        return count

    def window(self, day: int, batch: int = 1) -> UnitDays:
        """The whole days before a day, as the watch reads them; what is not in a brand's last batch counts for nothing.

        `batch`: the days between two reports.
        """
        days, end = range(day - DAYS_READ, day), day - day % batch
        sums = [self.sums[n] if 0 <= n < end else (0.0, 0.0) for n in days]
        clicks, orders = [day[0] for day in sums], [day[1] for day in sums]
        return UnitDays(clicks, orders, [n >= 0 for n in days])

    def control(self, day: int) -> Control:
        """The same days as those of others, whom others compare themselves with."""
        clicks, orders, _ = self.window(day)
        return Control(clicks, orders)


def prompt_rhythm() -> Rhythm:
    """Of a brand whose orders arrive within minutes."""
    return Rhythm(
        mid=1, hours=AT_ONCE, publishers=5, gap_hours=None, newest_order=None, last_report=None
    )


def instant(day: float) -> datetime:
    return START + timedelta(days=day)
