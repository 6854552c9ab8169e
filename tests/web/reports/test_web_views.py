"""Saved views in a browser: saved, opened by default, mailed and deleted."""

import re

from playwright.async_api import Browser, expect

from tests.support.browser import open_visit
from tests.support.portal import Portal
from tests.web.test_main_job import ON_DESKTOP, sound


@ON_DESKTOP
async def test_a_view_is_saved_opened_and_deleted(
    site: Portal, browser: Browser, phone: bool
) -> None:
    alice = await site.someone()
    async with open_visit(browser, site.url, phone=phone, token=alice.token) as visit:
        page = visit.page
        await page.goto("/reports/performance?group_by=brand")
        await page.get_by_role("button", name="Views").click()
        await expect(page.get_by_text("You have no saved views")).to_be_visible()
        await page.get_by_label("Name").fill("Brands")
        await page.get_by_label("Open the report with this view").check()
        assert await visit.violations() == []
        await page.get_by_role("button", name="Save view").click()
        await expect(page.get_by_text("View saved")).to_be_visible()

        await page.goto("/reports/performance")
        await expect(page).to_have_url(re.compile("group_by=.*brand"))
        await sound(visit, "Performance")
        await page.get_by_role("button", name="Views").click()
        await page.get_by_role("button", name="Actions for Brands").click()
        await page.get_by_role("menuitem", name="Email it every week").click()
        await expect(page.get_by_text("Default · Emailed every week")).to_be_visible()
        await page.get_by_role("button", name="Actions for Brands").click()
        await page.get_by_role("menuitem", name="Delete view").click()
        await page.get_by_role("button", name="Delete view").click()
        await expect(page.get_by_text("You have no saved views")).to_be_visible()
        assert visit.faults == []
