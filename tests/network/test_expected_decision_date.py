"""When decisions are expected of brands, by their past ones or their terms."""

from datetime import UTC, datetime, time, timedelta

from schema.core.expected_date import next_month_day
from tests.support.orders.orders import Deal, days_before_now, deal
from tests.support.orders.settling import decided_at, run_job
from tests.support.portal import Portal


async def expected_days(it: Deal) -> list[float]:
    """How many days after each order its decision is expected."""
    query = "select order_time from conversion where publisher_id = $1 and oid = $2"
    items = await it.rows("conversion_item", "oid")
    times = [await it.portal.value(query, it.who.uid, item["oid"]) for item in items]
    return [(i["expected_validation_date"] - at).days for i, at in zip(items, times, strict=True)]


class TestExpectDecisions:
    async def test_expected_validation_time_follows_the_brands_past_decisions(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, validation_days=60)
        await it.report(
            *(
                it.order(order_time=days_before_now(portal, days), status="Approved")
                for days in [7] * 12 + [40] * 8
            )
        )
        await run_job(portal, "/network/expect_decisions")

        await it.report(it.order(order_time=days_before_now(portal, 1)))

        assert (await expected_days(it))[-1] == 7

    async def test_validation_period_of_the_terms_applies_after_too_few_decisions(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, validation_days=60)
        old = [
            it.order(order_time=days_before_now(portal, 7), status="Approved") for _ in range(19)
        ]
        await it.report(*old)
        await run_job(portal, "/network/expect_decisions")

        await it.report(it.order(order_time=days_before_now(portal, 1)))

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

        await it.report(it.order(order_time=days_before_now(portal, 1)))

        [newest, *_] = sorted(
            (item["expected_validation_date"] for item in await it.rows("conversion_item")),
            reverse=True,
        )
        assert newest.astimezone(UTC).day == 12
        assert 18 <= (newest.date() - today).days <= 52
