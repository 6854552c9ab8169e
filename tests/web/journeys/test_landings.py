"""A link to a part of a page lands at that part, not at the top of its page."""

from playwright.async_api import Browser, expect

from tests.support.browser import open_visit
from tests.support.portal import Portal
from tests.web.test_main_job import SIZES

HEADER = 56
LANDINGS = {
    "/tools/link-generator?brand={mcid}#links": "History",
    "/brands/{mcid}#terms": "Commission",
    "/brands/{mcid}#coupons": "Coupons",
    "/settings/profile#mails": "Email notifications",
}


@SIZES
async def test_url_with_a_fragment_scrolls_to_that_part_of_the_page_and_focuses_it(
    site: Portal, browser: Browser, phone: bool
) -> None:
    who, brand = await site.someone(), await site.brand()
    await site.join(who, brand)
    await site.link(who, brand)
    async with open_visit(browser, site.url, phone=phone, token=who.token) as visit:
        for address, name in LANDINGS.items():
            await visit.page.goto(address.format(mcid=brand.mcid))
            part = visit.page.get_by_role("region", name=name, exact=True)
            await expect(part).to_be_focused()
            await visit.settle()
            box = await part.bounding_box()
            assert box
            assert box["y"] >= HEADER, (address, box)
            heading = part.get_by_role("heading", name=name, exact=True)
            await expect(heading.first).to_be_in_viewport()


async def test_dashboard_step_for_links_leads_to_the_list_of_links(
    site: Portal, browser: Browser
) -> None:
    who, brand = await site.someone(), await site.brand()
    await site.join(who, brand)
    await site.link(who, brand)
    async with open_visit(browser, site.url, token=who.token) as visit:
        await visit.page.goto("/dashboard")
        await visit.page.get_by_role("link", name="See your links").click()
        history = visit.page.get_by_role("region", name="History")
        await expect(history).to_be_focused()
        await expect(history.get_by_role("heading", name="History")).to_be_in_viewport()
