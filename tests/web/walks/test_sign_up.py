"""Sign-up on a phone: what is refused is shown, and what is typed is taken."""

import re

from playwright.async_api import Browser, Locator, Page, expect

from tests.support.browser import open_visit
from tests.support.portal import PASSWORD, Portal, unique

HIT = """(field) => {
  const { x, y, width, height } = field.getBoundingClientRect();
  return field.contains(document.elementFromPoint(x + width / 2, y + height / 2));
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
    await page.get_by_label("Confirm password").fill(password)
    await page.get_by_role("checkbox", name=re.compile("I agree")).check()
    await page.get_by_role("button", name="Continue").click()


async def test_a_refused_field_is_led_to_however_far_one_has_scrolled(
    site: Portal, browser: Browser
) -> None:
    async with open_visit(browser, site.url, phone=True) as visit:
        page = visit.page
        await page.goto("/auth/signup")
        await fill_account(page, unique("maya"), "aaaaaaaaaaaa")
        weak = "This is one of the most common passwords. Try three unrelated words"
        await expect(page.get_by_text(weak)).to_be_visible()
        await expect_led_to(page.get_by_label("Password", exact=True))
        await page.get_by_label("Password", exact=True).fill(PASSWORD)
        await page.get_by_label("Confirm password").fill(PASSWORD)
        await page.get_by_role("button", name="Continue").click()

        form = page.get_by_role("dialog")
        await form.get_by_label("Your name").fill("Jo")
        country = form.get_by_role("combobox", name="Country")
        await country.press_sequentially("germany")
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
        await form.get_by_role("button", name="Create account", exact=True).click()
        await expect_led_to(form.get_by_role("combobox", name="How you promote"))
        assert visit.faults == []
