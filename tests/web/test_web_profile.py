"""Profile in Chromium: picture, phone, company, time zone, media kits."""

import re
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.browser import open_visit
from tests.support.hostile.files import PDF, image, refused_files
from tests.support.portal import Portal, unique
from tests.web.test_main_job import sound


def file(body: bytes, name: str, kind: str) -> Any:
    return {"name": name, "mimeType": kind, "buffer": body}


async def choose(page: Page, button: str, body: bytes, name: str, kind: str = "image/png") -> None:
    async with page.expect_file_chooser() as chooser:
        await page.get_by_role("button", name=button).click()
    await (await chooser.value).set_files(file(body, name, kind))


async def test_settings_redirect_to_profile(site: Portal, browser: Browser) -> None:
    alice = await site.someone()
    async with open_visit(browser, site.url, token=alice.token) as visit:
        await visit.page.goto("/settings")
        await expect(visit.page).to_have_url(re.compile("/settings/profile$"))
        await sound(visit, "Profile")


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
async def test_profile_is_edited(site: Portal, browser: Browser, phone: bool) -> None:
    alice = await site.someone()
    async with open_visit(browser, site.url, phone=phone, token=alice.token) as visit:
        page = visit.page
        await page.goto("/settings/profile")
        await choose(page, "Choose a picture", image(size=(300, 200)), "me.png")
        await expect(page.get_by_text("Picture changed")).to_be_visible()
        shown = page.get_by_role("main").locator("img")
        await expect(shown).to_have_attribute("src", re.compile("^/files/"))
        await expect(shown).to_have_js_property("naturalWidth", 300)
        assert await visit.violations() == []

        await page.get_by_label("Phone").fill("12")
        await page.get_by_role("button", name="Save details").click()
        await expect(page.get_by_text(re.compile("is not a phone number")).first).to_be_visible()
        await page.get_by_label("Phone").fill("+44 20 7946 0018")
        await page.get_by_role("button", name="Save details").click()
        await expect(page.get_by_text("Profile saved")).to_be_visible()

        company = page.get_by_role("region", name="Publisher")
        await company.get_by_label("Name").fill("Kitchen Ltd")
        await company.get_by_label("Country").fill("united k")
        await page.get_by_role("option", name="United Kingdom").click()
        await company.get_by_label("State or province").fill("Scot")
        await page.get_by_role("option", name="Scotland").click()
        await company.get_by_role("button", name="Save publisher").click()
        await expect(company.get_by_role("button", name="Save publisher")).to_be_enabled()

        await page.get_by_role("combobox", name="Time zone").fill("Tokyo")
        await page.get_by_role("option", name="Asia/Tokyo").click()
        await page.get_by_role("button", name="Save report settings").click()
        await expect(page.get_by_text("Your figures are being recalculated")).to_be_visible()
        await site.work()
        await expect(page.get_by_text("Your figures are being recalculated")).to_be_hidden()
        await page.get_by_role("switch", name="Brands").click()
        await expect(page.get_by_role("switch", name="Brands")).not_to_be_checked()

    found = await site.ok("/user/profile", alice)
    assert (found["phone"], found["time_zone"]) == ("+442079460018", "Asia/Tokyo")
    company_now = {"name": "Kitchen Ltd", "country": "United Kingdom", "province": "Scotland"}
    assert company_now.items() <= found["company"].items()
    assert found["notifications"]["brands"] is False


