"""Somebody who claims and writes without end fills neither the network's list nor a case."""

import pytest

from schema.core.errors import Code
from tests.support.orders.cases import answer, claims
from tests.support.portal import Portal, unique


async def test_so_many_cases_are_open_at_a_time(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handlers.flows.cases.opening.OPEN_MAX", 2)
    it, other = await claims(portal), await claims(portal)
    [first, _] = [await it.open(order_id=unique("lost")) for _ in range(2)]

    reply = await it.refuses(Code.STATE_FORBIDS, order_id=unique("lost"))

    assert "You have 2 open cases" in reply.message
    await other.open()
    await answer(portal, first["case_id"], "rejected", reason="Not ours")
    await it.open(order_id=unique("lost"))


async def test_so_much_is_written_until_the_network_answers(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handlers.flows.cases.steps.REPLIES_MAX", 2)
    it = await claims(portal)
    case_id = (await it.open())["case_id"]
    given = {"case_id": case_id, "note": "More"}
    for _ in range(2):
        await portal.ok("/reports/case_reply", it.who, attributes=given)

    reply = await portal.refuses(
        Code.STATE_FORBIDS, "/reports/case_reply", it.who, attributes=given
    )
    assert reply.data["field"] == "attributes.note"

    await answer(portal, case_id, "info_needed", reason="Which shop was it?")
    replied = await portal.ok("/reports/case_reply", it.who, attributes=given)
    assert len(replied["steps"]) == 5
