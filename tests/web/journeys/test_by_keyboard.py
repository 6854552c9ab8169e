"""From sign-in to a copied link by keyboard alone, and every screen of a publisher at 200% zoom."""

import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.browser import Visit, open_visit
from tests.support.hostile.full_publisher import Possessions
from tests.support.journey import widths
from tests.support.portal import PASSWORD, Portal
from tests.support.timing import HANG_SECONDS
from tests.web.journeys.screens import COMMON

STOPS_MAX = 150
ZOOMED = {"width": 720, "height": 450}
"""A window of 1440 by 900 at 200 %."""
# A radio button is drawn by the label beside it.
OUT_OF_SIGHT = """() => {
  if (document.activeElement.matches("[type=radio]")) return false;
  const {left, top, width, height} = document.activeElement.getBoundingClientRect();
  const inside = left < innerWidth && top < innerHeight && left + width > 0 && top + height > 0;
  return document.activeElement !== document.body && !(inside && width > 0 && height > 0);
}"""


async def tab_to(page: Page, role: str, name: str | re.Pattern[str]) -> None:
    """Press Tab until this has the focus; whatever has it on the way is in sight."""
    target = page.get_by_role(role, name=name).first  # type: ignore[arg-type]
    await expect(target).to_be_attached()
    for _ in range(STOPS_MAX):
        await page.keyboard.press("Tab")
        assert not await page.evaluate(OUT_OF_SIGHT), await page.evaluate(
            "document.activeElement.outerHTML"
        )
        if await target.evaluate("(element) => element === document.activeElement"):
            return
    raise AssertionError(f"{role} {name} is not reached")


async def test_a_link_is_made_and_copied_by_keyboard_alone(site: Portal, browser: Browser) -> None:
    who = await site.someone()
    async with open_visit(browser, site.url) as visit:
        page, keys = visit.page, visit.page.keyboard
        await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await page.goto("/auth/login")
        await tab_to(page, "textbox", "Username or email")
        await keys.type(who.username)
        await tab_to(page, "textbox", "Password")
        await keys.type(PASSWORD)
        await keys.press("Enter")
        await expect(page.get_by_role("heading", level=1, name="Dashboard")).to_be_visible()
        await visit.settle()

        await tab_to(page, "link", "New Brands")
        await keys.press("Enter")
        await expect(page.get_by_role("heading", level=1, name="New Brands")).to_be_visible()
        await tab_to(page, "searchbox", "Search brands")
        await keys.type("harbour")
        await expect(page).to_have_url(re.compile("keyword=harbour"))
        await visit.settle()
        await tab_to(page, "link", "Harbour Books")
        await keys.press("Enter")
        await expect(page.get_by_role("heading", level=1, name="Harbour Books")).to_be_visible()
        await visit.settle()

        await tab_to(page, "button", "Apply to Harbour Books")
        await keys.press("Enter")
        await expect(page.get_by_text("Joined").first).to_be_visible()
        await visit.settle()
        await tab_to(page, "button", "Create link")
        await keys.press("Enter")
        await expect(page.get_by_role("heading", name="Your link is ready")).to_be_visible()
        await visit.settle()
        await tab_to(page, "button", "Copy short link")
        await keys.press("Enter")
        await expect(page.get_by_role("button", name="Copied").first).to_be_visible()
        copied = await page.evaluate("navigator.clipboard.readText()")
        assert re.search(r"/s/[0-9A-Za-z]{14}$", copied), copied
        assert visit.faults == []


@pytest.fixture
async def zoomed_visit(site: Portal, browser: Browser, own: Possessions) -> AsyncIterator[Visit]:
    """A visit of a publisher who has everything, at 200 %."""
    context = await browser.new_context(
        base_url=site.url,
        viewport=ZOOMED,  # type: ignore[arg-type]
        device_scale_factor=2,
        reduced_motion="reduce",
        locale="en-GB",
    )
    await context.add_init_script(f"localStorage.setItem('token', '{own.token}')")
    page = await context.new_page()
    page.set_default_timeout(1_000 * HANG_SECONDS)
    yield Visit(page)
    await context.close()


async def test_pages_at_200_percent_do_not_overflow(zoomed_visit: Visit) -> None:
    found = {}
    for path, heading in COMMON.items():
        await zoomed_visit.page.goto(path)
        await expect(
            zoomed_visit.page.get_by_role("heading", level=1, name=heading)
        ).to_be_in_viewport()
        await zoomed_visit.settle()
        if wrong := await widths(zoomed_visit):
            found[path] = wrong
    assert found == {}
    assert zoomed_visit.faults == []


async def test_tab_leads_from_a_long_list_to_the_next_field(site: Portal, browser: Browser) -> None:
    """Chromium would stop at the list, which scrolls and is gone once it has lost the focus."""
    who = await site.someone()
    async with open_visit(browser, site.url, token=who.token) as visit:
        page = visit.page
        await page.goto("/settings/profile")
        country = page.get_by_role("combobox", name="Country")
        await expect(country).to_be_visible()
        await visit.settle()
        await country.focus()
        await expect(page.get_by_role("option").first).to_be_visible()
        await page.keyboard.press("Tab")
        province = page.get_by_role("combobox", name="State or province")
        await expect(province).to_be_focused()
        await province.fill("x")
        await page.keyboard.press("Tab")
        await expect(page.get_by_label("Address")).to_be_focused()
        assert visit.faults == []
