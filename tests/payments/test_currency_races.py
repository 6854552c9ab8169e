"""Changing a publisher's currency while money is credited: in any order, amounts keep their currency."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from handlers.network.money.reconcile import check_publisher
from rpc import Code
from tests.support.cluster import WORKERS
from tests.support.orders.orders import Deal, deal
from tests.support.orders.payouts import add_method, request, withdrawable
from tests.support.orders.settling import run_job
from tests.support.portal import Portal, Someone

D = Decimal
OWN_NUMBER = "select citus_backend_gpid()" if WORKERS else "select pg_backend_pid()"
"""The session, as the list of those that wait names it: on a cluster they wait on any node."""
BLOCKED = (
    "select count(*) from citus_lock_waits where blocking_gpid = $1"
    if WORKERS
    else "select count(*) from pg_stat_activity where $1 = any(pg_blocking_pids(pid))"
)


@asynccontextmanager
async def changing(portal: Portal, uid: int, currency: str) -> AsyncIterator[Any]:
    """The publisher's currency is being changed: its row is locked until the transaction ends."""
    async with portal.db() as db, db.transaction():
        await db.execute(
            "update publisher set currency = $2, currency_chosen = true where publisher_id = $1",
            *(uid, currency),
        )
        yield db


async def begin(portal: Portal, holder: Any, call: Awaitable[Any]) -> asyncio.Task[Any]:
    """A call that has begun and waits for the transaction of `holder`."""
    pid, task = await holder.fetchval(OWN_NUMBER), asyncio.ensure_future(call)
    while not task.done() and not await portal.value(BLOCKED, pid):
        await asyncio.sleep(0.01)
    assert not task.done(), "it did not wait"
    return task


def bonus(who: Someone, amount: str = "50000", **more: Any) -> dict[str, Any]:
    return {"uid": who.uid, "amount": amount, "reference": "launch", "note": "n", **more}


async def settlements(portal: Portal, who: Someone) -> list[tuple[Decimal, str]]:
    rows = (await portal.ok("/payments/settlements", who))["list"]
    return [(D(row["amount"]), row["currency"]) for row in rows]


async def check(portal: Portal, who: Someone) -> None:
    async with portal.db() as db:
        assert await check_publisher(db, who.uid) == []


class TestBonus:
    async def test_bonus_uses_a_report_currency_changed_just_before(self, portal: Portal) -> None:
        who, operator = await portal.someone(currency="JPY"), await portal.operator()
        async with changing(portal, who.uid, "GBP") as db:
            granting = portal.post("/network/bonus_add", operator, attributes=bonus(who))
            task = await begin(portal, db, granting)
        assert (await task).code == 0
        assert await settlements(portal, who) == [(D("50000"), "GBP")]
        reply = await portal.post("/user/edit", who, attributes={"currency": "JPY"})
        assert "first order or bonus" in reply.message
        await check(portal, who)

    async def test_bonus_in_the_previous_report_currency_is_refused(self, portal: Portal) -> None:
        who, operator = await portal.someone(currency="JPY"), await portal.operator()
        async with changing(portal, who.uid, "GBP") as db:
            given = bonus(who, currency="JPY")
            granting = portal.post("/network/bonus_add", operator, attributes=given)
            task = await begin(portal, db, granting)
        reply = await task
        assert (reply.code, reply.refusal) == (
            Code.CHANGED_MEANWHILE.number,
            {"field": "attributes.currency"},
        )
        assert "paid in GBP now, not in JPY" in reply.message
        assert await settlements(portal, who) == []
        await portal.ok("/user/edit", who, attributes={"currency": "JPY"})
        await portal.ok("/network/bonus_add", operator, attributes=given)
        assert await settlements(portal, who) == [(D("50000"), "JPY")]

    async def test_currency_change_that_waits_for_a_bonus_is_refused(self, portal: Portal) -> None:
        who, operator = await portal.someone(currency="JPY"), await portal.operator()
        async with portal.db() as db, db.transaction():
            await db.execute("select from publisher where publisher_id = $1 for update", who.uid)
            given = bonus(who)
            granting = await begin(
                portal, db, portal.post("/network/bonus_add", operator, attributes=given)
            )
            edit = portal.post("/user/edit", who, attributes={"currency": "GBP"})
            changed = asyncio.ensure_future(edit)
            await asyncio.sleep(0.1)
            assert not changed.done()
        assert (await granting).code == 0
        assert (await changed).code == Code.REQUEST_INVALID.number
        assert await settlements(portal, who) == [(D("50000"), "JPY")]
        await check(portal, who)

    async def test_concurrent_currency_change_and_bonus_leave_one_report_currency(
        self, portal: Portal
    ) -> None:
        operator = await portal.operator()
        for _ in range(10):
            who = await portal.someone(currency="JPY")
            edit = {"currency": "GBP"}
            await asyncio.gather(
                portal.post("/user/edit", who, attributes=edit),
                portal.post("/network/bonus_add", operator, attributes=bonus(who, currency="JPY")),
                portal.post("/user/edit", who, attributes=edit),
            )
            await check(portal, who)


