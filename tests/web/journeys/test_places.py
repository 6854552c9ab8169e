"""The layout of screens: nothing overlaps, status is visible at every width, and touch targets are large enough."""

import re
from datetime import timedelta
from decimal import Decimal

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.support.browser import open_visit
from tests.support.journey import widths
from tests.support.orders.books import Books, Part
from tests.support.orders.cases import answer, claims
from tests.support.orders.orders import deal
from tests.support.portal import Portal, Someone, unique

TABLET = {"width": 768, "height": 1024}
WIDTHS = (360, 600, 768, 900, 1024, 1280, 1440)
DAYS = 30
LINE = 24
OVERLAPS = """() => {
  const labels = [...document.querySelectorAll("[role=img] span")]
    .filter((each) => /^\\d+ \\w+( \\d{4})?$/.test(each.textContent) && each.getClientRects().length);
  const boxes = labels.map((each) => each.getBoundingClientRect()).sort((a, b) => a.left - b.left);
  if (boxes.length < 2) return ["no labels"];
  return boxes.slice(1).filter((box, place) => box.left < boxes[place].right + 4).map((box) => box.left);
}"""

SMALL = """() => [...document.querySelectorAll(
  "main :is(.mantine-Button-root, .mantine-Input-input, .mantine-SegmentedControl-root)"
)].filter((each) => each.getClientRects().length && each.getBoundingClientRect().height < 44)
  .map((each) => each.outerHTML.slice(0, 160))"""
TOUCHED = (
    *("/dashboard", "/brands/find?status=0", "/reports/performance", "/tools/link-generator"),
    *("/tools/global-postback/edit", "/settings/profile", "/settings/channel", "/settings/login"),
    *("/payments/summary", "/announcements"),
)


async def box_of(part: Locator) -> dict[str, float]:
    await expect(part).to_be_visible()
    box = await part.bounding_box()
    assert box
    return dict(box)


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
async def test_toast_does_not_cover_a_drawer(site: Portal, browser: Browser, phone: bool) -> None:
    who = await site.someone()
    async with open_visit(browser, site.url, phone=phone, token=who.token) as visit:
        page = visit.page
        await page.goto("/reports/transactions?oid=999999999")
        message = await box_of(page.get_by_role("dialog").get_by_text("Order not found"))
        toast = await box_of(page.locator("[data-kind=error]").first)
        above = toast["y"] + toast["height"] <= message["y"]
        assert above or message["y"] + message["height"] <= toast["y"], (toast, message)


@pytest.fixture(scope="module")
async def month(site: Portal) -> Someone:
    """A publisher with an order on each of the last thirty days."""
    books = Books(site, await site.someone())
    brand = await books.brand(logo=None)
    now = site.resources.clock.now()
    for day in range(DAYS):
        part = Part(amount=Decimal(40 + day), commission=Decimal(4))
        await books.order(brand, now - timedelta(days=day), part)
    return books.who


@pytest.mark.parametrize("path", ["/reports/performance", "/dashboard"])
async def test_chart_day_labels_do_not_overlap(
    site: Portal, browser: Browser, month: Someone, path: str
) -> None:
    async with open_visit(browser, site.url, token=month.token) as visit:
        await visit.page.goto(path)
        await expect(visit.page.get_by_role("img").first).to_be_visible()
        found = {}
        for width in WIDTHS:
            await visit.page.set_viewport_size({"width": width, "height": 900})
            await visit.settle()
            if wrong := await visit.page.evaluate(OVERLAPS):
                found[width] = wrong
        assert found == {}


async def test_postback_state_is_visible_on_a_tablet(site: Portal, browser: Browser) -> None:
    it = await deal(site)
    draft = {
        "event_type": 1,
        "delivery_type": 1,
        "link_url": f"https://receiver.example/{'in/' * 60}?order={{order_id}}",
    }
    await site.ok("/postback/do_info", it.who, attributes=draft)
    async with open_visit(browser, site.url, token=it.who.token) as visit:
        await visit.page.set_viewport_size(TABLET)  # type: ignore[arg-type]
        await visit.page.goto("/tools/global-postback/list")
        await visit.settle()
        table = visit.page.get_by_role("table", name="Postbacks")
        state = await box_of(table.get_by_text("Active"))
        menu = await box_of(table.get_by_role("button", name="Actions for").first)
        assert state["x"] + state["width"] <= menu["x"], (state, menu)


