"""Payments that a publisher requests, cancels and sees."""

import asyncio
from datetime import date, timedelta

import pytest

from rpc import Code
from schema.core.days import first_instant
from tests.support.accounts.payments import paypal, save_method
from tests.support.orders.payouts import ledger, pay, request, set_state, withdrawable
from tests.support.portal import Portal
from tests.support.reports.exports import read_export, text


class TestRequest:
    async def test_payment_request_pays_everything_withdrawable(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00", "100.50")

        made = await request(it)

        assert (made["status"], made["gross"], made["fee"], made["net"]) == (
            "requested", "40.05", "0.00", "40.05",
        )  # fmt: skip
        assert (made["payee"], made["payout_amount"]) == ("•••• 3000", None)
        found = await portal.ok("/payments/balance", it.who)
        assert (found["withdrawable"], found["on_the_way"]) == ("0.00", "40.05")
        [settlement] = (await portal.ok("/payments/settlements", it.who))["list"]
        assert (settlement["state"], settlement["payment_id"]) == ("requested", made["payment_id"])

    async def test_concurrent_payment_requests_make_one_payment(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        replies = await asyncio.gather(
            *(portal.post("/payments/request", it.who) for _ in range(5))
        )

        assert sorted(reply.code for reply in replies) == [0, *[Code.NOTHING_TO_PAY.number] * 4]
        assert (await portal.ok("/payments/summary", it.who))["total"] == 1

    async def test_payment_request_below_the_minimum_is_refused(self, portal: Portal) -> None:
        it = await withdrawable(portal, "249.90")
        await portal.refuses(Code.BELOW_MINIMUM, "/payments/request", it.who)
        more = await withdrawable(portal, "260.00")
        await portal.ok("/payments/schedule", more.who, attributes={"minimum": "26.01"})
        await portal.refuses(Code.BELOW_MINIMUM, "/payments/request", more.who)
        await portal.ok("/payments/schedule", more.who, attributes={})
        await request(more)

    async def test_negative_settlement_is_included_in_every_payment_request(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        for amount, reference in (("20.00", "a"), ("-4.00", "b")):
            given = {"uid": it.who.uid, "amount": amount, "reference": reference, "note": "n"}
            await portal.ok("/network/bonus_add", await portal.operator(), attributes=given)
        rows = (await portal.ok("/payments/settlements", it.who))["list"]
        [earned] = [row for row in rows if row["type"] == "commission"]

        made = await request(it, settlement_ids=[earned["settlement_id"]])

        assert made["gross"] == "26.00"
        left = await portal.ok("/payments/settlements", it.who, filter={"state": "payable"})
        assert [row["amount"] for row in left["list"]] == ["20.00"]

    async def test_payment_request_without_a_positive_balance_is_refused(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        given = {"uid": it.who.uid, "amount": "-30.00", "reference": "back", "note": "n"}
        await portal.ok("/network/bonus_add", await portal.operator(), attributes=given)
        await portal.refuses(Code.NOTHING_TO_PAY, "/payments/request", it.who)

    async def test_payment_request_with_a_method_not_yet_usable_is_refused(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        made = await save_method(portal, it.who, paypal("new@example.com"))
        given = {"method_id": made["id"]}
        await portal.refuses(Code.METHOD_NOT_USABLE, "/payments/request", it.who, attributes=given)

    async def test_payment_request_with_another_publishers_settlement_or_method_is_not_found(
        self, portal: Portal
    ) -> None:
        it, other = await withdrawable(portal, "300.00"), await withdrawable(portal, "300.00")
        [theirs] = (await portal.ok("/payments/settlements", other.who))["list"]
        [method] = (await portal.ok("/payments/methods", other.who))["list"]
        for bad in ({"settlement_ids": [theirs["settlement_id"]]}, {"method_id": method["id"]}):
            await portal.refuses(Code.NOT_FOUND, "/payments/request", it.who, attributes=bad)
        await request(other)
        taken = {"settlement_ids": [theirs["settlement_id"]]}
        await portal.refuses(Code.STATE_FORBIDS, "/payments/request", other.who, attributes=taken)

    async def test_payment_request_without_a_method_is_refused(self, portal: Portal) -> None:
        who = await portal.someone()
        await portal.refuses(Code.METHOD_NOT_USABLE, "/payments/request", who)


class TestCancel:
    async def test_cancelled_payment_frees_its_settlements(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        made = await request(it)
        given = {"payment_id": made["payment_id"]}

        gone = [await portal.ok("/payments/cancel", it.who, attributes=given) for _ in range(2)]

        assert [each["status"] for each in gone] == ["cancelled"] * 2
        again = await request(it)
        assert again["payment_id"] != made["payment_id"]
        assert again["gross"] == made["gross"]

    async def test_processing_payment_cannot_be_cancelled(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        given = {"payment_id": (await request(it))["payment_id"]}
        await pay(portal)
        reply = await portal.refuses(
            Code.STATE_FORBIDS, "/payments/cancel", it.who, attributes=given
        )
        assert reply.refusal == {"field": "attributes.payment_id"}
        assert "is processing: only a payment" in reply.message

    async def test_payment_of_another_publisher_is_not_found(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        given = {"payment_id": (await request(it))["payment_id"]}
        other = await portal.someone()
        await portal.refuses(Code.NOT_FOUND, "/payments/cancel", other, attributes=given)

    async def test_payment_cancelled_while_a_batch_starts_is_either_cancelled_or_sent(
        self, portal: Portal
    ) -> None:
        for _ in range(5):
            it = await withdrawable(portal, "300.00")
            given = {"payment_id": (await request(it))["payment_id"]}
            reply, _ = await asyncio.gather(
                portal.post("/payments/cancel", it.who, attributes=given), pay(portal)
            )
            [found] = (await portal.ok("/payments/summary", it.who))["list"]
            won = reply.code == 0
            assert found["status"] == ("cancelled" if won else "processing")
            clearing = {} if won else {"clearing": "-30.00", "bank": "30.00"}
            assert await ledger(it) == (clearing or {"bank": "30.00", "publisher": "-30.00"})


class TestSummary:
    async def test_payments_are_listed_and_filtered(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        made = await request(it)
        today = portal.resources.clock.now().date().isoformat()

        for filter, total in (
            ({}, 1),
            ({"status": "requested", "start_date": today, "end_date": today}, 1),
            ({"status": "paid"}, 0),
            ({"end_date": "2026-01-01"}, 0),
        ):
            found = await portal.ok("/payments/summary", it.who, filter=filter)
            assert found == {"list": [made] * total, "total": total}
        reversed_ = {"start_date": "2026-02-01", "end_date": "2026-01-01"}
        for path in ("/payments/summary", "/payments/details"):
            await portal.refuses(Code.DATES_REVERSED, path, it.who, filter=reversed_)
        assert (await portal.ok("/payments/summary", await portal.someone()))["total"] == 0

    @pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Auckland"])
    async def test_payment_days_follow_the_publishers_time_zone(
        self, portal: Portal, zone: str
    ) -> None:
        it = await withdrawable(portal, "300.00")
        number = (await request(it))["payment_id"]
        await portal.ok("/user/edit", it.who, attributes={"time_zone": zone})
        await portal.work()
        day = date(2026, 3, 9)
        begins, ends = first_instant(day, zone), first_instant(day + timedelta(days=1), zone)
        for at, days in (
            (begins, day),
            (ends - timedelta(microseconds=1), day),
            (ends, day + timedelta(days=1)),
        ):
            async with portal.db() as db:
                await db.execute(
                    "update payment set requested_at = $2 where publisher_id = $1", it.who.uid, at
                )
            asked = {"start_date": str(days), "end_date": str(days)}
            for path in ("/payments/summary", "/payments/details"):
                assert (await portal.ok(path, it.who, filter=asked))["total"] == 1, (path, at)
            rows = await read_export(portal, it.who, "payments", "csv", **asked)
            assert [text(row["payment_id"]) for row in rows] == [str(number)]


class TestDetails:
    async def test_orders_and_bonuses_behind_a_payment_sum_to_its_amount(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00", "50.00")
        given = {"uid": it.who.uid, "amount": "5.00", "reference": "b", "note": "Thanks"}
        await portal.ok("/network/bonus_add", await portal.operator(), attributes=given)
        made = await request(it)
        await pay(portal)
        await set_state(portal, made, "sent", "paid")

        found = await portal.ok(
            "/payments/details", it.who, filter={"payment_id": made["payment_id"]}
        )

        assert [(row["type"], row["amount"]) for row in found["list"]] == [
            ("commission", "35.00"),
            ("bonus", "5.00"),
        ]
        [proof] = found["proof"]
        assert (proof["gross"], proof["settlements"]) == ("40.00", "40.00")
        assert (proof["orders"], proof["bonuses"], proof["differences"]) == ("35.00", "5.00", [])
        other = await portal.ok("/payments/details", await portal.someone())
        nothing = {"list": [], "total": 0, "proof": [], "progress": []}
        assert other == nothing | {"replaces": None, "replaced_by": None}

    async def test_payment_details_list_a_difference_between_orders_and_settlement(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        made = await request(it)
        [proof] = (await portal.ok("/payments/details", it.who))["proof"]
        assert (proof["orders"], proof["bonuses"]) == ("30.00", "0.00")
        async with portal.db() as db:
            await db.execute(
                "update conversion_item set report_comm = 29 where publisher_id = $1", it.who.uid
            )

        [proof] = (await portal.ok("/payments/details", it.who))["proof"]

        [line] = (await portal.ok("/payments/details", it.who))["list"]
        assert made["gross"] == proof["gross"] == "30.00"
        assert proof["differences"] == [
            {"settlement_id": line["settlement_id"], "expected": "30.00", "found": "29"}
        ]
