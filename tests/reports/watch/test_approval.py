"""A fall of approval is judged by runs of decisions: monthly ones, weekly files, and decisions of each day."""

import random
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from schema.reports.alert import AlertKind
from schema.reports.approval import (
    HourOfDecisions,
    decided_half,
    find_runs,
    judge_approval,
)
from schema.reports.watch import ALPHA
from tests.support.databases import earlier
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal
from tests.support.reports.decision_traffic import Deciding, look_daily
from tests.support.reports.watched import Watched, look

FALLEN = AlertKind.APPROVAL_FALLEN
START = datetime(2026, 1, 5, tzinfo=UTC)


def hour(days: float, approved: int, rejected: int) -> HourOfDecisions:
    at = START + timedelta(days=days)
    return HourOfDecisions(at, approved, rejected, 5 * Decimal(approved + rejected))


class TestRuns:
    def test_day_without_decisions_ends_a_run_of_a_brands_decisions(self) -> None:
        runs = find_runs([hour(0, 5, 1), hour(0.9, 4, 0), hour(2, 1, 1)], "UTC")
        assert [(run.approved, run.decided) for run in runs] == [(9, 10), (1, 2)]

    def test_approval_of_a_brand_that_decides_continuously_is_judged_by_days(self) -> None:
        hours = [hour(day + part, 2, 0) for day in range(30) for part in (0.1, 0.6)]
        runs = find_runs(hours, "UTC")
        assert [run.decided for run in runs] == [4] * 30

    def test_fallen_approval_counts_expected_and_actual_approvals_exactly(self) -> None:
        rows = [*(hour(30 * n, 90, 10) for n in range(5)), hour(150, 50, 50)]
        fall = judge_approval(find_runs(rows, "UTC"), ALPHA)
        assert fall is not None
        assert (fall.finding.kind, fall.decided) == (FALLEN, 100)
        assert (fall.finding.expected, fall.finding.seen, fall.per_item) == (90, 50, 5.0)

    def test_approval_is_not_judged_by_a_brands_first_runs_of_decisions(self) -> None:
        assert judge_approval(find_runs([hour(0, 90, 10), hour(30, 10, 90)], "UTC"), ALPHA) is None

    def test_approval_is_judged_only_once_half_of_the_due_orders_are_decided(self) -> None:
        assert not decided_half(49, 51)
        assert decided_half(50, 50)


@pytest.mark.parametrize("every", [1, 7, 30])
def test_false_alerts_about_approval_are_rare(every: int) -> None:
    months = count = 0
    for seed in range(8):
        for orders in (1, 5, 40):
            deciding = Deciding(random.Random(seed * 31 + orders), orders, every)
            found = [day for day, _ in look_daily(deciding, 120, 300, ALPHA)]
            count += sum(day - 7 not in found and day - 1 not in found for day in found)
            months += 6
    assert months == 144
    assert count <= 1, "0.007 a month"


@pytest.mark.parametrize(
    ("orders", "every", "most"), [(10, 1, 8), (50, 1, 3), (10, 7, 11), (10, 30, 34)]
)
def test_fall_in_approval_from_88_to_60_percent_is_detected(
    orders: int, every: int, most: int
) -> None:
    took = []
    for seed in range(6):
        deciding = Deciding(random.Random(seed), orders, every, fallen_from=200)
        found = [day for day, _ in look_daily(deciding, 200, 260, ALPHA)]
        took.append(found[0] - 200 if found else 99)
    assert sorted(took)[-2] <= most, took


def test_rejections_at_the_start_of_a_run_of_decisions_are_no_fall_in_approval() -> None:
    """A monthly run of 60 hours, whose first 20 are rejections only."""
    deciding = Deciding(random.Random(5), 20, 30)
    rows = [row for row in deciding.hours(200) if row.at < START + timedelta(days=179.75)]
    fall = judge_approval(find_runs(rows, "UTC"), ALPHA)
    assert fall is not None, "without what is due it would be one"
    assert list(look_daily(deciding, 170, 195, ALPHA)) == []


