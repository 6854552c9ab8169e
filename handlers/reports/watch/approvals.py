"""Finds brands that approve fewer orders than before, by their batches of decisions."""

from collections.abc import Collection, Sequence
from datetime import timedelta

import sql.network.watch.decisions
from handlers.reports.watch.alerts import AlertBook
from handlers.reports.watch.drafts import draft_finding, estimate_money
from handlers.reports.watch.round import Round
from schema.reports.alert import AlertEvidence, AlertKind, NextStep
from schema.reports.approval import (
    ApprovalFall,
    DecisionRun,
    confirm_fall,
    find_runs,
    judge_approval,
)
from schema.reports.watch import ALPHA, has_recovered
from sql.network.watch.decisions import BrandOfPublisher, Decided
from sql.network.watch.round_rows import KnownAlert, NewAlert, WatchedPublisher

RECENT = timedelta(days=14)
"""Only brands that have rejected something within this time are examined."""
PAST = timedelta(days=200)
LEAST_REJECTED = 5
"""With fewer rejections, a fall cannot be distinguished from chance."""
NOTABLE = 0.97
"""The share of the usual approval rate above which a brand's runs are not read: falls that matter lower it further."""
KINDS = frozenset({AlertKind.APPROVAL_FALLEN})


async def judge_approvals(
    look: Round, some: Sequence[WatchedPublisher], due: Collection[int], book: AlertBook
) -> None:
    """Observe falls in approval for publishers whose day is over, or follow the existing alerts."""
    publishers = {each.publisher_id: each for each in some if each.publisher_id in due}
    if not publishers:
        return
    latest = await sql.network.watch.decisions.latest_decisions(
        look.db, [*publishers], look.now - RECENT
    )
    living = {
        (alert.publisher_id, alert.mid): alert
        for alert in book.living.values()
        if alert.kind in KINDS and alert.publisher_id in publishers
    }
    chosen = await choose_brands(look, latest)
    for brand in sorted(chosen | living.keys()):
        publisher = publishers[brand[0]]
        hours = await sql.network.watch.decisions.hours_of_decisions(
            look.db, brand, look.now - PAST
        )
        runs = find_runs(hours, publisher.time_zone)
        if brand in living:
            if is_approval_back(living[brand], runs):
                book.close(living[brand])
            continue
        watched = sum(each[0] == publisher.publisher_id for each in latest)
        fall = await find_fall(look, brand, runs, ALPHA / max(1, watched))
        if fall is not None:
            book.observe(await draft_fall(look, publisher, brand, fall))


async def choose_brands(
    look: Round, latest: dict[BrandOfPublisher, Decided]
) -> set[BrandOfPublisher]:
    """The brands whose figures show somewhat fewer approvals than usual. All runs are read only for these."""
    rejecting = [brand for brand, recent in latest.items() if recent.rejected >= LEAST_REJECTED]
    if not rejecting:
        return set()
    usual = await sql.network.watch.decisions.usual_decisions(
        look.db, rejecting, (look.now - PAST).date()
    )
    return {
        brand
        for brand in rejecting
        if brand in usual and latest[brand].rate <= NOTABLE * usual[brand].rate
    }


async def find_fall(
    look: Round, brand: BrandOfPublisher, runs: Sequence[DecisionRun], alpha: float
) -> ApprovalFall | None:
    fall = judge_approval(runs, alpha)
    if fall is None or fall.end < look.now - RECENT:
        return None
    undecided = await sql.network.watch.decisions.count_undecided(
        look.db, brand, fall.start, fall.end
    )
    return confirm_fall(fall, runs, undecided, alpha, look.now)


def is_approval_back(alert: KnownAlert, runs: Sequence[DecisionRun]) -> bool:
    """Whether the runs since an alert was found approve as much as those before it."""
    before = [run for run in runs if run.end <= alert.since]
    after = [run for run in runs if run.start >= alert.found_at]
    decided = sum(run.decided for run in before)
    if not decided:
        return False
    rate = sum(run.approved for run in before) / decided
    expected = rate * sum(run.decided for run in after)
    return has_recovered(expected, sum(run.approved for run in after), 0, alert.ratio)


async def draft_fall(
    look: Round, publisher: WatchedPublisher, brand: BrandOfPublisher, fall: ApprovalFall
) -> NewAlert:
    """Draft the alert. Its cost is the number of missing approvals times what an average decided item earns."""
    finding, start, end = fall.finding, fall.start, fall.end
    lost, days = finding.expected - finding.seen, -finding.start
    money = estimate_money(lost, finding.deviation, fall.per_item, days)
    reason = await sql.network.watch.decisions.top_reason(look.db, brand, start, end)
    return draft_finding(
        publisher,
        finding,
        start,
        money,
        None,
        NextStep.SEE_REJECTED,
        mid=brand[1],
        evidence=AlertEvidence(
            decided=fall.decided,
            rejected=fall.decided - int(finding.seen),
            reason_code=reason[0] if reason else None,
            reason_items=reason[1] if reason else None,
            days=days,
        ),
    )
