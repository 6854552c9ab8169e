"""Items decided by brands' terms, and the expected dates of decisions."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

from schema.core.expected_date import next_month_day
from tests.support.orders.orders import Deal, deal
from tests.support.orders.settling import decided_at, run_job
from tests.support.portal import Portal


def days_ago(portal: Portal, days: float) -> str:
    return (portal.resources.clock.now() - timedelta(days=days)).isoformat()


async def expected_days(it: Deal) -> list[float]:
    """How many days after each order its decision is expected."""
    query = "select order_time from conversion where publisher_id = $1 and oid = $2"
    items = await it.rows("conversion_item", "oid")
    times = [await it.portal.value(query, it.who.uid, item["oid"]) for item in items]
    return [(i["expected_validation_date"] - at).days for i, at in zip(items, times, strict=True)]


class TestValidateDue:
    async def test_undecided_item_is_approved_after_the_validation_deadline(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, validation_days=30)
        mixed = it.order(order_time=days_ago(portal, 30.1))
        mixed["items"] = [
            {"item_id": "a", "amount": "1.00"},
            {"item_id": "b", "amount": "2.00", "status": "Rejected"},
        ]
        await it.report(mixed, it.order(order_time=days_ago(portal, 29.9)))

        await run_job(portal, "/network/validate_due")

        found = await it.rows("conversion_item", "oid, item_id")
        assert [i["status"] for i in found] == ["Approved", "Rejected", "Pending"]
        by = {row["by"] for row in await it.rows("conversion_history") if row["kind"] == "status"}
        assert by == {"terms"}
        await it.check_figures()

    async def test_undecided_item_stays_pending_if_the_brands_terms_say_so(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, validation_days=5, after_validation="hold")
        await it.report(it.order(order_time=days_ago(portal, 10)))

        await run_job(portal, "/network/validate_due")

        assert [i["status"] for i in await it.rows("conversion_item")] == ["Pending"]

    async def test_orders_beyond_the_limit_of_a_transaction_are_validated_in_further_ones(
        self, portal: Portal, monkeypatch: Any
    ) -> None:
        monkeypatch.setattr("handlers.network.orders.auto_approval.VALIDATE_BATCH", 2)
        it = await deal(portal, validation_days=1)
        await it.report(*(it.order(order_time=days_ago(portal, 2)) for _ in range(5)))

        await run_job(portal, "/network/validate_due")

        assert [i["status"] for i in await it.rows("conversion_item")] == ["Approved"] * 5


class TestExpectDecisions:
    async def test_expected_validation_time_follows_the_brands_past_decisions(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, validation_days=60)
        await it.report(
            *(
                it.order(order_time=days_ago(portal, days), status="Approved")
                for days in [7] * 12 + [40] * 8
            )
        )
        await run_job(portal, "/network/expect_decisions")

        await it.report(it.order(order_time=days_ago(portal, 1)))

        assert (await expected_days(it))[-1] == 7

    async def test_validation_period_of_the_terms_applies_after_too_few_decisions(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, validation_days=60)
        old = [it.order(order_time=days_ago(portal, 7), status="Approved") for _ in range(19)]
        await it.report(*old)
        await run_job(portal, "/network/expect_decisions")

        await it.report(it.order(order_time=days_ago(portal, 1)))

        assert (await expected_days(it))[-1] == 60

    async def test_brand_that_decides_on_a_day_of_the_month_is_expected_on_it(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, validation_days=60)
        today = portal.resources.clock.now().astimezone(UTC).date()
        for ago in range(80, 240, 5):
            day = today - timedelta(days=ago)
            at = datetime.combine(day, time(12), UTC)
            [row] = await it.report(it.order(order_time=at.isoformat(), status="Approved"))
            decided = datetime.combine(next_month_day(day + timedelta(days=20), 12), time(9), UTC)
            await decided_at(it, [row["oid"]], decided)
        await run_job(portal, "/network/expect_decisions")

        await it.report(it.order(order_time=days_ago(portal, 1)))

        [newest, *_] = sorted(
            (item["expected_validation_date"] for item in await it.rows("conversion_item")),
            reverse=True,
        )
        assert newest.astimezone(UTC).day == 12
        assert 18 <= (newest.date() - today).days <= 52
