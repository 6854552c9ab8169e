"""Broken Links in Chromium: a target dies, its link is listed and fixed in two clicks, and the redirect follows."""

import re

import pytest
from playwright.async_api import Browser, expect

import rpc.outbound.link_checker
from tests.support.browser import open_visit
from tests.support.clicks.visits import visit as follow
from tests.support.links.shop_pages import check, make, open_shop
from tests.support.portal import Portal
from tests.web.test_main_job import ON_PHONE, go, sound


@ON_PHONE
async def test_a_broken_link_is_listed_and_fixed_in_two_clicks(
    site: Portal, browser: Browser, phone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rpc.outbound.link_checker, "HOST_INTERVAL", 0.0)
    who = await site.someone()
    scheme = "dark" if phone else "light"
    async with (
        open_shop(site, who) as shop,
        open_visit(browser, site.url, phone=phone, token=who.token, scheme=scheme) as visit,
    ):
        page = visit.page
        await page.goto("/dashboard")
        await go(page, "Broken Links", phone=phone)
        await expect(page.get_by_text("No broken links")).to_be_visible()
        await sound(visit, "Broken Links")

        link_id = await make(site, who, shop, "/gone/shoes")
        await check(site, who)
        listed = page.get_by_role("table", name="Broken links")
        await expect(listed.get_by_text("Target not found")).to_be_visible()
        await sound(visit, "Broken Links")

        await listed.get_by_text("Target not found").click()
        drawer = page.get_by_role("dialog")
        await expect(drawer.get_by_text("Redirect path")).to_be_visible()
        await sound(visit, "Broken Links")
        await drawer.get_by_role("button", name="Use suggestion").click()
        await expect(page.get_by_text(re.compile("Link fixed"))).to_be_visible()
        await expect(page.get_by_text("No broken links")).to_be_visible()

        code = await site.value("select code from link where link_id = $1", link_id)
        answer = await follow(site, f"/track/{code}")
        assert answer.headers["location"].startswith(f"{shop.url}?click_ref=")
