"""What a rule says of simulated traffic: how often it is wrong, and how soon it is right."""

import random
from collections.abc import Callable
from typing import NamedTuple

from schema.reports.watch import (
    ALPHA,
    DAYS_READ,
    Baseline,
    Finding,
    UnitDays,
    judge_conversion,
    judge_stop,
    least_elapsed,
    make_baseline,
)
from tests.support.reports.watch_traffic import (
    SMOOTH,
    Roughness,
    Traffic,
    instant,
    prompt_rhythm,
)

Rule = Callable[[UnitDays], Finding | None]
RATE = 0.02
MONTH, EPISODE = 30, 7
LATEST = 20
"""A fault is looked for so many days."""


class Outcome(NamedTuple):
    """Whether a fault was found, after how many days and lost orders."""

    is_found: bool
    days: float
    lost: float


def judge_usually(days: UnitDays) -> Finding | None:
    return judge_conversion(days, ALPHA)


def count_false(
    rule: Rule, clicks: float, *, months: int, seed: int, rough: Roughness = SMOOTH
) -> int:
    """The episodes that a rule tells of traffic without faults."""
    traffic = Traffic(random.Random(seed * 10_007 + int(clicks)), clicks, RATE, rough=rough)
    for _ in range(DAYS_READ):
        traffic.add_day()
    count, last = 0, -EPISODE
    for day in range(months * MONTH):
        traffic.add_day()
        if rule(traffic.window(DAYS_READ + day + 1)):
            count += day - last >= EPISODE
            last = day
    return count


def find_stop(
    orders_a_day: float,
    *,
    seed: int,
    left: float = 0.0,
    alpha: float = ALPHA,
    judge: Rule = judge_usually,
    by_hour: bool = True,
    rough: Roughness = SMOOTH,
) -> Outcome:
    """Traffic that has lost a part of its orders: when the watch tells, looking each hour and after each day."""
    chance = random.Random(seed * 7_919 + int(orders_a_day * 10))
    begins = DAYS_READ + chance.random()
    traffic = Traffic(chance, orders_a_day / RATE, RATE, rough=rough, fault_from=begins, left=left)
    for _ in range(DAYS_READ + LATEST):
        traffic.add_day()
    lost = 0.0
    for day in range(DAYS_READ, DAYS_READ + LATEST):
        usual = make_baseline(traffic.window(day))
        for hour in range(24):
            at = day + hour / 24
            if at >= begins:
                lost += traffic.clicks[day][hour] * RATE * (1 - left)
                if by_hour and tells_stop(traffic, usual, day, hour, alpha):
                    return Outcome(True, at - begins, lost)
        if judge(traffic.window(day + 1)):
            return Outcome(True, day + 1 - begins, lost)
    return Outcome(False, LATEST, lost)


def tells_stop(traffic: Traffic, usual: Baseline, day: int, hour: int, alpha: float) -> bool:
    """Whether the watch tells a stop at the end of an hour."""
    now = instant(day + (hour + 1) / 24)
    at = day * 24 + hour
    while at > 0 and not traffic.orders[at // 24][at % 24]:
        at -= 1
    last_order = instant((at + 0.99) / 24)
    if usual.too_few or now - last_order < least_elapsed(usual, alpha):
        return False
    hours = [
        (instant(n / 24), traffic.clicks[n // 24][n % 24])
        for n in range(at + 1, day * 24 + hour + 1)
    ]
    rhythm = prompt_rhythm()
    return bool(judge_stop(usual, rhythm, hours, last_order=last_order, now=now, alpha=alpha))
