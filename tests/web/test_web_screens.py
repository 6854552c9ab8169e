"""Where addresses lead, and what is painted first; tests/web/walks looks at every screen."""

import asyncio
import re

import pytest
from playwright.async_api import Browser, Route, expect

from tests.support.browser import open_visit
from tests.support.portal import Portal, Someone
from tests.web.test_main_job import sound
from tests.web.walks.screens import REDIRECTS

# What was painted first may be gone by the time it is told of.
LARGEST = """
window.largest = [];
new PerformanceObserver((list) => {
  for (const { element } of list.getEntries()) largest.push(element?.className ?? "f-help");
}).observe({ type: "largest-contentful-paint", buffered: true });
"""

# The bar of a change of path, once it moves as it is to: in half a second.
BAR = """() => {
  const bar = document.querySelector("#progress .bar");
  if (!bar || getComputedStyle(bar).transitionDuration !== "0.5s") return null;
  const { top, height } = bar.getBoundingClientRect();
  return { top, height, position: getComputedStyle(bar).position };
}"""


@pytest.fixture(scope="session")
async def reader(site: Portal) -> Someone:
    """A publisher that has joined the shop and sold something there."""
    who = await site.someone()
    await site.ok("/brands/apply", who, attributes={"mcids": ["harbour-books"]})
    target = f"{site.url}/demo/shop/harbour-books"
    link = await site.ok(
        "/tools/link_code", who, attributes={"mcid": "harbour-books", "target_url": target}
    )
    ref = await site.click(link["code"])
    form = {"ref": ref, "order": "0123ABCD-1", "product": "0"}
    assert (await site.http.post("/demo/shop/harbour-books", data=form)).status_code == 200
    return who


async def test_redirects_of_the_specification(
    site: Portal, browser: Browser, reader: Someone
) -> None:
    async with open_visit(browser, site.url, token=reader.token) as visit:
        others = {"/nowhere/at/all": "/404", "/auth/login": "/dashboard"}
        for path, leads in {**REDIRECTS, **others}.items():
            await visit.page.goto(path)
            await expect(visit.page).to_have_url(re.compile(re.escape(site.url + leads)))


async def test_a_publisher_without_a_site_is_led_to_channel_management(
    site: Portal, browser: Browser
) -> None:
    carol = await site.someone(site=False)
    async with open_visit(browser, site.url, token=carol.token) as visit:
        await visit.page.goto("/reports/performance")
        await expect(visit.page).to_have_url(re.compile("/settings/channel"))


async def test_a_session_that_ended_leads_to_login_and_back(
    site: Portal, browser: Browser, reader: Someone
) -> None:
    dave = await site.someone()
    async with open_visit(browser, site.url) as visit:
        await visit.page.goto("/auth/login")
        await visit.page.evaluate(f"localStorage.setItem('token', '{dave.token}')")
        await visit.page.goto("/reports/transactions")
        await sound(visit, "Transactions")
        await site.ok("/auth/sign_out", dave)
        await visit.page.goto("/brands/find?status=2")
        await expect(visit.page).to_have_url(re.compile(r"/auth/login\?next="))
        assert await visit.page.evaluate("localStorage.getItem('token')") is None


async def test_nothing_larger_follows_the_head_that_is_painted_first(
    site: Portal, browser: Browser, reader: Someone
) -> None:
    await site.brand()  # what stands in place of an empty list is larger
    async with open_visit(browser, site.url, phone=True, token=reader.token) as visit:
        await visit.page.add_init_script(LARGEST)
        for path in ("/brands/find?status=0", "/reports/performance", "/reports/transactions"):
            await visit.page.goto(path)
            await visit.settle()
            assert await visit.page.evaluate("largest.at(-1)") == "f-help", path


async def test_a_change_of_path_runs_a_bar_and_begins_at_the_top_a_filter_does_neither(
    site: Portal, browser: Browser, reader: Someone
) -> None:
    async def late(route: Route) -> None:
        await asyncio.sleep(1)
        await route.continue_()

    async with open_visit(browser, site.url, token=reader.token) as visit:
        page, bar = visit.page, visit.page.get_by_role("progressbar", name="Loading the page")
        await page.emulate_media(reduced_motion="no-preference")
        await page.goto("/dashboard")
        await page.get_by_role("link", name="Transactions", exact=True).click()
        await expect(page.get_by_role("heading", name="Transactions", level=1)).to_be_visible()
        await page.get_by_role("link", name="Dashboard", exact=True).first.click()
        await visit.settle()
        seen = "new MutationObserver(() => { window.bars ||= !!document.querySelector('.bar'); })"
        await page.evaluate(f"{seen}.observe(document.body, {{subtree: true, childList: true}})")

        await page.set_viewport_size({"width": 1440, "height": 400})
        await page.get_by_role("link", name="Transactions", exact=True).click()
        row = page.get_by_role("row").filter(has_text="0123ABCD-1").get_by_text("Pending")
        await expect(row).to_be_visible()
        await visit.settle()
        await page.evaluate("scrollTo(0, 60)")
        await row.hover()
        await page.evaluate("window.bars = false")
        before = await page.evaluate("scrollY")
        assert before > 0
        await row.click()
        await expect(page).to_have_url(re.compile(r"\?oid="))
        await page.get_by_role("dialog").get_by_role("button", name="Close").click()
        await expect(page).not_to_have_url(re.compile("oid="))
        await visit.settle()
        assert (await page.evaluate("scrollY"), await page.evaluate("window.bars")) == (
            before,
            False,
        )

        await page.route("**/assets/*.js", late)
        shown, _ = await asyncio.gather(
            page.wait_for_function(BAR), page.get_by_role("link", name="Link Generator").click()
        )
        assert await shown.json_value() == {"top": 0, "height": 2, "position": "fixed"}
        await expect(page.get_by_role("heading", name="Link Generator", level=1)).to_be_visible()
        await expect(bar).to_have_count(0)
        assert await page.evaluate("scrollY") == 0
        await expect(page.locator("main")).to_be_focused()
