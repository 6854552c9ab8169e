"""Postbacks by role: finance members manage those of payments, managers and developers all others."""

from typing import Any

import pytest

from rpc import Code
from schema.core.event import PAYMENT_EVENTS, Event, EventType
from sql.core.outbox import add as add_events
from tests.support.portal import Portal, Someone
from tests.support.postbacks.receiver import answering, dispatching, log_of, run_receiver, save
from tests.support.reports.exports import read_export

HERE = "http://127.0.0.1:9/in"
ROLES = {
    "owner": frozenset(EventType),
    "manager": frozenset(EventType) - PAYMENT_EVENTS,
    "developer": frozenset(EventType) - PAYMENT_EVENTS,
    "finance": PAYMENT_EVENTS,
}


async def publisher_with_both(portal: Portal) -> tuple[Someone, int, int]:
    """An owner with a postback of brands and one of payments, each with a delivery."""
    owner = await portal.someone()
    saved = [await save(portal, owner, HERE, event_type=kind) for kind in (7, 4)]
    events = [
        Event(owner.uid, EventType.BRAND_CHANGED, {"status": "paused"}),
        Event(owner.uid, EventType.PAYMENT_SENT, {"payment_id": 7, "amount": "12.50"}),
    ]
    async with portal.db() as db, db.transaction():
        await add_events(db, events, portal.resources.clock.now())
    general, payments = [each["id"] for each in saved]
    return owner, general, payments


@pytest.mark.parametrize(("role", "kinds"), ROLES.items())
async def test_role_is_offered_saves_and_lists_its_types_of_events(
    portal: Portal, role: str, kinds: frozenset[EventType]
) -> None:
    owner, general, payments = await publisher_with_both(portal)
    who = await portal.member(owner, role)
    offered = await portal.ok("/postback/get_type", who)
    assert {each["id"] for each in offered["event_types"]} == kinds
    for kind in EventType:
        draft = {"event_type": int(kind), "delivery_type": 1, "link_url": HERE}
        reply = await portal.post("/postback/do_info", who, attributes=draft)
        assert (reply.code == 0) is (kind in kinds), kind
        if kind not in kinds:
            assert reply.code == Code.NOT_ALLOWED.number
            assert reply.refusal == {"field": "attributes.event_type"}
    listed = (await portal.ok("/postback/list", who))["list"]
    assert {each["event_type"] for each in listed} == kinds
    assert {payments} & {each["id"] for each in listed} == ({payments} if 4 in kinds else set())
    assert {general} & {each["id"] for each in listed} == ({general} if 7 in kinds else set())


class TestFinance:
    async def test_finance_member_runs_a_postback_of_payments(self, portal: Portal) -> None:
        owner, _, payments = await publisher_with_both(portal)
        finance = await portal.member(owner, "finance")
        [row] = await log_of(portal, finance)
        assert (row["postback_id"], row["event_type"]) == (payments, EventType.PAYMENT_SENT)
        strips = (await portal.ok("/postback/recent", finance))["list"]
        assert [strip["postback_id"] for strip in strips] == [payments]
        async with run_receiver(answering(200)) as receiver, dispatching(portal):
            moved = {"id": payments, "event_type": 4, "delivery_type": 1, "link_url": receiver.url}
            await portal.ok("/postback/do_info", finance, attributes=moved)
            await portal.ok("/postback/do_test", finance, attributes={"id": payments})
            again = await portal.ok("/postback/redeliver", finance, attributes={"ids": [row["id"]]})
            assert again == {"count": 1}
            await receiver.wait_for(2)
        shown = await portal.ok(
            "/postback/secret", finance, attributes={"id": payments, "password": finance.password}
        )
        assert shown["secret"]
        for state in ("paused", "active"):
            await portal.ok(
                "/postback/set_state", finance, attributes={"id": payments, "state": state}
            )
        await portal.ok("/postback/del", finance, attributes={"id": payments})
        assert (await portal.ok("/postback/list", finance))["list"] == []
        [entry, *_] = (await portal.ok("/user/audit", owner))["list"]
        assert (entry["action"], entry["person"]) == ("/postback/del", finance.username)

    async def test_finance_member_touches_no_other_postback(self, portal: Portal) -> None:
        owner, general, payments = await publisher_with_both(portal)
        finance = await portal.member(owner, "finance")
        elsewhere = {"delivery_type": 1, "link_url": HERE}
        asked: list[tuple[str, dict[str, Any]]] = [
            ("/postback/del", {"id": general}),
            ("/postback/set_state", {"id": general, "state": "paused"}),
            ("/postback/secret", {"id": general, "password": finance.password}),
            ("/postback/do_test", {"id": general}),
            ("/postback/test_info", {"id": general}),
            ("/postback/do_test", {"draft": {**elsewhere, "event_type": 1}}),
            # What waits in the queue of one would follow the other's type.
            ("/postback/do_info", {**elsewhere, "event_type": 4, "id": general}),
            ("/postback/do_info", {**elsewhere, "event_type": 1, "id": payments}),
        ]
        for path, attributes in asked:
            reply = await portal.refuses(Code.NOT_ALLOWED, path, finance, attributes=attributes)
            assert "postbacks of payments only" in reply.message, path
        [of_brand] = [each for each in await log_of(portal, owner) if each["event_type"] == 7]
        again = {"ids": [of_brand["id"]]}
        await portal.refuses(Code.NOT_FOUND, "/postback/redeliver", finance, attributes=again)

    async def test_file_of_deliveries_has_those_of_payments(self, portal: Portal) -> None:
        owner, _, _ = await publisher_with_both(portal)
        for who, kinds in ((await portal.member(owner, "finance"), {4}), (owner, {4, 7})):
            rows = await read_export(portal, who, "deliveries", "parquet")
            assert {row["event_type"] for row in rows} == kinds

    async def test_postbacks_of_another_publisher_are_unknown_to_finance(
        self, portal: Portal
    ) -> None:
        _, _, payments = await publisher_with_both(portal)
        stranger = await portal.member(await portal.someone(), "finance")
        assert (await portal.ok("/postback/list", stranger))["list"] == []
        await portal.refuses(Code.NOT_FOUND, "/postback/del", stranger, attributes={"id": payments})
