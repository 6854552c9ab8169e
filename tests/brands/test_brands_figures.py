"""A brand's figures in lists, which are those measured across the network, and the commission it states."""

from datetime import timedelta
from typing import Any

import pytest

from handlers.brands.stated_commission import renew_commissions
from schema.core.envelope import Nothing
from tests.support.orders.brands import STANDARD, group
from tests.support.orders.measured import add_click, days_ago, measure, sell, sellers
from tests.support.portal import Portal, SomeBrand, Someone

LISTED = ("epc", "conversion_rate", "approval_rate")


class TestListedFigures:
    async def test_brand_lists_show_measured_figures_in_the_brands_currency(
        self, portal: Portal
    ) -> None:
        brand, reader = await portal.brand(), await portal.someone(currency="XPT")
        await sell_with_clicks(portal, brand, publishers=6)

        await measure(portal)

        assert await find_listed(portal, reader, brand) == ["1.5", "0.75", "0.75"]

    @pytest.mark.parametrize("publishers", [1, 5])
    async def test_brand_figures_of_too_few_publishers_are_cleared(
        self, portal: Portal, publishers: int
    ) -> None:
        """As an earlier version computed them."""
        brand, reader = await portal.brand(), await portal.someone()
        await sell_with_clicks(portal, brand, publishers=publishers)
        async with portal.db() as db:
            await db.execute(
                "update brand set epc = 1, conversion_rate = 1, approval_rate = 1 where mid = $1",
                brand.mid,
            )

        await measure(portal)

        assert await find_listed(portal, reader, brand) == [None, None, None]


async def sell_with_clicks(portal: Portal, brand: SomeBrand, publishers: int) -> None:
    """Eight clicks, six orders with a commission of 2.00 each, and eight decisions, of each publisher."""
    for each in await sellers(
        portal, brand, publishers, count=6, ago=10, decided_after=1, commission="2.00"
    ):
        await sell(each, brand, 2, ago=100, decided_after=1, status="Rejected")
        async with portal.db() as db:
            for number in range(8):
                at = days_ago(portal, 11) + timedelta(seconds=number)
                await add_click(db, each, brand.mid, at)


async def find_listed(portal: Portal, reader: Someone, brand: SomeBrand) -> list[Any]:
    """A brand's figures, which its page and the list of brands show alike."""
    found = await portal.ok("/brands/find", reader, filter={"keyword": brand.mcid})
    info = await portal.ok("/brands/info", reader, attributes={"mcid": brand.mcid})
    figures = [info[name] for name in LISTED]
    assert [found["list"][0][name] for name in LISTED] == figures
    return figures


class TestCommissionLine:
    async def test_terms_that_take_effect_change_the_commission_shown_in_brand_lists(
        self, portal: Portal
    ) -> None:
        today = portal.resources.clock.now().date()
        tomorrow = str(today + timedelta(days=1))
        promotion = group(name="Promotion", value="20", starts_at=tomorrow)
        brand = await portal.brand(commission_groups=[STANDARD, promotion])
        async with portal.db() as db:
            query = "select commission from brand where mid = $1"
            before = await db.fetchval(query, brand.mid)
            await db.execute("update terms set starts_at = $2 where starts_at is not null and mid = $1",
                             brand.mid, today)  # fmt: skip
            await renew_commissions.later(db, Nothing())
            await portal.work()
            assert (before, await db.fetchval(query, brand.mid)) == ("10%", "10%–20%")
