"""A team in Chromium: an owner invites, the invited person joins and works with their role."""

import re

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.accounts.mails import mails_to
from tests.support.browser import open_visit
from tests.support.portal import PASSWORD, Portal, unique
from tests.web.test_main_job import SIZES, newest_link, sound

CHOSEN = "granite teapot orchard"


async def confirm(page: Page, button: str) -> None:
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Your password").fill(PASSWORD)
    await dialog.get_by_role("button", name=button, exact=True).click()
    await expect(dialog).to_be_hidden()


@SIZES
async def test_invited_analyst_joins_and_sees_their_pages_alone(
    site: Portal, browser: Browser, phone: bool
) -> None:
    owner = await site.someone(name="Reed Media")
    email = f"{unique('ana')}@example.com"
    async with open_visit(browser, site.url, phone=phone, token=owner.token) as visit:
        page = visit.page
        await page.goto("/settings/team")
        await sound(visit, "Team")
        await page.get_by_role("button", name="Invite somebody").click()
        dialog = page.get_by_role("dialog")
        await dialog.get_by_label("Email").fill(email)
        await expect(dialog.get_by_role("radio", name="Analyst")).to_be_checked()
        assert await visit.violations() == []
        await confirm(page, "Send invitation")
        await expect(page.get_by_role("listitem").filter(has_text=email)).to_be_visible()
        assert await visit.overflow() == 0
        assert visit.faults == []
    await site.work()

    async with open_visit(browser, site.url, phone=phone) as visit:
        page = visit.page
        await page.goto(newest_link(site, email))
        await sound(visit, "Join Reed Media")
        await page.get_by_label("Password", exact=True).fill(CHOSEN)
        await page.get_by_role("button", name="Join the team").click()
        await expect(page).to_have_url(re.compile("/dashboard"))
        await sound(visit, "Dashboard")

        await page.goto("/reports/transactions")
        await sound(visit, "Transactions")
        await page.goto("/tools/link-generator")
        await sound(visit, "You may not see this")
        if phone:
            await page.get_by_role("button", name="Open the menu").click()
        menu = page.get_by_role("navigation", name="Main navigation")
        await expect(menu.get_by_role("link", name="Transactions")).to_be_visible()
        await expect(menu.get_by_role("link", name="Link Generator")).to_have_count(0)
        await expect(menu.get_by_role("link", name="Payment Settings")).to_be_visible()

        await page.goto("/settings/team")
        await sound(visit, "Team")
        await expect(page.get_by_role("button", name="Invite somebody")).to_have_count(0)
        await expect(page.get_by_role("button", name="Leave the team")).to_be_visible()

        await page.goto(newest_link(site, email))
        await sound(visit, "Invitation")
        await expect(page.get_by_text("It has been accepted already")).to_be_visible()
        assert visit.faults == []


async def test_owner_changes_a_role_and_removes_a_member(site: Portal, browser: Browser) -> None:
    owner = await site.someone()
    member = await site.member(owner, "analyst")
    async with open_visit(browser, site.url, token=owner.token) as visit:
        page = visit.page
        await page.goto("/settings/team")
        row = page.get_by_role("listitem").filter(has_text=member.email)
        await row.get_by_role("button").click()
        await page.get_by_role("menuitem", name="Change role or channels").click()
        await page.get_by_role("dialog").get_by_role("radio", name="Manager").check()
        await confirm(page, "Change")
        await expect(row).to_contain_text("Manager")

        await row.get_by_role("button").click()
        await page.get_by_role("menuitem", name="Remove").click()
        await confirm(page, "Remove")
        await expect(row).to_have_count(0)

        await page.goto("/settings/login")
        await expect(page.get_by_text("Member removed from the team")).to_be_visible()
        await sound(visit, "Login Information")
        assert visit.faults == []
    await site.work()
    assert (
        len(mails_to(site, member.email)) == 3
    )  # a new manager is told to everybody concerned, too


@pytest.mark.parametrize("role", ["finance", "developer", "manager"])
async def test_page_that_a_role_does_not_include_says_so(
    site: Portal, browser: Browser, role: str
) -> None:
    who = await site.member(await site.someone(), role)
    closed = {
        "finance": "/tools/link-generator",
        "developer": "/payments/summary",
        "manager": "/settings/payment",
    }[role]
    async with open_visit(browser, site.url, token=who.token) as visit:
        await visit.page.goto(closed)
        await sound(visit, "You may not see this")
        await expect(visit.page.get_by_role("link", name="Dashboard")).to_be_visible()
        assert visit.faults == []
