"""Operators list the reports that were refused."""

from datetime import timedelta
from typing import Any

from rpc import Code
from schema.orders.order_refusal import RefusalCode
from tests.network.lists.test_network_cursors import check_list
from tests.support.orders.orders import deal
from tests.support.portal import Portal, unique

PATH = "/network/refused_reports"


class TestRefusedReports:
    async def test_refused_order_report_is_listed_with_its_reason(self, portal: Portal) -> None:
        it = await deal(portal)
        ref = await it.click()
        order = it.order("12.00", currency="ZZZ", click_ref=ref, code=None)
        await it.report(it.order(), order)

        filter = {"mcid": it.brand.mcid}
        [row] = (await portal.ok(PATH, await portal.operator(), filter=filter))["list"]

        assert (row["order_id"], row["code"]) == (order["order_id"], RefusalCode.INVALID_VALUE)
        assert (row["uid"], row["amount"], row["currency"]) == (it.who.uid, "12.00", "ZZZ")
        assert "ZZZ" in row["reason"]

    async def test_refused_order_report_without_a_click_or_link_has_no_publisher(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        await it.report(it.order(code=None))

        filter = {"mcid": it.brand.mcid}
        [row] = (await portal.ok(PATH, await portal.operator(), filter=filter))["list"]

        assert (row["uid"], row["publisher"]) == (None, None)

    async def test_refused_order_reports_are_filtered(self, portal: Portal) -> None:
        it = await deal(portal)
        wrong, bare = it.order(currency="ZZZ"), it.order(code=None)
        await it.report(wrong, bare)
        operator, mcid = await portal.operator(), it.brand.mcid
        today = portal.resources.clock.now().date()

        async def numbers(**filter: Any) -> set[str]:
            found = await portal.ok(PATH, operator, filter={"mcid": mcid, **filter})
            assert found["total"] == len(found["list"])
            return {row["order_id"] for row in found["list"]}

        both = {wrong["order_id"], bare["order_id"]}
        assert await numbers(code=RefusalCode.NOTHING_NAMED) == {bare["order_id"]}
        assert await numbers(uid=it.who.uid) == {wrong["order_id"]}
        assert await numbers(order_id=f" {bare['order_id']} ") == {bare["order_id"]}
        since = (today - timedelta(days=1)).isoformat()
        assert await numbers(start_date=since) == both
        assert await numbers(end_date=(today - timedelta(days=2)).isoformat()) == set()

    async def test_list_of_refused_order_reports_continues_after_a_cursor(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        await it.report(*(it.order(currency="ZZZ") for _ in range(5)))
        await check_list(portal, PATH, await portal.operator(), {"mcid": it.brand.mcid}, 5)

    async def test_refused_order_reports_of_reversed_dates_or_an_unknown_brand_cannot_be_listed(
        self, portal: Portal
    ) -> None:
        operator = await portal.operator()
        days = {"start_date": "2026-02-01", "end_date": "2026-01-31"}
        await portal.refuses(Code.DATES_REVERSED, PATH, operator, filter=days)
        await portal.refuses(Code.BRAND_UNKNOWN, PATH, operator, filter={"mcid": unique("nobody")})

    async def test_publisher_cannot_list_refused_order_reports(self, portal: Portal) -> None:
        await portal.refuses(Code.NOT_ALLOWED, PATH, await portal.someone())
