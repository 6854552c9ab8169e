"""Charts in Chromium: balance, payments by month, a brand's results, deliveries. Each links to its list."""

import re

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.browser import open_visit
from tests.support.orders.orders import Deal, deal
from tests.support.orders.payouts import pay, request, set_state, withdrawable
from tests.support.portal import Portal
from tests.support.postbacks.receiver import save
from tests.support.shifts import WIDTHS, measure_shifts, too_far
from tests.web.test_main_job import sound


async def paid_and_failed(portal: Portal) -> Deal:
    """A publisher with a payment that arrived, one that failed, and a postback with deliveries."""
    it = await withdrawable(portal, "300.00")
    made = await request(it)
    await pay(portal)
    await set_state(portal, made, "sent", "paid")
    await portal.ok(
        "/network/bonus_add",
        await portal.operator(),
        attributes={
            "uid": it.who.uid,
            "amount": "40.00",
            "currency": "EUR",
            "reference": "thanks",
            "note": "Thanks",
        },
    )
    again = await request(it)
    await pay(portal)
    await set_state(portal, again, "failed")
    await save(portal, it.who, "http://127.0.0.1:9/in")
    await it.report(it.order("12.00", currency="EUR"), it.order("13.00", currency="EUR"))
    return it


@pytest.fixture(scope="module")
async def own(site: Portal) -> Deal:
    return await paid_and_failed(site)


async def in_sight(page: Page) -> bool:
    """Whether the list of payments is where one looks."""
    found: bool = await page.evaluate(
        "document.querySelector('#payments').getBoundingClientRect().top < innerHeight * 0.8"
    )
    return found


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
async def test_money_chart_links_to_the_filtered_lists(
    site: Portal, browser: Browser, own: Deal, phone: bool
) -> None:
    async with open_visit(browser, site.url, phone=phone, token=own.who.token) as visit:
        page = visit.page
        await page.goto("/payments/summary")
        await sound(visit, "Payments")
        flow = page.get_by_role("figure", name="Where your money is")
        await expect(
            flow.get_by_role("link", name=re.compile("^Needs you EUR.40.00"))
        ).to_be_visible()

        await flow.get_by_role("link", name=re.compile("^Paid to date EUR.30.00")).click()
        await expect(page).to_have_url(re.compile(r"\?status=paid#payments$"))
        await expect(page.get_by_text("Total 1", exact=True)).to_be_visible()
        await visit.settle()
        assert await in_sight(page)

        await flow.get_by_role("button", name="Show as table").click()
        await expect(page.get_by_role("cell", name="EUR 40.00").first).to_be_visible()
        await sound(visit, "Payments")
        await flow.get_by_role("link", name=re.compile("^Can be withdrawn")).click()
        await expect(page).to_have_url(re.compile(r"/payments/details\?state=payable$"))


async def test_bars_of_paid_months_are_read_and_opened_by_keyboard(
    site: Portal, browser: Browser, own: Deal
) -> None:
    async with open_visit(browser, site.url, token=own.who.token) as visit:
        page = visit.page
        await page.goto("/payments/summary")
        bars = page.get_by_role("list", name="Paid by month").get_by_role("link")
        await expect(bars).to_have_count(12)
        await bars.last.focus()
        await expect(page.get_by_role("tooltip")).to_contain_text("so far): EUR")
        await page.keyboard.press("ArrowLeft")
        await expect(page.get_by_role("tooltip")).to_contain_text("EUR 0.00, 0 payments")
        await page.keyboard.press("End")
        await page.keyboard.press("Enter")

        await expect(page).to_have_url(re.compile(r"\?paid_month=20\d\d-\d\d#payments$"))
        await expect(page.get_by_text("Total 1", exact=True)).to_be_visible()


async def test_delivery_opens_from_the_strip_of_recent_deliveries(
    site: Portal, browser: Browser, own: Deal
) -> None:
    async with open_visit(browser, site.url, token=own.who.token) as visit:
        page = visit.page
        await page.goto("/tools/global-postback/list")
        strip = page.get_by_role("list", name=re.compile("^Last 2 deliveries of Order created"))
        await strip.get_by_role("link").last.focus()
        await expect(page.get_by_role("tooltip")).to_contain_text("Waiting")
        await sound(visit, "Global Postback")
        await page.keyboard.press("Enter")

        await expect(page.get_by_role("dialog").get_by_text("Event id")).to_be_visible()
        await expect(page).to_have_url(re.compile(r"\?delivery=[0-9a-f-]{36}$"))


async def test_brand_results_link_to_the_performance_report(site: Portal, browser: Browser) -> None:
    it = await deal(site)
    await it.report(it.order("120.00"))
    async with open_visit(browser, site.url, token=it.who.token) as visit:
        page = visit.page
        await page.goto(f"/brands/{it.brand.mcid}")
        panel = page.get_by_role("region", name="Your results by day")
        await panel.get_by_role("button", name="Show as table").click()
        await expect(panel.get_by_role("cell", name="GBP 12.00")).to_be_visible()
        await sound(visit, re.compile("."))
        await panel.get_by_role("link", name="Open in Performance").click()

        await expect(page.get_by_role("heading", level=1, name="Performance")).to_be_visible()
        await expect(page.get_by_role("table", name="Performance")).to_contain_text("12.00")


@pytest.mark.parametrize("width", WIDTHS)
async def test_charts_do_not_shift_the_page_while_loading(
    site: Portal, browser: Browser, own: Deal, width: int
) -> None:
    paths = (
        "/payments/summary",
        "/dashboard",
        "/tools/global-postback/list",
        f"/brands/{own.brand.mcid}",
    )
    found = await measure_shifts(browser, site.url, own.who.token, paths, width=width, reloads=True)
    assert too_far(found) == {}
