"""The rules by which the watch judges a publisher's clicks and orders: pure functions of days and hours (contract §16).

A unit is one brand on one channel, or one channel. Whole days in the publisher's time zone are judged, oldest first,
the last one yesterday; only a stop is looked for within a day. Thresholds, windows and the meaning of over-dispersion
were chosen by simulation: docs/watch.md.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import exp, log
from typing import NamedTuple

from msgspec import Struct

from schema.core.shared_figure import COUNT_MIN
from schema.reports.alert import AlertKind
from schema.reports.probability import (
    CLICK_RHO,
    CONVERSION_RHO,
    Amounts,
    estimate_rho,
    fallen_amount,
    fallen_count,
    fallen_share,
    gamma_poisson_cdf,
    history_shape,
    spread,
)
from schema.reports.reporting_delay import ONE_HOUR, Rhythm

ALPHA = 1e-4
"""The probability of a false alert of one kind per publisher and check; it is divided among the units."""
WINDOWS = (1, 3, 7, 14, 28)
CLICK_WINDOWS = (1, 3, 7)
AMOUNT_WINDOWS = (3, 7)
AMOUNT_ALPHA = 1e-5
HISTORY = 56
CLICK_HISTORY = 28
RHO_DAYS = 28
DAYS_READ = HISTORY + max(WINDOWS)
FLOOR = 0.67
"""A fall is reported only if it is at least a third."""
ORDERS_FLOOR = 0.75
"""A fall is reported only if the orders themselves are also a quarter fewer than usual."""
AMOUNT_FLOOR = 0.8
LEAST_A_DAY = 0.75
"""Units with fewer orders a day are too small to judge, and are reported as such."""
LEAST_DAYS = 14
"""The days of history that are needed before anything is judged."""
LEAST_ORDERS = LEAST_A_DAY * LEAST_DAYS
BUSY_DAYS, OF_DAYS = 24, 28
"""Clicks are watched only where they came on this many of the last days: bought traffic is switched on and off."""
CROWD = 1.2
"""A day's clicks are capped at this many times the usual: on viral days, many visitors buy little."""
BURST = 4.0
"""An hour's clicks, or a link's clicks in a day, are capped at this many times the usual, because of robots."""
PACE = 2.0
"""At most this many times the usual orders are expected in a period of time."""
RANGE_80 = 1.2816
"""The half-width of an 80 % range, in standard deviations."""
RECOVERED_ORDERS, RECOVERED_DAYS = 7, 3
STEP = 20
"""The movement of a control is rounded to steps of a twentieth."""
STOP_CLICK_DAYS = timedelta(days=28)
"""How far back clicks since a brand's last order are counted."""
COUPON_USE_DAYS = timedelta(days=30)
"""An expired coupon is reported if it brought orders within this many days."""
LINK_CLICKS_LEAST = 100
"""A link is watched by itself from this many clicks."""
LEAST_CONTROL_ORDERS = COUNT_MIN
ONE_DAY = timedelta(days=1)


class UnitDays(NamedTuple):
    """A unit's whole days, oldest first. `clicks` are weighted by the share of their orders that could have arrived."""

    clicks: Sequence[float]
    orders: Sequence[float]
    usable: Sequence[bool]
    """Whether a day is usable: not one of an earlier alert, of an outage of ours or of a sale."""


class Control(NamedTuple):
    """The same days of a brand at other publishers: what falls for all is due to the brand or the season."""

    clicks: Sequence[float]
    orders: Sequence[float]
    of_brand: bool = False
    """Whether the control is the same brand, so that a fall it shares is the brand's."""

    def movement(self, window: int) -> float:
        """The factor by which the rate of the last days differs from that before, at most 1, in steps of 1 / STEP."""
        recent, before = slice(-window, None), slice(-window - HISTORY, -window)
        clicks, orders = sum(self.clicks[recent]), sum(self.orders[recent])
        past_clicks, past_orders = sum(self.clicks[before]), sum(self.orders[before])
        if past_orders < LEAST_CONTROL_ORDERS or not clicks:
            return 1.0
        ratio = (orders / clicks) / (past_orders / past_clicks)
        return max(1 / STEP, min(1.0, round(ratio * STEP) / STEP))


NO_CONTROL = Control((), ())


