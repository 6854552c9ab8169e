"""Opening a case: which claims about which orders are accepted."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from schema.core.errors import Code, Rule
from tests.support.accounts.mails import mails_to
from tests.support.hostile.files import PDF, send_all
from tests.support.orders.cases import Claim, claims
from tests.support.orders.orders import deal, join_brand
from tests.support.orders.settling import run_job
from tests.support.portal import Portal, unique


class TestCaseOpen:
    async def test_missing_order_is_claimed_with_evidence(self, portal: Portal) -> None:
        it = await claims(portal)
        receipt = await send_all(portal, it.who, PDF)
        files = [{"file_url": receipt["url"], "name": "receipt.pdf"}]

        opened = await it.open(evidence=files)

        assert (opened["kind"], opened["state"], opened["oid"]) == ("missing", "open", None)
        assert (opened["amount"], opened["mcid"]) == ("50.00", it.brand.mcid)
        [step] = opened["steps"]
        assert (step["by"], step["from"], step["to"]) == ("publisher", None, "open")
        [file] = step["evidence"]
        assert file["name"] == "receipt.pdf"
        response = await portal.http.get(file["download_url"])
        assert response.status_code == 200
        await portal.work()
        [mail] = mails_to(portal, it.who.email, subject="We have your case")
        assert f"case={opened['case_id']}" in mail
        assert "approved automatically" not in mail
        assert await it.deal.counts() == (0, 0, 0, 0, 0, 0)

    async def test_evidence_file_of_another_publisher_is_refused(self, portal: Portal) -> None:
        it, other = await claims(portal), await portal.someone()
        theirs = await send_all(portal, other, PDF)
        reply = await it.refuses(
            Code.REQUEST_INVALID, evidence=[{"file_url": theirs["url"], "name": "x.pdf"}]
        )
        assert reply.data["field"] == "attributes.evidence"

    @pytest.mark.parametrize(
        ("given", "field"),
        [
            ({"mcid": None}, "mcid"),
            ({"order_id": " "}, "order_id"),
            ({"currency": "XXQ"}, "currency"),
            ({"amount": "-1"}, "amount"),
            ({"amount": "0"}, "amount"),
            ({"amount": "1.001"}, "amount"),
            ({"amount": None}, "amount"),
            ({"order_time": "2999-01-01T00:00:00Z"}, "order_time"),
            ({"oid": 1}, "oid"),
            ({"item_id": "a"}, "item_id"),
            ({"click_ref": "nonsense"}, "click_ref"),
            ({"kind": "incorrect"}, "mcid"),
        ],
    )
    async def test_refusal_of_a_new_case_names_the_invalid_field(
        self, portal: Portal, given: dict[str, Any], field: str
    ) -> None:
        it = await claims(portal)
        reply = await it.refuses(Code.REQUEST_INVALID, **given)
        assert reply.data["field"] == f"attributes.{field}"

    async def test_case_about_an_unknown_brand_is_refused(self, portal: Portal) -> None:
        it = await claims(portal)
        await it.refuses(Code.BRAND_UNKNOWN, mcid=unique("nobody"))

    async def test_case_about_a_brand_without_a_link_is_refused(self, portal: Portal) -> None:
        it, brand = await claims(portal), await portal.brand()
        reply = await it.refuses(Code.REQUEST_INVALID, mcid=brand.mcid)
        assert "no link" in reply.message

    async def test_case_with_another_publishers_click_is_refused(self, portal: Portal) -> None:
        it = await claims(portal)
        other = await join_brand(portal, it.brand)
        theirs = await other.click()
        await it.refuses(Code.REQUEST_INVALID, click_ref=theirs)
        reply = await it.refuses(Code.REQUEST_INVALID, click_ref=await it.deal.click())
        assert reply.message.endswith("is before the click")
        two_days_ago = portal.resources.clock.now() - timedelta(days=2)
        opened = await it.open(click_ref=await it.deal.click(two_days_ago))
        assert opened["click_ref"]

    async def test_second_case_for_the_same_order_is_refused(self, portal: Portal) -> None:
        it = await claims(portal)
        drafts = [it.draft() for _ in range(4)]
        replies = await asyncio.gather(
            *(portal.post("/reports/case_open", it.who, attributes=each) for each in drafts)
        )
        codes = sorted(reply.code for reply in replies)
        assert codes == [0, *[Code.STATE_FORBIDS.number] * 3]

    async def test_case_about_an_order_older_than_90_days_is_refused(self, portal: Portal) -> None:
        it = await claims(portal)
        now = portal.resources.clock.now()
        late, timely = (now - timedelta(days=days) for days in (90.1, 89.9))
        reply = await it.refuses(Code.STATE_FORBIDS, order_time=late.isoformat())
        assert reply.data["field"] == "attributes.order_time"
        await it.open(order_time=timely.isoformat())

    async def test_case_about_a_stored_order_as_missing_is_refused(self, portal: Portal) -> None:
        it = await claims(portal)
        [row] = await it.deal.report(it.deal.order(order_id=it.order_id))
        reply = await it.refuses(Code.STATE_FORBIDS)
        assert reply.message.endswith(
            f"This order is not missing: your transactions list {it.order_id}"
        )
        assert str(row["oid"]) not in reply.message

    async def test_case_about_a_missing_order_does_not_reveal_that_another_publisher_has_it(
        self, portal: Portal
    ) -> None:
        it = await claims(portal)
        other = await join_brand(portal, it.brand)
        await other.report(other.order(order_id=it.order_id))
        assert (await it.open())["state"] == "open"

    async def test_incorrect_order_of_several_items_is_claimed_by_item(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        two = {"items": [{"item_id": "a", "amount": "1.00"}, {"item_id": "b", "amount": "2.00"}]}
        [row] = await it.report({**it.order(), **two})
        claim = Claim(it, {"kind": "incorrect", "oid": row["oid"], "amount": "5.00", "note": "x"})

        assert (await claim.refuses(Code.REQUEST_INVALID)).data["field"] == "attributes.item_id"
        await claim.refuses(Code.REQUEST_INVALID, item_id="c")
        same = await claim.refuses(Code.REQUEST_INVALID, item_id="a", amount="1.00")
        assert same.data == {"field": "attributes.amount", "rule": Rule.UNCHANGED}
        opened = await claim.open(item_id="b")
        assert (opened["oid"], opened["item_id"], opened["amount"]) == (row["oid"], "b", "5.00")

    async def test_case_about_an_order_that_is_not_declined_is_refused(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        good, bad = await it.report(it.order(), it.order(status="Rejected"))
        claim = Claim(it, {"kind": "declined", "note": "It was delivered"})

        reply = await claim.refuses(Code.STATE_FORBIDS, oid=good["oid"])
        assert reply.data["field"] == "attributes.oid"
        assert (await claim.open(oid=bad["oid"]))["kind"] == "declined"
        wrong = {"kind": "incorrect", "oid": bad["oid"], "amount": "3.00"}
        await claim.refuses(Code.STATE_FORBIDS, **wrong)

    async def test_declined_order_of_another_publisher_is_not_found(self, portal: Portal) -> None:
        it, other = await deal(portal), await deal(portal)
        [row] = await other.report(other.order(status="Rejected"))
        await Claim(it, {"kind": "declined", "note": "x"}).refuses(Code.NOT_FOUND, oid=row["oid"])

    async def test_case_about_a_test_order_is_refused(self, portal: Portal) -> None:
        it = await deal(portal)
        [row] = await it.report(it.order(status="Rejected", test_order=True))
        claim = Claim(it, {"kind": "declined", "note": "x"})
        await claim.refuses(Code.STATE_FORBIDS, oid=row["oid"])


class TestCaseList:
    async def test_case_list_is_filtered_and_hides_other_publishers(self, portal: Portal) -> None:
        it, other = await claims(portal), await claims(portal)
        mine, theirs = await it.open(), await other.open()

        for filter in ({}, {"kind": "missing"}, {"state": "open"}, {"mcid": it.brand.mcid}):
            answer = await portal.ok("/reports/case_list", it.who, filter=filter)
            assert [row["case_id"] for row in answer["list"]] == [mine["case_id"]]
            assert answer["total"] == 1
        for filter in ({"case_id": theirs["case_id"]}, {"kind": "declined"}, {"oid": 1}):
            assert (await portal.ok("/reports/case_list", it.who, filter=filter))["list"] == []
        await portal.refuses(
            Code.BRAND_UNKNOWN, "/reports/case_list", it.who, filter={"mcid": unique("no")}
        )


class TestTerms:
    async def test_items_are_not_approved_automatically_while_a_case_is_open(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, validation_days=5)
        at = (portal.resources.clock.now() - timedelta(days=10)).isoformat()
        [row] = await it.report(it.order("10.00", order_time=at))
        claim = Claim(it, {"kind": "incorrect", "oid": row["oid"], "amount": "12.00", "note": "x"})
        opened = await claim.open()

        await run_job(portal, "/network/validate_due")
        assert [i["status"] for i in await it.rows("conversion_item")] == ["Pending"]

        withdrawn = {"case_id": opened["case_id"]}
        await portal.ok("/reports/case_withdraw", it.who, attributes=withdrawn)
        await run_job(portal, "/network/validate_due")
        assert [i["status"] for i in await it.rows("conversion_item")] == ["Approved"]
