"""Joining with obstacles, in Chromium: a portal that is unavailable, an older mail."""

import asyncio
import re

from playwright.async_api import Browser, Route, expect

from tests.support.accounts.mails import links_to
from tests.support.accounts.sign_up import sign_up
from tests.support.browser import open_visit
from tests.support.portal import PASSWORD, Portal


async def test_failed_first_call_of_the_app_keeps_the_session(
    site: Portal, browser: Browser
) -> None:
    alice = await site.someone()
    away = True

    async def answer(route: Route) -> None:
        if away:
            await route.fulfill(status=502, body="<h1>Bad gateway</h1>", content_type="text/html")
        else:
            await route.continue_()

    async with open_visit(browser, site.url, phone=True, token=alice.token) as visit:
        page = visit.page
        await page.route("**/user/profile", answer)
        await page.goto("/settings/profile")
        notice = page.get_by_role("status", name="Reconnecting")
        await expect(notice).to_be_visible()
        assert await visit.overflow() == 0
        away = False
        await notice.get_by_role("button", name="Retry").click()

        await expect(page.get_by_role("heading", level=1)).to_have_text("Profile")
        await expect(notice).to_be_hidden()
        assert await page.evaluate("localStorage.getItem('token')") == alice.token


async def test_older_verification_link_points_to_the_newer_mail(
    site: Portal, browser: Browser
) -> None:
    alice = await sign_up(site, verified=False)
    await site.ok("/auth/email_check_resend", attributes={"email": alice["email"]})
    older, newer = await links_to(site, alice["email"])
    async with open_visit(browser, site.url) as visit:
        page = visit.page
        await page.goto(f"/auth/email-verification?token={older}")
        await page.get_by_role("button", name="Verify email and continue").click()
        await expect(page.get_by_text("We have sent you a newer email")).to_be_visible()
        assert await visit.violations() == []

        await page.goto(f"/auth/email-verification?token={newer}")
        await page.get_by_role("button", name="Verify email and continue").click()
        account = page.get_by_label("Username or email")
        await expect(account).to_have_value(alice["email"])
        assert await visit.violations() == []
        await page.get_by_role("textbox", name="Password").fill(PASSWORD)
        await page.keyboard.press("Enter")
        await expect(page).to_have_url(re.compile("/settings/channel"))


async def test_typed_channel_is_kept_when_the_profile_is_skipped(
    site: Portal, browser: Browser
) -> None:
    async with open_visit(browser, site.url, phone=True) as visit:
        page = visit.page
        await page.goto("/auth/signup")
        await page.get_by_role("button", name="Read the terms").click()
        await expect(page.get_by_role("heading", name="Commission")).to_be_visible()
        assert await visit.violations() == []
        await page.get_by_role("button", name="Back to sign up").click()
        name = f"skipper{site.resources.clock.now():%H%M%S%f}"
        await page.get_by_label("Username", exact=True).fill(name)
        await page.get_by_label("Email").fill(f"{name}@example.com")
        await page.get_by_label("Password", exact=True).fill(PASSWORD)
        await page.get_by_label("I agree to the terms").check()
        await page.get_by_role("button", name="Continue").click()
        setup = page.get_by_role("dialog", name="Set up your profile")
        skip = setup.get_by_role("button", name="Create account without profile")
        await expect(skip).to_be_in_viewport()
        await setup.get_by_label("Channel name").fill("Kitchen")
        await expect(setup.get_by_role("combobox", name="Currency")).to_have_value(
            re.compile("GBP")
        )
        assert await visit.violations() == []
        assert await visit.overflow() == 0
        await skip.click()
        await expect(page).to_have_url(re.compile("/auth/email-verification"))

        [token] = await links_to(site, f"{name}@example.com")
        await page.goto(f"/auth/email-verification?token={token}")
        await page.get_by_role("button", name="Verify email and continue").click()
        await expect(page).to_have_url(re.compile("/settings/channel"))
        await page.get_by_role("button", name="Add channel").first.click()
        await expect(page.get_by_label("Name", exact=True)).to_have_value("Kitchen")
        assert visit.faults == []


async def test_channel_that_has_just_joined_a_brand_sees_no_link_refusal(
    site: Portal, browser: Browser
) -> None:
    alice, brand = await site.someone(), await site.brand()
    shown = asyncio.Event()

    async def apply_late(route: Route) -> None:
        await shown.wait()  # the form that joining shows at once is there before the portal knows
        await route.continue_()

    async with open_visit(browser, site.url, phone=True, token=alice.token) as visit:
        page = visit.page
        await page.route("**/brands/apply", apply_late)
        await page.goto(f"/brands/{brand.mcid}")
        await page.get_by_role("button", name="Apply").first.click()
        await expect(page.get_by_role("heading", name="New link")).to_be_visible()
        shown.set()

        await expect(page.get_by_text("relationship not approved")).to_be_hidden()
        await visit.settle()
        await expect(page.get_by_text("relationship not approved")).to_be_hidden()
