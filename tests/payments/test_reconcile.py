"""The reconciliation of all money: clean after every operation, and it reports any manipulation."""

import pytest

from handlers.cli import reconcile
from handlers.network.money.reconcile import check_publisher
from tests.support.accounts.mails import mails_to
from tests.support.orders.orders import Deal
from tests.support.orders.payouts import pay, request, set_state, withdrawable
from tests.support.orders.settling import run_job
from tests.support.portal import Portal

BREAKS = {
    "a posting": "update ledger set amount = amount + 1 where publisher_id = $1 and account = 'bank'",
    "a ledger": "delete from ledger where publisher_id = $1 and kind = 'sent'",
    "a settlement": "update settlement set amount = amount + 1 where publisher_id = $1",
    "an item": "update conversion_item set report_comm = report_comm + 1 where publisher_id = $1",
    "an item's status": "update conversion_item set status = 'Rejected' where publisher_id = $1",
    "an item's sum": "update conversion_item set report_comm = -1, corrects = '' where publisher_id = $1",
    "an item's payment": "update conversion_item set payment_id = 1 where publisher_id = $1",
    "a payment": "update payment set gross = gross + 1, net = net + 1 where publisher_id = $1",
    "a payment's state": "update payment set state = 'returned' where publisher_id = $1",
    "a payment's lines": "delete from payment_line where publisher_id = $1",
    "a settlement's payment": "update settlement set payment_id = null where publisher_id = $1",
}


async def lines(it: Deal) -> list[str]:
    async with it.portal.db() as db:
        return await check_publisher(db, it.who.uid)


async def paid_deal(portal: Portal) -> Deal:
    it = await withdrawable(portal, "300.00", "44.40")
    made = await request(it)
    await pay(portal)
    await set_state(portal, made, "sent", "paid")
    return it


class TestReconcile:
    async def test_ledger_reconciles_after_every_step_of_a_payment(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        given = {"uid": it.who.uid, "amount": "-1.50", "reference": "a", "note": "n"}
        await portal.ok("/network/bonus_add", await portal.operator(), attributes=given)
        assert await lines(it) == []
        made = await request(it)
        assert await lines(it) == []
        await pay(portal)
        for state in ("failed", "processing", "sent", "paid"):
            assert await lines(it) == []
            await set_state(portal, made, state)
        [order] = await it.rows("conversion")
        await it.review(order["oid"], status="Rejected", reason_code="other")
        assert await lines(it) == []
        await set_state(portal, made, "returned")
        assert await lines(it) == []

    @pytest.mark.parametrize("statement", BREAKS.values(), ids=BREAKS)
    async def test_reconciliation_reports_a_manipulated_row(
        self, portal: Portal, statement: str
    ) -> None:
        it = await paid_deal(portal)
        async with portal.db() as db:
            transaction = db.transaction(isolation="repeatable_read")
            await transaction.start()
            await db.execute(statement, it.who.uid)
            found = await check_publisher(db, it.who.uid)
            await transaction.rollback()
        assert found
        assert await lines(it) == []

    async def test_reconcile_command_prints_differences_and_ends_with_1(
        self, portal: Portal, capsys: pytest.CaptureFixture[str]
    ) -> None:
        it = await paid_deal(portal)
        await reconcile.run(it.who.uid, portal.resources)
        assert "1 publishers, 0 differences" in capsys.readouterr().out
        async with portal.db() as db:
            await db.execute("update settlement set amount = 1 where publisher_id = $1", it.who.uid)

        with pytest.raises(SystemExit):
            await reconcile.run(it.who.uid, portal.resources)

        printed = capsys.readouterr().out
        assert "34.44 is expected" in printed
        await mend(it)

    async def test_nightly_reconciliation_mails_differences_to_operators(
        self, portal: Portal
    ) -> None:
        it = await paid_deal(portal)
        async with portal.db() as db:
            await db.execute("update settlement set amount = 1 where publisher_id = $1", it.who.uid)
        operator = await portal.operator()

        await run_job(portal, "/network/reconcile")

        assert mails_to(portal, operator.email, subject="do not add up")
        await mend(it)


async def mend(it: Deal) -> None:
    """As it was, for the tests that check everybody."""
    async with it.portal.db() as db:
        await db.execute("update settlement set amount = 34.44 where publisher_id = $1", it.who.uid)