class Baseline(Struct, frozen=True, kw_only=True):
    """What is usual for a unit: its clicks and orders, and the number of days."""

    clicks: float
    orders: float
    days: int
    rho: float

    @property
    def rate(self) -> float:
        return (self.orders + 0.5) / (self.clicks + 1)

    @property
    def a_day(self) -> float:
        return self.orders / self.days

    @property
    def too_few(self) -> bool:
        """Whether the unit has too little history, or too few orders, to be judged."""
        return self.days < LEAST_DAYS or self.a_day < LEAST_A_DAY


class Finding(NamedTuple):
    """A fall in a figure. `start` is the index of the first day of the fall, counted from the end: -1 is yesterday."""

    kind: AlertKind
    start: int
    expected: float
    seen: float
    chance: float
    deviation: float


def few_orders(unit: UnitDays) -> Baseline:
    """The baseline of a unit that is too small to judge; most are, so nothing is computed for them."""
    return Baseline(
        clicks=sum(unit.clicks), orders=sum(unit.orders), days=DAYS_READ, rho=CONVERSION_RHO
    )


def make_baseline(unit: UnitDays, until: int | None = None) -> Baseline:
    """The baseline from the last 56 usable days before an index."""
    clicks, orders, usable = (column[:until] for column in unit)
    chosen = [n for n in range(len(clicks)) if usable[n]][-HISTORY:]
    pairs = [(orders[n], clicks[n]) for n in chosen]
    return Baseline(
        clicks=sum(pair[1] for pair in pairs),
        orders=sum(pair[0] for pair in pairs),
        days=len(chosen),
        rho=estimate_rho(pairs[-RHO_DAYS:]),
    )


def judge_conversion(unit: UnitDays, alpha: float, control: Control = NO_CONTROL) -> Finding | None:
    """Find whether clicks bring fewer orders than they did, or none; of the windows, the least likely one."""
    least: Finding | None = None
    for window in WINDOWS:
        recent = [n for n in range(-window, 0) if unit.usable[n]]
        usual = make_baseline(unit, -window)
        if not recent or usual.too_few:
            continue
        usual_clicks = usual.clicks / usual.days
        n = sum(min(unit.clicks[day], CROWD * usual_clicks) for day in recent)
        k = sum(unit.orders[day] for day in recent)
        days = max(1.0, min(len(recent), n / usual_clicks))
        season = control.movement(window) if control.clicks else 1.0
        expected = usual.rate * season * n
        if k >= FLOOR * expected or k >= ORDERS_FLOOR * usual.a_day * days:
            continue
        before = (usual.orders, usual.clicks)
        chance = fallen_share(k, n, before, days, usual.rho, season)
        if chance < alpha and (least is None or chance < least.chance):
            if not k:
                return extend_stop(unit, usual, -window, chance)
            deviation = spread(expected, history_shape(usual.orders, usual.rho, days))
            kind = AlertKind.CONVERSION_FALLEN
            least = Finding(kind, -window, expected, k, chance, deviation)
    return least


def extend_stop(unit: UnitDays, usual: Baseline, start: int, chance: float) -> Finding:
    """A stop that shows in some days, extended back to the first day without an order."""
    while -start < len(unit.orders) and not unit.orders[start - 1] and unit.usable[start - 1]:
        start -= 1
    expected = usual.rate * sum(unit.clicks[start:])
    shape = history_shape(usual.orders, usual.rho, -start)
    deviation = spread(expected, shape)
    return Finding(AlertKind.TRACKING_STOPPED, start, expected, 0, chance, deviation)


def judge_clicks(unit: UnitDays, alpha: float, control: Control = NO_CONTROL) -> Finding | None:
    """Find whether a channel has fewer clicks than usual. The control has clicks as `orders`, and one a day as
    `clicks`.
    """
    least: Finding | None = None
    for window in CLICK_WINDOWS:
        recent = [n for n in range(-window, 0) if unit.usable[n]]
        past = [n for n in range(-window - CLICK_HISTORY, -window) if unit.usable[n]]
        if not recent or not past:
            continue
        counts = [unit.clicks[n] for n in past]
        if not is_busy(counts):
            continue
        season = control.movement(window) if control.clicks else 1.0
        expected = sum(counts) / len(past) * len(recent) * season
        k = sum(unit.clicks[n] for n in recent)
        if k >= FLOOR * expected:
            continue
        earlier = [unit.clicks[n] for n in range(-len(unit.clicks), past[0]) if unit.usable[n]]
        if is_busy(earlier) and k >= FLOOR * sum(earlier) / len(earlier) * len(recent) * season:
            continue  # the traffic that ended was bought: as many clicks came before it
        rho = estimate_rho([(count, 1e9) for count in counts], CLICK_RHO)
        chance = fallen_count(k, expected, sum(counts), len(recent), max(rho, CLICK_RHO))
        if chance < alpha and (least is None or chance < least.chance):
            shape = history_shape(sum(counts), rho, len(recent))
            deviation = spread(expected, shape)
            least = Finding(AlertKind.CLICKS_FALLEN, -window, expected, k, chance, deviation)
    return least


