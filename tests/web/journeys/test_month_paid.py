"""A month closed and paid in the browser: the operator closes and pays, the publisher requests and sees the proof."""

import re

from playwright.async_api import Browser, Page, expect

from tests.support.browser import open_visit
from tests.support.orders.orders import deal
from tests.support.orders.payouts import add_method
from tests.support.orders.settling import earn, month_before
from tests.support.portal import Portal


async def confirm(page: Page, name: str) -> None:
    """Press a button that asks once more."""
    await page.get_by_role("button", name=name, exact=True).click()
    await page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
    await expect(page.get_by_role("dialog")).to_have_count(0)


async def choose(page: Page, menu: str, item: str, reference: str = "") -> None:
    """Choose from a row's menu, and enter the bank's reference where required."""
    await page.get_by_role("button", name=menu).click()
    await page.get_by_role("menuitem", name=item).click()
    if reference:
        dialog = page.get_by_role("dialog")
        # React lets a click in the dialog bubble to its row, which must not open.
        await dialog.get_by_role("heading").click()
        await expect(dialog).to_have_count(1)
        await dialog.get_by_label("Reference").fill(reference)
        await dialog.get_by_role("button", name=item).click()
        await expect(dialog).to_have_count(0)


async def test_a_month_is_closed_and_paid(site: Portal, browser: Browser) -> None:
    it = await deal(site, publisher={"currency": "EUR"}, currency="EUR")
    await earn(it, "300.00", "100.50", currency="EUR")
    await add_method(it)
    staff = await site.operator()
    async with (
        open_visit(browser, site.url, token=staff.token) as operator,
        open_visit(browser, site.url, token=it.who.token) as publisher,
    ):
        office, home = operator.page, publisher.page
        await office.goto("/network/settlements")
        await office.get_by_role("combobox", name="Month").click()
        newest = f"{month_before(site):%B %Y}"
        await office.get_by_role("option", name=newest, exact=True).click()
        await confirm(office, "Close month")
        await expect(office.get_by_text(re.compile("Closing the month"))).to_be_visible()
        await site.work()
        [settlement] = await it.rows("settlement")
        # The list follows the worker by itself.
        listed = office.get_by_text(str(settlement["settlement_id"]), exact=True)
        await expect(listed).to_be_visible()
        await expect(office.get_by_role("button", name="Close month", exact=True)).to_have_count(0)
        await office.goto(f"/network/settlements?mcid={it.brand.mcid}")
        await choose(
            office, f"Actions for {settlement['settlement_id']}", "Brand has paid", "BACS 1"
        )
        await expect(office.get_by_text("Can be withdrawn", exact=True).first).to_be_visible()
        assert await operator.violations() == []

        await home.goto("/payments/summary")
        await confirm(home, "Request payment")
        await expect(home.get_by_text("Requested").first).to_be_visible()
        [payment] = await it.rows("payment")
        number = payment["payment_id"]

        await office.goto("/network/payments")
        await confirm(office, "Start a batch")
        await office.get_by_role("link", name=re.compile("bank files of batch")).click()
        async with office.expect_download() as download:
            await office.get_by_role("button", name="Bank file as CSV").click()
        assert str(number) in (await (await download.value).path()).read_text()
        await choose(office, f"Actions for {number}", "Mark as sent", "FPS 1")
        await choose(office, f"Actions for {number}", "Mark as paid")
        await office.get_by_role("dialog").get_by_role("button", name="Mark as paid").click()
        await expect(office.get_by_text(f"Payment {number}: Paid")).to_be_visible()
        assert await operator.violations() == []
        await site.work()

        await home.goto("/payments/summary")
        async with home.expect_download() as download:
            await home.get_by_role("button", name=f"Actions for payment {number}").click()
            await home.get_by_role("menuitem", name=re.compile(r"\(PDF\)$")).click()
        assert (await download.value).suggested_filename == f"statement-{number}.pdf"
        await home.get_by_role("link", name=str(number), exact=True).click()
        await expect(home.get_by_text("Adds up", exact=True)).to_have_count(1)
        assert await publisher.violations() == []
        row = home.get_by_role("row").filter(has_text=str(settlement["settlement_id"]))
        await row.get_by_role("link").click()
        for order in await it.rows("conversion"):
            await expect(home.get_by_text(order["order_id"]).first).to_be_visible()
        await expect(home.get_by_text("Adds up", exact=True)).to_be_visible()
        assert await publisher.violations() == []
        assert operator.faults == publisher.faults == []
