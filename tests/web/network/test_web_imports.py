"""A month of orders imported on screen: file, columns, preview, progress, and refused lines."""

import re
from pathlib import Path

from playwright.async_api import Browser, expect

from tests.support.browser import open_visit
from tests.support.orders.orders import deal
from tests.support.portal import Portal, unique
from tests.web.test_main_job import ON_DESKTOP, SIZES, sound

FILES = Path(__file__).parent.parent.parent / "orders" / "files"


@ON_DESKTOP
async def test_file_of_orders_is_imported(site: Portal, browser: Browser, phone: bool) -> None:
    it, operator = await deal(site), await site.operator()
    order_id = unique("imported")
    content = f"Order,Total,When\n{order_id},12.50,2026-07-01T10:00:00\nbad,many,\n"
    scheme = "dark" if phone else "light"
    async with open_visit(
        browser, site.url, phone=phone, token=operator.token, scheme=scheme
    ) as visit:
        page = visit.page
        await page.goto("/network/imports")
        await page.get_by_role("button", name="Import orders").click()
        async with page.expect_file_chooser() as chosen:
            await page.get_by_role("button", name="Choose a CSV file").click()
        await (await chosen.value).set_files(
            {"name": "july.csv", "mimeType": "text/csv", "buffer": content.encode()}
        )
        await expect(page.get_by_role("alert")).to_contain_text(
            "Choose a column for the brand (mcid), or one value for every row"
        )
        begin = page.get_by_role("button", name="Import", exact=True)
        await expect(begin).to_be_disabled()
        for field, value in (
            ("Brand ID (mcid)", it.brand.mcid),
            ("Link code", it.code),
            ("Currency", "GBP"),
        ):
            await page.get_by_role("combobox", name=field).click()
            await page.get_by_role("option", name="One value for every row").click()
            source = page.get_by_role(
                "combobox" if value == it.brand.mcid else "textbox",
                name=f"{field}: value for every row",
            )
            await source.fill(value)
            if value == it.brand.mcid:
                await source.click()  # the list may have come after what was typed, and be closed
                found = page.get_by_role("option")
                await expect(found).to_have_count(1)  # the one brand with this ID
                await found.click()
        await page.reload()  # what was chosen is still there
        await expect(page.get_by_label("Link code: value for every row")).to_have_value(it.code)
        rows = page.get_by_role("table", name="First rows")
        await expect(rows.get_by_text("Can be read")).to_be_visible()
        await expect(rows.get_by_text("Total 'many' is not a number")).to_be_visible()
        await sound(visit, "Order files")
        await begin.click()

        drawer = page.get_by_role("dialog", name="july.csv")
        await expect(drawer.get_by_text(re.compile("Queued|Importing"))).to_be_visible()
        await site.work()
        await expect(drawer.get_by_text("Refused lines: 1")).to_be_visible()
        await expect(
            drawer.get_by_text("Total 'many' is not a number such as 12.50")
        ).to_be_visible()
        await sound(visit, "Order files")
        async with page.expect_popup() as opened, page.context.expect_page():
            await drawer.get_by_role("link", name="Download as CSV").click()
        del opened

    [order] = await it.rows("conversion")
    assert (order["order_id"], order["sale_amount"]) == (order_id, 12.5)


@SIZES
async def test_preview_of_a_shop_export_shows_how_the_file_is_read(
    site: Portal, browser: Browser, phone: bool
) -> None:
    operator = await site.operator()
    content = (FILES / "shopify_orders.csv").read_bytes()
    ambiguous = "Bestellnummer;Datum;Betrag\r\nA;03/04/2026;1.234\r\n".encode("utf-16")
    async with open_visit(browser, site.url, phone=phone, token=operator.token) as visit:
        page = visit.page
        await page.goto("/network/imports?file=orders")
        async with page.expect_file_chooser() as chosen:
            await page.get_by_role("button", name="Choose a CSV file").click()
        await (await chosen.value).set_files(
            {"name": "shop.csv", "mimeType": "text/csv", "buffer": content}
        )

        await expect(page.get_by_text("This is an export of Shopify.")).to_be_visible()
        reading = page.get_by_role("table", name="How the file is read")
        await expect(reading.get_by_text("Of the whole order, shared out")).to_be_visible()
        status = page.get_by_role("combobox", name="partially_refunded")
        await expect(page.get_by_text("Choose, or its rows are refused.")).to_be_visible()
        await status.click()
        await page.get_by_role("option", name="Rejected").click()
        await expect(page.get_by_text("Of which rejected (EUR)")).to_be_visible()
        await expect(page.get_by_text("EUR 130.34")).to_be_visible()
        await sound(visit, "Order files")

        async with page.expect_file_chooser() as chosen:
            await page.get_by_role("button", name="Choose another file").click()
        await (await chosen.value).set_files(
            {"name": "sheet.csv", "mimeType": "text/csv", "buffer": ambiguous}
        )
        questions = page.get_by_role("alert")
        await expect(questions.filter(has_text="choose its decimal sign")).to_be_visible()
        await questions.get_by_role("combobox", name="Amount").click()
        await page.get_by_role("option", name="Decimal comma").click()
        await questions.get_by_role("combobox", name="Order time").click()
        await page.get_by_role("option", name="Day first").click()
        await expect(reading.get_by_text("2026-04-03T00:00:00+00:00")).to_be_visible()
        await sound(visit, "Order files")
