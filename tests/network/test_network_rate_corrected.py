"""A mistyped rate needs a confirmation, and its correction rates unsettled orders again."""

import asyncio
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

import sql.network.payments.order_exchange_rates
from handlers.network.money.reconcile import check_publisher
from handlers.network.orders import order_exchange_rates
from schema.core.days import first_instant
from schema.core.errors import Code
from tests.support.orders.orders import Deal, deal, join_brand
from tests.support.orders.settling import decided_at, month_before, settle
from tests.support.payments.rates import weekly_rates
from tests.support.portal import Portal

D = Decimal


def rate_of(portal: Portal, base: str, quote: str, rate: str, **more: Any) -> dict[str, Any]:
    today = portal.resources.clock.now().date().isoformat()
    return {"day": today, "base": base, "quote": quote, "rate": rate, **more}


async def save(portal: Portal, *pair: str, **more: Any) -> None:
    given = rate_of(portal, *pair, **more)
    await portal.ok("/network/rate_save", await portal.operator(), attributes=given)
    await portal.work()


async def preview(portal: Portal, base: str, quote: str) -> dict[str, Any]:
    given = rate_of(portal, base, quote, "")
    del given["rate"]
    found: dict[str, Any] = await portal.ok(
        "/network/rate_correction", await portal.operator(), attributes=given
    )
    return found


async def correct(portal: Portal, base: str, quote: str) -> None:
    given = rate_of(portal, base, quote, "")
    del given["rate"]
    await portal.ok("/network/rate_correct", await portal.operator(), attributes=given)
    await portal.work()


async def events(it: Deal) -> list[dict[str, Any]]:
    feed = await it.portal.ok("/reports/events", it.who, page={"perPage": 1000})
    return [row for row in feed["list"] if row["reason_code"] == "rate"]


class TestConfirmation:
    @pytest.mark.parametrize("rate", ["171.5", "0.01715", "2.059", "1.371"])
    async def test_exchange_rate_a_fifth_off_the_previous_needs_confirmation(
        self, portal: Portal, rate: str
    ) -> None:
        async with weekly_rates(portal, "BWP", "SZL", "1.715"):
            given = rate_of(portal, "BWP", "SZL", rate)
            operator = await portal.operator()

            reply = await portal.refuses(
                Code.STATE_FORBIDS, "/network/rate_save", operator, attributes=given
            )

            assert reply.data["field"] == "attributes.confirm"
            assert reply.data["last_rate"] == "1.715"
            assert rate in reply.message
            assert "1.715" in reply.message
            stored = await portal.value(
                "select rate from currency_rate where base = 'BWP' and quote = 'SZL' order by day desc limit 1"
            )
            assert stored == D("1.715")
            await portal.ok("/network/rate_save", operator, attributes={**given, "confirm": True})
            async with portal.db() as db:
                await db.execute("delete from currency_rate where 'BWP' in (base, quote)")

    @pytest.mark.parametrize("rate", ["2.058", "1.372", "1.715"])
    async def test_exchange_rate_within_a_fifth_of_the_previous_is_accepted(
        self, portal: Portal, rate: str
    ) -> None:
        async with weekly_rates(portal, "BWP", "SZL", "1.715"):
            await save(portal, "BWP", "SZL", rate)
            async with portal.db() as db:
                await db.execute("delete from currency_rate where 'BWP' in (base, quote)")

    async def test_exchange_rate_is_compared_with_its_inverse(self, portal: Portal) -> None:
        await save(portal, "SZL", "NAD", "4")
        await portal.refuses(
            Code.STATE_FORBIDS,
            "/network/rate_save",
            await portal.operator(),
            attributes=rate_of(portal, "NAD", "SZL", "2.5"),
        )
        await save(portal, "NAD", "SZL", "0.25")


