"""Orders of a sandbox are led through their whole life by the code of live ones."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from handlers.network.money.reconcile import check_publisher
from rpc import Code
from schema.accounts.sandbox import STAGES, LifePath, LifeStage
from tests.support.accounts.sandboxes import enter, lead
from tests.support.portal import Portal
from tests.support.postbacks.receiver import dispatching, run_receiver, save

ADVANCE = "/sandbox/advance"


class TestAdvance:
    @pytest.mark.parametrize("path", list(LifePath))
    async def test_each_path_reaches_its_last_stage_and_reconciles(
        self, portal: Portal, path: LifePath
    ) -> None:
        inside = await enter(portal, await portal.someone())
        life = await lead(portal, inside, path)
        await portal.work()

        assert (life["stage"], life["left"]) == (STAGES[path][-1], [])
        async with portal.db() as db:
            assert await check_publisher(db, inside.uid) == []

    async def test_approved_order_is_paid_with_every_event_of_a_live_one(
        self, portal: Portal
    ) -> None:
        inside = await enter(portal, await portal.someone())
        life = await lead(portal, inside, "approve", mcid="sandbox-books")
        await portal.work()

        order = await portal.ok("/reports/transaction", inside, attributes={"oid": life["oid"]})
        assert (order["order_id"], order["mcid"]) == (life["order_id"], "sandbox-books")
        assert life["order_id"].startswith("TEST-")
        assert {item["status"] for item in order["items"]} == {"Approved"}
        assert all(item["paid"] for item in order["items"])
        [payment] = (await portal.ok("/payments/summary", inside))["list"]
        assert (payment["payment_id"], payment["status"]) == (life["payment_id"], "paid")
        events = (await portal.ok("/reports/events", inside))["list"]
        names = [each["event_name"] for each in events]
        assert names[:1] == ["order.created"]
        assert {"order.updated", "order.settled", "settlement.payable", "payment.sent"} <= {*names}
        assert {each["livemode"] for each in events} == {False}

    async def test_life_by_stages_ends_where_a_whole_one_does(self, portal: Portal) -> None:
        inside = await enter(portal, await portal.someone())
        life = await lead(portal, inside, "returned", whole=False)
        seen = [life["stage"]]
        while life["left"]:
            given = {"life_id": life["life_id"], "whole": False}
            life = await portal.ok(ADVANCE, inside, attributes=given)
            seen.append(life["stage"])

        assert seen == list(STAGES[LifePath.RETURNED])
        reply = await portal.refuses(
            Code.STATE_FORBIDS, ADVANCE, inside, attributes={"life_id": life["life_id"]}
        )
        assert "over" in reply.message
        listed = (await portal.ok("/sandbox/lives", inside))["list"]
        assert [each["life_id"] for each in listed] == [life["life_id"]]

    async def test_rejected_order_earns_nothing(self, portal: Portal) -> None:
        inside = await enter(portal, await portal.someone())
        life = await lead(portal, inside, "reject")

        order = await portal.ok("/reports/transaction", inside, attributes={"oid": life["oid"]})
        assert {item["status"] for item in order["items"]} == {"Rejected"}
        assert (life["settlement_id"], life["payment_id"]) == (None, None)

    async def test_failed_payment_is_retried_and_paid(self, portal: Portal) -> None:
        inside = await enter(portal, await portal.someone())
        await lead(portal, inside, "payment_fails")

        [payment] = (await portal.ok("/payments/summary", inside))["list"]
        names = {
            each["event_name"] for each in (await portal.ok("/reports/events", inside))["list"]
        }
        assert payment["status"] == "paid"
        assert {"payment.failed", "payment.sent"} <= names

    async def test_part_returned_after_payment_is_deducted_from_the_next_payment(
        self, portal: Portal
    ) -> None:
        inside = await enter(portal, await portal.someone())
        await lead(portal, inside, "part_return_after_paid")
        await lead(portal, inside, "approve")

        last, first = (await portal.ok("/payments/summary", inside))["list"]
        assert (first["gross"], last["gross"]) == ("75.00", "37.50")

    async def test_brand_that_pays_late_is_listed_as_late(self, portal: Portal) -> None:
        inside = await enter(portal, await portal.someone())
        life = await lead(portal, inside, "brand_pays_late", whole=False)
        while life["stage"] != LifeStage.SETTLED:
            given = {"life_id": life["life_id"], "whole": False}
            life = await portal.ok(ADVANCE, inside, attributes=given)

        ageing = await portal.ok("/payments/ageing", inside)
        assert [row["mcid"] for row in ageing["list"]] == [life["mcid"]]
        assert ageing["list"][0]["days_late"] > 0

    async def test_two_orders_of_one_brand_in_progress_are_each_paid(self, portal: Portal) -> None:
        inside = await enter(portal, await portal.someone())
        lives = []
        for _ in range(2):
            life = await lead(portal, inside, "approve", mcid="sandbox-shoes", whole=False)
            for _ in range(2):
                given = {"life_id": life["life_id"], "whole": False}
                life = await portal.ok(ADVANCE, inside, attributes=given)
            lives.append(life)
        ends = [
            await portal.ok(ADVANCE, inside, attributes={"life_id": life["life_id"]})
            for life in lives
        ]

        assert {end["stage"] for end in ends} == {"paid"}
        async with portal.db() as db:
            assert await check_publisher(db, inside.uid) == []

    async def test_sandbox_order_with_wrong_attributes_is_refused_by_field(
        self, portal: Portal
    ) -> None:
        inside = await enter(portal, await portal.someone())
        for given, code, field in (
            ({}, Code.REQUEST_INVALID, "attributes.path"),
            ({"path": "approve", "life_id": 1}, Code.REQUEST_INVALID, "attributes.path"),
            ({"path": "approve", "mcid": "nothing"}, Code.BRAND_UNKNOWN, "attributes.mcid"),
            ({"life_id": 1}, Code.NOT_FOUND, "attributes.life_id"),
        ):
            reply = await portal.refuses(code, ADVANCE, inside, attributes=given)
            assert reply.data["field"] == field

    async def test_orders_of_another_sandbox_are_hidden(self, portal: Portal) -> None:
        one, another = (
            await enter(portal, await portal.someone()),
            await enter(portal, await portal.someone()),
        )
        life = await lead(portal, one, "approve", whole=False)

        assert (await portal.ok("/sandbox/lives", another))["list"] == []
        await portal.refuses(
            Code.NOT_FOUND, ADVANCE, another, attributes={"life_id": life["life_id"]}
        )


class TestPostbacks:
    async def test_postback_of_a_sandbox_says_that_it_is_not_live(self, portal: Portal) -> None:
        inside = await enter(portal, await portal.someone())
        async with run_receiver() as receiver, dispatching(portal):
            url = f"{receiver.url}/in?o={{order_id}}&live={{livemode}}"
            await save(portal, inside, url)
            life = await lead(portal, inside, "approve")
            [got] = await receiver.wait_for(1)

        assert (got.params["o"], got.params["live"]) == (life["order_id"], "0")


class TestMails:
    async def test_mails_of_a_sandbox_are_shown_and_not_sent(self, portal: Portal) -> None:
        who = await portal.someone()
        inside = await enter(portal, who)
        await lead(portal, inside, "approve")
        await portal.work()

        [mail] = (await portal.ok("/sandbox/mails", inside))["list"]
        assert (mail["recipient"], "payment" in mail["subject"].lower()) == (who.email, True)
        another = await enter(portal, await portal.someone())
        assert (await portal.ok("/sandbox/mails", another))["list"] == []


class TestDocuments:
    async def test_invoice_has_a_number_of_tests_and_the_mark(self, portal: Portal) -> None:
        inside = await enter(portal, await portal.someone())
        life = await lead(portal, inside, "approve")
        await portal.work()

        invoice = await portal.ok(
            "/payments/invoice", inside, attributes={"payment_id": life["payment_id"]}
        )
        assert invoice["number"].startswith("TEST-")
        file = await portal.http.get(invoice["url"])
        text = PdfReader(BytesIO(file.content)).pages[0].extract_text()
        assert "Test: Self-billed invoice TEST-" in " ".join(text.split())
