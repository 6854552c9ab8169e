"""A batch is marked as sent at once: what is in files for the bank, each payment once."""

import asyncio

from rpc import Code
from tests.network.money.test_payout_file import batch_of, file_of
from tests.support.orders.payouts import pay, request, set_state, withdrawable
from tests.support.portal import Portal

PATH = "/network/batch_sent"


class TestBatchSent:
    async def test_payments_in_bank_files_are_sent_once_with_one_reference(
        self, portal: Portal
    ) -> None:
        it, made, batch_id = await batch_of(portal)
        await file_of(portal, batch_id, "csv")
        operator, given = await portal.operator(), {"batch_id": batch_id, "reference": "bulk 7"}

        replies = await asyncio.gather(
            *(portal.ok(PATH, operator, attributes=given) for _ in range(3))
        )

        assert (
            sum(reply["payments"] for reply in replies)
            == sum(reply["unchanged"] for reply in replies) / 2
        )
        [first] = [reply for reply in replies if reply["payments"]]
        assert (first["list"], float(first["amounts"]["EUR"]) >= 30) == ([], True)
        [sent] = (await portal.ok("/payments/summary", it.who))["list"]
        assert (sent["payment_id"], sent["status"], sent["trace_id"]) == (
            made["payment_id"], "sent", "bulk 7",
        )  # fmt: skip
        await it.check_figures()
        lines = await it.rows("ledger", "line")
        assert sum(line["amount"] for line in lines) == 0

    async def test_payment_in_no_bank_file_is_left_out_with_the_reason(
        self, portal: Portal
    ) -> None:
        first, made, batch_id = await batch_of(portal)
        operator = await portal.operator()

        reply = await portal.ok(
            PATH, operator, attributes={"batch_id": batch_id, "reference": "bulk 8"}
        )

        assert reply["payments"] == 0
        [row] = [row for row in reply["list"] if row["payment_id"] == made["payment_id"]]
        assert (row["uid"], row["reason"]) == (first.who.uid, "It is in no file for the bank")

    async def test_payments_with_another_outcome_keep_it(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        failed = await request(it)
        batch_id = (await pay(portal))["batch_id"]
        await file_of(portal, batch_id, "csv")
        await set_state(portal, failed, "failed")
        operator = await portal.operator()

        reply = await portal.ok(
            PATH, operator, attributes={"batch_id": batch_id, "reference": "bulk 9"}
        )

        assert failed["payment_id"] not in [row["payment_id"] for row in reply["list"]]
        [now] = (await portal.ok("/payments/summary", it.who))["list"]
        assert now["status"] == "failed"

    async def test_unknown_batch_and_empty_reference_are_refused(self, portal: Portal) -> None:
        operator = await portal.operator()
        await portal.refuses(
            Code.NOT_FOUND, PATH, operator, attributes={"batch_id": 2**40, "reference": "x"}
        )
        await portal.refuses(
            Code.REQUEST_INVALID, PATH, operator, attributes={"batch_id": 1, "reference": "  "}
        )
