"""The commission of orders: which terms apply, and in which currency."""

import asyncio
from datetime import timedelta
from decimal import Decimal

from tests.support.orders.orders import deal, join_brand
from tests.support.payments.rates import weekly_rates
from tests.support.portal import Portal

D = Decimal


class TestRating:
    async def test_most_specific_commission_terms_take_precedence(self, portal: Portal) -> None:
        groups = [
            {"name": "All", "pays": "percent", "value": "5"},
            {"name": "Shoes", "pays": "percent", "value": "8", "category": "Shoes"},
            {"name": "Germany", "pays": "percent", "value": "6", "country": "DE"},
            {"name": "Leads", "pays": "fixed", "value": "1.25", "category": "Leads"},
        ]
        it = await deal(portal, commission_groups=groups)
        order = it.order(country="DE")
        order["items"] = [
            {"item_id": "shoe", "amount": "10.00", "category": "shoes"},
            {"item_id": "hat", "amount": "10.00", "category": "Hats"},
            {"item_id": "lead", "amount": "0", "category": "Leads"},
        ]

        await it.report(order, it.order("10.00"))

        items = {i["item_id"]: i for i in await it.rows("conversion_item", "oid, item_id")}
        assert (items["shoe"]["sale_comm"], items["shoe"]["comm_rate"]) == (D("0.80"), 8)
        assert (items["hat"]["sale_comm"], items["hat"]["comm_rate"]) == (D("0.60"), 6)
        assert (items["lead"]["sale_comm"], items["lead"]["comm_rate"]) == (D("1.25"), None)
        assert items[""]["sale_comm"] == D("0.50")

    async def test_dated_terms_apply_from_their_first_day_up_to_the_day_before_their_end(
        self, portal: Portal
    ) -> None:
        today = portal.resources.clock.now().date()
        starts, ends = today - timedelta(days=10), today - timedelta(days=5)
        groups = [
            {"name": "All", "pays": "percent", "value": "5"},
            {
                "name": "Sale",
                "pays": "percent",
                "value": "15",
                "starts_at": starts,
                "ends_at": ends,
            },
        ]
        it = await deal(portal, commission_groups=groups)
        moments = {
            f"{starts - timedelta(days=1)}T23:59:59Z": 5,
            f"{starts}T00:00:00Z": 15,
            f"{ends - timedelta(days=1)}T23:59:59Z": 15,
            f"{ends}T00:00:00Z": 5,
        }

        await it.report(*(it.order(order_id=at, order_time=at) for at in moments))

        items = {item["oid"]: item["comm_rate"] for item in await it.rows("conversion_item")}
        rates = {order["order_id"]: items[order["oid"]] for order in await it.rows("conversion")}
        assert rates == moments

    async def test_terms_of_one_publisher_do_not_apply_to_another(self, portal: Portal) -> None:
        one = await deal(portal)
        two = await join_brand(portal, one.brand)
        groups = [
            {"name": "All", "pays": "percent", "value": "5"},
            {"name": "Special", "pays": "percent", "value": "9", "uid": one.who.uid},
        ]
        await portal.brand(mcid=one.brand.mcid, commission_groups=groups)

        await one.report(one.order("10.00"), {**two.order("10.00"), "code": two.code})

        [mine], [theirs] = [await each.rows("conversion_item") for each in (one, two)]
        assert (mine["sale_comm"], theirs["sale_comm"]) == (D("0.90"), D("0.50"))

    async def test_commission_follows_the_terms_at_the_time_of_the_click(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, commission_groups=[{"name": "A", "pays": "percent", "value": "5"}])
        before = await it.click(portal.resources.clock.now())
        await asyncio.sleep(0.01)
        await portal.brand(
            mcid=it.brand.mcid, commission_groups=[{"name": "A", "pays": "percent", "value": "20"}]
        )
        await asyncio.sleep(0.01)

        await it.report(it.order(click_ref=before, order_id="1"), it.order(order_id="2"))

        items = await it.rows("conversion_item", "oid desc")
        assert {i["comm_rate"] for i in items} == {D(5), D(20)}
        rates = {o["order_id"]: o["sale_comm"] for o in await it.rows("conversion")}
        assert rates == {"1": D("0.50"), "2": D("2.00")}

    async def test_order_in_another_currency_than_the_reports_is_converted_item_by_item(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, publisher={"currency": "JPY"})
        order = it.order("1.001", currency="KWD")
        order["items"].append({"item_id": "b", "amount": "0.005"})

        async with weekly_rates(portal, "KWD", "JPY", "487.655"):
            assert await it.outcomes(order) == ["created"]

        [whole] = await it.rows("conversion")
        items = await it.rows("conversion_item", "item_id")
        assert whole["rate"] == D("487.655")
        assert [i["sale_comm"] for i in items] == [D("0.100"), D("0.000")]
        assert [i["report_amount"] for i in items] == [488, 2]
        assert (whole["report_amount"], whole["report_comm"]) == (490, 49)
        await it.check_figures()

    async def test_the_first_order_fixes_the_report_currency(self, portal: Portal) -> None:
        it = await deal(portal)
        async with portal.db() as db:
            query = "select currency_fixed from publisher where publisher_id = $1"
            assert not await db.fetchval(query, it.who.uid)
            await it.report(it.order())
            assert await db.fetchval(query, it.who.uid)
