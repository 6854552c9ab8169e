"""Closing months: the settlements, their order, and the state after a kill."""

import asyncio
from datetime import timedelta
from decimal import Decimal

import pytest

import sql.payments.settlement
from rpc import Code
from schema.core.days import first_instant, next_month
from schema.payments.settlement import to_period
from tests.support.orders.orders import deal, join_brand
from tests.support.orders.settling import decided_at, earn, month_before, settle
from tests.support.payments.rates import weekly_rates
from tests.support.portal import Portal

D = Decimal


class TestSettle:
    async def test_month_settles_items_approved_before_its_end(self, portal: Portal) -> None:
        it = await deal(portal)
        await earn(it, "10.00", "30.50")
        [late] = await earn(it, "99.00")
        end = first_instant(next_month(month_before(portal)), "UTC")
        await decided_at(it, [late], end)
        await earn(it, "50.00", test_order=True)
        await it.report(it.order("20.00"), it.order("5.00", status="Rejected"))

        [row] = await settle(portal, it.brand.mcid)

        assert (row["outcome"], row["settlements"], row["amounts"]) == (
            "closed",
            1,
            {"GBP": "4.05"},
        )
        [made] = await it.rows("settlement")
        assert (made["amount"], made["orders"], made["items"]) == (D("4.05"), 2, 2)
        assert (made["currency"], made["payable_at"]) == ("GBP", None)
        items = await it.rows("conversion_item", "oid")
        assert [i["settlement_id"] == made["settlement_id"] for i in items].count(True) == 2
        ledger = await it.rows("ledger", "line")
        assert [(line["account"], line["amount"]) for line in ledger] == [
            ("receivable", D("4.05")),
            ("publisher", D("-4.05")),
        ]
        await it.check_figures()

    async def test_item_decided_in_the_last_microsecond_of_a_month_belongs_to_it(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        [oid] = await earn(it, "10.00")
        end = first_instant(next_month(month_before(portal)), "UTC")
        await decided_at(it, [oid], end - timedelta(microseconds=1))

        assert [row["settlements"] for row in await settle(portal, it.brand.mcid)] == [1]

    async def test_closing_a_month_twice_gives_the_same_result(self, portal: Portal) -> None:
        it = await deal(portal)
        await earn(it, "10.00")
        first = await settle(portal, it.brand.mcid)
        before = await it.rows("settlement"), await it.rows("ledger")
        await earn(it, "20.00")  # approved too late to be seen

        assert await settle(portal, it.brand.mcid) == first
        assert (await it.rows("settlement"), await it.rows("ledger")) == before

    async def test_months_of_a_brand_are_closed_in_chronological_order(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        await earn(it, "10.00", months=3)
        asked = {"mcid": it.brand.mcid, "period": to_period(month_before(portal))}

        reply = await portal.refuses(
            Code.STATE_FORBIDS, "/network/settle", await portal.operator(), attributes=asked
        )
        assert to_period(month_before(portal, 3)) in reply.message
        await settle(portal, it.brand.mcid, months=3)
        reply = await portal.refuses(
            Code.STATE_FORBIDS, "/network/settle", await portal.operator(), attributes=asked
        )
        assert to_period(month_before(portal, 2)) in reply.message
        await settle(portal, it.brand.mcid, months=2)
        assert [row["outcome"] for row in await settle(portal, it.brand.mcid)] == ["closed"]

    async def test_closing_the_current_month_is_refused(self, portal: Portal) -> None:
        it = await deal(portal)
        for day in (month_before(portal, 0), next_month(month_before(portal, 0))):
            asked = {"mcid": it.brand.mcid, "period": to_period(day)}
            operator = await portal.operator()
            await portal.refuses(Code.STATE_FORBIDS, "/network/settle", operator, attributes=asked)

    async def test_closing_months_of_an_unknown_brand_is_refused(self, portal: Portal) -> None:
        asked = {"mcid": "nobody", "period": "2026-01"}
        operator = await portal.operator()
        await portal.refuses(Code.BRAND_UNKNOWN, "/network/settle", operator, attributes=asked)

    async def test_closing_a_month_of_all_brands_reports_an_outcome_for_each(
        self, portal: Portal
    ) -> None:
        one, two = await deal(portal), await deal(portal)
        await earn(one, "10.00")
        await earn(two, "10.00", months=2)

        rows = {row["mcid"]: row for row in await settle(portal)}

        assert rows[one.brand.mcid]["outcome"] == "closed"
        assert rows[two.brand.mcid]["outcome"] == "refused"
        assert to_period(month_before(portal, 2)) in rows[two.brand.mcid]["reason"]

    async def test_each_publisher_has_its_own_settlement(self, portal: Portal) -> None:
        one = await deal(portal)
        two = await join_brand(portal, one.brand, currency="JPY")
        await earn(one, "10.00")
        async with weekly_rates(portal, "GBP", "JPY", "190.5", since=month_before(portal, 3)):
            await earn(two, "10.00")

        [row] = await settle(portal, one.brand.mcid)

        assert row["amounts"] == {"GBP": "1.00", "JPY": "190"}
        [mine], [theirs] = await one.rows("settlement"), await two.rows("settlement")
        assert (mine["amount"], theirs["amount"]) == (D("1.00"), D(190))

    async def test_commission_rounded_to_zero_makes_no_settlement(self, portal: Portal) -> None:
        it = await deal(portal)
        [oid] = await earn(it, "0.01")

        assert [row["settlements"] for row in await settle(portal, it.brand.mcid)] == [0]
        assert await it.rows("settlement") == await it.rows("ledger") == []
        [item] = await it.rows("conversion_item")
        assert (item["oid"], item["settlement_id"]) == (oid, None)

    async def test_interrupted_closing_of_a_month_resumes(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        one = await deal(portal)
        two = await join_brand(portal, one.brand)
        await earn(one, "10.00")
        await earn(two, "20.00")
        whole = sql.payments.settlement.mark_items
        calls = 0

        async def dies(*arguments: object) -> object:
            nonlocal calls
            calls += 1
            if calls == 2:
                raise ConnectionResetError
            return await whole(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(sql.payments.settlement, "mark_items", dies)
        [row] = await settle(portal, one.brand.mcid)

        assert (row["outcome"], row["settlements"]) == ("closing", 1)
        monkeypatch.undo()
        [row] = await settle(portal, one.brand.mcid)
        assert (row["outcome"], row["amounts"]) == ("closed", {"GBP": "3.00"})
        for it in (one, two):
            assert len(await it.rows("settlement")) == 1
            assert len(await it.rows("ledger")) == 2

    async def test_concurrent_closings_of_a_month_settle_its_orders_once(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        await earn(it, *["1.00"] * 20)

        await asyncio.gather(*(settle(portal, it.brand.mcid) for _ in range(4)))

        [made] = await it.rows("settlement")
        assert (made["amount"], made["items"]) == (D("2.00"), 20)

    async def test_closing_a_month_makes_one_event_per_settled_order(self, portal: Portal) -> None:
        it = await deal(portal)
        [oid] = await earn(it, "10.00")
        await settle(portal, it.brand.mcid)

        events = [
            e for e in (await portal.ok("/reports/events", it.who))["list"] if e["event_type"] == 3
        ]

        [made] = await it.rows("settlement")
        assert [(e["oid"], e["settlement_id"]) for e in events] == [(oid, made["settlement_id"])]


class TestPreview:
    async def test_preview_of_a_month_has_the_sums_that_closing_it_settles(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        await earn(it, "10.00", "30.50")
        await earn(it, "50.00", test_order=True)
        await it.report(it.order("20.00"))
        given = {"period": to_period(month_before(portal)), "mcid": it.brand.mcid}
        operator = await portal.operator()

        preview = await portal.ok("/network/settle_preview", operator, attributes=given)
        [closed] = await settle(portal, it.brand.mcid)
        after = await portal.ok("/network/settle_preview", operator, attributes=given)

        assert preview["list"] == [
            {
                "mcid": it.brand.mcid, "brand_name": f"Brand {it.brand.mcid}", "currency": "GBP",
                "publishers": 1, "orders": 2, "amount": "4.05",
            }
        ]  # fmt: skip
        assert (preview["brands"], preview["total"]) == (1, 1)
        assert preview["amounts"] == closed["amounts"] == {"GBP": "4.05"}
        assert (after["brands"], after["list"]) == (0, [])

    async def test_preview_is_refused_as_closing_is(self, portal: Portal) -> None:
        it, operator = await deal(portal), await portal.operator()
        for code, given in (
            (Code.STATE_FORBIDS, {"period": "2098-01"}),
            (Code.BRAND_UNKNOWN, {"period": "2020-01", "mcid": "nobody"}),
        ):
            await portal.refuses(code, "/network/settle_preview", operator, attributes=given)
        await portal.refuses(
            Code.NOT_ALLOWED, "/network/settle_preview", it.who, attributes={"period": "2020-01"}
        )
