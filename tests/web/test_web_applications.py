"""Applications in Chromium: their list, brands by channel, and several channels that apply at once."""

from playwright.async_api import Browser, expect

from tests.support.browser import open_visit
from tests.support.portal import Portal
from tests.web.test_main_job import ON_PHONE, sound


@ON_PHONE
async def test_application_is_withdrawn_and_several_channels_apply_at_once(
    site: Portal, browser: Browser, phone: bool
) -> None:
    who = await site.someone()
    await site.site(who.uid)
    choosy, other = await site.brand(approval="manual"), await site.brand(approval="manual")
    await site.ok("/brands/apply", who, attributes={"mcids": [choosy.mcid, other.mcid]})
    name = f"Brand {choosy.mcid}"
    scheme = "dark" if phone else "light"
    async with open_visit(browser, site.url, phone=phone, token=who.token, scheme=scheme) as visit:
        page = visit.page
        await page.goto("/brands/find?status=1")
        await page.get_by_role("link", name="Applications", exact=True).click()
        listed = page.get_by_role("table", name="Applications")
        await expect(listed.get_by_text(name)).to_be_visible()
        await sound(visit, "Applications")

        await listed.get_by_role("button", name=f"Withdraw the application to {name}").click()
        await page.get_by_role("button", name="Withdraw application").click()
        await expect(page.get_by_text(f"Application to {name} withdrawn")).to_be_visible()
        await expect(listed.get_by_text(name)).to_have_count(0)

        await page.get_by_text("Brands by channel").click()
        table = page.get_by_role("table", name="Brands by channel")
        await expect(table.get_by_text(f"Brand {other.mcid}")).to_be_visible()
        await sound(visit, "Applications")
        await page.goto(f"/brands/{choosy.mcid}")
        await page.get_by_role("button", name=f"Apply to {name}").first.click()
        await page.get_by_role("dialog").get_by_role("checkbox").check()
        await page.get_by_role("button", name="Send application").click()
        await expect(page.get_by_text("2 pending")).to_be_visible()
        assert visit.faults == []
    found = await site.ok("/brands/applications", who, filter={"mcid": choosy.mcid, "status": 1})
    assert found["total"] == 2
