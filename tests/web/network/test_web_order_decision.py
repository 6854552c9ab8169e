"""An operator decides an order in its details."""

from playwright.async_api import Browser, expect

from tests.support.browser import open_visit
from tests.support.orders.orders import deal
from tests.support.portal import Portal


async def test_the_pending_items_of_an_order_are_approved_in_its_drawer(
    site: Portal, browser: Browser
) -> None:
    boss, it = await site.operator(), await deal(site)
    items = [{"item_id": str(n), "amount": "5.00"} for n in range(2)]
    items[0] |= {"status": "Rejected", "reason_code": "out_of_stock"}
    [order] = await it.report(it.order("1.00", items=items))
    async with open_visit(browser, site.url, token=boss.token) as visit:
        await visit.page.goto(f"/network/orders?look={order['oid']}")
        drawer = visit.page.get_by_role("dialog", name=f"Order {order['order_id']}")
        await expect(drawer).to_contain_text(it.who.username)
        await drawer.get_by_role("button", name="Approve").click()
        await visit.page.get_by_role("button", name="Approve the order").click()
        await expect(visit.page.get_by_text("1 order approved")).to_be_visible()
        await expect(drawer.get_by_role("button", name="Approve")).to_have_count(0)
    asked = {"oid": order["oid"]}
    info = await site.ok("/network/order_info", boss, attributes=asked)
    assert [item["status"] for item in info["items"]] == ["Rejected", "Approved"]
