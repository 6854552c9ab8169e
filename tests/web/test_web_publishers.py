"""One person in two publishers, in Chromium: invited, switching, seeing each apart, and removed from one."""

import re

from playwright.async_api import Browser, Page, expect

from tests.support.accounts.memberships import invite
from tests.support.browser import open_visit
from tests.support.orders.payouts import withdrawable
from tests.support.portal import Portal
from tests.web.test_main_job import SIZES, newest_link, sound

FERN, REED = "Fern Reviews", "Reed Media"


async def switch(page: Page, to: str) -> None:
    await page.get_by_role("button", name="Your account").click()
    await page.get_by_role("menuitemradio", name=re.compile(to)).click()
    await expect(page).to_have_url(re.compile("/dashboard"))


async def shows(page: Page, publisher: str, *, phone: bool) -> None:
    """The shell names the publisher of the session."""
    if phone:
        await page.get_by_role("button", name="Open the menu").click()
    menu = page.get_by_role("navigation", name="Main navigation")
    await expect(menu.get_by_title(publisher)).to_be_visible()
    if phone:
        await page.keyboard.press("Escape")
        await expect(menu).to_have_count(0)


@SIZES
async def test_person_with_an_account_joins_a_second_publisher_and_switches(
    site: Portal, browser: Browser, phone: bool
) -> None:
    # A tenth of these is each publisher's commission.
    fern, reed = await withdrawable(site, "3120.00"), await withdrawable(site, "4570.00")
    ana, owner = fern.who, reed.who
    async with site.db() as db:
        for who, name in ((ana, FERN), (owner, REED)):
            await db.execute(
                "update publisher set name = $2 where publisher_id = $1", who.uid, name
            )
    await invite(site, owner, ana.email, "analyst")
    async with open_visit(browser, site.url, phone=phone) as visit:
        page = visit.page
        await page.goto(newest_link(site, ana.email))
        await sound(visit, f"Join {REED}")
        await expect(page.get_by_label("Username or email")).to_have_value(ana.email)
        await page.get_by_role("textbox", name="Password").fill(ana.password)
        await page.get_by_role("button", name="Sign in", exact=True).click()
        await expect(page.get_by_text("can switch between your publishers")).to_be_visible()
        await sound(visit, f"Join {REED}")
        await page.get_by_role("button", name="Join the team").click()
        await expect(page).to_have_url(re.compile("/dashboard"))
        await sound(visit, "Dashboard")
        await shows(page, REED, phone=phone)

        await page.goto("/payments/summary")
        await expect(page.get_by_text(re.compile(r"457\.00")).first).to_be_visible()
        await expect(page.get_by_text(re.compile(r"312\.00"))).to_have_count(0)
        other = await page.context.new_page()
        await other.goto("/payments/summary")
        await expect(other.get_by_text(re.compile(r"457\.00")).first).to_be_visible()

        await page.get_by_role("button", name="Your account").click()
        await expect(page.get_by_role("menuitemradio", name=re.compile(REED))).to_be_checked()
        assert await visit.violations() == []
        assert await visit.overflow() == 0
        await page.get_by_role("menuitemradio", name=re.compile(FERN)).click()
        await expect(page).to_have_url(re.compile("/dashboard"))
        await sound(visit, "Dashboard")
        await shows(page, FERN, phone=phone)
        # The other tab has noticed.
        await expect(other).to_have_url(re.compile("/dashboard"))
        await other.goto("/payments/summary")
        await expect(other.get_by_text(re.compile(r"312\.00")).first).to_be_visible()
        await expect(other.get_by_text(re.compile(r"457\.00"))).to_have_count(0)
        await other.close()

        await switch(page, REED)
        given = {"id": ana.account_id, "password": owner.password}
        await site.ok("/user/team_remove", owner, attributes=given)
        await page.goto("/payments/summary")
        await expect(page).to_have_url(re.compile("/auth/login"))
        await page.get_by_label("Username or email").fill(ana.email)
        await page.get_by_role("textbox", name="Password").fill(ana.password)
        await page.get_by_role("button", name="Sign in", exact=True).click()
        await expect(page).to_have_url(re.compile("/payments/summary"))
        await expect(page.get_by_text(re.compile(r"312\.00")).first).to_be_visible()
        await page.get_by_role("button", name="Your account").click()
        await expect(page.get_by_role("menuitem", name="Logout")).to_be_visible()
        await expect(page.get_by_role("menuitemradio", name=re.compile(REED))).to_have_count(0)
        assert visit.faults == []
