"""Batches of payments, and the outcome of each payment."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from rpc import Code
from tests.support.accounts.payments import draft, save_method
from tests.support.orders.orders import Deal
from tests.support.orders.payouts import (
    IBAN,
    add_method,
    ledger,
    pay,
    request,
    set_state,
    withdrawable,
)
from tests.support.portal import Portal

D = Decimal
OWED = {"bank": "30.00", "publisher": "-30.00"}


async def paid_out(portal: Portal) -> tuple[Deal, dict[str, Any]]:
    """A publisher, and a payment of 30 EUR that is in a batch."""
    it = await withdrawable(portal, "300.00")
    made = await request(it)
    await pay(portal)
    return it, made


async def first_payment(it: Deal) -> dict[str, Any]:
    rows: list[dict[str, Any]] = (await it.portal.ok("/payments/summary", it.who))["list"]
    return rows[0]


class TestPay:
    async def test_requested_payment_is_processed_once(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        await request(it)

        first, second = await pay(portal), await pay(portal)

        assert (first["batch_id"] is not None, second["payments"]) == (True, 0)
        assert D(first["amounts"]["EUR"]) >= 30
        now = await first_payment(it)
        assert (now["status"], now["payout_amount"], now["rate"]) == ("processing", "30.00", "1")
        assert await ledger(it) == {"bank": "30.00", "clearing": "-30.00"}

    async def test_payment_in_another_currency_uses_the_rate_of_the_day(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00", currency="GBP")
        await request(it)
        refused = (await pay(portal))["list"]
        [mine] = [row for row in refused if row["uid"] == it.who.uid]
        assert mine["code"] == Code.RATE_MISSING.number
        today = portal.resources.clock.now().date()
        rate = {"base": "GBP", "quote": "EUR", "day": today.isoformat(), "rate": "1.18765"}
        await portal.ok("/network/rate_save", await portal.operator(), attributes=rate)

        await pay(portal)

        now = await first_payment(it)
        assert (now["payout_currency"], now["payout_amount"], now["rate"]) == (
            "EUR",
            "35.63",
            "1.18765",
        )
        async with portal.db() as db:
            await db.execute("delete from currency_rate where day = $1", today)

    async def test_locked_publisher_or_payment_with_a_changed_or_deleted_method_is_not_paid(
        self, portal: Portal
    ) -> None:
        locked, changed, gone = [await withdrawable(portal, "300.00") for _ in range(3)]
        for it in (locked, changed, gone):
            await request(it)
        lock = {"uid": locked.who.uid, "kind": "lock"}
        await portal.ok("/network/account_lock", await portal.operator(), attributes=lock)
        [method] = (await portal.ok("/payments/methods", changed.who))["list"]
        again = draft("bank", "DE", "EUR", {"iban": "DE02120300000000202051"}, id=method["id"])
        await save_method(portal, changed.who, again)
        [method] = (await portal.ok("/payments/methods", gone.who))["list"]
        bye = {"id": method["id"], "password": gone.who.password}
        await portal.ok("/payments/method_del", gone.who, attributes=bye)

        refused = (await pay(portal))["list"]
        rows = {row["uid"]: row["code"] for row in refused}
        names = {row["uid"]: row["publisher"] for row in refused}
        for one in (locked, changed, gone):
            filter = {"uid": one.who.uid}
            found = await portal.ok("/network/accounts", await portal.operator(), filter=filter)
            assert names[one.who.uid] == found["list"][0]["publisher"] != ""

        assert rows[locked.who.uid] == Code.NOT_ALLOWED.number
        assert rows[changed.who.uid] == rows[gone.who.uid] == Code.METHOD_NOT_USABLE.number
        assert (await first_payment(changed))["status"] == "requested"

    async def test_payment_outcome_on_a_future_or_long_past_day_is_refused(
        self, portal: Portal
    ) -> None:
        """A day of last year would pay by last year's rates."""
        it = await withdrawable(portal, "300.00", currency="GBP")
        await request(it)
        operator = await portal.operator()
        today = portal.resources.clock.now().date()
        for day in ("2099-01-01", "0001-01-01", "9999-12-31", str(today - timedelta(days=32))):
            given = {"date": day}
            reply = await portal.refuses(
                Code.REQUEST_INVALID, "/network/pay", operator, attributes=given
            )
            assert reply.refusal == {"field": "attributes.date"}, day
        await pay(portal, date=str(today - timedelta(days=31)))
        assert (await first_payment(it))["status"] == "requested"