async def decide(
    it: Deal, days_ago: float, approved: int, rejected: int, **order: Any
) -> list[int]:
    """Orders of a month before, that were decided some days ago."""
    now = it.portal.resources.clock.now()
    at = now - timedelta(days=days_ago)
    statuses = ["Approved"] * approved + ["Rejected"] * rejected
    rows = await it.report(
        *(it.order("10.00", status=each, reason_code="item_returned" if each == "Rejected" else None)
          for each in statuses)
    )  # fmt: skip
    oids = [row["oid"] for row in rows]
    async with it.portal.db() as db:
        await db.execute(
            "update conversion set order_time = $3, created_at = $3 where publisher_id = $1 and oid = any($2)",
            *(it.who.uid, oids, at - timedelta(days=30)),
        )
        await db.execute(
            "update conversion_item set validation_date = $3 where publisher_id = $1 and oid = any($2)",
            *(it.who.uid, oids, at),
        )
    return oids


async def month_by_month(portal: Portal, **brand: Any) -> Deal:
    it = await deal(portal, after_validation="hold", payment_days=300, **brand)
    for days_ago in (122, 92, 62, 32):
        await decide(it, days_ago, 36, 4)
    return it


class TestWatch:
    async def test_alert_about_fallen_approval_states_the_most_frequent_reason(
        self, portal: Portal
    ) -> None:
        it = await month_by_month(portal)
        await look(portal)
        assert await Watched(it).alerts() == []
        await decide(it, 2, 16, 24)
        await Watched(it).forget_day()
        await look(portal)

        [alert] = await Watched(it).alerts()
        assert (alert["kind"], alert["expected"], alert["seen"]) == (FALLEN, 36, 16)
        evidence = alert["evidence"]
        assert (evidence["decided"], evidence["rejected"]) == (40, 24)
        assert (evidence["reason_code"], evidence["reason_items"]) == ("item_returned", 24)
        risk = alert["money_at_risk"]
        assert float(risk["low"]) < 20.0 < float(risk["high"])
        assert "status=rejected&date_basis=validation" in alert["next_page"]

    async def test_run_of_decisions_is_not_judged_before_half_of_the_due_orders_are_decided(
        self, portal: Portal
    ) -> None:
        it = await month_by_month(portal, validation_days=90)
        await decide(it, 2, 6, 24)
        waiting = await it.report(*(it.order("10.00") for _ in range(40)))
        async with portal.db() as db:
            await db.execute(
                "update conversion set order_time = $3, created_at = $3 where publisher_id = $1 and oid = any($2)",
                *(
                    it.who.uid,
                    [row["oid"] for row in waiting],
                    portal.resources.clock.now() - timedelta(days=33),
                ),
            )
        await look(portal)
        assert await Watched(it).alerts() == []

    async def test_import_of_old_rejected_orders_is_no_fall_in_approval(
        self, portal: Portal
    ) -> None:
        it = await month_by_month(portal)
        placed = portal.resources.clock.now() - timedelta(days=90)
        old = [
            it.order("10.00", status="Rejected", order_time=placed.isoformat()) for _ in range(40)
        ]
        await it.report(*old)
        await look(portal)
        assert await Watched(it).alerts() == []

    async def test_alert_about_approval_is_closed_when_later_runs_of_decisions_approve_as_usual(
        self, portal: Portal
    ) -> None:
        it = await month_by_month(portal)
        await decide(it, 5, 16, 24)
        await look(portal)
        [alert] = await Watched(it).alerts()
        async with portal.db() as db:
            await db.execute(
                f"update alert set {earlier('found_at', '4 days')} where publisher_id = $1",
                it.who.uid,
            )
        await decide(it, 1, 36, 4)
        await Watched(it).forget_day()
        await look(portal)
        [closed] = await Watched(it).alerts(state="closed")
        assert (closed["alert_id"], closed["closed_by"]) == (alert["alert_id"], "recovered")
