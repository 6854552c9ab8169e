"""A second channel in Chromium: it applies, is accepted meanwhile, makes a link, and leaves."""

import re

from playwright.async_api import Browser, Page, expect

from tests.support.browser import open_visit
from tests.support.channels import save_channel
from tests.support.portal import Portal, Someone, unique
from tests.web.test_main_job import ON_DESKTOP, ON_PHONE, sound


async def switch(page: Page, name: str) -> None:
    await page.get_by_role("main").get_by_role("combobox", name="Channel").select_option(name)


async def accept(site: Portal, who: Someone, mcid: str, site_id: int) -> None:
    decision = {"uid": who.uid, "site_id": site_id, "mcid": mcid, "status": 2}
    await site.ok("/network/relationship_review", await site.operator(), attributes=decision)


@ON_PHONE
async def test_second_channel_can_apply_make_links_and_leave_a_brand(
    site: Portal, browser: Browser, phone: bool
) -> None:
    who = await site.someone()
    blog: int = (await save_channel(site, who, name="Second blog"))["id"]
    brand = await site.brand(name=unique("Loomfield"), approval="manual")
    name = (await site.ok("/brands/info", who, attributes={"mcid": brand.mcid}))["name"]
    async with open_visit(browser, site.url, phone=phone, token=who.token) as visit:
        page = visit.page
        await page.goto(f"/brands/find?keyword={brand.mcid}")
        await switch(page, "Second blog")
        await expect(page).to_have_url(re.compile(f"site_id={blog}"))
        await sound(visit, "New Brands")

        await page.get_by_role("button", name=f"Apply to {name}").click()
        question = page.get_by_role("dialog", name=f"Apply to {name}")
        await question.get_by_label("Message").fill("My readers ask for it")
        assert await visit.violations() == []
        await question.get_by_role("button", name="Send application").click()
        await expect(page.get_by_text("Waiting for the brand")).to_be_visible()
        await sound(visit, "New Brands")

        await page.get_by_role("link", name=name).first.click()
        await sound(visit, name)
        await expect(page).to_have_title(re.compile(re.escape(name)))
        await expect(page.get_by_text("My readers ask for it")).to_be_visible()
        await switch(page, (await site.ok("/site/list", who))["list"][0]["name"])
        await expect(page.get_by_role("button", name=f"Apply to {name}")).to_be_visible()
        await switch(page, "Second blog")
        await expect(page.get_by_role("button", name="Withdraw the application")).to_be_visible()

        await accept(site, who, brand.mcid, blog)
        await page.evaluate("window.dispatchEvent(new Event('focus'))")
        await expect(page.get_by_text(f"{name} accepted Second blog")).to_be_visible()
        await page.get_by_role("button", name="Create link").click()
        await expect(page.get_by_text("Your link is ready")).to_be_visible()
        await sound(visit, name)
        [link] = (await site.ok("/tools/links", who))["list"]
        assert link["site_id"] == blog

        await page.get_by_role("button", name=f"Leave {name}").click()
        leaving = page.get_by_role("dialog", name=f"Leave {name}?")
        await expect(leaving).to_contain_text("stop earning at once")
        await leaving.get_by_role("button", name="Leave brand").click()
        await expect(page.get_by_text(f"You left {name}")).to_be_visible()
        await sound(visit, name)


@ON_DESKTOP
async def test_link_form_offers_to_apply_to_the_brand(
    site: Portal, browser: Browser, phone: bool
) -> None:
    who = await site.someone()
    blog: int = (await save_channel(site, who, name="Second blog"))["id"]
    brand = await site.brand(name=unique("Harbour"))
    name = (await site.ok("/brands/info", who, attributes={"mcid": brand.mcid}))["name"]
    async with open_visit(browser, site.url, phone=phone, token=who.token) as visit:
        page = visit.page
        await page.goto("/tools/link-generator")
        await page.get_by_role("combobox", name="Channel").first.click()
        choices = page.get_by_role("listbox", name="Channel")
        await choices.get_by_role("option", name="Second blog").click()
        await page.get_by_role("combobox", name="Brand").first.fill(name)
        await page.get_by_role("option", name=name).click()
        await expect(page.get_by_text(f"Second blog has not joined {name}")).to_be_visible()
        await sound(visit, "Link Generator")

        await page.get_by_role("button", name=f"Apply to {name}").click()
        await page.get_by_role("button", name="Create link").click()
        await expect(page.get_by_text("Your link is ready")).to_be_visible()
        [link] = (await site.ok("/tools/links", who))["list"]
        assert link["site_id"] == blog

        history = page.get_by_role("region", name="History")
        await history.get_by_role("button", name="Add filter").click()
        await page.get_by_role("button", name="Channel", exact=True).click()
        await page.get_by_role("group", name="Channel").get_by_text("Second blog").click()
        await expect(page).to_have_url(re.compile(f"channel={blog}"))
        await sound(visit, "Link Generator")
        for report in ("Performance", "Transactions"):
            await page.goto(f"/reports/{report.lower()}")
            await switch(page, "Second blog")
            await expect(page).to_have_url(re.compile(f"site_ids=.*{blog}"))
            await sound(visit, report)


@ON_DESKTOP
async def test_selected_channel_is_kept_across_pages(
    site: Portal, browser: Browser, phone: bool
) -> None:
    who = await site.someone()
    first = (await site.ok("/site/list", who))["list"][0]["name"]
    blog: int = (await save_channel(site, who, name="Second blog"))["id"]
    brand = await site.brand(name=unique("Harbour"))
    name = (await site.ok("/brands/info", who, attributes={"mcid": brand.mcid}))["name"]
    await site.ok("/brands/apply", who, attributes={"mcids": [brand.mcid]})
    async with open_visit(browser, site.url, phone=phone, token=who.token) as visit:
        page = visit.page
        channel = page.get_by_role("main").get_by_role("combobox", name="Channel").first
        menu = page.get_by_role("navigation", name="Main navigation")
        await page.goto("/brands/find")
        await switch(page, "Second blog")
        await menu.get_by_role("link", name="Profile").click()
        await menu.get_by_role("link", name="My Brands").click()
        await expect(channel).to_have_value(str(blog))
        await expect(menu.get_by_role("link", name="My Brands")).to_have_attribute(
            "data-status", "active"
        )
        await menu.get_by_role("link", name="Link Generator").click()
        await expect(channel).to_have_value("Second blog")
        await page.reload()
        await expect(channel).to_have_value("Second blog")

        await page.goto(f"/brands/{brand.mcid}?site_id={blog}")
        await expect(page.get_by_text("All your channels")).to_be_visible()
        await sound(visit, name)
        await switch(page, first)
        await menu.get_by_role("link", name="My Brands").click()
        await page.get_by_role("link", name=f"Create a link to {name}").click()
        await expect(channel).to_have_value(first)
        await page.get_by_role("button", name="Create link").click()
        await expect(page.get_by_text("Your link is ready")).to_be_visible()
        [link] = (await site.ok("/tools/links", who))["list"]
        assert link["site_id"] != blog

        await channel.click()
        choices = page.get_by_role("listbox", name="Channel")
        await choices.get_by_role("option", name="Second blog").click()
        await expect(page).to_have_url(re.compile(f"site_id={blog}"))
        await expect(page.get_by_text("Your link is ready")).to_be_visible()
        await menu.get_by_role("link", name="New Brands").click()
        await expect(channel).to_have_value(str(blog))
        await menu.get_by_role("link", name="Performance").click()
        await expect(channel).to_have_value("all")
