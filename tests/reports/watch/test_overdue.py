"""Orders that wait too long for a decision or for the brand's money are told with their exact sums."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from schema.reports.alert import AlertKind
from schema.reports.waiting import Wait, find_usual, judge_waiting, longest_wait
from tests.support.orders.orders import Deal, deal
from tests.support.orders.settling import earn, pay_brand, settle
from tests.support.portal import Portal
from tests.support.reports.watched import Watched, look

NOW = datetime(2026, 6, 20, 12, tzinfo=UTC)
UNDECIDED, UNPAID = AlertKind.VALIDATION_OVERDUE, AlertKind.PAYMENT_OVERDUE


def waits(*ages: float, took: float | None = None, amount: str = "5.00") -> list[Wait]:
    """Orders of so many days ago, which ended after so many days."""
    rows = []
    for age in ages:
        started = NOW - timedelta(days=age)
        ended = None if took is None else started + timedelta(days=took)
        rows.append(Wait(started, ended, 1, Decimal(amount)))
    return rows


class TestRules:
    def test_usual_wait_for_a_decision_covers_nine_of_ten_past_orders(self) -> None:
        past = [wait for n in range(1, 21) for wait in waits(100, took=n)]
        assert find_usual(past) == 18
        assert find_usual(past[:9]) is None, "too few"

    def test_orders_that_were_reported_as_decided_do_not_count_for_the_usual_wait(self) -> None:
        assert find_usual(waits(*range(50, 80), took=0)) is None

    def test_decision_is_overdue_after_the_longer_of_promised_and_usual_wait(self) -> None:
        assert longest_wait(30, None) == timedelta(days=37)
        assert longest_wait(30, 10) == timedelta(days=33)
        assert longest_wait(30, 50) == timedelta(days=60)
        assert longest_wait(30, 10, report_gap=7) == timedelta(days=37), "it reports once a week"

    def test_orders_undecided_beyond_the_promised_days_are_overdue_with_their_sum(self) -> None:
        found = judge_waiting(waits(36, 38, 40), [], 30, NOW)
        assert found is not None
        assert (found.orders, found.amount) == (2, Decimal("10.00"))
        assert found.since == NOW - timedelta(days=3)
        assert found.usual_days is None

    def test_brand_that_is_usually_late_is_not_overdue_before_its_usual_time(self) -> None:
        past = waits(*range(100, 130), took=45)
        assert judge_waiting(waits(49, 50, 51, 52, 53), past, 30, NOW) is None
        found = judge_waiting(waits(55, 56, 57, 58, 59), past, 30, NOW)
        assert found is not None
        assert (found.orders, found.usual_days) == (5, 45)

    def test_few_late_orders_of_a_brand_that_otherwise_decides_raise_no_alert(self) -> None:
        past = waits(*range(40, 100), took=20)
        assert judge_waiting(waits(60, 70, 80), past, 30, NOW) is None

    def test_orders_reversed_by_corrections_leave_nothing_overdue(self) -> None:
        both = [*waits(60), *waits(60, amount="-5.00")]
        assert judge_waiting(both, [], 30, NOW, stragglers=False) is None


async def age(it: Deal, days: float) -> None:
    """The orders so far were placed and reported earlier."""
    moved = timedelta(days=days)
    async with it.portal.db() as db:
        for row in await it.rows("conversion"):
            await db.execute(
                "update conversion set order_time = $3, created_at = $4 where publisher_id = $1 and oid = $2",
                *(it.who.uid, row["oid"], row["order_time"] - moved, row["created_at"] - moved),
            )


async def hold(portal: Portal, **brand: Any) -> Deal:
    return await deal(portal, after_validation="hold", validation_days=30, **brand)


class TestValidation:
    async def test_alert_about_undecided_orders_stays_open_until_they_are_decided(
        self, portal: Portal
    ) -> None:
        it = await hold(portal)
        rows = await it.report(it.order("10.00"), it.order("20.50"))
        await it.report(it.order("900.00", test_order=True))
        await age(it, 40)
        await it.report(it.order("500.00"))
        await look(portal)

        [alert] = await Watched(it).alerts()
        assert alert["kind"] == UNDECIDED
        assert alert["money_at_risk"]["low"] == alert["money_at_risk"]["high"] == "3.05"
        evidence = alert["evidence"]
        assert (evidence["orders"], evidence["promised_days"]) == (2, 30)
        assert evidence["usual_days"] is None
        assert alert["next_page"].startswith(
            f"/reports/transactions?mcids={it.brand.mcid}&status=pending&start_date="
        )

        await it.review(*(row["oid"] for row in rows))
        await look(portal)
        [closed] = await Watched(it).alerts(state="closed")
        assert closed["closed_by"] == "recovered"

    async def test_orders_reported_weeks_late_are_not_overdue(self, portal: Portal) -> None:
        it = await hold(portal)
        placed = portal.resources.clock.now() - timedelta(days=60)
        await it.report(it.order("10.00", order_time=placed.isoformat()))
        await look(portal)
        assert await Watched(it).alerts() == []

    async def test_orders_that_the_portal_decides_are_not_overdue(self, portal: Portal) -> None:
        it = await deal(portal, validation_days=30)
        await it.report(it.order("10.00"))
        await age(it, 60)
        await look(portal)
        assert await Watched(it).alerts() == []

    async def test_overdue_alert_is_shown_only_to_the_publisher_of_the_orders(
        self, portal: Portal
    ) -> None:
        it = await hold(portal)
        await it.report(it.order("10.00"))
        await age(it, 60)
        await look(portal)
        other = await deal(portal)
        assert await Watched(other).alerts() == []


class TestPayment:
    async def test_alert_about_an_unpaid_month_stays_open_until_the_brand_pays(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, payment_days=10)
        await earn(it, "100.00", "50.50", months=3)
        await settle(portal, it.brand.mcid, months=3)
        await look(portal)

        [alert] = await Watched(it).alerts()
        assert alert["kind"] == UNPAID
        assert alert["money_at_risk"]["low"] == alert["money_at_risk"]["high"] == "15.05"
        assert alert["money_at_risk"]["day_high"] == "0.00"
        assert (alert["evidence"]["orders"], alert["evidence"]["promised_days"]) == (2, 10)
        assert alert["next_page"] == "/payments/details?state=waiting"

        await pay_brand(it, months=3)
        await look(portal)
        assert await Watched(it).alerts() == []

    async def test_month_that_was_never_closed_can_be_overdue(self, portal: Portal) -> None:
        it = await deal(portal, payment_days=10)
        await earn(it, "100.00", months=3)
        await look(portal)
        [alert] = await Watched(it).alerts()
        assert (alert["kind"], alert["money_at_risk"]["low"]) == (UNPAID, "10.00")

    async def test_unpaid_month_within_the_promised_days_is_not_overdue(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, payment_days=120)
        await earn(it, "100.00", months=3)
        await look(portal)
        assert await Watched(it).alerts() == []

    async def test_prepaid_brand_is_never_overdue(self, portal: Portal) -> None:
        it = await deal(portal, payment_days=0, prepaid=True)
        await earn(it, "100.00", months=3)
        await look(portal)
        assert await Watched(it).alerts() == []
