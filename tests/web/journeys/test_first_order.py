"""From the sign-up page to the first order, as a stranger does it on a phone, counting taps.

A tap is each press on a control: a button, a link, a field, an option of a list. Typing costs none, but each field is
touched first, as people do who do not know the keyboard's key that leads on (Enter, which phones label Next or Go).
Another page of the browser costs one: the mail's link, and the way back from the shop. The browser fills in nothing by
itself.
"""

import re

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.browser import open_visit
from tests.support.portal import PASSWORD, Portal, unique
from tests.web.test_main_job import newest_link

TAPS_MAX = 16
LATER_CHANNEL_MAX = 17
"""The page of channels has a button that opens the form, and one that leads on to the brands."""
OPEN = re.compile("^Open$")
SHORT_LINK = re.compile(r"/s/[0-9A-Za-z]{14}$")


class Finger:
    """One thing after the other: it cannot fill in a field that it has not got to."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps: list[str] = []

    async def tap(self, role: str, name: str | re.Pattern[str]) -> None:
        target = self.page.get_by_role(role, name=name).first  # type: ignore[arg-type]
        await target.tap()
        self.taps.append(f"{role} {name}")

    async def type(self, field: str, text: str) -> None:
        """Touch the field of this label, and type into it."""
        target = self.page.get_by_label(field, exact=True).first
        await target.tap()
        await expect(target).to_be_focused()
        await self.page.keyboard.type(text)
        self.taps.append(f"field {field}")

    def turn_to(self, what: str) -> None:
        """Another page of the browser."""
        self.taps.append(what)


@pytest.fixture
async def rated_site(site: Portal) -> Portal:
    """A portal that knows the currency of the newcomer's reports."""
    rate = {"day": site.resources.clock.now().date(), "base": "GBP", "quote": "SEK", "rate": "12.8"}
    await site.ok("/network/rate_save", await site.operator(), attributes=rate)
    return site


async def test_a_whole_profile_and_the_first_order_take_few_taps(
    rated_site: Portal, browser: Browser
) -> None:
    async with open_visit(
        browser, rated_site.url, phone=True, touch=True, zone="Europe/Stockholm"
    ) as visit:
        page, finger = visit.page, Finger(visit.page)
        name = await fill_account(finger)
        await finger.type("Your name", "Maya Reader")
        form = page.get_by_role("dialog")
        await expect(form.get_by_label("Country", exact=True)).to_have_value("Sweden")
        await finger.type("Website", "reading.example")
        await expect(form.get_by_label("Channel name")).to_have_value("reading.example")
        await expect(form.get_by_role("combobox", name="Channel type")).to_have_value("Website")
        await expect(form.get_by_role("combobox", name="Platform")).to_have_value("Own website")
        await expect(form.get_by_text("Content and reviews").first).to_be_visible()
        await finger.tap("button", re.compile("^Create account$"))
        await verify(rated_site, finger, name)

        await expect(page).to_have_url(re.compile(r"/brands/find\?status=0"))
        await reach_first_order(finger)
        assert len(finger.taps) <= TAPS_MAX, finger.taps
        assert visit.faults == []

    who = await rated_site.value("select publisher_id from account where username = $1", name)
    company = await rated_site.value("select company from publisher where publisher_id = $1", who)
    assert (company["name"], company["country"]) == ("Maya Reader", "Sweden")
    assert await rated_site.value("select count(*) from conversion where publisher_id = $1", who)


async def test_channel_added_after_sign_up_takes_one_more_tap(
    site: Portal, browser: Browser
) -> None:
    async with open_visit(browser, site.url, phone=True, touch=True) as visit:
        page, finger = visit.page, Finger(visit.page)
        name = await fill_account(finger)
        await finger.tap("button", "Create account without profile")
        await verify(site, finger, name)

        await expect(page).to_have_url(re.compile("/settings/channel"))
        await finger.tap("button", "Add channel")
        await finger.type("Website", "https://reading.example")
        form = page.get_by_role("dialog")
        await expect(form.get_by_label("Name", exact=True)).to_have_value("reading.example")
        await finger.tap("button", "Save channel")
        await expect(page.get_by_text("reading.example saved")).to_be_visible()

        await finger.tap("link", "Find brands")
        await reach_first_order(finger, search=False)
        assert len(finger.taps) <= LATER_CHANNEL_MAX, finger.taps
        assert visit.faults == []


async def fill_account(finger: Finger) -> str:
    """The first step of sign-up. Returns the username."""
    name = unique("stranger")
    await finger.page.goto("/auth/signup")
    await finger.type("Email", f"{name}@example.com")
    await expect(finger.page.get_by_label("Username", exact=True)).to_have_value(name)
    await finger.type("Password", PASSWORD)
    await finger.tap("checkbox", re.compile("I agree"))
    await finger.tap("button", "Continue")
    return name


async def verify(site: Portal, finger: Finger, name: str) -> None:
    """By the mailed link, in the same browser: without the password."""
    await expect(finger.page).to_have_url(re.compile("/auth/email-verification"))
    await site.work()
    await finger.page.goto(newest_link(site, f"{name}@example.com"))
    finger.turn_to("link of the mail")
    await finger.tap("button", "Verify email and continue")


async def reach_first_order(finger: Finger, *, search: bool = True) -> None:
    """From the brands to the publisher's first order."""
    page = finger.page
    if search:
        await finger.tap("searchbox", "Search brands")
        await page.keyboard.type("harbour")
        # A moment after the last letter; a tap before it would be taken back.
        await expect(page).to_have_url(re.compile("keyword=harbour"))
    await finger.tap("link", "Harbour Books")
    await expect(page.get_by_role("heading", name="Harbour Books")).to_be_visible()
    await finger.tap("button", "Apply")
    await expect(page.get_by_text("Joined").first).to_be_visible()
    await finger.tap("button", "Create link")
    await expect(page.get_by_role("heading", name="Your link is ready")).to_be_visible()
    await expect(page.get_by_text(SHORT_LINK).first).to_be_visible()

    async with page.context.expect_page() as opened:
        await finger.tap("link", OPEN)
    shop = await opened.value
    await shop.get_by_role("button", name=re.compile("Buy")).first.tap()
    finger.turn_to("button Buy, in the shop")
    thanks = await shop.get_by_role("status").inner_text()
    assert "was reported to the portal" in thanks
    order = thanks.partition("Order ")[2].partition(" ")[0]
    await shop.close()
    finger.turn_to("back to the portal")

    await expect(page.get_by_role("link", name=re.compile(f"^Order {order}"))).to_be_visible()
