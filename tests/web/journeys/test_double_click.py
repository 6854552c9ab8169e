"""A double click on a confirmation's button confirms, and does not reach the page below."""

import re

from playwright.async_api import Browser, expect

from tests.support.browser import open_visit
from tests.support.portal import Portal

BELOW = (
    "([x, y]) => document.elementsFromPoint(x, y).some((each) => each.closest('tr[data-opens]'))"
)


async def test_a_double_click_on_a_confirmation_opens_no_row_below(
    site: Portal, browser: Browser
) -> None:
    boss, *others = [await site.operator(), *[await site.someone() for _ in range(8)]]
    last = others[0]
    async with open_visit(browser, site.url, token=boss.token) as visit:
        page = visit.page
        await page.set_viewport_size({"width": 1440, "height": 420})
        await page.goto("/network/publishers")
        menu = page.get_by_role("row").filter(has_text=str(last.uid)).get_by_role("button").last
        await menu.scroll_into_view_if_needed()
        await page.evaluate("scrollTo(0, document.body.scrollHeight)")
        await menu.click()
        await page.get_by_role("menuitem", name="Require a new password").click()
        button = page.get_by_role("dialog").get_by_role("button", name="Require a new password")
        box = await button.bounding_box()
        assert box is not None
        centre = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        assert await page.evaluate(BELOW, centre)

        await button.dblclick()

        await expect(
            page.get_by_text(re.compile("must choose a new password")).first
        ).to_be_visible()
        await expect(page.get_by_role("dialog")).to_have_count(0)
        assert "look=" not in page.url
        assert visit.faults == []
