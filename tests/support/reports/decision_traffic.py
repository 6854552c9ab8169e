"""Simulated decisions of a brand on one publisher's orders: at once each day, in weekly files, or once a month."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from math import exp

from schema.reports.approval import (
    ApprovalFall,
    HourOfDecisions,
    confirm_fall,
    find_runs,
    judge_approval,
)

START = datetime(2026, 1, 5, tzinfo=UTC)
PAST = timedelta(days=200)
RUN_HOURS = 60
"""How long a monthly run takes: rejections in its first third, approvals in the rest."""


@dataclass(frozen=True)
class Deciding:
    """Decisions on so many orders a day, each `every` days; from `fallen_from` on, `left` are approved."""

    chance: random.Random
    orders_a_day: float
    every: int
    rate: float = 0.88
    rough: float = 0.05
    fallen_from: int | None = None
    left: float = 0.6

    def hours(self, days: int) -> list[HourOfDecisions]:
        """The decisions of so many days by hour."""
        rows = []
        for day in range(self.every - 1, days, self.every):
            rows += self.decide(day)
        return rows

    def decide(self, day: int) -> Iterator[HourOfDecisions]:
        """The decisions of a run: of a long one the rejections first."""
        is_fallen = self.fallen_from is not None and day >= self.fallen_from
        rate = self.left if is_fallen else self.rate
        rate = min(0.99, rate * exp(self.chance.gauss(0, self.rough)))
        mean = self.orders_a_day * self.every
        decided = max(0, round(self.chance.gauss(mean, mean**0.5)))
        approved = sum(self.chance.random() < rate for _ in range(decided))
        at = START + timedelta(days=day)
        if self.every < 20:
            yield HourOfDecisions(at, approved, decided - approved, 5 * Decimal(decided))
            return
        parts = RUN_HOURS // 3
        for n in range(RUN_HOURS):
            share = [decided - approved, approved][n >= parts]
            length, before = (parts, n) if n < parts else (2 * parts, n - parts)
            own = share * (before + 1) // length - share * before // length
            hour = at + timedelta(hours=n)
            yield HourOfDecisions(
                hour, own if n >= parts else 0, own if n < parts else 0, 5 * Decimal(own)
            )


def look_daily(
    deciding: Deciding, first: int, last: int, alpha: float
) -> Iterator[tuple[int, ApprovalFall]]:
    """What the rule tells at the end of each day; of a run that is not over, what is due is known."""
    rows = deciding.hours(last + 40)
    for day in range(first, last):
        now = START + timedelta(days=day)
        known = [row for row in rows if now - PAST <= row.at < now]
        runs = find_runs(known, "UTC")
        fall = judge_approval(runs, alpha)
        if fall is None or now - fall.end > timedelta(days=14):
            continue
        run_end = fall.end + timedelta(hours=RUN_HOURS)
        undecided = (
            sum(row.approved + row.rejected for row in rows if fall.end <= row.at < run_end)
            if deciding.every >= 20
            else 0
        )
        confirmed = confirm_fall(fall, runs, undecided, alpha, now)
        if confirmed is not None:
            yield day, confirmed
