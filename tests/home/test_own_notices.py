"""A publisher's own events are among its notices, hidden from others."""

from typing import Any

import pytest

from tests.support.orders.cases import answer, claims
from tests.support.orders.payouts import pay, request, set_state, withdrawable
from tests.support.portal import Portal, Someone


async def notices(portal: Portal, who: Someone) -> list[dict[str, Any]]:
    """Those of the publisher's own events, the newest first, with what they say."""
    async with portal.db() as db:
        rows = await db.fetch(
            "select notice_id from notice where publisher_id = $1 and event is not null"
            " order by notice_id desc",
            who.uid,
        )
    return [
        await portal.ok("/home/notice", who, attributes={"id": row["notice_id"]}) for row in rows
    ]


class TestPayments:
    @pytest.mark.parametrize(
        ("states", "title", "words"),
        [
            (("sent",), "was sent", "It should arrive by"),
            (("failed",), "failed and needs you", "The reason: account closed"),
            (("sent", "returned"), "came back", "can be withdrawn again"),
            (("cancelled",), "was cancelled by the network", "can be withdrawn again"),
        ],
    )
    async def test_publisher_is_notified_of_the_payment_state(
        self, portal: Portal, states: tuple[str, ...], title: str, words: str
    ) -> None:
        it = await withdrawable(portal, "300.00")
        made = await request(it)
        if states != ("cancelled",):
            await pay(portal)
        await set_state(portal, made, *states)

        newest, *before = await notices(portal, it.who)

        assert (newest["kind"], newest["title"]) == (
            "payments", f"Payment {made['payment_id']} {title}",
        )  # fmt: skip
        assert words in newest["body"]
        assert f"(/payments/details?payment_id={made['payment_id']})" in newest["body"]
        assert "EUR\u00a030.00" in newest["body"]
        assert len(before) == len(states) - 1

    async def test_publisher_is_not_notified_of_its_own_cancellation(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        made = await request(it)
        given = {"payment_id": made["payment_id"]}
        await portal.ok("/payments/cancel", it.who, attributes=given)
        assert await notices(portal, it.who) == []

    async def test_notice_of_a_payment_is_hidden_from_others_and_staff(
        self, portal: Portal
    ) -> None:
        it, bob = await withdrawable(portal, "300.00"), await portal.someone()
        made = await request(it)
        await pay(portal)
        await set_state(portal, made, "sent")
        title = f"Payment {made['payment_id']} was sent"

        everything = {"perPage": 1000}
        theirs = await portal.ok("/home/notices", bob, page=everything)
        staff = await portal.ok("/network/notices", await portal.operator(), page=everything)
        own = await portal.ok("/home/notices", it.who, page=everything)

        assert title in [row["title"] for row in own["list"]]
        for found in (theirs, staff):
            assert title not in [row["title"] for row in found["list"]]


class TestCases:
    async def test_publisher_is_notified_of_a_question_and_a_decision_about_a_case(
        self, portal: Portal
    ) -> None:
        it = await claims(portal)
        case_id = (await it.open())["case_id"]
        await answer(portal, case_id, "info_needed", reason="Which shop?")
        await answer(portal, case_id, "rejected", reason="Not ours")

        decided, asked = await notices(portal, it.who)

        assert asked["title"] == f"Your case {case_id} needs an answer from you"
        assert decided["title"] == f"Your case {case_id} was rejected"
        assert f"(/reports/cases?case={case_id})" in decided["body"]
