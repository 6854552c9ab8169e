"""The main job in Chromium, on a phone and a desktop: from joining a brand to the order's timeline."""

import re

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.accounts.mails import mails_to
from tests.support.browser import Visit, open_visit
from tests.support.portal import Portal, unique

PASSWORD = "walnut bicycle harvest"
SIZES = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
ON_PHONE = pytest.mark.parametrize("phone", [True], ids=["phone"])
ON_DESKTOP = pytest.mark.parametrize("phone", [False], ids=["desktop"])
"""What is done on one of them; tests/web/journeys looks at every screen at both sizes."""


def newest_link(site: Portal, address: str) -> str:
    """The link of the last mail to an address."""
    found = re.search(r"https?://\S+", mails_to(site, address)[-1])
    assert found is not None
    return found[0]


async def sound(visit: Visit, heading: str | re.Pattern[str]) -> None:
    """The page has this heading, axe finds nothing, and nothing scrolls sideways."""
    await expect(visit.page.get_by_role("heading", level=1, name=heading)).to_be_visible()
    assert await visit.violations() == []
    assert await visit.overflow() == 0


async def go(page: Page, name: str, *, phone: bool) -> None:
    """Open a page by the menu."""
    if phone:
        await page.get_by_role("button", name="Open the menu").click()
    await page.get_by_role("link", name=name, exact=True).first.click()


@SIZES
async def test_main_job_works_from_sign_up_to_the_order_timeline(
    site: Portal, browser: Browser, phone: bool
) -> None:
    name = unique("newcomer")
    async with open_visit(browser, site.url, phone=phone) as visit:
        page = visit.page
        await page.goto("/reports/performance")
        await expect(page).to_have_url(re.compile(r"/auth/login\?next=%2Freports%2Fperformance"))
        await sound(visit, "Sign in to your account")

        await page.get_by_role("link", name="Create an account").click()
        await sound(visit, "Create your account")
        await page.get_by_label("Username", exact=True).fill(name)
        await page.get_by_label("Email").fill(f"{name}@example.com")
        await page.get_by_label("Password", exact=True).fill(PASSWORD)
        await page.get_by_label("I agree to the terms").check()
        await page.get_by_role("button", name="Continue").click()
        await expect(page.get_by_role("dialog", name="Set up your profile")).to_be_visible()
        assert await visit.violations() == []
        await page.get_by_role("button", name="Create account without profile").click()
        await expect(page).to_have_url(re.compile("/auth/email-verification"))
        await site.work()

        await page.goto(newest_link(site, f"{name}@example.com"))
        await sound(visit, "Verify your email")
        await page.get_by_role("button", name="Verify email and continue").click()

        await expect(page).to_have_url(re.compile("/settings/channel"))
        await sound(visit, "Channel Management")
        await add_channel(page)
        await sound(visit, "Channel Management")

        await go(page, "New Brands", phone=phone)
        await page.get_by_label("Search brands").fill("harbour")
        await sound(visit, "New Brands")
        await page.get_by_role("link", name="Harbour Books").first.click()
        await sound(visit, "Harbour Books")
        await page.get_by_role("button", name="Apply").first.click()
        await expect(page.get_by_text("Joined").first).to_be_visible()

        await go(page, "Link Generator", phone=phone)
        await sound(visit, "Link Generator")
        link = await make_link(page, f"{site.url}/demo/shop/harbour-books?product=2")
        await sound(visit, "Link Generator")

        order = await buy(browser, site, link, phone=phone)

        await go(page, "Transactions", phone=phone)
        await sound(visit, "Transactions")
        await page.get_by_text(order).first.click()
        drawer = page.get_by_role("dialog")
        await expect(drawer).to_contain_text("Order reported")
        await expect(drawer).to_contain_text("Clicked")
        assert await visit.violations() == []
        await page.keyboard.press("Escape")

        await go(page, "Performance", phone=phone)
        await sound(visit, "Performance")
        await go(page, "Dashboard", phone=phone)
        await sound(visit, "Dashboard")
        assert visit.faults == []

        await page.get_by_role("button", name="Your account").click()
        await page.get_by_role("menuitem", name="Logout").click()
        await expect(page).to_have_url(re.compile("/auth/login"))
        assert await page.evaluate("localStorage.getItem('token')") is None


async def add_channel(page: Page) -> None:
    await (
        page.get_by_role("button", name="Add channel")
        .or_(page.get_by_role("link", name="Add channel"))
        .first.click()
    )
    form = page.get_by_role("dialog")
    await form.get_by_label("Name", exact=True).fill("Reading room")
    await form.get_by_label("Type").click()
    await page.get_by_role("option", name="Blog").click()
    await form.get_by_label("Platform").fill("WordPress")
    await page.keyboard.press("Escape")
    await form.get_by_label("How you promote").click()
    await page.get_by_role("option", name="Content and reviews").click()
    await form.get_by_label("Website").fill("https://reading.example")
    await form.get_by_role("button", name="Save channel").click()
    await expect(page.get_by_text("Reading room saved")).to_be_visible()


async def make_link(page: Page, target: str) -> str:
    """Create a link by the form; its short address."""
    await page.get_by_placeholder("Choose a brand").click()
    await page.get_by_role("option", name="Harbour Books").click()
    await page.get_by_label("Target URL").fill(target)
    await page.get_by_label("Label 1").fill("journey")
    await page.get_by_role("button", name="Create link").click()
    ready = page.get_by_role("heading", name="Your link is ready")
    await expect(ready).to_be_visible()
    short = page.get_by_text(re.compile(r"/s/[0-9A-Za-z]{14}$")).first
    return f"http://{(await short.inner_text()).removeprefix('http://')}"


async def buy(browser: Browser, site: Portal, link: str, *, phone: bool) -> str:
    """Follow the link as a visitor and buy something; the shop's order number."""
    async with open_visit(browser, site.url, phone=phone) as visitor:
        page = visitor.page
        await page.goto(link)
        await expect(page).to_have_url(
            re.compile(r"/demo/shop/harbour-books\?product=2&click_ref=")
        )
        assert await visitor.violations() == []
        await page.get_by_role("button", name=re.compile("Buy")).first.click()
        thanks = await page.get_by_role("status").inner_text()
        assert "was reported to the portal" in thanks
        return thanks.partition("Order ")[2].partition(" ")[0]
