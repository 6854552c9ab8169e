"""The pages about the API, and tokens: created, tried in the console, rotated and revoked."""

import re

from playwright.async_api import Browser, expect

from tests.support.browser import open_visit
from tests.support.client import PASSWORD
from tests.support.portal import Portal
from tests.web.test_main_job import ON_DESKTOP, sound


@ON_DESKTOP
async def test_api_token_is_created_tried_and_revoked(
    site: Portal, browser: Browser, phone: bool
) -> None:
    alice = await site.someone()
    async with open_visit(browser, site.url, phone=phone, token=alice.token) as visit:
        page = visit.page
        await page.goto("/tools")
        await expect(page).to_have_url(re.compile(r"/tools/apis/guides/first-call/\d+$"))
        await sound(visit, "Your first call in two minutes")

        await page.get_by_role("main").get_by_role("link", name="API tokens").last.click()
        await expect(page.get_by_text("No API tokens")).to_be_visible()
        await sound(visit, "API tokens")
        await page.get_by_role("button", name="Create a token").click()
        await page.get_by_role("button", name="Create token").click()
        await expect(page.get_by_text("Fill in this field")).to_have_count(1)
        await expect(page.get_by_text("Choose at least one")).to_be_visible()
        await page.get_by_label("Name").fill("Nightly report")
        await page.get_by_label("Read brands and channels").check()
        await page.get_by_label("Your password").fill("wrong")
        await page.get_by_role("button", name="Create token").click()
        await expect(page.get_by_text("not your password")).to_be_visible()
        await page.get_by_label("Your password").fill(PASSWORD)
        await page.get_by_role("button", name="Create token").click()
        token = await page.get_by_role("textbox", name="API token").input_value()
        assert await visit.violations() == []
        await page.get_by_role("button", name="Done").click()
        await expect(page.get_by_text("Nightly report")).to_be_visible()
        assert token.startswith("api_")
        await sound(visit, "API tokens")

        await page.goto("/tools/apis/calls/site/list")
        await page.get_by_label("API token", exact=True).fill(token)
        await page.get_by_role("button", name="Send").click()
        await expect(page.get_by_text(re.compile(r"^HTTP 200 in \d+ ms$"))).to_be_visible()
        await expect(page.get_by_text('"code": 0')).to_be_visible()
        await sound(visit, "/site/list")
        if phone:
            pick = page.get_by_label("Page", exact=True)
            assert "/site/list" in await pick.locator("option:checked").all_inner_texts()

        await page.goto("/tools/apis/tokens")
        await page.get_by_role("button", name="Actions for Nightly report").click()
        await page.get_by_role("menuitem", name="Revoke").click()
        await page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
        await expect(page.get_by_text("No API tokens")).to_be_visible()
        assert visit.faults == []
    assert (await site.post("/site/list", token)).code == 401


@ON_DESKTOP
async def test_api_pages_lead_to_both_documents_and_to_the_guides_of_events_and_coupons(
    site: Portal, browser: Browser, phone: bool
) -> None:
    alice = await site.someone()
    async with open_visit(browser, site.url, phone=phone, token=alice.token) as visit:
        page = visit.page
        await page.goto("/tools/apis")
        menu = page.get_by_role("navigation", name="API pages")
        for name, address in (("OpenAPI", "/openapi.json"), ("AsyncAPI", "/asyncapi.json")):
            link = menu.get_by_role("link", name=f"Download {name}")
            assert await link.get_attribute("href") == address
        for title in ("Listen to events on your machine", "Follow coupons"):
            await menu.get_by_role("link", name=title).click()
            await sound(visit, title)
            assert await visit.violations() == []
        assert visit.faults == []