async def test_referral_bonus_uses_the_currency_after_a_concurrent_change(portal: Portal) -> None:
    referer = await portal.someone(currency="JPY")
    invited = await withdrawable(portal, "1000.00")
    async with portal.db() as db:
        await db.execute(
            "update publisher set referer_uid = $2, created_at = now() - $3::interval"
            " where publisher_id = $1",
            *(invited.who.uid, referer.uid, timedelta(days=1)),
        )
    today = portal.resources.clock.now().date()
    for quote, rate in (("JPY", "180"), ("GBP", "0.5")):
        given = {
            "base": "EUR",
            "quote": quote,
            "day": today.isoformat(),
            "rate": rate,
            "confirm": True,
        }
        await portal.ok("/network/rate_save", await portal.operator(), attributes=given)
    async with changing(portal, referer.uid, "GBP") as db:
        task = await begin(portal, db, run_job(portal, "/network/grant_referrals"))
    await task
    assert await settlements(portal, referer) == [(D("2.50"), "GBP")]
    await check(portal, referer)
    async with portal.db() as db:
        await db.execute("delete from currency_rate where day = $1", today)


async def test_first_order_uses_the_currency_after_a_concurrent_change(portal: Portal) -> None:
    it = await deal(portal, publisher={"currency": "EUR"}, currency="GBP")
    today = portal.resources.clock.now().date()
    rate = {"base": "GBP", "quote": "EUR", "day": today.isoformat(), "rate": "2", "confirm": True}
    await portal.ok("/network/rate_save", await portal.operator(), attributes=rate)
    async with changing(portal, it.who.uid, "GBP") as db:
        task = await begin(portal, db, it.report(it.order("10.00")))
    [row] = await task
    assert row["outcome"] == "created"
    [order] = await it.rows("conversion")
    assert (order["report_currency"], str(order["rate"])) == ("GBP", "1")
    await check(portal, it.who)
    async with portal.db() as db:
        await db.execute("delete from currency_rate where day = $1", today)


async def strange_settlement(it: Deal, amount: str = "50000") -> int:
    """One of yen, of a publisher that is paid in another currency, as an earlier version left it."""
    async with it.portal.db() as db:
        number: int = await db.fetchval("select nextval('settlement_id')")
        await db.execute(
            "insert into settlement (publisher_id, settlement_id, type, period, source, amount, currency,"
            " items, orders, payable_at, created_at)"
            " values ($1, $2, 'bonus', '2026-10-01', 'bonus:old', $3::text::numeric, 'JPY', 0, 0, now(), now())",
            *(it.who.uid, number, amount),
        )
    return number


async def forget(it: Deal, number: int) -> None:
    """Remove it, for the tests that check everybody."""
    async with it.portal.db() as db:
        await db.execute(
            "delete from settlement where publisher_id = $1 and settlement_id = $2",
            *(it.who.uid, number),
        )


