"""Negative settlements: each joins the next payment, also before its brand has paid."""

from decimal import Decimal

from handlers.network.money.reconcile import check_publisher
from rpc import Code
from schema.core.days import first_instant
from tests.support.databases import earlier
from tests.support.orders.orders import Deal, deal
from tests.support.orders.payouts import add_method, pay, request, set_state
from tests.support.orders.settling import earn, month_before, pay_brand, settle
from tests.support.portal import Portal

D = Decimal


async def owing(portal: Portal, sales: str = "560.00") -> Deal:
    """A publisher with 60 to withdraw, 20 that wait, and a returned order in a month its brand has not paid for."""
    it = await deal(portal, publisher={"currency": "EUR"}, currency="EUR")
    await earn(it, sales, months=3, currency="EUR")
    [returned] = await earn(it, "40.00", months=3, currency="EUR")
    await settle(portal, it.brand.mcid, months=3)
    await pay_brand(it, months=3)
    await it.review(returned, status="Rejected", reason_code="item_returned")
    month = first_instant(month_before(portal, 2), "UTC")
    async with portal.db() as db:
        await db.execute(
            "update conversion_item set validation_date = $2"
            " where publisher_id = $1 and corrects is not null",
            *(it.who.uid, month),
        )
    await settle(portal, it.brand.mcid, months=2)
    await earn(it, "200.00", currency="EUR")
    await settle(portal, it.brand.mcid)
    await add_method(it)
    return it


async def check(it: Deal) -> None:
    async with it.portal.db() as db:
        assert await check_publisher(db, it.who.uid) == []


async def states(it: Deal) -> dict[str, str]:
    rows = (await it.portal.ok("/payments/settlements", it.who))["list"]
    return {row["amount"]: row["state"] for row in rows}


class TestDeduction:
    async def test_deduction_is_included_in_a_payment_before_the_brand_has_paid(
        self, portal: Portal
    ) -> None:
        it = await owing(portal)
        assert await states(it) == {"60.00": "payable", "-4.00": "payable", "20.00": "waiting"}
        balance = await portal.ok("/payments/balance", it.who)
        assert (balance["withdrawable"], balance["approved"]) == ("56.00", "20.00")

        made = await request(it)

        assert made["gross"] == "56.00"
        assert await states(it) == {"60.00": "requested", "-4.00": "requested", "20.00": "waiting"}
        balance = await portal.ok("/payments/balance", it.who)
        assert [balance[name] for name in ("withdrawable", "approved", "on_the_way")] == [
            "0.00", "20.00", "56.00",
        ]  # fmt: skip
        await check(it)

    async def test_deduction_is_included_in_any_selection_of_settlements(
        self, portal: Portal
    ) -> None:
        it = await owing(portal)
        rows = (await portal.ok("/payments/settlements", it.who))["list"]
        [earned] = [row["settlement_id"] for row in rows if row["amount"] == "60.00"]
        assert (await request(it, settlement_ids=[earned]))["gross"] == "56.00"
        [waiting] = [row["settlement_id"] for row in rows if row["amount"] == "20.00"]
        given = {"settlement_ids": [waiting]}
        await portal.refuses(Code.STATE_FORBIDS, "/payments/request", it.who, attributes=given)

    async def test_later_payment_by_a_brand_makes_the_deducted_month_payable(
        self, portal: Portal
    ) -> None:
        it = await owing(portal)
        made = await request(it)
        await pay(portal)
        await set_state(portal, made, "sent", "paid")
        await check(it)
        await pay_brand(it, months=2)
        await pay_brand(it)
        assert await states(it) == {"60.00": "paid", "-4.00": "paid", "20.00": "payable"}
        await check(it)

    async def test_returned_payment_frees_the_deduction(self, portal: Portal) -> None:
        it = await owing(portal)
        made = await request(it)
        await portal.ok("/payments/cancel", it.who, attributes={"payment_id": made["payment_id"]})
        assert (await states(it))["-4.00"] == "payable"
        made = await request(it)
        await pay(portal)
        await set_state(portal, made, "sent", "returned")
        await check(it)
        assert (await request(it))["gross"] == "56.00"
        await check(it)

    async def test_amount_after_deductions_must_reach_the_payment_minimum(
        self, portal: Portal
    ) -> None:
        it = await owing(portal, sales="249.00")
        reply = await portal.refuses(Code.BELOW_MINIMUM, "/payments/request", it.who)
        assert "EUR\u00a024.90 is below the minimum of EUR\u00a025.00" in reply.message

    async def test_scheduled_payment_includes_the_deduction(self, portal: Portal) -> None:
        it = await owing(portal)
        await portal.ok("/payments/schedule", it.who, attributes={"day": 1})
        async with portal.db() as db:
            await db.execute(
                f"update settlement set {earlier('payable_at', '40 days')}"
                " where publisher_id = $1 and payable_at is not null",
                it.who.uid,
            )
        await pay(portal)
        [made] = (await portal.ok("/payments/summary", it.who))["list"]
        assert (made["gross"], made["scheduled"]) == ("56.00", True)
        await check(it)
