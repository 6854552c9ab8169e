"""A forgotten password and Login Information, in Chromium."""

import re

import pytest
from playwright.async_api import Browser, expect

from tests.accounts.test_two_step import code_of
from tests.support.browser import open_visit
from tests.support.portal import PASSWORD, Portal, Someone
from tests.web.test_main_job import ON_PHONE, SIZES, newest_link, sound

FRESH = "granite teapot orchard"
HEADING = "Login Information"


async def signed_in_elsewhere(site: Portal, who: Someone) -> str:
    given = {"account": who.username, "password": PASSWORD}
    agent = {"user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0) Version/26.0 Safari/604.1"}
    reply = await site.post("/auth/sign_in", headers=agent, attributes=given)
    return str(reply.data["token"])


@SIZES
async def test_forgotten_password_is_replaced(site: Portal, browser: Browser, phone: bool) -> None:
    alice = await site.someone()
    async with open_visit(browser, site.url, phone=phone) as visit:
        page = visit.page
        await page.goto("/auth/login")
        await page.get_by_role("link", name="Forgot password?").click()
        await sound(visit, "Reset your password")
        await page.get_by_label("Email").fill(alice.email)
        await page.keyboard.press("Enter")
        await sound(visit, "Check your inbox")
        await site.work()

        link = newest_link(site, alice.email)
        await page.goto(link)
        await sound(visit, "Choose a new password")
        await expect(page.get_by_text("•••@example.com")).to_be_visible()
        await page.get_by_label("New password", exact=True).fill("password1234")
        await page.get_by_role("button", name="Change password").click()
        await expect(
            page.get_by_text(re.compile("Try three unrelated words")).first
        ).to_be_visible()
        assert await visit.violations() == []
        await page.get_by_label("New password", exact=True).fill(FRESH)
        await page.get_by_role("button", name="Change password").click()
        await sound(visit, "Your password has been changed")

        await page.goto(link)
        await expect(page.get_by_text("This link is no longer valid")).to_be_visible()
        assert await visit.violations() == []
        await page.get_by_role("link", name="Back to sign in").click()
        await page.get_by_label("Username or email").fill(alice.username)
        await page.get_by_role("textbox", name="Password").fill(FRESH)
        await page.get_by_role("button", name="Sign in").click()
        await expect(page).to_have_url(re.compile("/dashboard"))
        assert visit.faults == []


async def test_too_many_attempts_offer_a_password_reset(site: Portal, browser: Browser) -> None:
    alice = await site.someone()
    for _ in range(6):
        given = {"account": alice.username, "password": "x"}
        await site.post("/auth/sign_in", attributes=given)
    async with open_visit(browser, site.url) as visit:
        page = visit.page
        await page.goto("/auth/login")
        await page.get_by_label("Username or email").fill(alice.username)
        await page.get_by_role("textbox", name="Password").fill(PASSWORD)
        await page.get_by_role("button", name="Sign in").click()
        await expect(page.get_by_role("alert")).to_contain_text("Too many attempts")
        await page.get_by_role("link", name="Choose a new password").click()
        await sound(visit, "Reset your password")


@SIZES
async def test_password_sessions_and_activity_log_are_managed(
    site: Portal, browser: Browser, phone: bool
) -> None:
    alice = await site.someone()
    other = await signed_in_elsewhere(site, alice)
    async with open_visit(browser, site.url, phone=phone, token=alice.token) as visit:
        page = visit.page
        await page.goto("/settings/login")
        await sound(visit, HEADING)
        await expect(page.get_by_text("Safari on iPhone")).to_be_visible()
        await page.get_by_role("button", name="Sign out Safari on iPhone").click()
        await page.get_by_role("dialog").get_by_role("button", name="Sign out", exact=True).click()
        await expect(page.get_by_text("Safari on iPhone")).to_be_hidden()
        assert (await site.post("/user/profile", other)).code == 401

        await page.get_by_label("Current password").fill("not this one")
        await page.get_by_label("New password", exact=True).fill(FRESH)
        await page.get_by_role("button", name="Change password").click()
        old = page.get_by_label("Current password")
        await expect(old).to_have_accessible_description("That is not your password")
        assert await visit.violations() == []
        await old.fill(PASSWORD)
        await page.get_by_role("button", name="Change password").click()
        await expect(page.get_by_text(re.compile("Your password has been changed"))).to_be_visible()
        await expect(page.get_by_role("cell", name="Password changed")).to_be_visible()
        await sound(visit, HEADING)


