"""The steps of an open case: questions, replies, withdrawals, decisions and their effects."""

import asyncio
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from schema.core.errors import Code
from tests.payments.test_corrections import settled_deal
from tests.support.accounts.mails import mails_to
from tests.support.orders.cases import Claim, answer, claims
from tests.support.orders.orders import deal, join_brand
from tests.support.portal import Portal

D = Decimal


async def timeline(it: Claim, oid: int) -> list[dict[str, Any]]:
    story = await it.deal.portal.ok("/reports/transaction", it.who, attributes={"oid": oid})
    return [entry for entry in story["timeline"] if entry["kind"] == "case"]


class TestAcceptance:
    async def test_accepted_case_creates_and_counts_the_missing_order(self, portal: Portal) -> None:
        it = await claims(portal)
        opened = await it.open()

        decided = await answer(portal, opened["case_id"], "accepted", reason="Found it")

        assert (decided["state"], decided["uid"]) == ("accepted", it.who.uid)
        [order] = await it.deal.rows("conversion")
        assert (order["oid"], order["order_id"]) == (decided["oid"], it.order_id)
        assert (order["sale_amount"], order["sale_comm"]) == (D("50.00"), D("5.00"))
        assert order["status"] == "Approved"
        steps = [(e["from"], e["to"], e["by"]) for e in await timeline(it, order["oid"])]
        assert steps == [(None, "open", "publisher"), ("open", "accepted", "network")]
        await it.deal.check_figures()
        await portal.work()
        [mail] = mails_to(portal, it.who.email, subject="was accepted")
        assert "Found it" in mail
        assert "Accepted amount: GBP\u00a050.00, commission: GBP\u00a05.00." in mail

    async def test_case_can_be_accepted_with_another_amount_than_claimed(
        self, portal: Portal
    ) -> None:
        it = await claims(portal)
        two_days_ago = portal.resources.clock.now() - timedelta(days=2)
        opened = await it.open(click_ref=await it.deal.click(at=two_days_ago))

        decided = await answer(portal, opened["case_id"], "accepted", amount="40.00")

        assert opened["accepted_amount"] is None
        assert (decided["amount"], decided["accepted_amount"]) == ("50.00", "40.00")
        assert decided["accepted_comm"] == "4.00"
        [own] = (await portal.ok("/reports/case_list", it.who))["list"]
        assert (own["accepted_amount"], own["accepted_comm"]) == ("40.00", "4.00")
        filter = {"uid": it.who.uid}
        [row] = (await portal.ok("/network/cases", await portal.operator(), filter=filter))["list"]
        assert (row["accepted_amount"], row["accepted_comm"]) == ("40.00", "4.00")
        [order] = await it.deal.rows("conversion")
        assert (order["sale_amount"], order["uid1"]) == (D("40.00"), "label")

    async def test_accepted_case_corrects_the_amount_of_the_order(self, portal: Portal) -> None:
        it = await deal(portal)
        [row] = await it.report(it.order("10.00"))
        claim = Claim(it, {"kind": "incorrect", "oid": row["oid"], "amount": "12.00", "note": "x"})
        opened = await claim.open()

        await answer(portal, opened["case_id"], "accepted")

        [item] = await it.rows("conversion_item")
        assert (item["sale_amount"], item["sale_comm"]) == (D("12.00"), D("1.20"))
        assert item["status"] == "Pending"
        await it.check_figures()

    async def test_accepted_case_corrects_a_settled_order(self, portal: Portal) -> None:
        it, order = await settled_deal(portal)
        oid = order["oid"]
        claim = Claim(it, {"kind": "incorrect", "oid": oid, "amount": "12.00", "note": "x"})
        async with portal.db() as db:
            await db.execute(
                "update conversion set order_time = now() - interval '80 days' where oid = $1", oid
            )
        opened = await claim.open()

        decided = await answer(portal, opened["case_id"], "accepted")

        assert (decided["accepted_amount"], decided["accepted_comm"]) == ("12.00", "1.20")
        items = await it.rows("conversion_item", "item_id")
        assert [(i["item_id"], i["sale_amount"]) for i in items] == [
            ("", D("10.00")),
            ("~1", D("2.00")),
        ]

    async def test_accepted_case_approves_only_the_declined_item(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order()
        order["items"] = [
            {"item_id": "a", "amount": "1.00", "status": "Rejected"},
            {"item_id": "b", "amount": "2.00"},
        ]
        [row] = await it.report(order)
        opened = await Claim(it, {"kind": "declined", "oid": row["oid"], "note": "x"}).open()

        decided = await answer(portal, opened["case_id"], "accepted")

        assert (decided["accepted_amount"], decided["accepted_comm"]) == ("1.00", "0.10")
        items = await it.rows("conversion_item", "item_id")
        assert [i["status"] for i in items] == ["Approved", "Pending"]
        await it.check_figures()

    async def test_accepted_case_reverses_an_earlier_correction(self, portal: Portal) -> None:
        it, order = await settled_deal(portal)
        await it.review(order["oid"], status="Rejected", reason_code="item_returned")
        async with portal.db() as db:
            await db.execute(
                "update conversion set order_time = now() - interval '80 days' where oid = $1",
                order["oid"],
            )
        opened = await Claim(it, {"kind": "declined", "oid": order["oid"], "note": "x"}).open()

        decided = await answer(portal, opened["case_id"], "accepted")

        assert (decided["accepted_amount"], decided["accepted_comm"]) == ("10.00", "1.00")
        items = await it.rows("conversion_item", "item_id")
        assert [i["sale_amount"] for i in items] == [D("10.00"), D("-10.00"), D("10.00")]

    async def test_case_stays_open_if_its_order_is_refused(self, portal: Portal) -> None:
        it = await claims(portal)
        other = await join_brand(portal, it.brand)
        await other.report(other.order(order_id=it.order_id))
        opened = await it.open()
        await refuse(portal, opened["case_id"], "accepted", Code.STATE_FORBIDS)
        [case] = (await portal.ok("/reports/case_list", it.who))["list"]
        assert (case["state"], len(case["steps"])) == ("open", 1)

    async def test_case_about_an_order_no_longer_declined_cannot_be_accepted(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        [row] = await it.report(it.order(status="Rejected"))
        opened = await Claim(it, {"kind": "declined", "oid": row["oid"], "note": "x"}).open()
        await it.review(row["oid"])
        await refuse(portal, opened["case_id"], "accepted", Code.STATE_FORBIDS)

    async def test_concurrent_acceptances_of_a_case_count_its_order_once(
        self, portal: Portal
    ) -> None:
        it = await claims(portal)
        opened = await it.open()
        who = await portal.operator()
        attributes = {"case_id": opened["case_id"], "status": "accepted"}
        replies = await asyncio.gather(
            *(portal.post("/network/case_answer", who, attributes=attributes) for _ in range(4))
        )
        assert sorted(r.code for r in replies) == [0, *[Code.STATE_FORBIDS.number] * 3]
        assert len(await it.deal.rows("conversion_item")) == 1


class TestReplies:
    async def test_network_can_ask_a_question_in_a_case_and_the_publisher_can_reply(
        self, portal: Portal
    ) -> None:
        it = await claims(portal)
        case_id = (await it.open())["case_id"]
        asked = await answer(portal, case_id, "info_needed", reason="Which shop?")
        await refuse(portal, case_id, "info_needed", Code.STATE_FORBIDS, reason="Again?")
        reply = {"case_id": case_id, "note": "The one in Leeds"}
        replied = await portal.ok("/reports/case_reply", it.who, attributes=reply)
        decided = await answer(portal, case_id, "rejected", reason="No such order")

        assert (asked["state"], replied["state"]) == ("info_needed", "open")
        assert [(s["to"], s["note"]) for s in decided["steps"]] == [
            ("open", "My reader sent me the receipt"),
            ("info_needed", "Which shop?"),
            ("open", "The one in Leeds"),
            ("rejected", "No such order"),
        ]
        await portal.work()
        for subject in ("tell us more", "your reply", "was rejected"):
            assert mails_to(portal, it.who.email, subject=subject)

    async def test_closed_case_cannot_be_reopened(self, portal: Portal) -> None:
        it = await claims(portal)
        ref = {"case_id": (await it.open())["case_id"]}
        ended = await portal.ok("/reports/case_withdraw", it.who, attributes=ref)
        assert ended["state"] == "withdrawn"
        for path, given in (
            ("/reports/case_withdraw", ref),
            ("/reports/case_reply", {**ref, "note": "x"}),
        ):
            await portal.refuses(Code.STATE_FORBIDS, path, it.who, attributes=given)
        await refuse(portal, ref["case_id"], "accepted", Code.STATE_FORBIDS)
        assert (await it.open())["state"] == "open"

    async def test_case_of_another_publisher_is_not_found(self, portal: Portal) -> None:
        it, other = await claims(portal), await portal.someone()
        ref = {"case_id": (await it.open())["case_id"]}
        await portal.refuses(Code.NOT_FOUND, "/reports/case_withdraw", other, attributes=ref)
        reply = {**ref, "note": "x"}
        await portal.refuses(Code.NOT_FOUND, "/reports/case_reply", other, attributes=reply)


class TestNetworkCases:
    async def test_cases_are_listed_with_their_publishers(self, portal: Portal) -> None:
        it = await claims(portal)
        opened = await it.open()
        who = await portal.operator()
        for filter in ({"uid": it.who.uid}, {"mcid": it.brand.mcid, "state": "open"}):
            [row] = (await portal.ok("/network/cases", who, filter=filter))["list"]
            assert (row["case_id"], row["uid"]) == (opened["case_id"], it.who.uid)
        info = await portal.ok("/network/case_info", who, attributes={"case_id": opened["case_id"]})
        assert len(info["steps"]) == 1

    async def test_case_list_of_an_unknown_case_or_brand_is_refused(self, portal: Portal) -> None:
        who = await portal.operator()
        await portal.refuses(Code.NOT_FOUND, "/network/case_info", who, attributes={"case_id": 1})
        await refuse(portal, 1, "accepted", Code.NOT_FOUND)
        await portal.refuses(
            Code.BRAND_UNKNOWN, "/network/cases", who, filter={"mcid": "nobody-at-all"}
        )

    @pytest.mark.parametrize(
        ("given", "field"),
        [
            ({"status": "open"}, "status"),
            ({"status": "rejected"}, "reason"),
            ({"status": "info_needed"}, "reason"),
            ({"status": "rejected", "reason": "x", "amount": "1.00"}, "amount"),
            ({"status": "accepted", "amount": "-1.00"}, "amount"),
        ],
    )
    async def test_refusal_of_a_case_decision_names_the_invalid_field(
        self, portal: Portal, given: dict[str, Any], field: str
    ) -> None:
        case_id = (await (await claims(portal)).open())["case_id"]
        attributes = {"case_id": case_id, **given}
        reply = await portal.refuses(
            Code.REQUEST_INVALID,
            "/network/case_answer",
            await portal.operator(),
            attributes=attributes,
        )
        assert reply.data["field"] == f"attributes.{field}"


async def refuse(portal: Portal, case_id: int, status: str, code: Code, **more: Any) -> None:
    attributes = {"case_id": case_id, "status": status, **more}
    await portal.refuses(
        code, "/network/case_answer", await portal.operator(), attributes=attributes
    )
