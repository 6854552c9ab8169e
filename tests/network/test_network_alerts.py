"""Alerts over the network are grouped by brand, kind and cause, and what the staff do about them stands in each."""

from datetime import timedelta
from typing import Any

import sql.network.alert_task
from rpc import Code
from tests.support.portal import Portal, SomeBrand
from tests.support.reports.watched import add_alert

PATH, INFO, TASK = "/network/alerts", "/network/alert_info", "/network/alert_task"
SILENT, WAIT = 5, 4


async def groups(portal: Portal, brand: SomeBrand, **filter: Any) -> list[dict[str, Any]]:
    found = await portal.ok(
        PATH, await portal.operator(), filter={"mcid": brand.mcid, **filter}, page={"perPage": 50}
    )
    rows: list[dict[str, Any]] = found["list"]
    assert found["total"] == len(rows)
    return rows


async def silent_brand(portal: Portal, publishers: int = 3) -> tuple[SomeBrand, list[Any]]:
    """A brand that reports nothing for anybody."""
    brand = await portal.brand()
    people = [await portal.someone() for _ in range(publishers)]
    for n, who in enumerate(people):
        await add_alert(
            *(portal, who, brand),
            high=100 * (n + 1),
            cause=SILENT,
            next_step=WAIT,
            currency="ZMW",
        )
    return brand, people


class TestNetworkAlerts:
    async def test_brand_without_orders_is_one_alert_with_its_publishers_and_their_money_at_risk(
        self, portal: Portal
    ) -> None:
        brand, people = await silent_brand(portal)
        await set_rate(portal, "ZMW", "0.5")

        [group] = await groups(portal, brand)

        assert (group["publishers"], group["alerts"], group["uid"]) == (3, 3, None)
        assert (group["kind"], group["cause"], group["mcid"]) == (1, SILENT, brand.mcid)
        network = await network_currency(portal)
        risk = group["money_at_risk"]
        assert risk["currency"] == network
        assert abs(float(risk["high"]) - 0.5 * 600.75) < 0.01
        assert group["unrated"] == 0
        assert group["task"]["state"] == "open"
        [alone] = await groups(portal, brand, uid=people[1].uid)
        assert alone["publishers"] == 3, "the group is told whole"
        assert await groups(portal, brand, uid=(await portal.someone()).uid) == []

    async def test_alerts_of_a_brand_are_grouped_by_kind_and_cause_and_shared_ones_come_first(
        self, portal: Portal
    ) -> None:
        brand, people = await silent_brand(portal, 2)
        await add_alert(portal, people[0], brand, kind=2, cause=6, high=10_000)
        await add_alert(portal, people[0], brand, kind=4, high=20_000)

        rows = await groups(portal, brand)

        assert [(row["kind"], row["cause"], row["publishers"]) for row in rows] == [
            (1, SILENT, 2),
            (4, None, 1),
            (2, 6, 1),
        ]
        assert [row["uid"] for row in rows] == [None, people[0].uid, people[0].uid]
        assert [row["task"] is None for row in rows] == [False, True, True]
        assert [row["kind"] for row in await groups(portal, brand, kind=2)] == [2]
        assert [row["kind"] for row in await groups(portal, brand, task="open")] == [1]

    async def test_alert_without_a_brand_belongs_to_its_publisher_alone(
        self, portal: Portal
    ) -> None:
        brand, people = await silent_brand(portal, 2)
        for who in people:
            await add_alert(portal, who, brand, kind=10, mid=0, site_id=0, next_step=5)
        found = await portal.ok(
            PATH, await portal.operator(), filter={"kind": 10, "uid": people[0].uid}
        )
        [row] = found["list"]
        assert (row["uid"], row["publishers"], row["mcid"]) == (people[0].uid, 1, None)
        await portal.refuses(
            *(Code.REQUEST_INVALID, TASK, await portal.operator()),
            attributes={"key": row["key"], "state": "done"},
        )

    async def test_network_alerts_omit_closed_alerts_and_continue_after_a_cursor(
        self, portal: Portal
    ) -> None:
        brand, people = await silent_brand(portal, 1)
        for kind in (2, 4, 9):
            await add_alert(portal, people[0], brand, kind=kind)
        await add_alert(
            *(portal, people[0], brand),
            kind=11,
            state="closed",
            closed_at=portal.resources.clock.now(),
        )
        operator, filter = await portal.operator(), {"mcid": brand.mcid}
        seen, cursor = list[int](), None
        for _page in range(4):
            page = {"perPage": 1, **({"cursor": cursor} if cursor else {})}
            found = await portal.ok(PATH, operator, filter=filter, page=page)
            assert found["total"] == 4
            seen += [row["kind"] for row in found["list"]]
            cursor = found["next"]
        assert cursor is None
        assert sorted(seen) == [1, 2, 4, 9]

    async def test_fall_shared_by_several_publishers_is_one_network_alert_and_that_of_one_is_none(
        self, portal: Portal
    ) -> None:
        brand, people = await portal.brand(), [await portal.someone() for _ in range(2)]
        await add_shared_fall(portal, people[0].uid, brand.mid)
        assert await groups(portal, brand) == []
        await add_shared_fall(portal, people[1].uid, brand.mid)

        [row] = await groups(portal, brand)

        assert (row["kind"], row["cause"], row["publishers"]) == (2, 7, 2)
        assert row["task"]["state"] == "open"
        info = await portal.ok(INFO, await portal.operator(), attributes={"key": row["key"]})
        assert [each["state"] for each in info["of_publishers"]] == [None, None]

    async def test_money_at_risk_without_an_exchange_rate_is_counted_separately(
        self, portal: Portal
    ) -> None:
        brand, people = await silent_brand(portal, 2)
        await add_alert(
            portal, people[0], brand, site_id=0, currency="XTS", cause=SILENT, next_step=WAIT
        )
        await set_rate(portal, "ZMW", "0.5")

        [row] = await groups(portal, brand)

        assert (row["alerts"], row["unrated"]) == (3, 1)
        assert float(row["money_at_risk"]["high"]) < 200

    async def test_network_alerts_refuse_publishers_and_unknown_brands(
        self, portal: Portal
    ) -> None:
        who, operator = await portal.someone(), await portal.operator()
        for path, more in (
            (PATH, {}),
            (INFO, {"attributes": {"key": "1-1-5-0"}}),
            (TASK, {"attributes": {"key": "1-1-5-0", "state": "done"}}),
        ):
            await portal.refuses(Code.NOT_ALLOWED, path, who, **more)
        await portal.refuses(Code.BRAND_UNKNOWN, PATH, operator, filter={"mcid": "nobody-at-all"})
        for key in ("1-1-5", "x", "1-1-5-0\n", "-1-1-5-0"):
            await portal.refuses(Code.REQUEST_INVALID, INFO, operator, attributes={"key": key})
        for path, more in ((INFO, {}), (TASK, {"state": "open"})):
            attributes = {"key": "9999999999999999-1-5-0", **more}
            await portal.refuses(Code.NOT_FOUND, path, operator, attributes=attributes)


