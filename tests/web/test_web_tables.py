"""Tables on a phone: two-line rows with money and status, totals, visible actions, large enough targets."""

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.support.browser import PHONE, open_visit
from tests.support.portal import Portal, Someone

# What one touches in a listing: rows that open, and whatever is a control of its own.
SMALL = """() => [...document.querySelectorAll(
  ".portal-table :is(tr[data-opens], button:not(.portal-open), select, label)"
)].filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.outerHTML)"""
LISTINGS = ["/reports/performance", "/reports/transactions", "/tools/link-generator", "/auth/refer"]
OF_OPERATORS = ["brands", "reviews", "orders", "publishers", "staff"]


@pytest.fixture(scope="session")
async def seller(site: Portal) -> Someone:
    """A publisher with a link, a click and an order."""
    who = await site.someone()
    await site.ok("/brands/apply", who, attributes={"mcids": ["harbour-books"]})
    target = f"{site.url}/demo/shop/harbour-books"
    link = await site.ok(
        "/tools/link_code", who, attributes={"mcid": "harbour-books", "target_url": target}
    )
    ref = await site.click(link["code"])
    form = {"ref": ref, "order": "0A1B2C3D-1", "product": "0"}
    assert (await site.http.post("/demo/shop/harbour-books", data=form)).status_code == 200
    return who


async def in_view(part: Locator) -> None:
    await expect(part).to_be_visible()
    box = await part.bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"], box


async def test_order_list_shows_each_orders_commission_and_status(
    site: Portal, browser: Browser, seller: Someone
) -> None:
    async with open_visit(browser, site.url, phone=True, token=seller.token) as visit:
        page = visit.page
        await page.goto("/reports/transactions")
        await visit.settle()
        row = page.get_by_role("row").filter(has_text="0A1B2C3D-1")
        await in_view(row.get_by_text("Harbour Books"))
        await in_view(row.get_by_text("GBP", exact=False).first)
        await in_view(row.get_by_text("Pending"))
        await in_view(page.locator("tfoot").get_by_text("GBP").first)
        await row.get_by_text("Pending").click()
        await expect(page.get_by_role("dialog")).to_contain_text("0A1B2C3D-1")
        assert visit.faults == []


@pytest.mark.parametrize("path", LISTINGS)
async def test_publisher_lists_fit_and_have_large_touch_targets(
    site: Portal, browser: Browser, seller: Someone, path: str
) -> None:
    async with open_visit(browser, site.url, phone=True, token=seller.token) as visit:
        await visit.page.goto(path)
        await visit.settle()
        assert await visit.page.evaluate(SMALL) == []
        assert await visit.page.locator(".portal-grid[data-wide]").count() == 0
        assert await visit.overflow() == 0


@pytest.mark.parametrize("tab", OF_OPERATORS)
async def test_operator_lists_have_large_touch_targets(
    site: Portal, browser: Browser, seller: Someone, tab: str
) -> None:
    operator = await site.operator()
    async with open_visit(browser, site.url, phone=True, token=operator.token) as visit:
        await visit.page.goto(f"/network/{tab}?decided=true")
        await expect(visit.page.get_by_role("row").nth(1)).to_be_visible()
        await visit.settle()
        assert await visit.page.evaluate(SMALL) == []
        assert await visit.page.locator(".portal-grid[data-wide]").count() == 0
        if tab in ("brands", "publishers"):
            await in_view(visit.page.get_by_role("button", name="Actions for").first)
        assert visit.faults == []