async def test_new_email_address_applies_once_its_mailed_link_is_opened(
    site: Portal, browser: Browser
) -> None:
    alice = await site.someone()
    new = f"new-{alice.email}"
    async with open_visit(browser, site.url, token=alice.token) as visit:
        page = visit.page
        await page.goto("/settings/login")
        await page.get_by_label("New email").fill(new)
        await page.get_by_label("Your password").fill(PASSWORD)
        await page.get_by_role("button", name="Change email").click()
        await expect(page.get_by_role("alert")).to_contain_text(f"Open the link we sent to {new}")
        await sound(visit, HEADING)
        await site.work()
        await page.goto(newest_link(site, new))
        await sound(visit, "Verify your email")
        await page.get_by_role("button", name="Verify email and continue").click()
        await sound(visit, "Your email is verified")
        await page.goto("/settings/login")
        await page.get_by_label("Username or email").fill(new)
        await page.get_by_label("Password", exact=True).fill(PASSWORD)
        await page.get_by_role("button", name="Sign in").click()
        await expect(page.get_by_text(f"You sign in with {new}")).to_be_visible()


@pytest.mark.parametrize("token", ["", "?token=nonsense"])
async def test_invalid_reset_link_offers_a_new_one(
    site: Portal, browser: Browser, token: str
) -> None:
    async with open_visit(browser, site.url) as visit:
        await visit.page.goto(f"/reset-password{token}")
        await expect(visit.page.get_by_text("This link is no longer valid")).to_be_visible()
        await visit.page.get_by_role("link", name="Ask for a new link").click()
        await sound(visit, "Reset your password")


@ON_PHONE
async def test_two_step_sign_in_is_turned_on_used_and_turned_off(
    site: Portal, browser: Browser, phone: bool
) -> None:
    alice = await site.someone()
    async with open_visit(browser, site.url, phone=phone, token=alice.token) as visit:
        page = visit.page
        await page.goto("/settings/login")
        await page.get_by_role("button", name="Turn on").click()
        modal = page.get_by_role("dialog")
        secret = await modal.get_by_role("textbox", name="Key").input_value()
        assert await visit.violations() == []
        await modal.get_by_label("Code").fill(code_of(site, secret, steps=0))
        await page.keyboard.press("Enter")
        await expect(modal.get_by_text("Save your recovery codes")).to_be_visible()
        recovery = await modal.get_by_role("listitem").all_inner_texts()
        assert await visit.violations() == []
        await modal.get_by_role("button", name="I have saved them").click()
        await expect(page.get_by_role("button", name="Turn off")).to_be_visible()

    async with open_visit(browser, site.url, phone=phone) as visit:
        page = visit.page
        await page.goto("/auth/login")
        for code, heading in ((code_of(site, secret), "Dashboard"), (recovery[0], "Dashboard")):
            await page.get_by_label("Username or email").fill(alice.username)
            await page.get_by_role("textbox", name="Password").fill(PASSWORD)
            await page.get_by_role("button", name="Sign in").click()
            await sound(visit, "Enter your code")
            await page.get_by_label("Code").fill(code)
            await page.keyboard.press("Enter")
            await sound(visit, heading)
            await page.get_by_role("button", name="Your account").click()
            await page.get_by_role("menuitem", name="Logout").click()

    async with open_visit(browser, site.url, phone=phone, token=alice.token) as visit:
        page = visit.page
        await page.goto("/settings/login")
        await page.get_by_role("button", name="Turn off").click()
        await page.get_by_role("dialog").get_by_label("Your password").fill(PASSWORD)
        assert await visit.violations() == []
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("button", name="Turn on")).to_be_visible()
        assert visit.faults == []


async def test_a_closed_account_is_signed_out(site: Portal, browser: Browser) -> None:
    alice = await site.someone()
    async with open_visit(browser, site.url, token=alice.token) as visit:
        page = visit.page
        await page.goto("/settings/login")
        await page.get_by_role("button", name="Close account").click()
        modal = page.get_by_role("dialog", name="Close your account")
        await modal.get_by_label("Your password").fill(PASSWORD)
        await modal.get_by_role("button", name="Close account").click()
        await expect(page).to_have_url(re.compile("/auth/login"))
        await sound(visit, "Sign in to your account")
    await site.refuses(401, "/user/profile", alice)
