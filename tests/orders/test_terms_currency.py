"""Fixed amounts stay in the currency in which their terms were saved."""

import asyncio
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from tests.support.orders.brands import events
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal

D = Decimal


def fixed_group(value: str, **more: Any) -> dict[str, Any]:
    return {"name": "Leads", "pays": "fixed", "value": value, **more}


async def rates(portal: Portal, *pairs: tuple[str, str, str]) -> None:
    day = (portal.resources.clock.now() - timedelta(days=3)).date().isoformat()
    for base, quote, rate in pairs:
        given = {"base": base, "quote": quote, "day": day, "rate": rate}
        await portal.ok("/network/rate_save", await portal.operator(), attributes=given)


async def commission_of(it: Deal, **order: Any) -> Decimal:
    """What an order of a lead earns, in its own currency."""
    [row] = await it.report(it.order("0", **order))
    assert row["outcome"] == "created", row
    orders = await it.rows("conversion")
    [amount] = [each["sale_comm"] for each in orders if each["oid"] == row["oid"]]
    return D(amount)


@pytest.fixture(autouse=True)
async def without_rates(portal: Portal) -> Any:
    yield
    async with portal.db() as db:
        await db.execute("delete from currency_rate where day > now() - interval '4 days'")


class TestCurrencyOfTerms:
    async def test_click_before_a_currency_change_earns_the_amount_promised_then(
        self, portal: Portal
    ) -> None:
        """500 yen were paid as 500 pounds once the brand's currency had changed."""
        it = await deal(portal, currency="JPY", commission_groups=[fixed_group("500")])
        await rates(portal, ("JPY", "GBP", "0.005"))
        click = await it.click()
        async with portal.db() as db:
            await db.execute(
                "update terms set created_at = created_at - interval '2 hours' where mid = $1",
                it.brand.mid,
            )
        assert await commission_of(it, click_ref=click, code=None) == D("2.50")

        await portal.brand(
            mcid=it.brand.mcid, currency="GBP", commission_groups=[fixed_group("500")]
        )

        assert await commission_of(it, click_ref=click, code=None) == D("2.50")
        assert await commission_of(it) == D("500.00")

    async def test_new_brand_currency_replaces_fixed_commissions_and_notifies_publishers(
        self, portal: Portal
    ) -> None:
        percent = {"name": "All", "pays": "percent", "value": "5", "category": "All"}
        it = await deal(portal, currency="JPY", commission_groups=[fixed_group("500"), percent])
        await portal.brand(
            mcid=it.brand.mcid, currency="GBP", commission_groups=[fixed_group("500"), percent]
        )
        [event] = await events(portal, it.who, 7)
        assert event["note"] == (
            "Commission changed from JPY\u00a0500 per order item to GBP\u00a0500.00 per order item for Leads"
        )
        async with portal.db() as db:
            rows = await db.fetch(
                "select pays, currency, replaced_at is null as live from terms where mid = $1 order by terms_id",
                it.brand.mid,
            )
        assert [tuple(row) for row in rows] == [
            ("fixed", "JPY", False),
            ("percent", "JPY", True),
            ("fixed", "GBP", True),
        ]

    async def test_unchanged_brand_currency_keeps_fixed_commissions(self, portal: Portal) -> None:
        it = await deal(portal, currency="JPY", commission_groups=[fixed_group("500")])
        await portal.brand(
            mcid=it.brand.mcid, currency="JPY", commission_groups=[fixed_group("500")]
        )
        assert await events(portal, it.who, 7) == []

    async def test_terms_stored_without_a_currency_use_the_currency_of_the_brand(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, currency="GBP", commission_groups=[fixed_group("3")])
        async with portal.db() as db:
            await db.execute("update terms set currency = null where mid = $1", it.brand.mid)
        assert await commission_of(it) == D("3.00")

    async def test_commission_during_a_currency_change_follows_old_or_new_terms(
        self, portal: Portal
    ) -> None:
        """The brand is read before its terms: between the two, both may have been replaced."""
        it = await deal(portal, currency="JPY", commission_groups=[fixed_group("500")])
        await rates(portal, ("JPY", "GBP", "0.005"))
        order = it.order("0")
        change = {"currency": "GBP", "commission_groups": [fixed_group("4")]}
        await asyncio.gather(
            it.report(order), portal.brand(mcid=it.brand.mcid, **change), it.report(order)
        )
        [made] = await it.rows("conversion")
        assert made["sale_comm"] in (D("2.50"), D("4.00"))

    async def test_new_brand_currency_clears_the_networks_epc(self, portal: Portal) -> None:
        it = await deal(portal, currency="JPY")
        async with portal.db() as db:
            await db.execute("update brand set epc = 120 where mid = $1", it.brand.mid)
        await portal.brand(mcid=it.brand.mcid, currency="JPY", name="Same")
        epc = "select epc from brand where mid = $1"
        assert await portal.value(epc, it.brand.mid) == 120
        await portal.brand(mcid=it.brand.mcid, currency="GBP")
        assert await portal.value(epc, it.brand.mid) is None
