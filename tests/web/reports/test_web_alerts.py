"""Alerts in Chromium: the watch finds a stop, the dashboard shows it, and it is opened, snoozed and closed."""

import re

from playwright.async_api import Browser, expect

from tests.support.browser import open_visit
from tests.support.portal import Portal
from tests.support.reports.watched import PAST, look, make_watched
from tests.web.test_main_job import ON_PHONE, sound

STOP = "No orders arrive any more"


@ON_PHONE
async def test_an_alert_is_found_opened_snoozed_and_closed(
    site: Portal, browser: Browser, phone: bool
) -> None:
    it = await make_watched(site)
    await it.live(range(3, PAST))
    await it.live(range(3), orders=0)
    await look(site)
    scheme = "dark" if phone else "light"
    async with open_visit(
        browser, site.url, phone=phone, token=it.it.who.token, scheme=scheme
    ) as visit:
        page = visit.page
        await page.goto("/dashboard")
        card = page.get_by_role("region", name="Alerts")
        await expect(card.get_by_text(re.compile("about .* a day$"))).to_be_visible()
        await sound(visit, "Dashboard")

        await card.get_by_role("link", name=STOP).click()
        drawer = page.get_by_role("dialog", name=STOP)
        await expect(drawer.get_by_text("practically certain")).to_be_visible()
        await sound(visit, "Alerts")
        await drawer.get_by_role("button", name="Snooze").click()
        await expect(page.get_by_text("Alert snoozed")).to_be_visible()
        await expect(page.get_by_text("Nothing is wrong")).to_be_visible()
        await sound(visit, "Alerts")
        await page.get_by_role("button", name=re.compile("^State")).click()
        await page.get_by_role("button", name="Snoozed").click()
        listed = page.get_by_role("table", name="Alerts")
        await expect(listed.get_by_text(re.compile("^Snoozed until"))).to_be_visible()
        await sound(visit, "Alerts")

        await listed.get_by_text(STOP).click()
        await drawer.get_by_role("button", name="Close", exact=True).last.click()
        await page.get_by_role("button", name="Close alert").click()
        await expect(page.get_by_text("Alert closed")).to_be_visible()
        assert [row["closed_by"] for row in await it.alerts(state="closed")] == ["publisher"]
        assert visit.faults == []


async def test_alerts_of_another_publisher_are_not_shown(site: Portal, browser: Browser) -> None:
    it = await make_watched(site)
    await it.live(range(3, PAST))
    await it.live(range(3), orders=0)
    await look(site)
    [alert] = await it.alerts()
    other = await site.someone()
    async with open_visit(browser, site.url, token=other.token) as visit:
        await visit.page.goto(f"/reports/alerts?alert={alert['alert_id']}")
        drawer = visit.page.get_by_role("dialog")
        await expect(drawer.get_by_text("Entry not found")).to_be_visible()
        await visit.page.keyboard.press("Escape")
        await expect(visit.page.get_by_text("Nothing is wrong")).to_be_visible()
        await visit.page.goto("/dashboard")
        await visit.settle()
        await expect(visit.page.get_by_role("region", name="Alerts")).to_have_count(0)


async def test_the_brand_and_its_link_show_their_alert(site: Portal, browser: Browser) -> None:
    it = await make_watched(site)
    await it.live(range(3, PAST))
    await it.live(range(3), orders=0)
    await look(site)
    [alert] = await it.alerts()
    async with open_visit(browser, site.url, token=it.it.who.token) as visit:
        page = visit.page
        await page.goto(f"/brands/{it.it.brand.mcid}")
        await expect(page.get_by_role("alert").get_by_text(STOP)).to_be_visible()
        await page.goto(f"/tools/link-generator?link={it.it.link_id}")
        notice = page.get_by_role("dialog").get_by_role("alert")
        await expect(notice.get_by_text(STOP)).to_be_visible()
        assert await visit.violations() == []
        await notice.get_by_role("link", name="See the alert").click()
        await expect(page).to_have_url(re.compile(f"/reports/alerts.*alert={alert['alert_id']}"))
