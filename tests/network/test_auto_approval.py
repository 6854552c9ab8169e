"""Orders that are approved automatically after their validation period."""

from typing import Any

from tests.support.orders.orders import days_before_now, deal
from tests.support.orders.settling import run_job
from tests.support.portal import Portal


class TestValidateDue:
    async def test_undecided_item_is_approved_after_the_validation_deadline(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, validation_days=30)
        mixed = it.order(order_time=days_before_now(portal, 30.1))
        mixed["items"] = [
            {"item_id": "a", "amount": "1.00"},
            {"item_id": "b", "amount": "2.00", "status": "Rejected"},
        ]
        await it.report(mixed, it.order(order_time=days_before_now(portal, 29.9)))

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
        await it.report(it.order(order_time=days_before_now(portal, 10)))

        await run_job(portal, "/network/validate_due")

        assert [i["status"] for i in await it.rows("conversion_item")] == ["Pending"]

    async def test_orders_beyond_the_limit_of_a_transaction_are_validated_in_further_ones(
        self, portal: Portal, monkeypatch: Any
    ) -> None:
        monkeypatch.setattr("handlers.network.orders.auto_approval.VALIDATE_BATCH", 2)
        it = await deal(portal, validation_days=1)
        await it.report(*(it.order(order_time=days_before_now(portal, 2)) for _ in range(5)))

        await run_job(portal, "/network/validate_due")

        assert [i["status"] for i in await it.rows("conversion_item")] == ["Approved"] * 5
