"""Invalid input about money (issue 16): a code that names field and fix, and nothing partly written."""

from decimal import Decimal
from pathlib import Path

import pytest

from handlers.cli.imports.import_orders import import_orders
from handlers.network.money.reconcile import check_publisher
from rpc import Code
from schema.payments.settlement import to_period
from tests.support.accounts.payments import draft, pass_time, save_method
from tests.support.orders.files import COLUMNS, mapping
from tests.support.orders.orders import Deal, deal
from tests.support.orders.payouts import IBAN, pay, request, set_state, withdrawable
from tests.support.orders.settling import earn, month_before, settle
from tests.support.portal import PASSWORD, Portal


async def check_untouched(it: Deal) -> None:
    """What can be withdrawn still can be, and everything adds up."""
    async with it.portal.db() as db:
        assert await check_publisher(db, it.who.uid) == []
    found = await it.portal.ok("/payments/balance", it.who)
    assert (found["withdrawable"], found["on_the_way"]) == ("30.00", "0.00")


class TestDates:
    @pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
    async def test_extreme_dates_in_payment_calls_are_accepted_and_malformed_ones_refused(
        self, portal: Portal, zone: str
    ) -> None:
        it = await withdrawable(portal, "300.00")
        await request(it)
        await portal.ok("/user/edit", it.who, attributes={"time_zone": zone})
        await portal.work()
        for filter, total in (
            ({"start_date": "0001-01-01", "end_date": "9999-12-31"}, 1),
            ({"start_date": "9999-12-31", "end_date": "9999-12-31"}, 0),
            ({"start_date": "0001-01-01", "end_date": "0001-01-01"}, 0),
        ):
            for path in ("/payments/summary", "/payments/details"):
                assert (await portal.ok(path, it.who, filter=filter))["total"] == total
        for bad in ("2026-02-30", "20260230x", "", 5):
            asked = {"start_date": bad}
            reply = await portal.post("/payments/summary", it.who, filter=asked)
            assert (reply.code != 0, reply.refusal) == (True, {"field": "filter.start_date"})
            assert "such as 2026-11-20" in reply.message

    @pytest.mark.parametrize("period", ["2026-13", "2026-00", "26-01", "2026-1", "9999-12", "soon"])
    async def test_closing_a_malformed_or_impossible_month_is_refused(
        self, portal: Portal, period: str
    ) -> None:
        it = await deal(portal)
        asked = {"mcid": it.brand.mcid, "period": period}
        reply = await portal.post("/network/settle", await portal.operator(), attributes=asked)
        assert reply.code in (Code.REQUEST_INVALID.number, Code.STATE_FORBIDS.number)
        assert "such as 2026-10" in reply.message or "not over" in reply.message
        assert not await portal.value(
            "select count(*) from settled_month where mid = $1", it.brand.mid
        )