async def test_media_kits_are_added_changed_and_deleted(site: Portal, browser: Browser) -> None:
    alice = await site.someone()
    async with open_visit(browser, site.url, token=alice.token) as visit:
        page = visit.page
        await page.goto("/settings/profile")
        await choose(page, "Add media kit", refused_files()["html"], "kit.pdf", "application/pdf")
        await expect(
            page.get_by_role("region", name="Media kits").get_by_text("The file must be a")
        ).to_be_visible()
        await choose(page, "Add media kit", PDF, "Kit 2026.pdf", "application/pdf")
        kits = page.get_by_role("list", name="Media kits")
        await expect(kits).to_contain_text("Kit 2026.pdf")
        assert await visit.violations() == []

        async with page.expect_download() as downloaded:
            await page.get_by_role("button", name="Download Kit 2026.pdf").click()
        assert (await downloaded.value).suggested_filename == "Kit 2026.pdf"

        await page.get_by_role("button", name="Edit Kit 2026.pdf").click()
        dialog = page.get_by_role("dialog")
        await dialog.get_by_label("Name").fill("Facts.pdf")
        assert await visit.violations() == []
        await dialog.get_by_role("button", name="Save media kit").click()
        await expect(kits).to_contain_text("Facts.pdf")

        await page.get_by_role("button", name="Delete Facts.pdf").click()
        await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        await expect(page.get_by_text("No media kit yet")).to_be_visible()


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
async def test_sign_up_stores_a_logo_and_a_media_kit(
    site: Portal, browser: Browser, phone: bool
) -> None:
    name = unique("joiner")
    async with open_visit(browser, site.url, phone=phone) as visit:
        page = visit.page
        await page.goto("/auth/signup")
        await page.get_by_label("Username", exact=True).fill(name)
        await page.get_by_label("Email").fill(f"{name}@example.com")
        await page.get_by_label("Password", exact=True).fill("walnut bicycle harvest")
        await page.get_by_label("I agree to the terms").check()
        await page.get_by_role("button", name="Continue").click()
        setup = page.get_by_role("dialog", name="Set up your profile")
        await setup.get_by_text("A company", exact=True).click()
        await setup.get_by_label("Company name").fill("Kitchen Ltd")
        await setup.get_by_role("combobox", name="Country").fill("united k")
        await page.get_by_role("option", name="United Kingdom").click()
        await setup.get_by_label("Channel name").fill("Kitchen")
        await setup.get_by_role("combobox", name="Channel type").click()
        await page.get_by_role("option", name="Blog").click()
        await setup.get_by_role("combobox", name="Platform").click()
        await page.get_by_role("option", name="WordPress").click()
        await setup.get_by_role("combobox", name="How you promote").press("ArrowDown")
        await page.get_by_role("option", name="Content and reviews").click()
        await page.keyboard.press("Tab")
        await setup.get_by_label("Website").fill("https://kitchen.example")
        await setup.get_by_role("button", name="More about you").click()
        await choose(page, "Choose a logo", image(size=(90, 60)), "logo.png")
        await choose(page, "Choose a file", PDF, "Kit 2026.pdf", "application/pdf")
        await expect(setup.get_by_text("Kit 2026.pdf")).to_be_visible()
        assert await visit.violations() == []
        assert await visit.overflow() == 0
        await setup.get_by_role("button", name="Create account", exact=True).click()
        await expect(page).to_have_url(re.compile("/auth/email-verification"))
        assert visit.faults == []

    async with site.db() as db:
        uid = await db.fetchval("select publisher_id from account where username = $1", name)
        logo = await db.fetchval("select logo from site where publisher_id = $1", uid)
        kits = await db.fetch("select name, size from media_kit where publisher_id = $1", uid)
    assert (await site.http.get(logo)).status_code == 200
    assert [tuple(kit) for kit in kits] == [("Kit 2026.pdf", len(PDF))]


async def test_chosen_channel_logo_is_saved_and_shown(site: Portal, browser: Browser) -> None:
    alice = await site.someone()
    async with open_visit(browser, site.url, token=alice.token) as visit:
        page = visit.page
        await page.goto(f"/settings/channel?edit={alice.site_id}")
        form = page.get_by_role("dialog")
        await choose(page, "Choose a logo", image(size=(90, 60)), "logo.png")
        await expect(form.get_by_role("button", name="Remove: Logo")).to_be_visible()
        assert await visit.violations() == []
        await form.get_by_role("button", name="Save channel").click()
        logo = page.get_by_role("main").locator("img")
        await expect(logo).to_have_attribute("src", re.compile("^/files/"))
        await expect(logo).to_have_js_property("naturalWidth", 90)
        assert await visit.violations() == []


async def test_polyglot_image_runs_no_script(site: Portal, browser: Browser) -> None:
    """A polyglot that was stored by force, as if the check had failed."""
    name = "x" * 32 + ".png"
    await site.resources.storage.put(name, b"<!doctype html><script>document.title='ran'</script>")
    async with open_visit(browser, site.url) as visit:
        answer = await visit.page.goto(f"/files/{name}")
        assert answer is not None
        assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
        assert await visit.page.title() != "ran"
