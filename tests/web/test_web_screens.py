"""Redirects of addresses, and the first paint; tests/web/journeys checks every screen."""

import asyncio
import re

import pytest
from playwright.async_api import Browser, Route, expect

from tests.support.browser import open_visit
from tests.support.portal import Portal, Someone
from tests.web.journeys.screens import REDIRECTS
from tests.web.test_main_job import sound

# What was painted first may be gone by the time it is told of.
LARGEST = """
window.largest = [];
new PerformanceObserver((list) => {
  for (const { element } of list.getEntries()) largest.push(element?.className ?? "f-help");
}).observe({ type: "largest-contentful-paint", buffered: true });
"""

ROUTES = re.compile(r"/assets/routes-[^/]*\.js$")
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


async def test_redirects_match_the_specification(
    site: Portal, browser: Browser, reader: Someone
) -> None:
    async with open_visit(browser, site.url, token=reader.token) as visit:
        others = {"/nowhere/at/all": "/nowhere/at/all", "/auth/login": "/dashboard"}
        for path, leads in {**REDIRECTS, **others}.items():
            await visit.page.goto(path)
            await expect(visit.page).to_have_url(re.compile(re.escape(site.url + leads)))


async def test_former_urls_of_operator_lists_redirect_to_their_pages(
    site: Portal, browser: Browser
) -> None:
    operator = await site.operator()
    async with open_visit(browser, site.url, token=operator.token) as visit:
        for path, leads, words in (
            ("/network", "/network/overview", "Overview"),
            ("/network?tab=reviews&decided=true", "/network/reviews?show=all", "Channels"),
            ("/network?tab=imports&file=orders", "/network/imports?file=orders", "Choose a CSV"),
        ):
            await visit.page.goto(path)
            await expect(visit.page).to_have_url(site.url + leads)
            await expect(visit.page.get_by_role("main").get_by_text(words).first).to_be_visible()
        current = visit.page.get_by_role("navigation", name="Main navigation").locator(
            "[aria-current]"
        )
        await expect(current).to_have_text("Order files")
        await visit.page.get_by_role("link", name="Payments", exact=True).click()
        await expect(visit.page).to_have_title(re.compile("Payments"))
        assert visit.faults == []


async def test_routes_of_signed_in_pages_load_while_the_login_is_filled_in(
    site: Portal, browser: Browser
) -> None:
    async with open_visit(browser, site.url) as visit:
        asked: list[str] = []
        visit.page.on("request", lambda request: asked.append(request.url))
        await visit.page.goto("/auth/login")
        await visit.settle()
        assert [url for url in asked if ROUTES.search(url)] == []
        async with visit.page.expect_request(ROUTES):
            await visit.page.get_by_label("Username or email").focus()

        # A page of ours is told from one that is not, without a session, too.
        await visit.page.goto("/payments/details?payment_id=7")
        await expect(visit.page).to_have_url(re.compile("/auth/login.next=.*payment_id"))
        await visit.page.goto("/nowhere/at/all")
        await expect(visit.page.get_by_role("heading", name="Page not found")).to_be_visible()
        await expect(visit.page).to_have_url(f"{site.url}/nowhere/at/all")
        assert visit.faults == []


async def test_publisher_without_a_site_is_redirected_to_channel_management(
    site: Portal, browser: Browser
) -> None:
    carol = await site.someone(site=False)
    async with open_visit(browser, site.url, token=carol.token) as visit:
        await visit.page.goto("/reports/performance")
        await expect(visit.page).to_have_url(re.compile("/settings/channel"))


async def test_ended_session_leads_to_login_with_a_return_url(
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


async def test_largest_contentful_paint_is_the_page_head(
    site: Portal, browser: Browser, reader: Someone
) -> None:
    await site.brand()  # what stands in place of an empty list is larger
    async with open_visit(browser, site.url, phone=True, token=reader.token) as visit:
        await visit.page.add_init_script(LARGEST)
        for path in ("/brands/find?status=0", "/reports/performance", "/reports/transactions"):
            await visit.page.goto(path)
            await visit.settle()
            assert await visit.page.evaluate("largest.at(-1)") == "f-help", path


async def test_navigation_shows_a_progress_bar_and_scrolls_to_the_top(
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
