"""A report exported from its screen, followed, downloaded and deleted, in Chromium."""

import asyncio
import csv
import io

from playwright.async_api import Browser, expect

from tests.support.browser import open_visit
from tests.support.portal import Portal
from tests.support.reports.exports import BOM
from tests.support.timing import no_hang
from tests.web.test_main_job import ON_DESKTOP, ON_PHONE, sound

NAME = "performance-2026-10-01-2026-10-31.csv"


@ON_PHONE
async def test_report_is_exported_downloaded_and_deleted(
    site: Portal, browser: Browser, phone: bool
) -> None:
    alice = await site.someone()
    async with open_visit(browser, site.url, phone=phone, token=alice.token) as visit:
        page = visit.page
        await page.goto("/reports/performance?start_date=2026-10-01&end_date=2026-10-31")
        await page.get_by_role("button", name="Export").click()
        await page.get_by_role("menuitem", name="CSV, times in UTC").click()

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
async def test_fast_export_downloads_once_in_the_requesting_tab(
    site: Portal, browser: Browser, phone: bool
) -> None:
    alice = await site.someone()
    async with open_visit(browser, site.url, phone=phone, token=alice.token) as visit:
        page, other = visit.page, await visit.page.context.new_page()
        fetched: list[str] = []
        for each in (page, other):
            each.on("download", lambda download: fetched.append(download.suggested_filename))
            await each.goto("/reports/performance?start_date=2026-10-01&end_date=2026-10-31")
        await page.get_by_role("button", name="Export").click()
        async with page.expect_download() as coming:
            await page.get_by_role("menuitem", name="Excel (XLSX)").click()
            async with no_hang():
                while not (await site.ok("/common/download_list", alice))["list"]:
                    await asyncio.sleep(0.05)
            await site.work()
        download = await coming.value

        assert (await download.path()).read_bytes().startswith(b"PK")
        await expect(page.get_by_text("was downloaded")).to_be_visible()
        await expect(page.get_by_role("dialog")).to_have_count(0)
        assert fetched == [NAME.replace(".csv", ".xlsx")]
        assert visit.faults == []


@ON_DESKTOP
async def test_downloads_page_lists_and_clears_all_downloads(
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
