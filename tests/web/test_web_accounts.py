"""Account settings, a lost second step, and signing in with one, in Chromium."""

import re
import zipfile

from playwright.async_api import Browser, expect

from tests.accounts.test_two_step import turned_on
from tests.support.accounts.oidc_journeys import bind_provider
from tests.support.accounts.oidc_provider import Provider
from tests.support.accounts.waits import pass_wait
from tests.support.browser import open_visit
from tests.support.portal import PASSWORD, Portal
from tests.web.test_main_job import ON_DESKTOP, ON_PHONE, sound
from tests.web.test_web_oidc_sign_in import bare, consent

HEADING = "Login Information"


@ON_PHONE
async def test_copy_of_personal_data_is_created_and_downloaded(
    site: Portal, browser: Browser, phone: bool
) -> None:
    alice = await site.someone()
    async with open_visit(browser, site.url, phone=phone, token=alice.token) as visit:
        page = visit.page
        await page.goto("/settings/login")
        panel = page.get_by_role("region", name="Your data")
        await panel.get_by_role("button", name="Create a copy").click()
        await expect(panel.get_by_text("It starts in a moment")).to_be_visible()
        await sound(visit, HEADING)
        await site.work()

        await expect(panel.get_by_role("button", name="Create a new copy")).to_be_visible()
        await sound(visit, HEADING)
        async with page.expect_download() as coming:
            await panel.get_by_role("button", name="Download").click()
        download = await coming.value
        assert re.fullmatch(r"my-data-\d{4}-\d\d-\d\d\.zip", download.suggested_filename)
        names = zipfile.ZipFile(await download.path()).namelist()
        assert {"account.json", "orders.csv", "clicks.csv"} <= set(names)

        await page.reload()
        log = page.get_by_role("region", name="Activity")
        await expect(log.get_by_text("File downloaded")).to_be_visible()
        await expect(log.get_by_text("Copy of your data requested")).to_be_visible()
        assert visit.faults == []


@ON_DESKTOP
async def test_operator_turns_off_a_lost_second_step(
    site: Portal, browser: Browser, phone: bool
) -> None:
    alice, operator = await site.someone(), await site.operator()
    await turned_on(site, alice)
    async with open_visit(browser, site.url, phone=phone, token=operator.token) as visit:
        page = visit.page
        await page.goto("/network/publishers")
        await page.get_by_role("searchbox", name="Search publishers").fill(alice.email)
        actions = page.get_by_role("button", name=f"Actions for {alice.username}")
        await expect(page.get_by_role("row")).to_have_count(2)  # rows are dim until it is found
        await expect(actions).to_be_visible()
        await sound(visit, "Publishers")
        await actions.click()
        await page.get_by_role("menuitem", name="Turn off two-step sign-in").click()
        dialog = page.get_by_role("dialog")
        await dialog.get_by_label("Reason").fill("Lost the phone")
        assert await visit.violations() == []
        await dialog.get_by_role("button", name="Turn off").click()
        await expect(
            page.get_by_text(f"Two-step sign-in will be off for {alice.username}")
        ).to_be_visible()
        assert visit.faults == []
    await pass_wait(site, alice.uid)

    async with open_visit(browser, site.url, phone=phone) as visit:
        page = visit.page
        await page.goto("/auth/login?next=%2Fsettings%2Flogin")
        await page.get_by_label("Username or email").fill(alice.username)
        await page.get_by_role("textbox", name="Password").fill(PASSWORD)
        await page.get_by_role("button", name="Sign in").click()
        await sound(visit, HEADING)
        log = page.get_by_role("region", name="Activity")
        await expect(log.get_by_text("Took effect after the wait")).to_be_visible()
        await expect(log.get_by_text("Lost the phone")).to_be_visible()
        assert visit.faults == []


@ON_DESKTOP
async def test_network_page_tells_publishers_that_the_page_is_for_operators(
    site: Portal, browser: Browser, phone: bool
) -> None:
    alice = await site.someone()
    async with open_visit(browser, site.url, phone=phone, token=alice.token) as visit:
        page = visit.page
        await page.goto("/network")
        await sound(visit, "Network")
        await expect(page.get_by_text("This page is for the network's operators")).to_be_visible()
        await page.get_by_role("link", name="Go to the dashboard").click()
        await sound(visit, "Dashboard")
        assert visit.faults == []


async def test_second_step_after_a_provider_leads_to_the_requested_page(
    third: Portal, provider: Provider, browser: Browser
) -> None:
    alice = await third.someone()
    sub = await bind_provider(third, provider, alice)
    _, codes = await turned_on(third, alice)
    async with open_visit(browser, third.url) as visit:
        page = visit.page
        await page.route(re.compile("^https://"), bare)
        await page.goto("/auth/login?next=%2Fsettings%2Fchannel")
        await page.get_by_role("button", name="Continue with Acme").click()
        await consent(page, sub)
        await sound(visit, "Enter your code")
        await page.get_by_label("Code").fill(codes[0])
        await page.keyboard.press("Enter")
        await sound(visit, "Channel Management")
        await expect(page).to_have_url(re.compile("/settings/channel$"))
        assert visit.faults == []