def is_busy(counts: Sequence[float]) -> bool:
    """Whether clicks came on most of some days, and there are enough days to judge by."""
    busy = sum(count > 0 for count in counts)
    return len(counts) >= LEAST_DAYS and busy * OF_DAYS >= BUSY_DAYS * len(counts)


def cap_bursts(clicks: Sequence[float]) -> list[float]:
    """A link's clicks by day, of which none counts more than BURST times the usual: robots come for an hour."""
    some = sorted(count for count in clicks if count)
    most = BURST * some[len(some) // 2] if some else 0.0
    return [min(count, most) for count in clicks]


def judge_amounts(days: Sequence[Amounts | None], alpha: float = AMOUNT_ALPHA) -> Finding | None:
    """Find whether orders bring less commission each, by the logarithms of the commissions of each day."""
    for window in AMOUNT_WINDOWS:
        now, before = add_amounts(days[-window:]), add_amounts(days[-window - RHO_DAYS : -window])
        chance = fallen_amount(now, before)
        if chance < alpha and now.mean - before.mean < log(AMOUNT_FLOOR):
            usual, own = exp(before.mean), exp(now.mean)
            kind = AlertKind.COMMISSION_PER_ORDER_FALLEN
            return Finding(kind, -window, usual, own, chance, usual * before.variance**0.5)
    return None


def add_amounts(days: Sequence[Amounts | None]) -> Amounts:
    some = [day for day in days if day is not None]
    return Amounts(
        sum(day.orders for day in some),
        sum(day.logs for day in some),
        sum(day.squares for day in some),
    )


def judge_stop(
    usual: Baseline,
    rhythm: Rhythm,
    hours: Sequence[tuple[datetime, float]],
    *,
    last_order: datetime,
    now: datetime,
    alpha: float,
) -> Finding | None:
    """Find whether a brand's orders have stopped: by the clicks of each hour since the last order, as soon as chance
    allows.

    A unit with many orders a day is looked at after each of them, so each of these looks gets its part of `alpha`.
    """
    until = rhythm.reportable_until(now)
    elapsed = (until - last_order) / ONE_DAY
    if usual.too_few or elapsed <= 0:
        return None
    most = BURST * max(1.0, usual.clicks / usual.days / 24)
    capped = [(hour, min(count, most)) for hour, count in hours]
    clicks = count_reportable(rhythm, capped, now)
    expected = min(clicks * usual.rate, PACE * usual.a_day * elapsed)
    shape = history_shape(usual.orders, usual.rho, max(1.0, elapsed))
    chance = gamma_poisson_cdf(0, expected, shape)
    if chance >= alpha / max(1.0, usual.a_day):
        return None
    deviation = spread(expected, shape)
    return Finding(AlertKind.TRACKING_STOPPED, 0, expected, 0, chance, deviation)


def count_reportable(
    rhythm: Rhythm, hours: Sequence[tuple[datetime, float]], now: datetime
) -> float:
    """The clicks of hours, weighted by the share of their orders that could have arrived."""
    until = rhythm.reportable_until(now)
    return sum(
        count * rhythm.share((until - hour - ONE_HOUR / 2) / ONE_HOUR) for hour, count in hours
    )


def least_elapsed(usual: Baseline, alpha: float) -> timedelta:
    """The least time without an order before a stop can be found, so that clicks are counted for few units only."""
    expected = -log(alpha / max(1.0, usual.a_day))
    return expected / (PACE * usual.a_day) * ONE_DAY


def has_recovered(expected: float, orders: float, whole_days: int, ratio: float) -> bool:
    """Whether orders have recovered: `ratio` is the share of the expected orders that came while they had not."""
    enough = expected >= RECOVERED_ORDERS or (whole_days >= RECOVERED_DAYS and expected >= 1)
    return enough and orders >= max(FLOOR, (1 + ratio) / 2) * expected
