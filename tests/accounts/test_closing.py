"""The preview of closing an account: what would be lost or left."""

from tests.support.orders.payouts import pay, request, withdrawable
from tests.support.portal import Portal

AMOUNTS = ("pending", "approved", "withdrawable", "requested", "on_the_way", "needs_you")


class TestClosing:
    async def test_closing_an_account_previews_its_amounts_by_what_becomes_of_them(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "500.00")
        await it.report(
            it.order("10.00", currency="EUR"), it.order("20.00", currency="EUR", status="Approved")
        )

        seen = [await portal.ok("/user/closing", it.who)]
        await request(it)
        seen.append(await portal.ok("/user/closing", it.who))
        await pay(portal)
        seen.append(await portal.ok("/user/closing", it.who))

        assert [[each[name] for name in AMOUNTS] for each in seen] == [
            ["1.00", "2.00", "50.00", "0.00", "0.00", "0.00"],
            ["1.00", "2.00", "0.00", "50.00", "0.00", "0.00"],
            ["1.00", "2.00", "0.00", "0.00", "50.00", "0.00"],
        ]
        assert seen[0]["currency"] == "EUR"

    async def test_closing_an_account_previews_counts_of_links_postbacks_and_mailed_views(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "500.00")
        before = await portal.ok("/user/closing", it.who)
        view = {"report": "performance", "name": "Mine", "days": "last_30", "filter": {}}
        for name, mailed in (("Mine", "week"), ("Silent", "never")):
            given = {**view, "name": name, "mailed": mailed}
            await portal.ok("/reports/view_save", it.who, attributes=given)
        postback = {
            "event_type": 1,
            "delivery_type": 1,
            "link_url": "https://tracker.example/?id={order_id}",
        }
        made = await portal.ok("/postback/do_info", it.who, attributes=postback)

        found = await portal.ok("/user/closing", it.who)
        await portal.ok(
            "/postback/set_state", it.who, attributes={"id": made["id"], "state": "paused"}
        )
        paused = await portal.ok("/user/closing", it.who)

        assert (before["links"], before["postbacks"], before["mailed_views"]) == (1, 0, 0)
        assert (found["links"], found["postbacks"], found["mailed_views"]) == (1, 1, 1)
        assert paused["postbacks"] == 0

    async def test_closing_an_account_previews_nothing_of_other_publishers(
        self, portal: Portal
    ) -> None:
        await withdrawable(portal, "500.00")
        other = await portal.someone()

        found = await portal.ok("/user/closing", other)

        assert {found[name] for name in AMOUNTS} == {"0.00"}
        assert (found["links"], found["postbacks"], found["mailed_views"]) == (0, 0, 0)
