"""Alerts are listed by money, filtered, and snoozed, muted or closed by their publisher alone."""

from datetime import timedelta
from typing import Any

from rpc import Code
from tests.support.portal import Portal
from tests.support.reports.watched import add_alert

PATH, SET = "/reports/alerts", "/reports/alert_set"


class TestAlerts:
    async def test_alerts_are_sorted_by_money_at_risk_in_rounded_amounts(
        self, portal: Portal
    ) -> None:
        who, brand = await portal.someone(), await portal.brand()
        ids = [
            await add_alert(portal, who, brand, kind=kind, high=high)
            for kind, high in ((1, 100), (2, 900), (3, None))
        ]

        found = await portal.ok(PATH, who)

        assert [row["alert_id"] for row in found["list"]] == [ids[1], ids[0], ids[2]]
        first = found["list"][0]
        assert first["money_at_risk"] == {
            "low": "900", "high": "900", "day_low": "900", "day_high": "901", "currency": "JPY",
        }  # fmt: skip
        assert (first["mcid"], first["state"], first["evidence"]["days"]) == (brand.mcid, "open", 3)
        assert (
            first["next_page"]
            == f"/tools/link-generator?brand={brand.mcid}&channel={who.site_id}#links"
        )
        assert found["list"][2]["money_at_risk"] is None

    async def test_alerts_are_filtered(self, portal: Portal) -> None:
        who, brands = await portal.someone(), [await portal.brand() for _ in range(2)]
        site = await portal.site(who.uid)
        first = await add_alert(portal, who, brands[0])
        second = await add_alert(portal, who, brands[1], kind=2, site_id=site)
        await portal.ok(SET, who, attributes={"ids": [second], "state": "muted"})

        for filter, ids in (
            ({}, [first]),
            ({"state": "muted"}, [second]),
            ({"state": "muted", "kind": 2}, [second]),
            ({"state": "muted", "kind": 1}, []),
            ({"alert_id": second}, [second]),
            ({"alert_id": first}, [first]),
            ({"alert_id": 2**40}, []),
            ({"mcids": [brands[0].mcid]}, [first]),
            ({"mcids": [brands[1].mcid]}, []),
            ({"site_ids": [who.site_id]}, [first]),
            ({"site_ids": [site]}, []),
        ):
            found = await portal.ok(PATH, who, filter=filter)
            assert [row["alert_id"] for row in found["list"]] == ids, filter
            assert found["total"] == len(ids)

    async def test_alert_list_of_an_unknown_brand_or_channel_is_refused(
        self, portal: Portal
    ) -> None:
        who = await portal.someone()
        await portal.refuses(Code.BRAND_UNKNOWN, PATH, who, filter={"mcids": ["no-such-brand"]})
        await portal.refuses(Code.SITE_INVALID, PATH, who, filter={"site_ids": [2**40]})

    async def test_alerts_of_another_publisher_are_hidden(self, portal: Portal) -> None:
        alert = await add_alert(portal, await portal.someone(), await portal.brand())
        other = await portal.someone()
        for filter in ({}, {"alert_id": alert}):
            assert await portal.ok(PATH, other, filter=filter) == {"list": [], "total": 0}
        [row] = (await portal.ok(SET, other, attributes={"ids": [alert], "state": "closed"}))[
            "list"
        ]
        assert row["code"] == Code.NOT_FOUND.number
        state = await portal.value("select state from alert where alert_id = $1", alert)
        assert state == "open"


class TestAlertSet:
    async def test_state_of_an_alert_can_change_until_it_is_closed(self, portal: Portal) -> None:
        who, brand = await portal.someone(), await portal.brand()
        alert = await add_alert(portal, who, brand)
        until = (portal.resources.clock.now() + timedelta(days=2)).isoformat()

        for state, more in (
            ("snoozed", {"until": until}),
            ("muted", {}),
            ("open", {}),
            ("closed", {}),
        ):
            found = await portal.ok(SET, who, attributes={"ids": [alert], "state": state, **more})
            assert [row["code"] for row in found["list"]] == [0]
            [row] = (await portal.ok(PATH, who, filter={"state": state}))["list"]
            assert (row["until"] is not None) == (state == "snoozed")
        assert row["closed_by"] == "publisher"
        found = await portal.ok(SET, who, attributes={"ids": [alert], "state": "open"})
        assert [row["code"] for row in found["list"]] == [Code.STATE_FORBIDS.number]
        events = (await portal.ok("/reports/events", who))["list"]
        assert [(row["event_name"], row["alert_id"], row["mcid"]) for row in events] == [
            ("alert.closed", alert, brand.mcid)
        ]

    async def test_only_a_snoozed_alert_needs_a_future_end(self, portal: Portal) -> None:
        who = await portal.someone()
        alert = await add_alert(portal, who, await portal.brand())
        now = portal.resources.clock.now()
        for state, days in (("snoozed", None), ("snoozed", -1), ("snoozed", 91), ("muted", 1)):
            attributes: dict[str, Any] = {"ids": [alert], "state": state}
            if days is not None:
                attributes["until"] = (now + timedelta(days=days)).isoformat()
            reply = await portal.post(SET, who, attributes=attributes)
            assert (reply.code, reply.data["field"]) == (21000, "attributes.until"), (state, days)
