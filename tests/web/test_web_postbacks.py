"""Global Postback in Chromium: a postback is created, an order reaches the receiver, and the log shows it."""

import re
from typing import Any

from playwright.async_api import Browser, expect

from tests.support.browser import open_visit
from tests.support.orders.orders import deal
from tests.support.portal import Portal
from tests.support.postbacks.receiver import answering, dispatching, run_receiver, save
from tests.web.test_main_job import ON_DESKTOP, go, sound


@ON_DESKTOP
async def test_delivery_of_an_order_is_shown_and_sent_again(
    site: Portal, browser: Browser, phone: bool
) -> None:
    it = await deal(site)
    scheme = "dark" if phone else "light"
    async with (
        run_receiver() as receiver,
        dispatching(site),
        open_visit(browser, site.url, phone=phone, token=it.who.token, scheme=scheme) as visit,
    ):
        page = visit.page
        await page.goto("/dashboard")
        await go(page, "Global Postback", phone=phone)
        await expect(page.get_by_text("No postback yet")).to_be_visible()
        await sound(visit, "Global Postback")

        await page.get_by_role("link", name="Add postback").first.click()
        await page.get_by_label("Address").fill(f"{receiver.url}/in?order=")
        await page.get_by_role("combobox", name="Insert a macro").click()
        await page.get_by_role("option", name="{order_id}").click()
        await expect(page.get_by_text("order=A-1001")).to_be_visible()
        await page.get_by_role("button", name="Send test").click()
        await expect(page.get_by_text(re.compile("Delivered: status 200"))).to_be_visible()
        await sound(visit, "Add postback")
        await page.get_by_role("button", name="Save postback").click()
        await expect(page).to_have_url(re.compile("/tools/global-postback/list"))

        receiver.answer = answering(503)
        [row] = await it.report(it.order(order_id="told-to-all"))
        assert row["outcome"] == "created", row
        log = page.get_by_role("table", name="Deliveries of the last 30 days")
        rows = log.get_by_text("Order created", exact=True)
        await expect(rows).to_be_visible()
        await sound(visit, "Global Postback")
        await rows.click()
        drawer = page.get_by_role("dialog")
        await expect(drawer.get_by_text("order=told-to-all")).to_be_visible()
        receiver.answer = answering(200)
        await drawer.get_by_role("button", name="Send again").click()
        await expect(drawer.get_by_text("Delivered")).to_be_visible()
        await sound(visit, "Global Postback")


async def test_delivery_being_read_stays_in_place_when_new_ones_arrive(
    site: Portal, browser: Browser
) -> None:
    it = await deal(site)
    await save(site, it.who, "https://tracker.example/in")
    await it.report(*(it.order() for _ in range(19)))
    async with open_visit(browser, site.url, phone=False, token=it.who.token) as visit:
        page = visit.page
        asked: list[Any] = []
        page.on("request", lambda request: asked.append(request.post_data_json or {}))
        await page.goto("/tools/global-postback/list")
        log = page.get_by_role("table", name="Deliveries of the last 30 days")
        await expect(log.get_by_role("row")).to_have_count(20)
        await page.set_viewport_size({"width": 1440, "height": 480})
        row = log.get_by_role("row").nth(15)
        await row.scroll_into_view_if_needed()
        await visit.settle()
        text, before = await row.inner_text(), await row.bounding_box()
        asked.clear()

        [new] = await it.report(it.order())
        await expect(page.get_by_text("Total 20")).to_be_visible()

        number = page.get_by_text(text.split("\t")[3], exact=True)
        read = log.get_by_role("row").filter(has=number)
        after = await read.bounding_box()
        assert before and after
        assert abs(before["y"] - after["y"]) < 2, (before, after)
        assert new["order_id"] in await log.get_by_role("row").nth(1).inner_text()
        assert any("after" in each.get("req", {}).get("filter", {}) for each in asked)
