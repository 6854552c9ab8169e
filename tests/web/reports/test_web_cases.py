"""Cases and clicks in Chromium: a publisher claims a missing order, and the network accepts it."""

import re
from datetime import timedelta

from playwright.async_api import Browser, expect

from tests.support.browser import open_visit
from tests.support.hostile.files import PDF
from tests.support.orders.cases import claims
from tests.support.portal import Portal
from tests.web.test_main_job import ON_PHONE, sound


@ON_PHONE
async def test_a_missing_order_is_claimed_and_accepted(
    site: Portal, browser: Browser, phone: bool
) -> None:
    it = await claims(site)
    ref = await it.deal.click(site.resources.clock.now() - timedelta(days=2))
    scheme = "dark" if phone else "light"
    async with open_visit(
        browser, site.url, phone=phone, token=it.who.token, scheme=scheme
    ) as visit:
        page = visit.page
        await page.goto(f"/reports/clicks?link_id={it.deal.link_id}")
        table = page.get_by_role("table", name="Clicks")
        await expect(table.get_by_text("Valid")).to_be_visible()
        await sound(visit, "Clicks")
        await table.get_by_text("Valid").click()
        await page.get_by_role("link", name="Report a missing order").click()

        form = page.get_by_role("dialog")
        await expect(form.get_by_text("First find out what became of it")).to_be_visible()
        await sound(visit, "Cases")
        await form.get_by_role("button", name="Report it without asking").click()
        await expect(form.get_by_label("Click reference")).to_have_value(ref)
        await form.get_by_label("Order number").fill(it.order_id)
        at = site.resources.clock.now().strftime("%Y-%m-%dT00:00")
        await form.get_by_label("Order time").fill(at)
        await form.get_by_label("Order amount").fill("50.00")
        await form.get_by_label("What happened").fill("My reader sent me the receipt")
        async with page.expect_file_chooser() as chosen:
            await form.get_by_role("button", name="Add a file").click()
        await (await chosen.value).set_files(
            {"name": "receipt.pdf", "mimeType": "application/pdf", "buffer": PDF}
        )
        await expect(form.get_by_text("receipt.pdf")).to_be_visible()
        await form.get_by_role("button", name="Open the case").click()

        await expect(page).to_have_url(re.compile("case=8"))
        drawer = page.get_by_role("dialog")
        await expect(drawer.get_by_text("My reader sent me the receipt")).to_be_visible()
        await sound(visit, "Cases")
        case_id = re.findall(r"case=(\d+)", page.url)[0]

    operator = await site.operator()
    async with open_visit(
        browser, site.url, phone=phone, token=operator.token, scheme=scheme
    ) as visit:
        page = visit.page
        await page.goto(f"/network/cases?look={case_id}")
        drawer = page.get_by_role("dialog")
        await drawer.get_by_role("combobox", name="Decision").click()
        await drawer.get_by_role("option", name="Accept", exact=True).click()
        await drawer.get_by_role("button", name="Send the answer").click()
        await expect(drawer.get_by_text("Accepted").first).to_be_visible()
        await sound(visit, "Cases")

    [order] = await it.deal.rows("conversion")
    assert (order["order_id"], order["status"]) == (it.order_id, "Approved")
