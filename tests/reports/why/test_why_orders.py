"""Why an order is declined or pending, why its commission is what it is, and why a click brought none."""

from datetime import timedelta
from typing import Any

import pytest

from rpc import Code
from schema.reports.why.answer import WhyAspect, WhyFact, WhyRule, WhyStep, WhyVerdict
from tests.support.orders.orders import Deal, deal, join_brand
from tests.support.orders.settling import decided_at, run_job
from tests.support.portal import Portal, unique
from tests.support.reports.why import PATH, ask, facts_of, values_of, yesterday


async def order(it: Deal, amount: str = "10.00", **fields: Any) -> int:
    [row] = await it.report(it.order(amount, **fields))
    oid: int = row["oid"]
    return oid


async def decline(portal: Portal, brand: Deal, publishers: int, each: int, **reason: str) -> None:
    """Declined orders of the brand at some other publishers."""
    for _ in range(publishers):
        other = await join_brand(portal, brand.brand)
        await other.report(*(other.order(status="Rejected", **reason) for _ in range(each)))


class TestDeclined:
    async def test_declined_order_has_its_reason_and_a_case_to_open(self, portal: Portal) -> None:
        it = await deal(portal)
        oid = await order(it, status="Rejected", reason_code="item_returned")

        answer = await ask(portal, it.who, oid=oid)

        assert (answer["verdict"], answer["reason_code"]) == (WhyVerdict.DECLINED, "item_returned")
        [fact] = [each for each in answer["list"] if each["fact"] == WhyFact.DECLINED]
        assert (fact["rule"], fact["documented"]) == (WhyRule.DECISIONS, "/help?article=orders")
        assert fact["evidence"] == {
            "page": f"/reports/transactions?oid={oid}",
            "call": "/reports/transaction",
        }
        step = answer["next_step"]
        assert step["step"] == WhyStep.OPEN_CASE
        case = {name: value for name, value in step["case"].items() if value is not None}
        opened = await portal.ok("/reports/case_open", it.who, attributes=case)
        again = await ask(portal, it.who, oid=oid)
        assert again["next_step"]["page"] == f"/reports/cases?case={opened['case_id']}"

    async def test_decline_without_a_reason_says_that_too_few_publishers_can_be_compared(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        oid = await order(it, status="Rejected")
        await run_job(portal, "/reports/count_declines")

        answer = await ask(portal, it.who, oid=oid)

        assert answer["verdict"] == WhyVerdict.DECLINED_WITHOUT_REASON
        assert answer["reason_code"] is None
        assert WhyFact.TOO_FEW_PUBLISHERS in facts_of(answer)

    async def test_decline_without_a_reason_has_the_brands_share_at_others(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        oid = await order(it, status="Rejected")
        await decline(portal, it, 4, 6)
        await decline(portal, it, 2, 6, reason_code="item_returned")
        await run_job(portal, "/reports/count_declines")

        answer = await ask(portal, it.who, oid=oid)

        values = values_of(answer, WhyFact.SHARE_WITHOUT_REASON)
        assert values == {"share": 0.7, "count": 30}  # 25 of 37, in steps of 5 %

    async def test_decided_question_about_no_brand_is_explained_and_left_out_of_the_counts(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        question = {"kind": "question", "topic": "account", "note": "Which bank details are used?"}
        case_id = (await portal.ok("/reports/case_open", it.who, attributes=question))["case_id"]
        given = {
            "case_id": case_id,
            "status": "accepted",
            "reason": "Those of your default method.",
        }
        await portal.ok("/network/case_answer", await portal.operator(), attributes=given)
        oid = await order(it, status="Rejected")
        await decline(portal, it, 6, 6)

        await run_job(portal, "/reports/count_declines")

        answer = await ask(portal, it.who, oid=oid)
        assert WhyFact.SHARE_WITHOUT_REASON in facts_of(answer)
        answer = await ask(portal, it.who, case_id=case_id)
        assert answer["next_step"]["step"] == WhyStep.SEE_CASE

    async def test_share_of_which_one_publisher_has_more_than_half_is_not_told(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        oid = await order(it, status="Rejected")
        await decline(portal, it, 5, 2)
        await decline(portal, it, 1, 25)
        await run_job(portal, "/reports/count_declines")

        answer = await ask(portal, it.who, oid=oid)

        assert WhyFact.SHARE_WITHOUT_REASON not in facts_of(answer)

    async def test_note_of_a_brand_is_shown_without_a_customers_name(self, portal: Portal) -> None:
        it = await deal(portal)
        oid = await order(it, status="Rejected", reason_code="other")
        async with portal.db() as db:
            await db.execute(
                "update conversion_item set note = 'Returned by Anna Kowalska, tel 020 7946 0958'"
                " where publisher_id = $1 and oid = $2",
                *(it.who.uid, oid),
            )

        answer = await ask(portal, it.who, oid=oid)

        text = values_of(answer, WhyFact.DECLINED)["text"]
        assert text.startswith("Returned by […]")
        assert "Anna" not in text
        assert "7946" not in text

    async def test_order_too_old_for_a_case_says_so(self, portal: Portal) -> None:
        it = await deal(portal)
        at = portal.resources.clock.now() - timedelta(days=100)
        oid = await order(it, status="Rejected", order_time=at.isoformat())
        await decided_at(it, [oid], at)

        answer = await ask(portal, it.who, oid=oid)

        assert answer["next_step"]["step"] == WhyStep.NOTHING
        assert WhyFact.CASE_TIME_OVER in facts_of(answer)


class TestPending:
    @pytest.mark.parametrize("after", ["approve", "hold"])
    async def test_pending_order_says_until_when(self, portal: Portal, after: str) -> None:
        it = await deal(portal, validation_days=20, after_validation=after)
        at = yesterday(portal)
        oid = await order(it, order_time=at.isoformat())

        answer = await ask(portal, it.who, oid=oid)

        assert answer["verdict"] == WhyVerdict.PENDING
        assert answer["until"].startswith((at + timedelta(days=20)).date().isoformat())
        assert answer["next_step"]["step"] == WhyStep.WAIT
        assert values_of(answer, WhyFact.DECISION_EXPECTED)["state"] == after

    async def test_order_held_beyond_its_period_is_pending_too_long(self, portal: Portal) -> None:
        it = await deal(portal, validation_days=5, after_validation="hold")
        at = yesterday(portal) - timedelta(days=9)
        oid = await order(it, order_time=at.isoformat())

        answer = await ask(portal, it.who, oid=oid)

        assert answer["verdict"] == WhyVerdict.PENDING_TOO_LONG

    async def test_test_order_is_told(self, portal: Portal) -> None:
        it = await deal(portal)
        assert (await ask(portal, it.who, oid=await order(it, test_order=True)))[
            "verdict"
        ] == WhyVerdict.TEST_ORDER

    async def test_order_without_an_exchange_rate_is_told(self, portal: Portal) -> None:
        it = await deal(portal)
        oid = await order(it, currency="MWK", status="Approved")

        answer = await ask(portal, it.who, oid=oid)

        assert answer["verdict"] == WhyVerdict.NOT_RATED
        assert values_of(answer, WhyFact.RATE_MISSING)["to_currency"] == "GBP"


class TestCommission:
    async def test_commission_is_explained_by_its_terms_and_rounding(self, portal: Portal) -> None:
        groups = [
            {"name": "Standard", "pays": "percent", "value": "10"},
            {"name": "Shoes", "pays": "percent", "value": "12.5", "category": "Shoes"},
        ]
        it = await deal(portal, commission_groups=groups)
        oid = await order(it, "33.33", category="Shoes")

        answer = await ask(portal, it.who, oid=oid, about=WhyAspect.COMMISSION)

        assert answer["verdict"] == WhyVerdict.COMMISSION
        terms = values_of(answer, WhyFact.TERMS)
        assert (terms["text"], terms["rate"], terms["state"]) == ("Shoes", "12.5", "all")
        assert (terms["amount"], terms["commission"]) == ("33.33", "4.17")
        assert WhyFact.ROUNDED in facts_of(answer)

    async def test_fixed_amount_is_told_with_its_currency(self, portal: Portal) -> None:
        groups = [{"name": "Lead", "pays": "fixed", "value": "3"}]
        it = await deal(portal, commission_groups=groups, offer_type="CPA")

        answer = await ask(portal, it.who, oid=await order(it), about=WhyAspect.COMMISSION)

        terms = values_of(answer, WhyFact.TERMS)
        assert "rate" not in terms
        assert (terms["amount"], terms["currency"], terms["commission"]) == ("3", "GBP", "3.00")

    async def test_rate_of_the_day_is_told(self, portal: Portal) -> None:
        it = await deal(portal, publisher={"currency": "EUR"})
        operator = await portal.operator()
        day = portal.resources.clock.now().date().isoformat()
        rate = {"day": day, "base": "GBP", "quote": "EUR", "rate": "1.15"}
        await portal.post("/network/rate_save", operator, attributes=rate)

        answer = await ask(portal, it.who, oid=await order(it), about=WhyAspect.COMMISSION)

        values = values_of(answer, WhyFact.EXCHANGE_RATE)
        assert (values["currency"], values["to_currency"]) == ("GBP", "EUR")


class TestClick:
    async def test_click_within_its_window_may_still_bring_an_order(self, portal: Portal) -> None:
        it = await deal(portal, cookie_days=30)
        at = yesterday(portal)

        answer = await ask(portal, it.who, click_ref=await it.click(at))

        assert answer["verdict"] == WhyVerdict.CLICK_WITHOUT_ORDER_YET
        assert answer["until"].startswith((at + timedelta(days=30)).date().isoformat())

    async def test_click_after_its_window_leads_to_a_case(self, portal: Portal) -> None:
        it = await deal(portal, cookie_days=2)
        ref = await it.click(yesterday(portal) - timedelta(days=5))

        answer = await ask(portal, it.who, click_ref=ref)

        assert answer["verdict"] == WhyVerdict.CLICK_WITHOUT_ORDER
        assert ref in answer["next_step"]["page"]

    @pytest.mark.parametrize("verdict", ["bot", "duplicate", "blocked"])
    async def test_click_that_does_not_count_says_why(self, portal: Portal, verdict: str) -> None:
        it = await deal(portal)

        answer = await ask(portal, it.who, click_ref=await it.click(verdict=verdict))

        assert answer["verdict"] == WhyVerdict.CLICK_NOT_COUNTED
        assert values_of(answer, WhyFact.CLICK_NOT_COUNTED)["state"] == verdict

    async def test_click_of_an_order_is_answered_by_the_order(self, portal: Portal) -> None:
        it = await deal(portal)
        ref = await it.click()
        oid = await order(it, click_ref=ref, code=None)

        answer = await ask(portal, it.who, click_ref=ref)

        assert (answer["verdict"], answer["oid"]) == (WhyVerdict.PENDING, oid)
        assert facts_of(answer)[0] == WhyFact.CLICKED

    async def test_click_that_a_code_overruled_is_told(self, portal: Portal) -> None:
        it = await deal(portal)
        ref = await it.click()
        async with portal.db() as db:
            await db.execute(
                "insert into click_overruled (publisher_id, click_id, click_time, mid, at)"
                " select publisher_id, click_id, click_time, mid, click_time from click"
                "  where publisher_id = $1",
                it.who.uid,
            )

        answer = await ask(portal, it.who, click_ref=ref)

        assert answer["verdict"] == WhyVerdict.CLICK_OVERRULED


class TestOthers:
    async def test_rows_of_another_publisher_are_not_found(self, portal: Portal) -> None:
        it, other = await deal(portal), await portal.someone()
        oid, ref = await order(it), await it.click()
        case = await portal.ok(
            "/reports/case_open",
            it.who,
            attributes={"kind": "incorrect", "oid": oid, "amount": "20.00", "note": "x"},
        )
        asked: list[tuple[str, Any]] = [
            ("oid", oid),
            ("click_ref", ref),
            ("case_id", case["case_id"]),
            ("settlement_id", 1),
            ("payment_id", 1),
        ]
        for name, value in asked:
            reply = await portal.refuses(Code.NOT_FOUND, PATH, other, attributes={name: value})
            assert reply.data["field"] == f"attributes.{name}"

    async def test_reference_that_is_no_click_is_not_found(self, portal: Portal) -> None:
        who = await portal.someone()
        await portal.refuses(Code.NOT_FOUND, PATH, who, attributes={"click_ref": unique("x")})


class TestCase:
    @pytest.mark.parametrize(
        ("status", "verdict", "step"),
        [
            (None, WhyVerdict.CASE_WAITS_FOR_NETWORK, WhyStep.WAIT),
            ("info_needed", WhyVerdict.CASE_WAITS_FOR_YOU, WhyStep.ANSWER_CASE),
            ("rejected", WhyVerdict.CASE_REJECTED, WhyStep.SEE_CASE),
            ("accepted", WhyVerdict.CASE_ACCEPTED, WhyStep.SEE_ORDER),
            ("withdrawn", WhyVerdict.CASE_WITHDRAWN, WhyStep.SEE_CASE),
        ],
    )
    async def test_case_says_what_it_waits_for(
        self, portal: Portal, status: str | None, verdict: WhyVerdict, step: WhyStep
    ) -> None:
        it = await deal(portal)
        oid = await order(it)
        given = {"kind": "incorrect", "oid": oid, "amount": "20.00", "note": "It was more."}
        case = await portal.ok("/reports/case_open", it.who, attributes=given)
        ref = {"case_id": case["case_id"]}
        if status == "withdrawn":
            await portal.ok("/reports/case_withdraw", it.who, attributes=ref)
        elif status:
            answer = {**ref, "status": status, "reason": "Ask Anna Kowalska"}
            await portal.ok("/network/case_answer", await portal.operator(), attributes=answer)

        why = await ask(portal, it.who, case_id=case["case_id"])

        assert (why["verdict"], why["next_step"]["step"]) == (verdict, step)
        assert facts_of(why)[0] == WhyFact.CASE_OPENED
        assert "Anna" not in repr(why)
