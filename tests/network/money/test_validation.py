"""Items that brands' terms decide, and when decisions are expected."""

from datetime import timedelta
from typing import Any

from tests.support.orders.orders import Deal, deal
from tests.support.orders.settling import run_job
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
    async def test_what_a_brand_did_not_decide_in_time_is_approved(self, portal: Portal) -> None:
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

    async def test_it_holds_them_where_the_terms_say_so(self, portal: Portal) -> None:
        it = await deal(portal, validation_days=5, after_validation="hold")
        await it.report(it.order(order_time=days_ago(portal, 10)))

        await run_job(portal, "/network/validate_due")

        assert [i["status"] for i in await it.rows("conversion_item")] == ["Pending"]

    async def test_it_decides_more_than_one_batch(self, portal: Portal, monkeypatch: Any) -> None:
        monkeypatch.setattr("handlers.network.settlements.VALIDATE_BATCH", 2)
        it = await deal(portal, validation_days=1)
        await it.report(*(it.order(order_time=days_ago(portal, 2)) for _ in range(5)))

        await run_job(portal, "/network/validate_due")

        assert [i["status"] for i in await it.rows("conversion_item")] == ["Approved"] * 5


class TestExpectDecisions:
    async def test_enough_decisions_of_a_brand_say_when_the_next_comes(
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

    async def test_too_few_leave_the_period_of_its_terms(self, portal: Portal) -> None:
        it = await deal(portal, validation_days=60)
        old = [it.order(order_time=days_ago(portal, 7), status="Approved") for _ in range(19)]
        await it.report(*old)
        await run_job(portal, "/network/expect_decisions")

        await it.report(it.order(order_time=days_ago(portal, 1)))

        assert (await expected_days(it))[-1] == 60
