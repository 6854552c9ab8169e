"""Sign-up on a phone: errors are shown, and valid input is accepted."""

import re

from playwright.async_api import Browser, Locator, Page, expect

from tests.support.browser import open_visit
from tests.support.portal import PASSWORD, Portal, unique
from tests.web.test_main_job import newest_link

HIT = """(field) => {
  const { x, y, width, height } = field.getBoundingClientRect();
  return field.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""

TEXT_START = """(element) => {
  const text = document.createRange();
  text.selectNodeContents(element);
  return text.getBoundingClientRect().x;
}"""


async def expect_led_to(field: Locator) -> None:
    """A field that has the focus and lies under nothing."""
    await expect(field).to_be_focused()
    await expect(field).to_be_in_viewport(ratio=1)
    assert await field.evaluate(HIT)


async def fill_account(page: Page, name: str, password: str) -> None:
    await page.get_by_label("Username", exact=True).fill(name)
    await page.get_by_label("Email").fill(f"{name}@example.com")
    await page.get_by_label("Password", exact=True).fill(password)
    await page.get_by_role("checkbox", name=re.compile("I agree")).check()
    await page.get_by_role("button", name="Continue").click()


async def test_refused_field_of_a_form_is_scrolled_into_view(
    site: Portal, browser: Browser
) -> None:
    async with open_visit(browser, site.url, phone=True) as visit:
        page = visit.page
        await page.goto("/auth/signup")
        await fill_account(page, unique("maya"), "aaaaaaaaaaaa")
        weak = "This is one of the most common passwords. Try three unrelated words"
        # Beside its field; a message says it, too.
        await expect(page.get_by_role("main").get_by_text(weak)).to_be_visible()
        await expect_led_to(page.get_by_label("Password", exact=True))
        await page.get_by_label("Password", exact=True).fill(PASSWORD)
        await page.get_by_role("button", name="Continue").click()

        form = page.get_by_role("dialog")
        await form.get_by_label("Your name").fill("Jo")
        country = form.get_by_role("combobox", name="Country")
        await country.press_sequentially("germany")
        await expect(page.get_by_role("option", name="Germany")).to_be_visible()
        await country.press("Tab")
        await expect(country).to_have_value("Germany")
        await form.get_by_label("Channel name").fill("Jo reviews")
        await form.get_by_label("Website").fill("joreviews")
        await form.get_by_role("combobox", name="Channel type").click()
        await form.get_by_role("option", name="Website").click()
        await expect(form.get_by_role("combobox", name="Platform")).to_have_value("Own website")
        await form.get_by_role("heading", name="Your reports").scroll_into_view_if_needed()
        await form.get_by_role("button", name="Create account", exact=True).click()
        await expect_led_to(form.get_by_label("Website"))
        await expect(form.get_by_text("Website must be a full URL")).to_be_in_viewport()
        await form.get_by_label("Website").fill("https://joreviews.example")
        await expect(form.get_by_text("Content and reviews").first).to_be_visible()
        await form.get_by_role("combobox", name="How you promote").press("Backspace")
        await form.get_by_role("button", name="Create account", exact=True).click()
        await expect_led_to(form.get_by_role("combobox", name="How you promote"))
        assert visit.faults == []


async def test_error_of_a_form_field_is_aligned_with_its_label(
    site: Portal, browser: Browser
) -> None:
    async with open_visit(browser, site.url, phone=True) as visit:
        page = visit.page
        await page.goto("/auth/signup")
        await page.get_by_role("button", name="Continue").click()
        starts = [
            await page.get_by_text(text, exact=True).evaluate(TEXT_START)
            for text in ("I agree to the terms of the network", "Agree to the terms to continue")
        ]
        assert starts[0] == starts[1]
        assert visit.faults == []


async def test_verify_channel_step_opens_the_verification_drawer(
    site: Portal, browser: Browser
) -> None:
    who = await site.someone()
    async with open_visit(browser, site.url, phone=True, token=who.token) as visit:
        page = visit.page
        await page.goto("/dashboard")
        await page.get_by_role("link", name="Verify your channel").click()
        drawer = page.get_by_role("dialog", name=re.compile("^Verify "))
        await expect(drawer.get_by_role("button", name="Check now")).to_be_visible()
        assert visit.faults == []


async def test_verification_link_in_another_browser_leads_to_sign_in(
    site: Portal, browser: Browser
) -> None:
    name = unique("maya")
    async with (
        open_visit(browser, site.url) as desktop,
        open_visit(browser, site.url, phone=True) as phone,
    ):
        await desktop.page.goto("/auth/signup")
        await fill_account(desktop.page, name, PASSWORD)
        await desktop.page.get_by_role("button", name="Create account without profile").click()
        await expect(desktop.page).to_have_url(re.compile("/auth/email-verification"))
        [cookie] = await desktop.page.context.cookies()
        assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
        assert await desktop.page.evaluate("document.cookie") == ""
        await site.work()

        page = phone.page
        await page.goto(newest_link(site, f"{name}@example.com"))
        await expect(page.get_by_role("heading", name="Verify your email")).to_be_visible()
        assert await phone.violations() == []
        await page.get_by_role("button", name="Verify email and continue").click()
        await expect(page.get_by_role("heading", name="Your email is verified")).to_be_visible()
        assert await page.evaluate("localStorage.getItem('token')") is None
        await expect(page.get_by_label("Username or email")).to_have_value(f"{name}@example.com")
        await page.get_by_role("textbox", name="Password").fill(PASSWORD)
        await page.get_by_role("button", name="Sign in").click()
        await expect(page).to_have_url(re.compile("/settings/channel"))
        assert desktop.faults == phone.faults == []