class TestAlertTask:
    async def test_network_task_is_shown_in_each_publishers_alert_until_its_state_changes(
        self, portal: Portal
    ) -> None:
        brand, people = await silent_brand(portal, 2)
        operator = await portal.operator()
        [row] = await groups(portal, brand)
        [alert] = (await portal.ok("/reports/alerts", people[0]))["list"]
        assert (alert["task"]["state"], alert["task"]["note"]) == ("open", "")

        note = "The shop renews its tag on Monday."
        attributes = {"key": row["key"], "state": "in_progress", "note": f" {note} "}
        info = await portal.ok(TASK, operator, attributes=attributes)

        assert info["task"]["state"] == "in_progress"
        for who in people:
            [alert] = (await portal.ok("/reports/alerts", who))["list"]
            assert alert["task"] == info["task"]
            assert alert["task"]["note"] == note
        again = await portal.ok(TASK, operator, attributes={**attributes, "note": "Tuesday."})
        assert again["task"]["since"] == info["task"]["since"], "the state is as old as before"
        assert await groups(portal, brand, task="open") == []
        assert len(await groups(portal, brand, task="in_progress")) == 1
        done = await portal.ok(TASK, operator, attributes={**attributes, "state": "done"})
        assert done["task"]["since"] > info["task"]["since"]

    async def test_alerts_of_a_network_group_are_sorted_by_money_at_risk_with_their_publishers(
        self, portal: Portal
    ) -> None:
        brand, people = await silent_brand(portal)
        [row] = await groups(portal, brand)

        info = await portal.ok(INFO, await portal.operator(), attributes={"key": row["key"]})

        assert [each["uid"] for each in info["of_publishers"]] == [
            who.uid for who in reversed(people)
        ]
        first = info["of_publishers"][0]
        assert (first["money_at_risk"]["currency"], first["state"]) == ("ZMW", "open")

    async def test_network_task_ends_with_the_last_alert_of_its_group(self, portal: Portal) -> None:
        brand, people = await silent_brand(portal, 1)
        operator = await portal.operator()
        [row] = await groups(portal, brand)
        await portal.ok(TASK, operator, attributes={"key": row["key"], "state": "done"})
        await end_tasks(portal)
        assert await portal.value(COUNT, brand.mid) == 1

        async with portal.db() as db:
            await db.execute(
                "update alert set state = 'closed', closed_at = now() where publisher_id = $1",
                people[0].uid,
            )
        await end_tasks(portal)

        assert await portal.value(COUNT, brand.mid) == 0
        await portal.refuses(
            Code.NOT_FOUND, TASK, operator, attributes={"key": row["key"], "state": "open"}
        )


COUNT = "select count(*) from alert_task where mid = $1"


async def end_tasks(portal: Portal) -> None:
    async with portal.db() as db:
        await sql.network.alert_task.end_finished(db)


async def network_currency(portal: Portal) -> str:
    return str(await portal.value("select currency from publisher where publisher_id = 0"))


async def set_rate(portal: Portal, base: str, rate: str) -> None:
    """A currency's rate to the network's, of yesterday."""
    day = (portal.resources.clock.now() - timedelta(days=1)).date()
    async with portal.db() as db:
        await db.execute(
            "insert into currency_rate (base, quote, day, rate, derived) values ($1, $2, $3, $4::text::numeric, false)"
            " on conflict (base, quote, day) do update set rate = excluded.rate",
            *(base, await network_currency(portal), day, rate),
        )


async def add_shared_fall(portal: Portal, uid: int, mid: int) -> None:
    async with portal.db() as db:
        await db.execute(
            "insert into shared_fall values ($1, $2, 1, 2, now() - interval '3 days', now(), 40, 10, 'GBP',"
            " 50, 90, 10, 30)",
            *(uid, mid),
        )
