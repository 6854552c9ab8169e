"""The steps to the first order on the dashboard, each with its status."""

from typing import Any

from tests.home.test_dashboard import part
from tests.support.channels import review_channel, save_channel
from tests.support.orders.books import Books
from tests.support.portal import Portal, Someone

OPEN, WAITING, REFUSED, DONE = "open", "waiting", "refused", "done"
WAY = ("add_channel", "join_brand", "make_link", "first_click", "first_order")


async def tasks(portal: Portal, who: Someone) -> dict[str, Any]:
    found = (await portal.ok("/home/dashboard", who))["tasks"]
    return {task["name"]: task for task in found}


async def way(portal: Portal, who: Someone) -> list[str]:
    found = await tasks(portal, who)
    return [found[name]["state"] for name in WAY]


class TestFirstSteps:
    async def test_each_first_step_on_the_dashboard_is_done_once_its_event_has_happened(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        books, now = Books(portal, alice), portal.resources.clock.now()
        assert await way(portal, alice) == [DONE, OPEN, OPEN, OPEN, OPEN]

        shop = await books.brand()
        await portal.join(alice, shop)
        assert await way(portal, alice) == [DONE, DONE, OPEN, OPEN, OPEN]

        await books.link(shop)
        assert await way(portal, alice) == [DONE, DONE, DONE, OPEN, OPEN]

        for verdict in ("bot", "blocked", "duplicate"):
            await books.click(shop, now, verdict=verdict)
        assert await way(portal, alice) == [DONE, DONE, DONE, OPEN, OPEN]

        await books.click(shop, now)
        assert await way(portal, alice) == [DONE, DONE, DONE, DONE, WAITING]
        assert (await tasks(portal, alice))["first_order"]["to"] == "/reports/clicks"

        await books.order(shop, now, part("10", "1"))
        assert await way(portal, alice) == [DONE] * 5

    async def test_order_by_coupon_completes_the_first_step_for_a_click(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        books = Books(portal, alice)
        shop = await books.brand()
        await books.order(shop, portal.resources.clock.now(), part("10", "1"))

        assert (await way(portal, alice))[3:] == [DONE, DONE]

    async def test_first_step_for_a_channel_waits_for_its_review_and_shows_a_refusal(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        site_id = (await save_channel(portal, alice))["id"]
        await set_status(portal, site_id, 0)

        task = (await tasks(portal, alice))["add_channel"]
        assert (task["done"], task["state"], task["note"]) == (True, WAITING, None)

        await review_channel(portal, alice, site_id, 2)
        task = (await tasks(portal, alice))["add_channel"]
        assert task == {
            "name": "add_channel",
            "done": True,
            "to": f"/settings/channel?edit={site_id}",
            "state": REFUSED,
            "note": "Because",
        }

        await save_channel(portal, alice)
        assert (await tasks(portal, alice))["add_channel"]["state"] == DONE

    async def test_first_step_for_an_application_waits_for_the_brand_and_shows_a_refusal(
        self, portal: Portal
    ) -> None:
        alice, brand = await portal.someone(), await portal.brand(approval="manual")
        await portal.ok("/brands/apply", alice, attributes={"mcids": [brand.mcid]})

        task = (await tasks(portal, alice))["join_brand"]
        assert (task["state"], task["to"]) == (WAITING, "/brands/find?status=1")

        await portal.ok(
            "/network/relationship_review",
            await portal.operator(),
            attributes={
                "uid": alice.uid,
                "site_id": alice.site_id,
                "mcid": brand.mcid,
                "status": 3,
                "reason": "No coupons, please",
            },
        )
        task = (await tasks(portal, alice))["join_brand"]
        assert (task["state"], task["note"]) == (REFUSED, "No coupons, please")

        other = await portal.brand()
        await portal.join(alice, other)
        assert (await tasks(portal, alice))["join_brand"]["state"] == DONE

    async def test_first_steps_of_other_publishers_do_not_count(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        books = Books(portal, bob)
        shop = await books.brand()
        await portal.join(bob, shop)
        await books.link(shop)
        await books.click(shop, portal.resources.clock.now())

        assert await way(portal, alice) == [DONE, OPEN, OPEN, OPEN, OPEN]


async def set_status(portal: Portal, site_id: int, status: int) -> None:
    async with portal.db() as db:
        await db.execute("update site set status = $2 where site_id = $1", site_id, status)