class TestCorrection:
    async def test_corrected_exchange_rate_rates_unsettled_orders_again_with_an_event(
        self, portal: Portal
    ) -> None:
        await save(portal, "PYG", "UYU", "171.5")
        one = await deal(portal, publisher={"currency": "UYU"})
        two = await join_brand(portal, one.brand, currency="UYU")
        rows = await one.report(
            one.order("1000", currency="PYG"), one.order("2000", currency="PYG", status="Approved")
        )
        await two.report({**two.order("3000", currency="PYG"), "code": two.code})
        await one.report(one.order("50.00", currency="UYU"))
        await save(portal, "PYG", "UYU", "1.715", confirm=True)

        shown = await preview(portal, "PYG", "UYU")

        assert (shown["orders"], shown["publishers"], shown["settled_orders"]) == (3, 2, 0)
        assert shown["sums"] == [
            {
                "currency": "UYU",
                "orders": 3,
                "publishers": 2,
                "old_amount": "1029000.00",
                "new_amount": "10290.00",
                "old_commission": "102900.00",
                "new_commission": "1029.00",
            }
        ]
        assert not shown["more"]
        assert (await one.rows("conversion", "oid"))[0]["report_amount"] == D("171500.00")
        assert await events(one) == []

        await correct(portal, "PYG", "UYU")

        orders = await one.rows("conversion", "oid")
        assert [o["report_amount"] for o in orders] == [D("1715.00"), D("3430.00"), D("50.00")]
        assert [o["rate"] for o in orders] == [D("1.715"), D("1.715"), 1]
        sent = sorted(await events(one), key=lambda event: event["oid"])
        assert [event["oid"] for event in sent] == [row["oid"] for row in rows]
        assert (sent[0]["report_amount"], sent[0]["delta_report_amount"]) == (
            "1715.00",
            "-169785.00",
        )
        assert (sent[0]["report_comm"], sent[0]["delta_report_comm"]) == ("171.50", "-16978.50")
        assert (sent[0]["delta_amount"], sent[0]["delta_commission"]) == ("0", "0")
        story = await portal.ok("/reports/transaction", one.who, attributes={"oid": rows[0]["oid"]})
        entry = story["timeline"][-1]
        assert (entry["kind"], entry["by"], entry["delta_report_comm"]) == (
            "rate",
            "network",
            "-16978.50",
        )
        for it in (one, two):
            await it.check_figures()
            async with portal.db() as db:
                assert await check_publisher(db, it.who.uid) == []
        log = await portal.value(
            "select details->>'quote' from audit where action = '/network/rate_correct' order by at desc limit 1"
        )
        assert log == "UYU"

        again = await preview(portal, "PYG", "UYU")
        await correct(portal, "PYG", "UYU")
        assert (again["orders"], again["sums"]) == (0, [])
        assert len(await events(one)) == 2

    async def test_corrected_exchange_rate_counts_but_does_not_change_settled_items(
        self, portal: Portal
    ) -> None:
        await save(portal, "LBP", "YER", "0.3")
        it = await deal(portal, publisher={"currency": "YER"})
        first, second = await it.report(
            it.order("1000.00", currency="LBP", status="Approved"),
            it.order("1000.00", currency="LBP", status="Approved"),
        )
        middle = first_instant(month_before(portal), "UTC") + timedelta(days=3)
        await decided_at(it, [first["oid"]], middle)
        [closed] = await settle(portal, it.brand.mcid)
        assert closed["amounts"] == {"YER": "30.00"}
        await save(portal, "LBP", "YER", "0.003", confirm=True)

        shown = await preview(portal, "LBP", "YER")
        await correct(portal, "LBP", "YER")

        assert (shown["orders"], shown["settled_orders"], shown["settled_items"]) == (1, 1, 1)
        orders = {order["oid"]: order for order in await it.rows("conversion")}
        assert orders[first["oid"]]["report_comm"] == D("30.00")
        assert orders[second["oid"]]["report_comm"] == D("0.30")
        await it.check_figures()
        async with portal.db() as db:
            assert await check_publisher(db, it.who.uid) == []

    async def test_corrected_exchange_rate_applies_to_inverse_rates_cross_rates_and_fixed_amounts(
        self, portal: Portal
    ) -> None:
        groups = [{"name": "Lead", "pays": "fixed", "value": "5"}]
        await save(portal, "MRU", "GMD", "20")
        await save(portal, "MRU", "CVE", "3")
        inverse = await deal(portal, publisher={"currency": "MRU"})
        cross = await join_brand(portal, inverse.brand, currency="CVE")
        fixed = await deal(
            portal, publisher={"currency": "GMD"}, currency="MRU", commission_groups=groups
        )
        await inverse.report(inverse.order("100.00", currency="GMD"))
        await cross.report({**cross.order("100.00", currency="GMD"), "code": cross.code})
        await fixed.report(fixed.order("100.00", currency="GMD"))
        deals = (inverse, cross, fixed)
        before = [(await it.rows("conversion"))[0]["report_comm"] for it in deals]
        await save(portal, "MRU", "GMD", "2", confirm=True)

        shown = await preview(portal, "MRU", "GMD")
        await correct(portal, "MRU", "GMD")

        after = [(await it.rows("conversion"))[0]["report_comm"] for it in deals]
        assert before == [D("0.50"), D("1.50"), D("100.00")]
        assert after == [D("5.00"), D("15.00"), D("10.00")]
        assert {row["currency"]: row["new_commission"] for row in shown["sums"]} == {
            "MRU": "5.00",
            "CVE": "15.00",
            "GMD": "10.00",
        }
        assert [event["delta_commission"] for event in await events(fixed)] == ["-90.00"]
        for it in deals:
            await it.check_figures()

    async def test_corrected_exchange_rate_leaves_orders_of_another_rate_unchanged(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, publisher={"currency": "BIF"})
        now = portal.resources.clock.now()
        week_ago = (now - timedelta(days=5)).date().isoformat()
        await save(portal, "DZD", "BIF", "22", day=week_ago)
        await save(portal, "DZD", "BIF", "23")
        at = (now - timedelta(days=3)).isoformat()
        await it.report(
            it.order("100.00", currency="DZD", order_time=at), it.order("100.00", currency="DZD")
        )
        await save(portal, "DZD", "BIF", "24")

        shown = await preview(portal, "DZD", "BIF")
        await correct(portal, "DZD", "BIF")

        assert shown["orders"] == 1
        assert [o["report_amount"] for o in await it.rows("conversion", "oid")] == [2200, 2400]

    async def test_month_closed_between_two_batches_of_a_rate_correction_settles_current_amounts(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await save(portal, "TTD", "BBD", "0.3")
        it = await deal(portal, publisher={"currency": "BBD"})
        rows = await it.report(
            *(it.order("100.00", currency="TTD", status="Approved") for _ in range(4))
        )
        middle = first_instant(month_before(portal), "UTC") + timedelta(days=3)
        await decided_at(it, [row["oid"] for row in rows], middle)
        await save(portal, "TTD", "BBD", "0.03", confirm=True)
        monkeypatch.setattr(order_exchange_rates, "PART", 2)
        whole, parts = sql.network.payments.order_exchange_rates.rate, []

        async def dying(*args: Any, **more: Any) -> int:
            parts.append(args)
            if len(parts) == 2:
                raise OSError("the worker is gone")
            return await whole(*args, **more)

        monkeypatch.setattr(sql.network.payments.order_exchange_rates, "rate", dying)
        await correct(portal, "TTD", "BBD")
        monkeypatch.undo()
        amounts = [o["report_comm"] for o in await it.rows("conversion", "oid")]
        assert sorted(amounts) in ([D("0.30")] * 2 + [D("3.00")] * 2, [D("0.30")] * 4)

        [closed] = await settle(portal, it.brand.mcid)
        shown = await preview(portal, "TTD", "BBD")
        await correct(portal, "TTD", "BBD")

        assert D(closed["amounts"]["BBD"]) == sum(amounts)
        assert (shown["orders"], shown["settled_orders"]) == (0, amounts.count(D("3.00")))
        assert [o["report_comm"] for o in await it.rows("conversion", "oid")] == amounts
        async with portal.db() as db:
            assert await check_publisher(db, it.who.uid) == []

    async def test_concurrent_reports_and_reviews_do_not_affect_a_rate_correction(
        self, portal: Portal
    ) -> None:
        await save(portal, "BSD", "XCD", "27")
        it = await deal(portal, publisher={"currency": "XCD"})
        orders = [it.order("10.00", currency="BSD") for _ in range(12)]
        oids = [row["oid"] for row in await it.report(*orders)]
        await save(portal, "BSD", "XCD", "2.7", confirm=True)

        await asyncio.gather(
            correct(portal, "BSD", "XCD"),
            it.report(*({**o, "items": [{"amount": "20.00"}]} for o in orders[:6])),
            it.review(*oids[3:9]),
        )

        stored = await it.rows("conversion", "oid")
        assert [o["report_amount"] for o in stored] == [D("54.00")] * 6 + [D("27.00")] * 6
        assert [o["status"] for o in stored].count("Approved") == 6
        await it.check_figures()

    async def test_publisher_cannot_correct_exchange_rates(self, portal: Portal) -> None:
        who = await portal.someone()
        given = {"day": "2026-01-01", "base": "GBP", "quote": "EUR"}
        for path in ("/network/rate_correction", "/network/rate_correct"):
            await portal.refuses(Code.NOT_ALLOWED, path, who, attributes=given)