class TestPaymentSet:
    async def test_payment_is_marked_sent_then_paid(self, portal: Portal) -> None:
        it, made = await paid_out(portal)

        await set_state(portal, made, "sent", "sent")
        assert await ledger(it) == {}
        done = await set_state(portal, made, "paid", "paid")

        assert (done["status"], done["trace_id"]) == ("paid", "bank-1")
        [item] = await it.rows("conversion_item")
        assert (item["payment_id"], item["paid_date"] is None) == (made["payment_id"], False)
        assert (await portal.ok("/payments/balance", it.who))["paid"] == "30.00"
        [day] = await it.figures()
        assert day["paid_commission"] == D("30.00")
        await it.check_figures()
        kinds = [e["event_type"] for e in (await portal.ok("/reports/events", it.who))["list"]]
        assert kinds.count(4) == 1
        [event] = (
            await portal.ok(
                "/network/payments", await portal.operator(), filter={"uid": it.who.uid}
            )
        )["list"]
        assert (event["payment_id"], event["status"]) == (made["payment_id"], "paid")

    async def test_failed_payment_is_retried_with_the_same_amount(self, portal: Portal) -> None:
        it, made = await paid_out(portal)
        before = await first_payment(it)

        failed = await set_state(portal, made, "failed")
        todo = (await portal.ok("/home/dashboard", it.who))["tasks"][0]
        assert (todo["name"], todo["done"]) == ("failed_payment", False)
        assert (failed["failure_reason"], await ledger(it)) == ("account closed", OWED)
        again = await set_state(portal, made, "processing")

        assert (again["payout_amount"], again["batch_id"]) == (
            before["payout_amount"],
            before["batch_id"],
        )
        assert await ledger(it) == {"bank": "30.00", "clearing": "-30.00"}
        await set_state(portal, made, "sent", "failed", "cancelled")
        assert await ledger(it) == OWED
        assert (await request(it))["gross"] == "30.00"

    async def test_returned_payment_frees_its_settlements(self, portal: Portal) -> None:
        for states in (["sent"], ["sent", "paid"]):
            it, made = await paid_out(portal)

            await set_state(portal, made, *states, "returned")

            assert await ledger(it) == OWED
            [item] = await it.rows("conversion_item")
            assert (item["payment_id"], item["paid_date"]) == (None, None)
            await it.check_figures()
            assert (await request(it))["gross"] == "30.00"
            details = await portal.ok(
                "/payments/details", it.who, filter={"payment_id": made["payment_id"]}
            )
            assert details["proof"][0]["differences"] == []

    async def test_invalid_transition_of_a_payment_is_refused(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        made = await request(it)
        operator = await portal.operator()
        more = {"reference": "r", "reason": "x"}

        async def refuse(*states: str, code: Code = Code.STATE_FORBIDS) -> None:
            for state in states:
                given = {"payment_id": made["payment_id"], "status": state, **more}
                await portal.refuses(code, "/network/payment_set", operator, attributes=given)

        await refuse("processing", "sent", "paid", "failed", "returned")
        await refuse("requested", code=Code.REQUEST_INVALID)
        await pay(portal)
        await refuse("paid", "returned", "cancelled")
        await set_state(portal, made, "sent")
        await refuse("sent", "processing", "cancelled")
        await set_state(portal, made, "paid")
        await refuse("sent", "failed", "cancelled", "processing")
        await set_state(portal, made, "returned")
        await refuse("paid", "sent", "processing", "cancelled", "failed")

    async def test_payment_outcome_with_a_missing_detail_or_unknown_payment_is_refused(
        self, portal: Portal
    ) -> None:
        operator = await portal.operator()
        for state in ("sent", "failed", "returned"):
            given = {"payment_id": 1, "status": state}
            await portal.refuses(
                Code.REQUEST_INVALID, "/network/payment_set", operator, attributes=given
            )
        given = {"payment_id": 1, "status": "paid"}
        await portal.refuses(Code.NOT_FOUND, "/network/payment_set", operator, attributes=given)

    async def test_payments_are_listed_by_a_cursor(self, portal: Portal) -> None:
        for _ in range(2):
            await request(await withdrawable(portal, "300.00"))
        batch = {"batch_id": (await pay(portal))["batch_id"]}
        operator = await portal.operator()

        first = await portal.ok("/network/payments", operator, filter=batch, page={"perPage": 1})
        page = {"perPage": 1_000, "cursor": first["next"]}
        rest = await portal.ok("/network/payments", operator, filter=batch, page=page)

        assert first["total"] == rest["total"] == 1 + len(rest["list"])
        reversed_ = {"start_date": "2026-02-01", "end_date": "2026-01-01"}
        await portal.refuses(Code.DATES_REVERSED, "/network/payments", operator, filter=reversed_)


async def test_payment_method_is_chosen_by_its_id(portal: Portal) -> None:
    it = await withdrawable(portal, "300.00")
    second = await add_method(it, country="FR", iban="FR1420041010050500013M02606")

    made = await request(it, method_id=second)

    assert IBAN[-4:] not in made["payee"]
    assert made["payee"] == "•••• 2606"
