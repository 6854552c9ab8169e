"""Whether a brand approves fewer orders than it did, judged by its runs of decisions (contract §16).

Brands decide in runs, many of them once a month, and rejections first. So a run is judged only once it has decided half
of what was due, and never by the days on which the orders were placed.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from math import sqrt
from typing import NamedTuple

from schema.core.days import day_of
from schema.reports.alert import AlertKind
from schema.reports.probability import estimate_rho, fallen_share, history_shape
from schema.reports.watch import Finding

RUN_GAP = timedelta(hours=24)
"""A run of decisions ends after this long without one."""
CONTINUOUS = timedelta(days=14)
"""If a run lasts longer, the brand decides continuously, and is judged day by day instead."""
RUN_WINDOWS = (1, 3, 7)
APPROVAL_RHO = 0.002
APPROVAL_FLOOR = 0.9
"""A fall in approval is reported only if it is at least a tenth."""
LEAST_DECIDED, LEAST_RUNS = 30, 3
"""The minimum number of decisions, and of runs, before a brand's approval is judged."""
HALF = 0.5
ONE_HOUR = timedelta(hours=1)


class HourOfDecisions(NamedTuple):
    """The items that a brand decided in an hour, and their commission."""

    at: datetime
    approved: int
    rejected: int
    commission: Decimal


class DecisionRun(NamedTuple):
    """Decisions without a gap of a day, or those of a day of a brand that decides all the time."""

    start: datetime
    end: datetime
    approved: int
    decided: int
    commission: Decimal


class ApprovalFall(NamedTuple):
    """A fall in approval, with the time and the commission of the decisions concerned."""

    finding: Finding
    start: datetime
    end: datetime
    decided: int
    per_item: float


def find_runs(hours: Sequence[HourOfDecisions], zone: str) -> list[DecisionRun]:
    """The runs of a brand's decisions, oldest first; days are those of the publisher's zone."""
    groups: list[list[HourOfDecisions]] = []
    for hour in hours:
        if groups and hour.at - groups[-1][-1].at <= RUN_GAP:
            groups[-1].append(hour)
        else:
            groups.append([hour])
    runs = []
    for group in groups:
        if group[-1].at - group[0].at <= CONTINUOUS:
            runs.append(sum_run(group))
            continue
        days: dict[object, list[HourOfDecisions]] = {}
        for hour in group:
            days.setdefault(day_of(hour.at, zone), []).append(hour)
        runs += [sum_run(day) for day in days.values()]
    return runs


def sum_run(hours: Sequence[HourOfDecisions]) -> DecisionRun:
    approved = sum(hour.approved for hour in hours)
    return DecisionRun(
        hours[0].at,
        hours[-1].at + ONE_HOUR,
        approved,
        approved + sum(hour.rejected for hour in hours),
        sum((hour.commission for hour in hours), Decimal(0)),
    )


def judge_approval(
    runs: Sequence[DecisionRun], alpha: float, undecided: int = 0
) -> ApprovalFall | None:
    """Find whether the last runs approved less than the earlier ones; of the windows, the least likely one.

    What is `undecided` in a run that goes on counts as approved, since rejections come first.
    """
    least: ApprovalFall | None = None
    for window in RUN_WINDOWS:
        recent, before = runs[-window:], runs[:-window]
        past = sum(run.decided for run in before)
        if len(before) < LEAST_RUNS or past < LEAST_DECIDED:
            continue
        approved = sum(run.approved for run in before)
        k, n = sum(run.approved for run in recent), sum(run.decided for run in recent)
        expected = n * approved / past
        most, of = k + undecided, n + undecided
        if not n or most >= APPROVAL_FLOOR * of * approved / past:
            continue
        rho = estimate_rho([(run.approved, run.decided) for run in before], APPROVAL_RHO)
        independent = 1 / (1 / len(recent) + 1 / len(before))
        chance = fallen_share(most, of, (approved, past), independent, rho)
        if chance < alpha and (least is None or chance < least.finding.chance):
            days = max(1, round((recent[-1].end - recent[0].start) / timedelta(days=1)))
            shape = history_shape(approved, rho, independent)
            deviation = sqrt(expected * (1 - approved / past) + expected**2 / shape)
            finding = Finding(AlertKind.APPROVAL_FALLEN, -days, expected, k, chance, deviation)
            commission = float(sum((run.commission for run in recent), Decimal(0)))
            least = ApprovalFall(finding, recent[0].start, recent[-1].end, n, commission / n)
    return least


def confirm_fall(
    fall: ApprovalFall,
    runs: Sequence[DecisionRun],
    undecided: int,
    alpha: float,
    now: datetime,
) -> ApprovalFall | None:
    """A fall, unless its run has decided too little, or goes on and may still approve the rest."""
    if not decided_half(fall.decided, undecided):
        return None
    is_over = now - runs[-1].end >= RUN_GAP
    return fall if is_over or not undecided else judge_approval(runs, alpha, undecided)


def decided_half(decided: int, undecided: int) -> bool:
    """Whether a run has decided half of what was due: rejections come first."""
    return decided >= HALF * (decided + undecided)
