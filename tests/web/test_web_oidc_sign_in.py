"""Other ways to sign in, in Chromium: a real provider, an operator's link, an invitation."""

import re

from playwright.async_api import Browser, Page, Route, expect

from tests.support.accounts.impersonation import issue_code
from tests.support.accounts.oidc_journeys import add_person, bind_provider
from tests.support.accounts.oidc_provider import Provider
from tests.support.browser import open_visit
from tests.support.portal import PASSWORD, Portal, unique
from tests.web.test_main_job import ON_DESKTOP, ON_PHONE, sound

SET = "walnut bicycle harvest"


async def consent(page: Page, sub: str) -> None:
    """At the provider's, whose page has its looks from a host that a test cannot reach."""
    await page.get_by_placeholder("sub").fill(sub)
    await page.get_by_role("button", name="Authorize", exact=True).click()


async def bare(route: Route) -> None:
    await route.fulfill(body="")


@ON_PHONE
async def test_new_user_signs_up_with_a_provider(
    third: Portal, provider: Provider, browser: Browser, phone: bool
) -> None:
    sub = await add_person(provider)
    async with open_visit(browser, third.url, phone=phone) as visit:
        page = visit.page
        await page.route(re.compile("^https://"), bare)
        await page.goto("/auth/login?next=%2Fsettings%2Flogin")
        await expect(page.get_by_role("button", name="Continue with Other")).to_be_visible()
        await sound(visit, "Sign in to your account")
        await page.get_by_role("button", name="Continue with Acme").click()
        await consent(page, sub)

        await sound(visit, "One more step")
        await expect(page.get_by_text(f"{sub}@example.com")).to_be_visible()
        await page.get_by_role("link", name="I am new here").click()
        await sound(visit, "Create your account")
        await expect(page.get_by_label("Email")).to_have_value(f"{sub}@example.com")
        await page.get_by_label("Username", exact=True).fill(sub)
        await page.get_by_label("Password", exact=True).fill(SET)
        await page.get_by_label("I agree to the terms").check()
        await page.get_by_role("button", name="Continue", exact=True).click()
        await page.get_by_role("button", name="Create account without profile").click()
        await expect(page.get_by_text("Your account is ready")).to_be_visible()
        await expect(page).to_have_url(re.compile("/auth/login"))

        await page.get_by_role("button", name="Continue with Acme").click()
        await consent(page, sub)
        await sound(visit, "Channel Management")
        assert visit.faults == []


@ON_DESKTOP
async def test_existing_account_connects_and_disconnects_a_sign_in_provider(
    third: Portal, provider: Provider, browser: Browser, phone: bool
) -> None:
    alice, sub = await third.someone(), await add_person(provider)
    async with open_visit(browser, third.url, phone=phone) as visit:
        page = visit.page
        await page.route(re.compile("^https://"), bare)
        await page.goto("/auth/login?next=%2Fsettings%2Flogin")
        await page.get_by_role("button", name="Continue with Acme").click()
        await consent(page, sub)
        await page.get_by_role("link", name="I have an account").click()
        await expect(page.get_by_text("Almost connected to Acme")).to_be_visible()
        await sound(visit, "Sign in to your account")
        await page.get_by_label("Username or email").fill(alice.username)
        await page.get_by_role("textbox", name="Password").fill(PASSWORD)
        await page.get_by_role("button", name="Sign in", exact=True).click()

        await expect(page.get_by_role("button", name="Disconnect Acme")).to_be_visible()
        await sound(visit, "Login Information")
        await page.get_by_role("button", name="Connect Other").click()
        await consent(page, sub)
        await sound(visit, "Connect Other")
        await page.get_by_role("textbox", name="Password").fill("another one entirely")
        await page.get_by_role("button", name="Connect", exact=True).click()
        await expect(page.get_by_text("That is not your password").first).to_be_visible()
        await page.get_by_role("textbox", name="Password").fill(PASSWORD)
        await page.get_by_role("button", name="Connect", exact=True).click()

        await page.get_by_role("button", name="Disconnect Other").click()
        dialog = page.get_by_role("dialog", name="Disconnect Other")
        await dialog.get_by_role("textbox", name="Password").fill(PASSWORD)
        assert await visit.violations() == []
        await dialog.get_by_role("button", name="Disconnect").click()
        await expect(page.get_by_role("button", name="Connect Other")).to_be_visible()
        assert visit.faults == []


