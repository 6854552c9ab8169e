"""From the sign-up page to the first order, as a stranger does it on a phone, counting clicks."""

import re
from time import monotonic

from playwright.async_api import Browser, Page, expect

from tests.support.browser import open_visit
from tests.support.portal import PASSWORD, Portal, unique
from tests.web.test_main_job import newest_link

CLICKS_MAX = 16
SECONDS_MAX = 180


class Finger:
    """Taps one thing after the other; typing is free, as is the keyboard's own key to go on."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps: list[str] = []

    async def tap(self, role: str, name: str | re.Pattern[str]) -> None:
        target = self.page.get_by_role(role, name=name).first  # type: ignore[arg-type]
        await target.click()
        self.taps.append(f"{role} {name}")


async def test_a_newcomer_needs_few_clicks_to_the_first_order(
    site: Portal, browser: Browser
) -> None:
    began = monotonic()
    async with open_visit(browser, site.url, phone=True) as visit:
        page, finger = visit.page, Finger(visit.page)
        name = await fill_account(page, finger)
        await finger.tap("button", "Create account without profile")
        await sign_in(site, page, finger, name)

        await expect(page).to_have_url(re.compile("/settings/channel"))
        await finger.tap("button", "Add channel")
        form = page.get_by_role("dialog")
        await form.get_by_label("Name", exact=True).fill("Reading room")
        await finger.tap("combobox", "Type")
        await finger.tap("option", "Blog")
        await form.get_by_label("Platform").fill("WordPress")
        await page.keyboard.press("Escape")
        await finger.tap("combobox", "How you promote")
        await finger.tap("option", "Content and reviews")
        await form.get_by_label("Website").fill("https://reading.example")
        await finger.tap("button", "Save channel")
        await expect(page.get_by_text("Reading room saved")).to_be_visible()

        await reach_first_order(site, browser, page, finger)
        assert len(finger.taps) <= CLICKS_MAX, finger.taps
        assert monotonic() - began < SECONDS_MAX
        assert visit.faults == []


async def test_a_whole_profile_at_sign_up_takes_no_more(site: Portal, browser: Browser) -> None:
    rate = {"day": site.resources.clock.now().date(), "base": "GBP", "quote": "SEK", "rate": "12.8"}
    await site.ok("/network/rate_save", await site.operator(), attributes=rate)
    async with open_visit(browser, site.url, phone=True) as visit:
        page, finger = visit.page, Finger(visit.page)
        name = await fill_account(page, finger)
        form = page.get_by_role("dialog")
        await form.get_by_label("Your name").fill("Maya Reader")
        country = form.get_by_role("combobox", name="Country")
        await country.press_sequentially("sweden")
        await country.press("Enter")
        await form.get_by_label("Channel name").fill("Reading room")
        await form.get_by_label("Website").fill("https://reading.example")
        await finger.tap("combobox", "Channel type")
        await finger.tap("option", "Website")
        await finger.tap("combobox", "How you promote")
        await finger.tap("option", "Content and reviews")
        await finger.tap("button", re.compile("^Create account$"))
        await sign_in(site, page, finger, name)

        await expect(page).to_have_url(re.compile("/dashboard"))
        await reach_first_order(site, browser, page, finger, find="Join a brand")
        assert len(finger.taps) <= CLICKS_MAX, finger.taps
        assert visit.faults == []


async def fill_account(page: Page, finger: Finger) -> str:
    """The first step of sign-up. Returns the username."""
    name = unique("stranger")
    await page.goto("/auth/signup")
    await page.get_by_label("Username", exact=True).fill(name)
    await page.get_by_label("Email").fill(f"{name}@example.com")
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.get_by_label("Confirm password").fill(PASSWORD)
    await finger.tap("checkbox", re.compile("I agree"))
    await finger.tap("button", "Continue")
    return name


async def sign_in(site: Portal, page: Page, finger: Finger, name: str) -> None:
    """By the link of the mail."""
    await expect(page).to_have_url(re.compile("/auth/email-verification"))
    await site.work()
    await page.goto(newest_link(site, f"{name}@example.com"))
    finger.taps.append("link of the mail")
    await page.get_by_role("textbox", name="Password").fill(PASSWORD)
    await finger.tap("button", "Sign in")


async def reach_first_order(
    site: Portal, browser: Browser, page: Page, finger: Finger, find: str = "Find brands"
) -> None:
    """From the channel that is ready to an order among its orders."""
    await finger.tap("link", find)
    await page.get_by_label("Search brands").fill("harbour")
    # A moment after the last letter; a click before it would be taken back.
    await expect(page).to_have_url(re.compile("keyword=harbour"))
    await finger.tap("link", "Harbour Books")
    await expect(page.get_by_role("heading", name="Harbour Books")).to_be_visible()
    await finger.tap("button", "Apply")
    await expect(page.get_by_text("Joined").first).to_be_visible()
    await finger.tap("button", "Create link")
    await expect(page.get_by_role("heading", name="Your link is ready")).to_be_visible()
    short = await page.get_by_text(re.compile(r"/s/[0-9A-Za-z]{14}$")).first.inner_text()

    async with open_visit(browser, site.url, phone=True) as visitor:
        await visitor.page.goto(f"http://{short.removeprefix('http://')}")
        await visitor.page.get_by_role("button", name=re.compile("Buy")).first.click()
        thanks = await visitor.page.get_by_role("status").inner_text()
    order = thanks.partition("Order ")[2].partition(" ")[0]

    await finger.tap("link", "See its orders")
    await expect(page.get_by_text(order).first).to_be_visible()