async def test_status_stays_on_one_line_on_a_phone(site: Portal, browser: Browser) -> None:
    it = await claims(site)
    opened = await it.open()
    await answer(site, opened["case_id"], "info_needed", reason="Please send the receipt")
    async with open_visit(browser, site.url, phone=True, token=it.who.token) as visit:
        await visit.page.goto("/reports/cases")
        await visit.settle()
        table = visit.page.get_by_role("table", name="Cases")
        status = await box_of(table.get_by_text("Information needed"))
        assert status["height"] <= LINE, status


async def test_link_to_a_brand_opens_it_from_any_page_of_the_brand_list(
    site: Portal, browser: Browser
) -> None:
    operator = await site.operator()
    *_, last = [await site.brand(name=f"Zz {number:02} {unique('far')}") for number in range(12)]
    async with open_visit(browser, site.url, token=operator.token) as visit:
        await visit.page.goto(f"/network/brands?look={last.mcid}")
        drawer = visit.page.get_by_role("dialog", name="Zz 11")
        await drawer.get_by_role("button", name="Edit brand").click()
        name = visit.page.get_by_label("Name", exact=True)
        await expect(name).to_have_value(re.compile("^Zz 11"))
        assert visit.faults == []


async def test_touch_targets_on_a_phone_are_large_enough(site: Portal, browser: Browser) -> None:
    who = await site.someone()
    async with open_visit(browser, site.url, phone=True, token=who.token) as visit:
        found = {}
        for path in TOUCHED:
            await visit.page.goto(path)
            await visit.settle()
            if small := await visit.page.evaluate(SMALL):
                found[path] = small
        assert found == {}


async def test_search_on_a_phone_names_what_can_be_found(site: Portal, browser: Browser) -> None:
    who = await site.someone()
    async with open_visit(browser, site.url, phone=True, token=who.token) as visit:
        await visit.page.goto("/dashboard")
        await visit.page.get_by_role("button", name="Search").click()
        await expect(visit.page.get_by_placeholder("Brand, order, link or page")).to_be_visible()
        await visit.settle()
        assert await widths(visit) == []
        assert await visit.violations() == []


async def test_page_of_an_unknown_tracking_link_says_so(site: Portal, browser: Browser) -> None:
    who = await site.someone()
    async with open_visit(browser, site.url, token=who.token) as visit:
        await visit.page.goto("/tools/link-generator?link=987654321")
        drawer = visit.page.get_by_role("dialog", name="Link details")
        await expect(drawer.get_by_text("Link not found")).to_be_visible()


# How far the lines of the search reach past the panel's list, and whether what is cut ends in an ellipsis.
CUT = """() => {
  const list = document.querySelector("[data-scrollbars]");
  const right = list.getBoundingClientRect().right;
  const rows = [...list.querySelectorAll("[data-action]")];
  return rows.map((row) => {
    const ends = [row, ...row.querySelectorAll("span")].map((each) => each.getBoundingClientRect().right);
    return Math.max(...ends) <= right;
  });
}"""


async def test_long_search_results_scroll_within_the_panel(site: Portal, browser: Browser) -> None:
    who = await site.someone()
    await site.ok("/brands/apply", who, attributes={"mcids": ["harbour-books"]})
    link = {
        "mcid": "harbour-books",
        "target_url": f"{site.url}/demo/shop/harbour-books",
        "note": "A rather long note about the winter sale of all books in the harbour",
    }
    await site.ok("/tools/link_code", who, attributes=link)
    async with open_visit(browser, site.url, phone=True, token=who.token) as visit:
        page = visit.page
        await page.goto("/dashboard")
        await page.get_by_role("button", name="Search", exact=True).click()
        await page.get_by_placeholder("Brand, order, link or page").fill("harbour")
        await expect(page.get_by_text("A rather long note")).to_be_visible()
        await visit.settle()
        assert set(await page.evaluate(CUT)) == {True}
