"""Demonstration shops: from a click to a reported order."""

import asyncio
import re
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from handlers.demo.catalogue.brands import catalogue
from rpc import Code
from tests.support.portal import Portal, SomeBrand, Someone, unique
from tests.support.server import serve


@dataclass
class Visitor:
    """Somebody at a shop that a tracking link led to."""

    portal: Portal
    who: Someone
    brand: SomeBrand
    ref: str

    @property
    def shop(self) -> str:
        return f"/demo/shop/{self.brand.mcid}"

    async def page(self, **query: str) -> str:
        response = await self.portal.http.get(self.shop, params=query)
        assert response.status_code == 200
        return response.text

    async def buy(self, page: str, product: int = 0) -> str:
        """Press a Buy button as a browser does."""
        form = re.findall(r"<form.*?</form>", page, re.S)[product]
        fields = dict(re.findall(r'name="(\w+)" value="(.*?)"', form))
        [action] = re.findall(r'action="(.*?)"', form)
        response = await self.portal.http.post(action, data=fields)
        assert response.status_code == 200
        return response.text

    async def orders(self) -> list[dict[str, Any]]:
        day = self.portal.resources.clock.now().date()
        answer = await self.portal.ok(
            "/reports/transactions",
            self.who,
            filter={"start_date": day - timedelta(days=1), "end_date": day},
        )
        rows: list[dict[str, Any]] = answer["list"]
        return rows


@pytest.fixture
async def visitor(portal: Portal) -> Visitor:
    mcid = unique("shop")
    brand = await portal.brand(
        mcid=mcid,
        site_url=f"http://portal.test/demo/shop/{mcid}",
        domains=["portal.test"],
        categories=["Food and drink"],
    )
    who = await portal.someone()
    await portal.join(who, brand)
    target = f"http://portal.test/demo/shop/{mcid}?product=2"
    link = await portal.link(who, brand, target_url=target)
    return Visitor(portal, who, brand, await portal.click(link["code"]))


class TestShop:
    async def test_demo_purchase_after_a_click_makes_an_order(self, visitor: Visitor) -> None:
        page = await visitor.page(click_ref=visitor.ref, product="2")
        thanks = await visitor.buy(page, 2)

        [order] = await visitor.orders()
        price = catalogue().products["Food and drink"][2].price
        assert order["click_ref"] == visitor.ref
        assert (order["mcid"], order["status"]) == (visitor.brand.mcid, "Pending")
        assert Decimal(order["sale_amount"]) == price
        assert order["order_id"] in thanks
        assert "/reports/transactions" in thanks

    async def test_demo_purchase_submitted_twice_makes_one_order(self, visitor: Visitor) -> None:
        page = await visitor.page(click_ref=visitor.ref)

        await asyncio.gather(visitor.buy(page), visitor.buy(page))
        await visitor.buy(await visitor.page(click_ref=visitor.ref))

        assert len(await visitor.orders()) == 2

    async def test_demo_purchase_without_a_click_is_not_tracked(self, visitor: Visitor) -> None:
        page = await visitor.page()
        thanks = await visitor.buy(page)

        assert "without a tracking link" in page
        assert "is not tracked" in thanks
        assert await visitor.orders() == []

    async def test_demo_purchase_with_an_unknown_click_is_not_tracked(
        self, visitor: Visitor
    ) -> None:
        thanks = await visitor.buy(await visitor.page(click_ref='"><b>forged'))

        assert "is not tracked" in thanks
        assert "<b>forged" not in thanks
        assert await visitor.orders() == []

    @pytest.mark.parametrize(
        "fields",
        [
            {},
            {"order": "0A1B2C3D-1", "product": "3"},
            {"order": "0A1B2C3D-1", "product": "-1"},
            {"order": "x" * 101, "product": "0"},
            {"order": "\x00", "product": "0"},
        ],
    )
    async def test_invalid_form_of_the_demo_shop_is_refused(
        self, visitor: Visitor, fields: dict[str, str]
    ) -> None:
        response = await visitor.portal.http.post(visitor.shop, data={"ref": visitor.ref, **fields})

        assert response.json()["code"] == Code.REQUEST_INVALID.number
        assert await visitor.orders() == []

    async def test_demo_shop_page_runs_no_script_and_posts_only_to_itself(
        self, visitor: Visitor
    ) -> None:
        response = await visitor.portal.http.get(visitor.shop)

        policy = response.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "form-action 'self'" in policy
        assert "script-src" not in policy
        assert "<script" not in response.text
        assert response.headers["cache-control"] == "no-store"

    async def test_demo_shop_of_an_unknown_brand_is_not_found(self, portal: Portal) -> None:
        for shop in ("nobody", "%00", "A", "x" * 65):
            response = await portal.http.get(f"/demo/shop/{shop}")
            assert response.status_code == 404

    async def test_demo_shop_is_not_found_outside_demonstration_mode(
        self, visitor: Visitor, database_url: str, tmp_path: Path
    ) -> None:
        async with serve(database_url, tmp_path, DEMO="0") as portal:
            seen = await portal.http.get(visitor.shop)
            bought = await portal.http.post(
                visitor.shop, data={"ref": visitor.ref, "order": "0A1B2C3D-1", "product": "0"}
            )

        assert (seen.status_code, bought.status_code) == (404, 404)
        assert await visitor.orders() == []
