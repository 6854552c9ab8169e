"""Help for new publishers: explained terms, a menu that says why it redirects, a code to scan."""

import re

from playwright.async_api import Browser, expect

from tests.support.browser import open_visit
from tests.support.portal import Portal
from tests.web.test_main_job import go, sound

MEANING = "How long after a click"


async def test_technical_term_shows_its_explanation_on_touch_and_focus(
    site: Portal, browser: Browser
) -> None:
    who, brand = await site.someone(), await site.brand()
    async with open_visit(browser, site.url, phone=True, touch=True, token=who.token) as visit:
        page = visit.page
        await page.goto(f"/brands/{brand.mcid}")
        term = page.get_by_role("button", name="Cookie", exact=True)
        await term.scroll_into_view_if_needed()
        await term.tap()
        meaning = page.get_by_role("tooltip").get_by_text(re.compile(MEANING))
        await expect(meaning).to_be_in_viewport(ratio=1)
        assert await visit.violations() == []
        assert await visit.overflow() == 0
        await page.get_by_role("heading", level=1).tap()
        await expect(meaning).to_be_hidden()

        await page.get_by_role("button", name="Offer type", exact=True).focus()
        await page.keyboard.press("Tab")
        await expect(term).to_be_focused()
        await expect(meaning).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(meaning).to_be_hidden()
        assert visit.faults == []


async def test_menu_explains_why_a_channel_is_needed_first(site: Portal, browser: Browser) -> None:
    who = await site.someone(site=False)
    async with open_visit(browser, site.url, phone=True, token=who.token) as visit:
        page = visit.page
        await page.goto("/dashboard")
        await expect(page).to_have_url(re.compile("/settings/channel"))
        why = page.get_by_role("alert").filter(has_text="Add a channel first")
        await expect(why).to_be_hidden()

        await go(page, "Performance", phone=True)
        await expect(why).to_be_in_viewport()
        await expect(why).to_contain_text("The page you asked for opens as soon as you have one.")
        await sound(visit, "Channel Management")
        assert visit.faults == []


async def test_link_drawer_has_a_qr_code(site: Portal, browser: Browser) -> None:
    who, brand = await site.someone(), await site.brand()
    await site.join(who, brand)
    link = await site.link(who, brand)
    async with open_visit(browser, site.url, phone=True, token=who.token) as visit:
        page = visit.page
        await page.goto(f"/tools/link-generator?link={link['link_id']}")
        drawer = page.get_by_role("dialog")
        code = drawer.get_by_role("img", name="QR code of the short link")
        await code.scroll_into_view_if_needed()
        size = await code.evaluate("async (image) => (await image.decode(), image.naturalWidth)")
        assert size > 0
        await expect(drawer.get_by_text("Both lead to the same page")).to_be_visible()
        async with page.expect_download() as download:
            await drawer.get_by_role("link", name="Save as SVG").click()
        saved = await download.value
        assert saved.suggested_filename == f"link-{link['code']}.svg"
        assert (await saved.path()).read_text() == link["qr"]
        await sound(visit, "Link Generator")
        assert visit.faults == []
