"""Channel Management in Chromium: a channel is verified, and deleted."""

import re

from playwright.async_api import Browser, expect

from schema.channels.channel_proof import FILE_PATH
from tests.support.browser import open_visit
from tests.support.channels import save_channel
from tests.support.hostile.websites import website
from tests.support.portal import Portal
from tests.web.test_main_job import ON_PHONE, sound


@ON_PHONE
async def test_a_channel_is_verified_and_another_deleted(
    site: Portal, browser: Browser, phone: bool
) -> None:
    who = await site.someone(site=False)
    async with (
        website() as own,
        open_visit(browser, site.url, phone=phone, token=who.token) as visit,
    ):
        await save_channel(site, who, name="My kitchen", website=own.url)
        await save_channel(site, who, name="Old blog", website=f"{own.url}/old")
        page = visit.page
        await page.goto("/settings/channel")

        await page.get_by_role("button", name="Verify ownership of My kitchen").click()
        drawer = page.get_by_role("dialog", name="Verify My kitchen")
        await drawer.get_by_text("File", exact=True).click()
        await sound(visit, re.compile("Channel Management|Verify"))
        await drawer.get_by_role("button", name="Check now").click()
        await expect(drawer.get_by_text(re.compile("answered with status 404"))).to_be_visible()
        own.pages[FILE_PATH] = await drawer.get_by_role(
            "textbox", name="File content"
        ).input_value()
        await drawer.get_by_role("button", name="Check now").click()
        await expect(page.get_by_text("My kitchen verified")).to_be_visible()
        await expect(page).to_have_url(re.compile("/settings/channel$"))
        await expect(drawer).to_have_count(0)

        await page.get_by_role("button", name="Delete Old blog").click()
        question = page.get_by_role("dialog", name="Delete Old blog?")
        await expect(question).to_contain_text("past clicks and orders stay")
        assert await visit.violations() == []
        await question.get_by_role("button", name="Delete channel").click()
        await expect(page.get_by_text("Old blog deleted")).to_be_visible()
        await expect(page.get_by_role("heading", name="Old blog")).to_have_count(0)
        await sound(visit, "Channel Management")
