"""A page whose file cannot be loaded: the app stays, says so in place, and recovers with the portal."""

import re

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.browser import open_visit
from tests.support.portal import Portal

UNREACHED = "We could not reach the portal. Check your connection, then retry."
# Whether the page was reloaded since the last check.
MARK, IS_MARKED = "window.marked = true", "window.marked === true"


async def stop(page: Page) -> None:
    await page.route("**/*", lambda route: route.abort("connectionrefused"))


async def start_again(page: Page) -> None:
    await page.unroute_all()


@pytest.mark.parametrize("hovers", [False, True])
async def test_page_that_fails_to_load_waits_for_the_portal(
    site: Portal, browser: Browser, hovers: bool
) -> None:
    who = await site.someone()
    async with open_visit(browser, site.url, phone=True, token=who.token) as visit:
        page = visit.page
        await page.goto("/tools/link-generator")
        await visit.settle()
        await page.get_by_role("button", name="Open the menu").click()
        link = page.get_by_role("link", name="Payment Settings")
        await expect(link).to_be_visible()
        await page.evaluate(MARK)

        await stop(page)
        if hovers:
            await link.hover()
            await page.wait_for_timeout(500)
            assert await page.evaluate(IS_MARKED)
        await link.click()

        await expect(page.get_by_role("main").get_by_text(UNREACHED)).to_be_visible()
        assert await page.evaluate(IS_MARKED)
        assert page.url == f"{site.url}/settings/payment"
        await page.get_by_role("main").get_by_role("button", name="Retry").click()
        await expect(page.get_by_text("Network error")).to_be_visible()
        assert await page.evaluate(IS_MARKED)
        assert await visit.violations() == []
        assert await visit.overflow() == 0

        await start_again(page)
        await page.get_by_role("main").get_by_role("button", name="Retry").click()
        await expect(page.get_by_role("heading", name="Payment Settings", level=1)).to_be_visible()
        await expect(page.get_by_text(UNREACHED)).to_have_count(0)


async def test_page_reloads_once_if_a_file_of_an_older_version_is_missing(
    site: Portal, browser: Browser
) -> None:
    who = await site.someone()
    renewed: list[str] = []

    async with open_visit(browser, site.url, phone=True, token=who.token) as visit:
        page = visit.page
        await page.goto("/tools/link-generator")
        await visit.settle()
        await page.route(
            re.compile(r"/assets/payment-[^/]*\.js"), lambda it: it.fulfill(status=404)
        )
        page.on("load", lambda _: renewed.append("loaded"))

        await page.get_by_role("button", name="Open the menu").click()
        await page.get_by_role("link", name="Payment Settings").click()

        await expect(page.get_by_role("main").get_by_text(UNREACHED)).to_be_visible()
        await page.wait_for_timeout(1_000)
        assert renewed == ["loaded"]
        await start_again(page)
        await page.get_by_role("main").get_by_role("button", name="Retry").click()
        await expect(page.get_by_role("heading", name="Payment Settings", level=1)).to_be_visible()


async def test_visitor_without_a_session_sees_the_outage(site: Portal, browser: Browser) -> None:
    async with open_visit(browser, site.url, phone=True) as visit:
        page = visit.page
        await page.goto("/auth/login")
        await visit.settle()
        await page.evaluate(MARK)
        await stop(page)
        await page.get_by_role("link", name="Forgot").click()
        await expect(page.get_by_role("link", name="Retry")).to_be_visible()
        assert await page.evaluate(IS_MARKED)

        await start_again(page)
        await page.get_by_role("link", name="Retry").click()
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