class TestRequest:
    async def test_payment_whose_fee_exceeds_its_amount_is_refused(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it = await withdrawable(portal, "300.00")
        fees = portal.resources.settings.payment_fees
        for fee in ("30.00", "31.00"):
            monkeypatch.setitem(fees, "bank:EUR", Decimal(fee))
            reply = await portal.refuses(Code.NOTHING_TO_PAY, "/payments/request", it.who)
            assert "fee" in reply.message
        await check_untouched(it)
        monkeypatch.setitem(fees, "bank:EUR", Decimal("29.99"))
        made = await request(it)
        assert (made["gross"], made["fee"], made["net"]) == ("30.00", "29.99", "0.01")

    async def test_settlement_named_repeatedly_in_a_payment_request_counts_once(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        [row] = (await portal.ok("/payments/settlements", it.who))["list"]
        made = await request(it, settlement_ids=[row["settlement_id"]] * 3)
        assert made["gross"] == "30.00"

    @pytest.mark.parametrize(
        "bad",
        [
            {"settlement_ids": []},
            {"settlement_ids": [0]},
            {"settlement_ids": [2**53]},
            {"settlement_ids": ["1"]},
            {"settlement_ids": list(range(1, 1_002))},
            {"method_id": -1},
            {"amount": "5.00"},
        ],
        ids=["none", "zero", "too large", "text", "too many", "negative", "unknown"],
    )
    async def test_payment_request_with_invalid_settlement_ids_or_fields_is_refused(
        self, portal: Portal, bad: dict[str, object]
    ) -> None:
        it = await withdrawable(portal, "300.00")
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/payments/request", it.who, attributes=bad
        )
        assert next(iter(bad)) in reply.message
        await check_untouched(it)

    async def test_sent_paid_or_returned_payment_cannot_be_cancelled(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        made = await request(it)
        given = {"payment_id": made["payment_id"]}
        await pay(portal)
        for state in ("sent", "paid", "returned"):
            await set_state(portal, made, state)
            reply = await portal.refuses(
                Code.STATE_FORBIDS, "/payments/cancel", it.who, attributes=given
            )
            assert state in reply.message
        await check_untouched(it)


class TestBatch:
    async def test_closed_publisher_keeps_its_balance_and_is_not_paid(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        made = await request(it)
        await portal.ok("/user/close", it.who, attributes={"password": PASSWORD})

        rows = {row["uid"]: row for row in (await pay(portal))["list"]}

        assert rows[it.who.uid]["code"] == Code.NOT_ALLOWED.number
        assert "locked or closed" in rows[it.who.uid]["reason"]
        operator = await portal.operator()
        filter = {"payment_id": made["payment_id"]}
        [row] = (await portal.ok("/network/payments", operator, filter=filter))["list"]
        assert row["status"] == "requested"
        given = {"payment_id": made["payment_id"], "status": "cancelled"}
        await portal.ok("/network/payment_set", operator, attributes=given)
        async with portal.db() as db:
            assert await check_publisher(db, it.who.uid) == []

    async def test_payment_whose_method_changed_to_another_currency_is_not_made(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        made = await request(it)
        [method] = (await portal.ok("/payments/methods", it.who))["list"]
        fields = {"iban": IBAN, "bic": "COBADEFFXXX"}
        await save_method(portal, it.who, draft("bank", "DE", "GBP", fields, id=method["id"]))
        await pass_time(portal, it.who.uid)

        rows = {row["payment_id"]: row for row in (await pay(portal))["list"]}

        assert rows[made["payment_id"]]["code"] == Code.METHOD_NOT_USABLE.number
        assert "changed to GBP" in rows[made["payment_id"]]["reason"]
        given = {"payment_id": made["payment_id"]}
        await portal.ok("/payments/cancel", it.who, attributes=given)
        await check_untouched(it)

    async def test_payment_that_rounds_to_zero_in_the_payout_currency_is_not_made(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00", currency="BHD")
        made = await request(it)
        today = portal.resources.clock.now().date()
        rate = {"base": "BHD", "quote": "EUR", "day": today.isoformat(), "rate": "0.0001"}
        await portal.ok("/network/rate_save", await portal.operator(), attributes=rate)

        rows = {row["payment_id"]: row["code"] for row in (await pay(portal))["list"]}

        assert rows[made["payment_id"]] == Code.NOTHING_TO_PAY.number
        given = {"payment_id": made["payment_id"]}
        assert (await portal.ok("/payments/cancel", it.who, attributes=given))["status"] == (
            "cancelled"
        )
        async with portal.db() as db:
            await db.execute("delete from currency_rate where base = 'BHD'")

    async def test_malformed_cursor_of_payments_is_refused(self, portal: Portal) -> None:
        operator = await portal.operator()
        for path in ("/network/payments", "/network/settlements"):
            for cursor in ("nonsense", "W10", "x" * 300):
                page = {"cursor": cursor}
                reply = await portal.refuses(Code.REQUEST_INVALID, path, operator, page=page)
                assert "cursor" in reply.message


class TestSettle:
    async def test_brand_without_terms_still_settles_earned_commission(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        await earn(it, "10.00")
        async with portal.db() as db:
            await db.execute("delete from terms where mid = $1", it.brand.mid)

        [row] = await settle(portal, it.brand.mcid)

        assert (row["outcome"], row["amounts"]) == ("closed", {"GBP": "1.00"})

    async def test_brand_payment_for_an_invalid_month_is_refused(self, portal: Portal) -> None:
        it = await deal(portal)
        operator = await portal.operator()
        for period in ("2026-13", to_period(month_before(portal, 0))):
            asked = {"mcid": it.brand.mcid, "period": period, "reference": "r"}
            reply = await portal.post("/network/brand_paid", operator, attributes=asked)
            assert reply.code in (Code.REQUEST_INVALID.number, Code.STATE_FORBIDS.number)
            assert "period" in reply.message or period in reply.message


class TestDecisionsByFile:
    async def test_invalid_rows_of_a_decision_file_do_not_prevent_the_valid_decisions(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await deal(portal)
        rows = await it.report(*(it.order("10.00", order_id=f"D{n}") for n in range(6)))
        assert {row["outcome"] for row in rows} == {"created"}
        columns = COLUMNS | {"status": "state", "reason_code": "why"}
        wrong = {1: ("Lost", ""), 3: ("Rejected", "because"), 5: ("", "")}
        file = tmp_path / "decisions.csv"
        lines = ["id,value,at,land,state,why"]
        for n in range(6):
            state, why = wrong.get(n, ("Approved", ""))
            amount = "x" if n == 5 else "10.00"
            lines.append(f"D{n},{amount},2026-10-01T10:00:00,GB,{state},{why}")
        file.write_text("\n".join(lines))

        result = await import_orders(portal.resources, file, mapping(it, columns))

        assert {each.line for each in result.refused} == {3, 5, 7}
        assert all(each.reason for each in result.refused)
        status = {row["order_id"]: row["status"] for row in await it.rows("conversion")}
        assert status == {f"D{n}": "Approved" if n % 2 == 0 else "Pending" for n in range(6)}
        await it.check_figures()