class TestSettlementOfAnotherCurrency:
    async def test_settlement_in_another_currency_is_not_paid(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        number = await strange_settlement(it)
        balance = await portal.ok("/payments/balance", it.who)
        assert (balance["withdrawable"], balance["currency"]) == ("30.00", "EUR")
        given = {"settlement_ids": [number]}
        reply = await portal.refuses(
            Code.STATE_FORBIDS, "/payments/request", it.who, attributes=given
        )
        assert "is in JPY, and you are paid in EUR" in reply.message
        made = await request(it)
        assert (made["gross"], made["currency"]) == ("30.00", "EUR")
        reply = await portal.refuses(Code.STATE_FORBIDS, "/payments/request", it.who)
        assert str(number) in reply.message
        await forget(it, number)

    async def test_settlement_in_another_currency_is_left_out_of_scheduled_payments(
        self, portal: Portal
    ) -> None:
        who = await portal.someone(currency="EUR")
        it = Deal(portal=portal, brand=None, who=who, code="", link_id=0)  # type: ignore[arg-type]
        await add_method(it)
        number = await strange_settlement(it)
        await portal.ok("/payments/schedule", who, attributes={"day": 1})
        preview = await portal.ok("/network/pay_preview", await portal.operator())
        assert "50000" not in str(preview["scheduled_amounts"])
        await portal.ok("/network/pay", await portal.operator())
        assert (await portal.ok("/payments/summary", who))["total"] == 0
        await forget(it, number)

    async def test_reconciliation_reports_a_settlement_of_another_currency(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        number = await strange_settlement(it)
        async with portal.db() as db:
            lines = await check_publisher(db, it.who.uid)
        [line] = [line for line in lines if "the publisher's currency" in line]
        assert f"settlement {number}: JPY where EUR is expected" in line
        await forget(it, number)

    async def test_publisher_can_only_change_to_the_currency_of_existing_settlements(
        self, portal: Portal
    ) -> None:
        """As an earlier version left it: granted in yen, changed to pounds, never fixed."""
        who = await portal.someone(currency="GBP")
        it = Deal(portal=portal, brand=None, who=who, code="", link_id=0)  # type: ignore[arg-type]
        await add_method(it)
        number = await strange_settlement(it)
        reply = await portal.post("/user/edit", who, attributes={"currency": "USD"})
        assert reply.code == Code.REQUEST_INVALID.number
        await portal.ok("/user/edit", who, attributes={"currency": "JPY"})
        made = await request(it, settlement_ids=[number])
        assert (D(made["gross"]), made["currency"]) == (D(50_000), "JPY")
        async with portal.db() as db:
            await db.execute("delete from payment_line where publisher_id = $1", who.uid)
            await db.execute(
                "update settlement set payment_id = null where publisher_id = $1", who.uid
            )
            await db.execute("delete from payment where publisher_id = $1", who.uid)
        await forget(it, number)


REFUSED = {
    "a settlement of another currency": (
        "update settlement set currency = 'JPY' where publisher_id = $1",
        "ForeignKeyViolationError",
    ),
    "a payment of another currency": (
        "update payment set currency = 'JPY' where publisher_id = $1",
        "ForeignKeyViolationError",
    ),
    "a payment that is none": (
        "update settlement set payment_id = 1 where publisher_id = $1",
        "ForeignKeyViolationError",
    ),
    "a second living payment": (
        "insert into payment_line (publisher_id, payment_id, settlement_id, amount)"
        " select publisher_id, payment_id + 1, settlement_id, amount from payment_line"
        " where publisher_id = $1",
        "UniqueViolationError",
    ),
}


@pytest.mark.parametrize(("statement", "error"), REFUSED.values(), ids=REFUSED)
async def test_database_refuses_money_rows_of_another_currency_than_their_publishers(
    portal: Portal, statement: str, error: str
) -> None:
    it = await withdrawable(portal, "300.00")
    await request(it)
    async with portal.db() as db:
        with pytest.raises(Exception) as raised:
            await db.execute(statement, it.who.uid)
    assert type(raised.value).__name__ == error
    await check(portal, it.who)
