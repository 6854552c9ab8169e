"""An app is connected in Chromium: its question, the sign-in before it, the answer, and the end."""

import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.async_api import Browser, Page, Route, expect

from tests.support.accounts.agents import BACK, App, register
from tests.support.browser import open_visit
from tests.support.portal import PASSWORD, Portal
from tests.web.test_main_job import SIZES, sound


async def catch_answers(page: Page) -> list[str]:
    """The addresses of the app to which the browser is sent."""
    answers: list[str] = []

    async def answer(route: Route) -> None:
        answers.append(route.request.url)
        await route.fulfill(status=200, content_type="text/html", body="<title>The app</title>")

    await page.route(f"{BACK}**", answer)
    return answers


def address_of(app: App) -> str:
    return f"/oauth/authorize?{urlencode(app.question())}"


@SIZES
async def test_app_is_connected_used_and_ended(site: Portal, browser: Browser, phone: bool) -> None:
    alice = await site.someone()
    app = await register(site, client_name="Claude")
    async with open_visit(browser, site.url, phone=phone, token=alice.token) as visit:
        page = visit.page
        answers = await catch_answers(page)
        await page.goto(address_of(app))
        await expect(page).to_have_url(re.compile("/connect"))
        await sound(visit, "Connect an app")
        await expect(
            page.get_by_role("heading", name="“Claude” wants to act for you")
        ).to_be_visible()
        await expect(page.get_by_text("Not verified")).to_be_visible()
        await expect(page.get_by_text("your own computer")).to_be_visible()
        await page.get_by_role("checkbox").check()
        await page.get_by_label("Your password").fill(PASSWORD)
        assert await visit.violations() == []
        await page.get_by_role("button", name="Connect", exact=True).click()
        await expect(page).to_have_title("The app")
        [back] = answers
        values = parse_qs(urlsplit(back).query)
        assert values["state"] == ["s1"] and values["iss"] == [site.resources.settings.public_url]
        tokens = (await app.redeem(values["code"][0])).json()
        assert tokens["scope"] == "agent.read agent.write"
        assert await app.agent(tokens).data("site_list")

        await page.goto("/settings/login")
        await sound(visit, "Login Information")
        panel = page.get_by_role("region", name="Connected apps")
        await expect(panel.get_by_text("Claude")).to_be_visible()
        await expect(page.get_by_text("App allowed to act for you")).to_be_visible()
        await panel.get_by_role("button", name="End Claude").click()
        await page.get_by_role("dialog").get_by_role("button", name="End", exact=True).click()
        await expect(panel.get_by_text("No app acts for you.")).to_be_visible()
        assert await visit.overflow() == 0
    assert (await app.agent(tokens).send("tools/list")).status_code == 401


async def test_consent_page_asks_a_signed_out_user_to_sign_in(
    site: Portal, browser: Browser
) -> None:
    alice = await site.someone()
    app = await register(site, client_name="Claude")
    async with open_visit(browser, site.url) as visit:
        page = visit.page
        answers = await catch_answers(page)
        await page.goto(address_of(app))
        await expect(page).to_have_url(re.compile("/auth/login"))
        await page.get_by_label("Username or email").fill(alice.username)
        await page.get_by_label("Password", exact=True).fill(PASSWORD)
        await page.get_by_role("button", name="Sign in", exact=True).click()
        await expect(
            page.get_by_role("heading", name="“Claude” wants to act for you")
        ).to_be_visible()
        await page.get_by_role("button", name="Cancel").click()
        await expect(page).to_have_title("The app")
        assert parse_qs(urlsplit(answers[0]).query)["error"] == ["access_denied"]
    assert (await site.ok("/user/app_list", alice))["list"] == []


@pytest.mark.parametrize("address", ["/connect", "/connect?ask=nonsense", "/connect?ask=e30"])
async def test_consent_page_with_an_incomplete_request_shows_an_error(
    site: Portal, browser: Browser, address: str
) -> None:
    alice = await site.someone()
    async with open_visit(browser, site.url, token=alice.token) as visit:
        await visit.page.goto(address)
        await sound(visit, "Connect an app")
        await expect(visit.page.get_by_text("This app cannot be connected")).to_be_visible()
