"""A report exported from its screen, followed and fetched from the Downloads dialog, and deleted, in Chromium."""

import csv
import io

from playwright.async_api import Browser, expect

from tests.support.browser import open_visit
from tests.support.portal import Portal
from tests.support.reports.exports import BOM
from tests.web.test_main_job import ON_DESKTOP, ON_PHONE, sound

NAME = "performance-2026-10-01-2026-10-31.csv"


@ON_PHONE
async def test_a_report_is_exported_followed_fetched_and_deleted(
    site: Portal, browser: Browser, phone: bool
) -> None:
    alice = await site.someone()
    async with open_visit(browser, site.url, phone=phone, token=alice.token) as visit:
        page = visit.page
        await page.goto("/reports/performance?start_date=2026-10-01&end_date=2026-10-31")
        await page.get_by_role("button", name="Export").click()
        await page.get_by_role("menuitem", name="CSV").click()

        dialog = page.get_by_role("dialog", name="Download")
        await expect(dialog.get_by_text(NAME)).to_be_visible()
        await expect(dialog.get_by_text("Processing", exact=True)).to_be_visible()
        assert await visit.violations() == []
        box = await dialog.bounding_box()
        assert box is not None
        assert box["width"] == (600 if not phone else box["width"])
        await site.work()

        link = dialog.get_by_role("link", name=f"Download {NAME}")
        await expect(link).to_be_visible()
        assert await visit.violations() == []
        async with page.expect_download() as coming:
            await link.click()
        download = await coming.value
        assert download.suggested_filename == NAME
        body = (await download.path()).read_bytes()
        rows = list(csv.DictReader(io.StringIO(body.removeprefix(BOM).decode(), newline="")))
        assert [row["date"] for row in rows][::30] == ["2026-10-31", "2026-10-01"]

        delete = dialog.get_by_role("button", name=f"Delete {NAME}")
        await delete.click()
        question = page.get_by_text("Are you sure you want to delete?")
        await expect(question).to_be_visible()
        await page.get_by_role("button", name="Cancel").click()
        await expect(question).to_be_hidden()
        await delete.click()
        await page.get_by_role("button", name="OK").click()
        await expect(page.get_by_text("Delete success!")).to_be_visible()
        await expect(dialog.get_by_text("No data ~.")).to_be_visible()
        assert visit.faults == []


@ON_DESKTOP
async def test_the_page_lists_all_and_clears_them(
    site: Portal, browser: Browser, phone: bool
) -> None:
    alice = await site.someone()
    for number in range(6):
        given = {"report": "links", "format": "xlsx", "filter": {"keyword": f"word {number}"}}
        await site.ok("/reports/export", alice, attributes=given)
        await site.work()
    async with open_visit(browser, site.url, phone=phone, token=alice.token) as visit:
        page = visit.page
        await page.goto("/downloads")
        rows = page.get_by_role("list", name="Your downloads").get_by_role("listitem")
        await expect(rows).to_have_count(5)
        await expect(page.get_by_text("Total 6")).to_be_visible()
        await sound(visit, "Downloads")
        await page.get_by_role("button", name="Next" if phone else "Next page").click()
        await expect(rows).to_have_count(1)
        await page.get_by_role("button", name="Clear All").click()
        await expect(
            page.get_by_text("Are you sure you want to delete all downloads?")
        ).to_be_visible()
        await page.get_by_role("button", name="OK").click()
        await expect(page.get_by_text("No data ~.")).to_be_visible()
        assert visit.faults == []
