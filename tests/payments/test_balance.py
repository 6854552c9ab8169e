"""A publisher's money by stage, its settlements and its schedule."""

from datetime import UTC, datetime, time, timedelta
from decimal import Decimal

from rpc import Code
from tests.support.orders.orders import deal
from tests.support.orders.settling import earn, pay_brand, settle
from tests.support.portal import Portal

D = Decimal
STAGES = ("pending", "approved", "withdrawable", "on_the_way", "paid")


class TestBalance:
    async def test_balance_counts_every_amount_in_one_stage(self, portal: Portal) -> None:
        it = await deal(portal)
        await it.report(it.order("10.00"), it.order("20.00", status="Approved"))
        await earn(it, "300.00", months=2)
        await earn(it, "400.00")
        await settle(portal, it.brand.mcid, months=2)
        await settle(portal, it.brand.mcid)
        await pay_brand(it, months=2)

        found = await portal.ok("/payments/balance", it.who)

        assert [found[stage] for stage in STAGES] == ["1.00", "42.00", "30.00", "0.00", "0.00"]
        assert (found["currency"], found["minimum"]) == ("GBP", "25.00")
        assert found["next_payment"] is None
        # The rest of what is approved is of a month that is not closed.
        settled = await portal.ok("/payments/settlements", it.who, filter={"state": "waiting"})
        assert [each["amount"] for each in settled["list"]] == [found["waiting"]] == ["40.00"]

    async def test_forecast_covers_the_next_payment_day(self, portal: Portal) -> None:
        it = await deal(portal, payment_days=0)
        late = await deal(portal, payment_days=365)
        await earn(it, "300.00", months=2)
        await earn(it, "400.00")
        await settle(portal, it.brand.mcid, months=2)
        await pay_brand(it, months=2)
        await settle(portal, it.brand.mcid)
        now = portal.resources.clock.now()
        await portal.ok("/payments/schedule", it.who, attributes={"day": 28})

        found = (await portal.ok("/payments/balance", it.who))["next_payment"]

        assert late.who.uid != it.who.uid
        assert (found["low"], found["high"]) == ("30.00", "70.00")
        assert found["day"] >= f"{now:%Y-%m-%d}"
        assert found["day"].endswith("-28")
        # How long the brand took for the one month it has paid for says whether it will have paid for the next.
        of_paid = "mid = $1 and paid_at is not null"
        query = f"select period from settled_month where {of_paid}"
        period = datetime.combine(await portal.value(query, it.brand.mid), time(), UTC)
        for days, likely in ((20, "70.00"), (400, "30.00")):
            async with portal.db() as db:
                await db.execute(
                    f"update settled_month set paid_at = $2 where {of_paid}",
                    *(it.brand.mid, period + timedelta(days=days)),
                )
            found = (await portal.ok("/payments/balance", it.who))["next_payment"]
            assert found["likely"] == likely, days

    async def test_payment_by_a_brand_without_history_is_expected_by_its_terms(
        self, portal: Portal
    ) -> None:
        likely = []
        for days in (0, 365):
            it = await deal(portal, payment_days=days)
            await earn(it, "400.00")
            await settle(portal, it.brand.mcid)
            await portal.ok("/payments/schedule", it.who, attributes={"day": 28})
            found = (await portal.ok("/payments/balance", it.who))["next_payment"]
            likely.append(found["likely"])

        assert likely == ["40.00", "0.00"]


class TestSettlements:
    async def test_settlements_are_listed_and_filtered_by_state(self, portal: Portal) -> None:
        it = await deal(portal)
        await earn(it, "300.00", months=2)
        await earn(it, "400.00")
        for months in (2, 1):
            await settle(portal, it.brand.mcid, months=months)
        await pay_brand(it, months=2)

        whole = await portal.ok("/payments/settlements", it.who)
        one = await portal.ok("/payments/settlements", it.who, filter={"state": "payable"})

        assert [(s["amount"], s["state"]) for s in whole["list"]] == [
            ("40.00", "waiting"),
            ("30.00", "payable"),
        ]
        assert (whole["total"], one["total"]) == (2, 1)
        assert one["list"] == whole["list"][1:]
        assert one["list"][0]["mcid"] == it.brand.mcid

    async def test_settlements_of_another_publisher_are_hidden(self, portal: Portal) -> None:
        it = await deal(portal)
        await earn(it, "300.00")
        await settle(portal, it.brand.mcid)
        other = await portal.someone()
        for found in (
            await portal.ok("/payments/settlements", other),
            await portal.ok("/payments/settlements", other, filter={"mcid": it.brand.mcid}),
        ):
            assert found == {"list": [], "total": 0}
        assert (await portal.ok("/payments/balance", other))["approved"] == "0.00"


class TestSchedule:
    async def test_payment_schedule_is_stored_and_removed(self, portal: Portal) -> None:
        who = await portal.someone()
        for given in ({"day": 15, "minimum": "100.00"}, {}):
            await portal.ok("/payments/schedule", who, attributes=given)
            found = await portal.ok("/payments/balance", who)
            assert found["schedule_day"] == given.get("day")
            assert found["minimum"] == given.get("minimum", "25.00")

    async def test_payment_schedule_with_an_invalid_day_or_minimum_is_refused(
        self, portal: Portal
    ) -> None:
        who = await portal.someone()
        for bad in (
            {"day": 29},
            {"day": 0},
            {"minimum": "24.99"},
            {"minimum": "25.001"},
            {"minimum": "NaN"},
        ):
            await portal.refuses(Code.REQUEST_INVALID, "/payments/schedule", who, attributes=bad)
