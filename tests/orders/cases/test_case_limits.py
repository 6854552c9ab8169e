"""Open cases and replies of a publisher are limited."""

import pytest

from schema.core.errors import Code
from tests.support.orders.cases import answer, claims
from tests.support.portal import Portal, unique


async def test_number_of_open_cases_is_limited(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handlers.reports.case_opening.OPEN_MAX", 2)
    it, other = await claims(portal), await claims(portal)
    [first, _] = [await it.open(order_id=unique("lost")) for _ in range(2)]

    reply = await it.refuses(Code.STATE_FORBIDS, order_id=unique("lost"))

    assert "You have 2 open cases" in reply.message
    await other.open()
    await answer(portal, first["case_id"], "rejected", reason="Not ours")
    await it.open(order_id=unique("lost"))


async def test_number_of_unanswered_replies_to_a_case_is_limited(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handlers.reports.cases.REPLIES_MAX", 2)
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
