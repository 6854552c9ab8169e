"""Alerts of all statistical kinds together on simulated traffic without faults."""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import log
from typing import NamedTuple

from schema.reports.alert import AlertKind
from schema.reports.probability import Amounts
from schema.reports.watch import (
    ALPHA,
    AMOUNT_ALPHA,
    DAYS_READ,
    Control,
    UnitDays,
    judge_amounts,
    judge_clicks,
    judge_conversion,
    make_baseline,
)
from tests.support.reports.decision_traffic import Deciding, look_daily
from tests.support.reports.watch_simulation import tells_stop
from tests.support.reports.watch_traffic import Traffic

QUIET = 7
"""An alert so many days after the last of its kind is a new one."""
COMMISSION, COMMISSION_SPREAD = log(4.0), 0.6
"""The mean and deviation of the logarithm of an order's commission."""
DECIDE_EVERY = (1, 7, 30)
APPROVAL_DAYS = 120
"""How many days of decisions there are before the first that is judged."""

Alerts = Iterator[tuple[int, AlertKind]]
"""The days on which an alert of a kind is told, from 0."""


class SimulatedBrand(NamedTuple):
    """A brand on the publisher's channel."""

    traffic: Traffic
    control: Traffic
    amounts: list[Amounts]
    batch: int
    orders_a_day: float


def count_by_month(
    brands: Sequence[SimulatedBrand], months: int, chance: random.Random
) -> list[int]:
    """The episodes of a publisher without faults, by month and of all kinds; each kind and brand has its own."""
    days_of = defaultdict(list)
    for number, brand in enumerate(brands):
        for day, kind in (
            *tell_of_brand(brand, len(brands), months),
            *tell_of_decisions(brand, len(brands), months, chance),
        ):
            days_of[number, kind].append(day)
    for day, kind in tell_of_channel(brands, months):
        days_of[len(brands), kind].append(day)
    counts = [0] * months
    for days in days_of.values():
        last = -QUIET
        for day in sorted(days):
            counts[min(day // 30, months - 1)] += day - last >= QUIET
            last = day
    return counts


def tell_of_brand(brand: SimulatedBrand, brands: int, months: int) -> Alerts:
    """Conversion and stops by whole days, stops by the hour, and commissions of orders."""
    traffic, alpha = brand.traffic, ALPHA / brands
    for n in range(months * 30):
        day = DAYS_READ + n
        usual = make_baseline(traffic.window(day))
        if brand.batch == 1 and any(
            tells_stop(traffic, usual, day, hour, alpha) for hour in range(24)
        ):
            yield n, AlertKind.TRACKING_STOPPED
        days = traffic.window(day + 1, brand.batch)
        found = judge_conversion(days, alpha)
        found = found and judge_conversion(days, alpha, brand.control.control(day + 1))
        if found:
            yield n, found.kind
        amounts = brand.amounts[day + 1 - DAYS_READ : day + 1]
        if not usual.too_few and judge_amounts(amounts, AMOUNT_ALPHA / brands):
            yield n, AlertKind.COMMISSION_PER_ORDER_FALLEN


def tell_of_channel(brands: Sequence[SimulatedBrand], months: int) -> Alerts:
    """The clicks of the channel that all brands are on."""
    for n in range(months * 30):
        windows = [brand.traffic.window(DAYS_READ + n + 1) for brand in brands]
        clicks = [sum(day) for day in zip(*(window.clicks for window in windows), strict=True)]
        days = UnitDays(clicks, [], windows[0].usable)
        others = brands[0].control.window(DAYS_READ + n + 1).clicks
        found = judge_clicks(days, ALPHA)
        if found and judge_clicks(days, ALPHA, Control([1.0] * len(others), others)):
            yield n, found.kind


def tell_of_decisions(
    brand: SimulatedBrand, brands: int, months: int, chance: random.Random
) -> Alerts:
    """The brand's decisions, of which it makes some each day, week or month."""
    deciding = Deciding(chance, min(40.0, brand.orders_a_day), chance.choice(DECIDE_EVERY))
    last = APPROVAL_DAYS + months * 30
    for day, fall in look_daily(deciding, APPROVAL_DAYS, last, ALPHA / brands):
        yield day - APPROVAL_DAYS, fall.finding.kind


def draw_amounts(chance: random.Random, orders: int) -> Amounts:
    """The commissions of a day's orders."""
    logs = [chance.gauss(COMMISSION, COMMISSION_SPREAD) for _ in range(orders)]
    return Amounts(orders, sum(logs), sum(each * each for each in logs))
