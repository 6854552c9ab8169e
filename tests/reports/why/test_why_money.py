"""Why approved commission is not in the account: its month, its brand, the minimum, the method, or the payment."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rpc import Code
from schema.reports.why.answer import WhyAspect, WhyFact, WhyStep, WhyVerdict
from tests.payments.test_expected_dates import had
from tests.support.accounts.payments import draft, save_method
from tests.support.orders.orders import Deal, deal
from tests.support.orders.payouts import IBAN, add_method, pay, request, set_state, withdrawable
from tests.support.orders.settling import earn, pay_brand, settle
from tests.support.portal import PASSWORD, Portal
from tests.support.reports.why import PATH, ask, facts_of, values_of


async def settle_orders(portal: Portal, *amounts: str, **brand: Any) -> tuple[Deal, list[int]]:
    it = await deal(portal, **brand)
    oids = await earn(it, *amounts)
    await settle(portal, it.brand.mcid)
    return it, oids


class TestSettledOrder:
    async def test_why_says_that_an_approved_order_waits_for_its_month_to_close(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        [row] = await it.report(it.order(status="Approved"))

        answer = await ask(portal, it.who, oid=row["oid"])

        assert answer["verdict"] == WhyVerdict.MONTH_NOT_CLOSED
        now = portal.resources.clock.now()
        following = (now.replace(day=1) + timedelta(days=32)).replace(day=1)
        assert answer["until"].startswith(following.date().isoformat())

    async def test_why_says_that_a_settled_order_waits_for_the_brands_payment(
        self, portal: Portal
    ) -> None:
        it, [oid] = await settle_orders(portal, "1000.00")

        answer = await ask(portal, it.who, oid=oid)

        assert answer["verdict"] == WhyVerdict.BRAND_NOT_PAID
        assert values_of(answer, WhyFact.BRAND_SHOULD_PAY)["state"] == "terms"

    async def test_why_explains_a_balance_below_the_payment_minimum_with_both_sums(
        self, portal: Portal
    ) -> None:
        it, [oid] = await settle_orders(portal, "50.00")
        await pay_brand(it)

        answer = await ask(portal, it.who, oid=oid)

        assert answer["verdict"] == WhyVerdict.BELOW_MINIMUM
        assert values_of(answer, WhyFact.PAYABLE_SUM)["amount"] == "5.00"
        assert values_of(answer, WhyFact.MINIMUM)["amount"] == "25.00"

    async def test_why_says_that_a_payment_method_is_missing(self, portal: Portal) -> None:
        it, [oid] = await settle_orders(portal, "1000.00", prepaid=True)

        answer = await ask(portal, it.who, oid=oid)

        assert answer["verdict"] == WhyVerdict.NO_METHOD
        assert answer["next_step"]["step"] == WhyStep.ADD_METHOD
        assert WhyFact.PAID_IN_ADVANCE in facts_of(answer)

    async def test_why_says_until_when_new_bank_details_cannot_be_used(
        self, portal: Portal
    ) -> None:
        it, [oid] = await settle_orders(portal, "1000.00", prepaid=True)
        await save_method(portal, it.who, draft("bank", "DE", "EUR", {"iban": IBAN}))

        answer = await ask(portal, it.who, oid=oid)

        assert answer["verdict"] == WhyVerdict.METHOD_WAITING
        assert answer["until"] is not None

    async def test_why_says_that_a_payment_has_to_be_requested_without_a_schedule(
        self, portal: Portal
    ) -> None:
        it, [oid] = await settle_orders(portal, "1000.00", prepaid=True)
        await add_method(it)

        answer = await ask(portal, it.who, oid=oid)

        assert answer["verdict"] == WhyVerdict.NOT_REQUESTED
        assert answer["next_step"]["step"] == WhyStep.REQUEST_PAYMENT
        await portal.ok("/payments/schedule", it.who, attributes={"day": 15})
        scheduled = await ask(portal, it.who, oid=oid)
        assert scheduled["verdict"] == WhyVerdict.SCHEDULED
        assert scheduled["until"][8:10] == "15"

    async def test_why_explains_that_a_negative_settlement_is_deducted(
        self, portal: Portal
    ) -> None:
        it, [oid] = await settle_orders(portal, "1000.00", prepaid=True)
        async with portal.db() as db:
            await db.execute(
                "update settlement set amount = -amount where publisher_id = $1", it.who.uid
            )

        answer = await ask(portal, it.who, oid=oid)

        assert answer["verdict"] == WhyVerdict.DEDUCTED

    async def test_why_explains_a_settled_order_that_was_reversed_later(
        self, portal: Portal
    ) -> None:
        it, [oid] = await settle_orders(portal, "1000.00", prepaid=True)
        await it.review(oid, status="Rejected", reason_code="item_returned")

        decision = await ask(portal, it.who, oid=oid)
        payment = await ask(portal, it.who, oid=oid, about=WhyAspect.PAYMENT)

        assert (decision["verdict"], decision["reason_code"]) == (
            WhyVerdict.DECLINED,
            "item_returned",
        )
        assert WhyFact.CORRECTED in facts_of(decision)
        assert payment["verdict"] != WhyVerdict.DECLINED


class TestPayment:
    @pytest.mark.parametrize(
        ("states", "verdict", "step"),
        [
            ((), WhyVerdict.IN_PAYMENT, WhyStep.WAIT),
            (("sent",), WhyVerdict.SENT, WhyStep.WAIT),
            (("sent", "paid"), WhyVerdict.PAID, WhyStep.NOTHING),
            (("failed",), WhyVerdict.PAYMENT_FAILED, WhyStep.MEND_PAYMENT),
            (("sent", "returned"), WhyVerdict.PAYMENT_RETURNED, WhyStep.REQUEST_PAYMENT),
        ],
    )
    async def test_why_says_where_a_payment_is(
        self, portal: Portal, states: tuple[str, ...], verdict: WhyVerdict, step: WhyStep
    ) -> None:
        it = await withdrawable(portal, "1000.00")
        payment = await request(it)
        await pay(portal)
        await set_state(portal, payment, *states)

        answer = await ask(portal, it.who, payment_id=payment["payment_id"])

        assert (answer["verdict"], answer["next_step"]["step"]) == (verdict, step)
        assert facts_of(answer)[0] == WhyFact.REQUESTED

    @pytest.mark.parametrize(
        ("days_ago", "step", "late"), [(9, WhyStep.ASK_NETWORK, True), (3, WhyStep.WAIT, False)]
    )
    async def test_payment_that_usually_comes_sooner_is_asked_about(
        self, portal: Portal, days_ago: int, step: WhyStep, late: bool
    ) -> None:
        it = await withdrawable(portal, "1000.00")
        await had(it, 4, 5, 6)
        payment = await request(it)
        async with portal.db() as db:
            await db.execute(
                "update payment set requested_at = now() - $2 * interval '1 day' where payment_id = $1",
                *(payment["payment_id"], days_ago),
            )

        answer = await ask(portal, it.who, payment_id=payment["payment_id"])

        assert answer["next_step"]["step"] == step
        assert (WhyFact.PAYMENT_LATE in facts_of(answer)) == late
        if late:
            assert values_of(answer, WhyFact.PAYMENT_LATE)["state"] == "past"
            assert answer["verdict"] == WhyVerdict.PAYMENT_NOT_STARTED
            assert values_of(answer, WhyFact.PAYMENT_LATE)["days"] >= 1
            page = f"/reports/cases?add=question&payment_id={payment['payment_id']}"
            assert answer["next_step"]["page"] == page

    @pytest.mark.parametrize(
        ("changes", "late"),
        [
            ("processed_at = now() - interval '7 days'", True),
            ("processed_at = now() - interval '7 days', sent_at = now() - interval '1 day'", False),
            ("requested_at = now() - interval '7 days'", False),
        ],
    )
    async def test_payment_is_late_by_the_terms_until_own_payments_tell_more(
        self, portal: Portal, changes: str, late: bool
    ) -> None:
        it = await withdrawable(portal, "1000.00")
        payment = await request(it)
        async with portal.db() as db:
            await db.execute(
                f"update payment set {changes} where payment_id = $1", payment["payment_id"]
            )

        answer = await ask(portal, it.who, payment_id=payment["payment_id"])

        assert (WhyFact.PAYMENT_LATE in facts_of(answer)) == late
        if late:
            assert values_of(answer, WhyFact.PAYMENT_LATE)["state"] == "terms"
            assert answer["next_step"]["step"] == WhyStep.ASK_NETWORK

    async def test_why_answers_about_a_settlement_by_its_payment(self, portal: Portal) -> None:
        it = await withdrawable(portal, "1000.00")
        payment = await request(it)
        [row] = (await portal.ok("/payments/settlements", it.who))["list"]

        answer = await ask(portal, it.who, settlement_id=row["settlement_id"])

        assert answer["verdict"] == WhyVerdict.PAYMENT_NOT_STARTED
        assert values_of(answer, WhyFact.REQUESTED)["count"] == payment["payment_id"]

    async def test_why_says_what_is_left_out_of_a_payment(self, portal: Portal) -> None:
        it = await withdrawable(portal, "1000.00")
        await earn(it, "300.00", months=2, currency="EUR")
        async with portal.db() as db:
            now = portal.resources.clock.now() - timedelta(hours=1)
            for number, payable in ((1, None), (2, now)):
                await db.execute(
                    "insert into settlement (publisher_id, settlement_id, type, mid, period, source, amount,"
                    " currency, items, orders, payable_at, created_at) values"
                    " ($1, nextval('settlement_id'), 'commission', $2, '2020-01-01', $3, 30, 'EUR', 1, 1, $4, $5)",
                    *(it.who.uid, it.brand.mid, f"left {number}", payable, now),
                )
        [first] = [
            row["settlement_id"]
            for row in (await portal.ok("/payments/settlements", it.who))["list"]
            if row["period"] != "2020-01"
        ]
        payment = await request(it, settlement_ids=[first])

        answer = await ask(portal, it.who, payment_id=payment["payment_id"])

        not_paid = values_of(answer, WhyFact.LEFT_OUT_BRAND_NOT_PAID)
        assert (not_paid["count"], not_paid["amount"]) == (1, "30")
        assert values_of(answer, WhyFact.LEFT_OUT_NOT_CHOSEN)["count"] == 1
        pages = {
            each["fact"]: each["evidence"]["page"] for each in answer["list"] if each["evidence"]
        }
        assert pages[WhyFact.LEFT_OUT_NOT_CHOSEN] == "/payments/details?state=payable"
        assert pages[WhyFact.LEFT_OUT_BRAND_NOT_PAID] == "/payments/details?state=waiting"

    async def test_why_about_money_is_refused_to_a_token_without_the_payment_scope(
        self, portal: Portal
    ) -> None:
        it, [oid] = await settle_orders(portal, "50.00", prepaid=True)
        wish = {"name": "Report", "scopes": ["report.read"], "password": PASSWORD}
        made = await portal.ok("/common/gen_token", it.who, attributes=wish)
        token = replace(it.who, token=made["token"])

        await portal.refuses(Code.NOT_ALLOWED, PATH, token, attributes={"payment_id": 1})
        answer = await ask(portal, token, oid=oid)

        assert WhyFact.PAYABLE_SUM not in facts_of(answer)
