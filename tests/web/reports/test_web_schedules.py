"""Schedules and addresses for spreadsheets in Chromium: made, used, changed and ended, on both sizes."""

import re

from playwright.async_api import Browser, expect

from tests.support.browser import open_visit
from tests.support.orders.orders import deal
from tests.support.portal import PASSWORD, Portal
from tests.support.process.s3_server import BUCKET, KEY, SECRET, run_s3
from tests.web.test_main_job import ON_PHONE, sound

VIEW = {"report": "transactions", "name": "Orders", "filter": {}, "days": "last_30"}


@ON_PHONE
async def test_address_for_a_spreadsheet_is_made_read_and_ended(
    site: Portal, browser: Browser, phone: bool
) -> None:
    it = await deal(site)
    await it.report(it.order())
    await site.ok("/reports/view_save", it.who, attributes=VIEW)
    scheme = "dark" if phone else "light"
    async with open_visit(
        browser, site.url, phone=phone, token=it.who.token, scheme=scheme
    ) as visit:
        page = visit.page
        await page.goto("/reports/spreadsheets")
        await expect(page.get_by_text("No addresses for spreadsheets")).to_be_visible()
        await sound(visit, "Spreadsheets")
        await page.get_by_role("button", name="Make an address").click()
        form = page.get_by_role("dialog", name="Make an address")
        await form.get_by_label("Name").fill("Board")
        await form.get_by_label("Decimal sign").select_option("comma")
        await form.get_by_label("Your password").fill(PASSWORD)
        await form.get_by_role("button", name="Make address").click()
        await expect(form.get_by_text(re.compile("cannot be|does not apply"))).to_be_visible()
        await form.get_by_label("Between columns").select_option("semicolon")
        assert await visit.violations() == []
        await form.get_by_role("button", name="Make address").click()
        shown = page.get_by_role("dialog", name="Copy the address")
        address = await shown.get_by_label("Address", exact=True).input_value()
        assert await visit.violations() == []
        path = address.removeprefix(site.resources.settings.public_url)
        assert (await site.http.get(path)).text.count("\r\n") == 2
        await shown.get_by_role("button", name="Done").click()

        await page.reload()
        await page.get_by_role("table", name="Addresses").get_by_text("Board").click()
        drawer = page.get_by_role("dialog", name="Board")
        await expect(drawer.get_by_text(re.compile("1 row$"))).to_be_visible()
        await sound(visit, "Spreadsheets")
        await drawer.get_by_role("button", name="End").click()
        await page.get_by_role("dialog", name="End Board").get_by_role("button", name="End").click()
        await expect(page.get_by_text("Board has ended")).to_be_visible()
        await expect(page.get_by_text("No addresses for spreadsheets")).to_be_visible()
        assert (await site.http.get(path)).status_code == 404
        assert visit.faults == []


@ON_PHONE
async def test_schedule_is_added_runs_stops_and_is_changed(
    site: Portal, browser: Browser, phone: bool
) -> None:
    it = await deal(site)
    await it.report(it.order())
    scheme = "dark" if phone else "light"
    async with (
        run_s3() as s3,
        open_visit(browser, site.url, phone=phone, token=it.who.token, scheme=scheme) as visit,
    ):
        page = visit.page
        await page.goto("/reports/schedules")
        await expect(page.get_by_text("No schedules")).to_be_visible()
        await sound(visit, "Schedules")
        await page.get_by_role("button", name="Add a schedule").click()
        form = page.get_by_role("dialog", name="Add a schedule")
        save = form.get_by_role("button", name="Save and run now")
        await save.click()
        await expect(form.get_by_text("Fill in this field").first).to_be_visible()
        await form.get_by_label("Where to").select_option("sftp")
        assert await visit.violations() == []
        await form.get_by_label("Where to").select_option("s3")
        for label, value in {
            "Name": "Nightly",
            "Endpoint": s3,
            "Region": "us-east-1",
            "Bucket": "missing-bucket",
            "Access key": KEY,
            "Secret key": SECRET,
            "Folder": "portal",
            "Your password": PASSWORD,
        }.items():
            await form.get_by_label(label).first.fill(value)
        assert await visit.violations() == []
        await save.click()
        await expect(page.get_by_text("Nightly is saved, and runs now")).to_be_visible()
        await site.work()
        drawer = page.get_by_role("dialog", name="Nightly")
        await page.reload()
        await expect(drawer.get_by_text("This schedule is stopped")).to_be_visible()
        await expect(drawer.get_by_text(re.compile("no such bucket")).first).to_be_visible()
        await sound(visit, "Schedules")

        await drawer.get_by_role("button", name="Change and resume").click()
        form = page.get_by_role("dialog", name="Change Nightly")
        await form.get_by_label("Bucket").fill(BUCKET)
        await form.get_by_label("Your password").fill(PASSWORD)
        await form.get_by_role("button", name="Save and run now").click()
        await expect(form).to_have_count(0)
        await site.work()
        await page.reload()
        await expect(drawer.get_by_text("Delivered")).to_be_visible()
        await expect(drawer.get_by_text(re.compile("^1 row,"))).to_be_visible()
        await sound(visit, "Schedules")
        await drawer.get_by_role("button", name="Delete").click()
        asked = page.get_by_role("dialog", name="Delete Nightly")
        await asked.get_by_role("button", name="Delete").click()
        await expect(page.get_by_text("No schedules")).to_be_visible()
        assert visit.faults == []