async def test_sign_in_that_another_tab_began_fails(
    third: Portal, provider: Provider, browser: Browser
) -> None:
    sub = await bind_provider(third, provider, await third.someone())
    found = await third.ok("/auth/third_link", attributes={"provider": "acme"})
    back = await provider.consent(found["url"], sub)
    query = f"provider=acme&code={back['code']}&state={back['state']}"
    async with open_visit(browser, third.url) as visit:
        await visit.page.goto(f"/auth/third-party?{query}")
        await sound(visit, "Sign-in failed")
        assert await visit.page.evaluate("localStorage.getItem('token')") is None

        await visit.page.goto("/auth/third-party?provider=acme&error=access_denied")
        await sound(visit, "Sign-in cancelled")


@ON_DESKTOP
async def test_an_operator_signs_in_as_a_publisher_and_out_again(
    third: Portal, browser: Browser, phone: bool
) -> None:
    alice, operator = await third.someone(), await third.operator()
    async with open_visit(browser, third.url, phone=phone, token=operator.token) as visit:
        page = visit.page
        await page.goto("/network")
        await page.get_by_role("button", name="Your account").click()
        await page.get_by_role("menuitem", name="Sign in as a publisher").click()
        dialog = page.get_by_role("dialog", name="Sign in as a publisher")
        await dialog.get_by_label("Publisher ID or email").fill(alice.email)
        await dialog.get_by_label("Reason").fill("A question about an order")
        await dialog.get_by_role("textbox", name="Your password").fill(PASSWORD)
        assert await visit.violations() == []
        await dialog.get_by_role("button", name="Make a sign-in link").click()
        url = await dialog.get_by_label("Sign-in link").input_value()
        assert await visit.violations() == []
        assert visit.faults == []
    async with open_visit(browser, third.url, phone=phone) as visit:
        page = visit.page
        await page.goto(url)
        banner = page.get_by_role("region", name=f"Signed in as {alice.username}")
        await expect(banner).to_contain_text(operator.username)
        await sound(visit, "Dashboard")
        assert "code=" not in page.url
        await banner.get_by_role("button", name="End").click()
        await expect(page).to_have_url(re.compile("/auth/login"))
        assert visit.faults == []

        await page.goto(url)
        await sound(visit, "Sign-in failed")


async def test_used_impersonation_link_is_refused(third: Portal, browser: Browser) -> None:
    alice, operator = await third.someone(), await third.operator()
    code = await issue_code(third, operator, uid=alice.uid)
    await third.ok("/auth/third_check", attributes={"provider": "autologin", "code": code})
    async with open_visit(browser, third.url) as visit:
        await visit.page.goto(f"/autologin?code={code}")
        await sound(visit, "Sign-in failed")
        await expect(visit.page.get_by_text("already been used")).to_be_visible()


@ON_PHONE
async def test_referral_is_kept_until_sign_up(third: Portal, browser: Browser, phone: bool) -> None:
    alice, name = await third.someone(), unique("friend")
    async with open_visit(browser, third.url, phone=phone) as visit:
        page = visit.page
        await page.goto(f"/auth/refer?uid={alice.uid}")
        await sound(visit, re.compile("invites you"))
        assert await page.evaluate("localStorage.getItem('referer_uid')") == str(alice.uid)
        await page.get_by_role("link", name="Create an account").click()
        await page.get_by_label("Username", exact=True).fill(name)
        await page.get_by_label("Email").fill(f"{name}@example.com")
        await page.get_by_label("Password", exact=True).fill(SET)
        await page.get_by_label("I agree to the terms").check()
        await page.get_by_role("button", name="Continue", exact=True).click()
        await page.get_by_role("button", name="Create account without profile").click()
        await expect(page).to_have_url(re.compile("/auth/email-verification"))

        await page.goto("/auth/refer?uid=999999999")
        await sound(visit, "Unknown invitation")
        await page.goto("/auth/refer")
        await sound(visit, "Join the network")
    async with open_visit(browser, third.url, phone=phone, token=alice.token) as visit:
        page = visit.page
        await page.goto("/dashboard")
        await page.get_by_role("button", name="Your account").click()
        await page.get_by_role("menuitem", name="Refer a Friend").click()
        await expect(page.get_by_role("cell", name="f•••")).to_be_visible()
        await expect(page.get_by_text("GBP 0.00")).to_be_visible()
        await sound(visit, "Refer a Friend")
        assert visit.faults == []
        await page.evaluate("localStorage.setItem('referer_uid', '7')")
        await page.get_by_role("button", name="Your account").click()
        await page.get_by_role("menuitem", name="Logout").click()
        await expect(page.get_by_role("heading", level=1, name="Join the network")).to_be_visible()
        assert await page.evaluate("localStorage.getItem('referer_uid')") is None
