"""Finds what waits for a brand too long: orders for its decision, and decided orders for its payment (contract §16).

Both are measured against what the brand promised and against its own past with the publisher, whichever is later.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from math import ceil, comb
from typing import NamedTuple

from schema.core.money import ZERO

LEAST_PAST = 10
"""The minimum number of a publisher's orders to measure a brand's usual time."""
USUAL_SHARE = 0.9
LATEST = (5, 10, 20, 50)
"""How many of the latest due orders are examined, to tell single late orders from a brand that is late."""
STRAGGLER_CHANCE = 1e-4
"""Normally one order in ten is later than usual.

More are reported once chance alone would cause as many with less than this probability.
"""
LEAST_SHARE = 0.25
"""If nothing is measured yet, a smaller share of the due orders counts as single late ones."""
GRACE_DAYS, UNMEASURED_GRACE_DAYS = 3.0, 7.0
GRACE_SHARE = 0.2
"""The tolerance, as a share of the usual time: brands decide and pay in batches, some days early or late."""
DECIDED_AS_REPORTED = timedelta(hours=1)
"""Orders decided this soon were reported with their decision, and say nothing about how long the brand takes."""
ONE_DAY = timedelta(days=1)


class Wait(NamedTuple):
    """An order, or a month's, from when on it waits until it was decided or paid; `ended` is None while it waits."""

    started: datetime
    ended: datetime | None
    orders: int
    amount: Decimal


class Overdue(NamedTuple):
    """What has waited longer than promised and longer than usual."""

    since: datetime
    """When the first order or month became overdue."""
    waiting_since: datetime
    orders: int
    amount: Decimal
    usual_days: int | None


def find_usual(waits: Sequence[Wait]) -> float | None:
    """Within how many days nine of ten orders stopped waiting; None if too few have."""
    ended = sorted(
        ((wait.ended - wait.started) / ONE_DAY, wait.orders)
        for wait in waits
        if wait.ended is not None and wait.ended - wait.started > DECIDED_AS_REPORTED
    )
    rest = sum(orders for _, orders in ended)
    if rest < LEAST_PAST:
        return None
    rest = ceil(USUAL_SHARE * rest)
    for days, orders in ended:
        rest -= orders
        if rest <= 0:
            return days
    return ended[-1][0]


def longest_wait(promised: int, usual: float | None, report_gap: float = 0.0) -> timedelta:
    """How long a wait is not overdue. `report_gap` is the days between two reports of the brand."""
    grace = UNMEASURED_GRACE_DAYS if usual is None else max(GRACE_DAYS, GRACE_SHARE * usual)
    return (max(promised, usual or 0.0) + max(grace, report_gap)) * ONE_DAY


def are_stragglers(due: Sequence[Wait], is_measured: bool) -> bool:
    """Whether so few of the orders that are due wait that single ones are late, not the brand. Oldest first."""
    if not is_measured:
        return sum(wait.ended is None for wait in due) < LEAST_SHARE * len(due)
    return all(
        chance_of_late(sum(wait.ended is None for wait in due[-count:]), len(due[-count:]))
        >= STRAGGLER_CHANCE
        for count in LATEST
    )


def chance_of_late(late: int, orders: int) -> float:
    """The chance that so many or more of some orders are later than nine of ten usually are."""
    share = 1 - USUAL_SHARE
    return sum(
        comb(orders, n) * share**n * USUAL_SHARE ** (orders - n) for n in range(late, orders + 1)
    )


def judge_waiting(
    waiting: Sequence[Wait],
    ended: Sequence[Wait],
    promised: int,
    now: datetime,
    *,
    report_gap: float = 0.0,
    stragglers: bool = True,
) -> Overdue | None:
    """Find what has waited too long. `stragglers`: whether single orders may be late without telling anything."""
    usual = find_usual(ended)
    limit = longest_wait(promised, usual, report_gap)
    late = [wait for wait in waiting if now - wait.started > limit]
    amount = sum((wait.amount for wait in late), ZERO)
    if not late or amount <= 0:
        return None
    if stragglers:
        due = [*late, *(wait for wait in ended if now - wait.started > limit)]
        if are_stragglers(sorted(due, key=lambda wait: wait.started), usual is not None):
            return None
    first = min(wait.started for wait in late)
    return Overdue(
        first + limit,
        first,
        sum(wait.orders for wait in late),
        amount,
        None if usual is None else ceil(usual),
    )
