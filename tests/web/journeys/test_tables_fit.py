"""The tables of a publisher's reports, payments and tools show their default columns without scrolling sideways."""

from datetime import timedelta

from playwright.async_api import Browser, expect

from tests.payments.test_expected_dates import had
from tests.support.browser import open_visit
from tests.support.hostile.full_publisher import add_comparison
from tests.support.links.shop_pages import check
from tests.support.orders.orders import deal
from tests.support.orders.payouts import request, withdrawable
from tests.support.portal import PASSWORD, Portal
from tests.support.postbacks.receiver import save

WIDER = """() => [...document.querySelectorAll(".portal-grid")]
  .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)"""
PAGES = {
    "/reports/performance": "Performance",
    "/reports/transactions": "Transactions",
    "/reports/clicks": "Clicks",
    "/tools/link-generator": "Link Generator",
    "/tools/apis/tokens": "API tokens",
}
LAPTOP = {"width": 1264, "height": 800}
"""1280 pixels, less a scroll bar."""
ON_LAPTOP = {
    "/payments/summary": "Payments",
    '/reports/performance?group_by=["brand"]': "Performance",
    "/reports/transactions": "Transactions",
    "/reports/cases": "Cases",
    "/reports/books": "My books",
    "/tools/broken-links": "Broken Links",
    "/tools/global-postback/list": "Global Postback",
}


async def test_no_table_is_wider_than_a_desktop(site: Portal, browser: Browser) -> None:
    it = await deal(site)
    await it.report(it.order("1234.56"), it.order("8765.43", status="Approved"))
    await it.click(verdict="duplicate")
    async with site.db() as db:
        await db.execute(
            "update click set verdict_reason = 'same visitor within 10 seconds',"
            " referrer = 'https://kitchen.example/the-long-name-of-a-page' where publisher_id = $1",
            it.who.uid,
        )
    token = {
        "name": "Nightly orders to the warehouse",
        "scopes": ["brand.read", "link.edit", "report.read"],
        "expires_at": (site.resources.clock.now() + timedelta(days=81)).isoformat(),
        "password": PASSWORD,
    }
    made = await site.ok("/common/gen_token", it.who, attributes=token)
    await site.ok("/brands/find", made["token"])
    async with open_visit(browser, site.url, token=it.who.token) as visit:
        for path, title in PAGES.items():
            await visit.page.goto(path)
            await expect(visit.page.get_by_role("heading", level=1, name=title)).to_be_visible()
            await expect(visit.page.locator(".portal-grid tbody tr").first).to_be_visible()
            await visit.settle()
            assert await visit.page.evaluate(WIDER) == [0], path
        assert visit.faults == []


async def test_no_table_is_wider_than_a_laptop(site: Portal, browser: Browser) -> None:
    it = await withdrawable(site, "123456.78")
    who, brand = it.who, it.brand
    await had(it, 4, 5, 6)
    await save(site, who, "https://tracker.example/postback?cid={uid1}&payout={sale_comm}")
    await it.report(it.order("12345.67"), it.order("87654.32", status="Approved"))
    await request(it)
    missing = {
        "kind": "missing",
        "note": "It was bought on the phone",
        "mcid": brand.mcid,
        "order_id": "ACME-2026-0012345",
        "order_time": (site.resources.clock.now() - timedelta(days=1)).isoformat(),
        "currency": "EUR",
        "amount": "12345.67",
    }
    await site.ok("/reports/case_open", who, attributes=missing)
    await add_comparison(site, it)
    await site.link(
        who, brand, target_url=f"https://{brand.mcid}.example/a-long-path/to-a-page?product=12345"
    )
    paused = {"mcid": brand.mcid, "status": "paused"}
    await site.ok("/network/brand_status", await site.operator(), attributes=paused)
    await check(site, who)
    async with open_visit(browser, site.url, token=who.token) as visit:
        await visit.page.set_viewport_size(LAPTOP)
        for path, title in ON_LAPTOP.items():
            await visit.page.goto(path)
            await expect(visit.page.get_by_role("heading", level=1, name=title)).to_be_visible()
            await expect(visit.page.locator(".portal-grid tbody tr").first).to_be_visible()
            await visit.settle()
            assert set(await visit.page.evaluate(WIDER)) == {0}, path
        assert visit.faults == []


async def test_the_list_of_postbacks_fits_a_desktop_and_a_phone(
    site: Portal, browser: Browser
) -> None:
    """With the longest texts of its columns; on a phone the menus stand at the edge, and names have the rest."""
    it = await deal(site)
    for change in ({}, {"delivery_type": 2}, {"event_type": 2}):
        await save(site, it.who, f"https://tracker.example/{'a-long-path/' * 5}", **change)
    await it.report(it.order())
    async with site.db() as db:
        await db.execute(
            "update postback set state = 'auto_paused', state_reason = 'gone'"
            " where publisher_id = $1 and event_type = 2",
            it.who.uid,
        )
        await db.execute(
            "update delivery set state = 'delivered' where publisher_id = $1", it.who.uid
        )
    async with open_visit(browser, site.url, token=it.who.token) as visit:
        page = visit.page
        await page.goto("/tools/global-postback/list")
        table = page.get_by_role("table", name="Postbacks", exact=True)
        await expect(table.get_by_role("row")).to_have_count(4)
        await visit.settle()
        assert (await page.evaluate(WIDER))[0] == 0
        await page.set_viewport_size({"width": 360, "height": 780})
        await visit.settle()
        frame, head, button = [
            await part.bounding_box()
            for part in (
                table,
                table.locator("th.portal-menu"),
                table.get_by_role("button", name="Actions for").first,
            )
        ]
        assert frame and head and button
        assert head["width"] <= 44
        address = table.locator(".portal-address").first
        end = await address.locator(":last-child").bounding_box()
        assert end and end["width"] > 0 and end["x"] + end["width"] <= button["x"]
        assert (await address.text_content() or "").endswith("a-long-path")
        edge = frame["x"] + frame["width"]
        assert abs(button["x"] + button["width"] - edge) < 2
        assert visit.faults == []
