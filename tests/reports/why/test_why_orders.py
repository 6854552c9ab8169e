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
    async def test_why_gives_the_reason_of_a_declined_order_and_a_case_to_open(
        self, portal: Portal
    ) -> None:
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

    async def test_why_says_if_too_few_publishers_can_be_compared_on_unexplained_declines(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        oid = await order(it, status="Rejected")
        await run_job(portal, "/reports/count_declines")

        answer = await ask(portal, it.who, oid=oid)

        assert answer["verdict"] == WhyVerdict.DECLINED_WITHOUT_REASON
        assert answer["reason_code"] is None
        assert WhyFact.TOO_FEW_PUBLISHERS in facts_of(answer)

    async def test_why_gives_the_brands_share_of_unexplained_declines_at_other_publishers(
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

    async def test_why_explains_a_question_without_a_brand_which_no_decline_counts(
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

    async def test_why_hides_a_share_of_declines_that_is_mostly_one_publishers(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        oid = await order(it, status="Rejected")
        await decline(portal, it, 5, 2)
        await decline(portal, it, 1, 25)
        await run_job(portal, "/reports/count_declines")

        answer = await ask(portal, it.who, oid=oid)

        assert WhyFact.SHARE_WITHOUT_REASON not in facts_of(answer)

    async def test_why_shows_a_brands_note_without_the_customers_name(self, portal: Portal) -> None:
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

    async def test_why_says_that_an_order_is_too_old_for_a_case(self, portal: Portal) -> None:
        it = await deal(portal)
        at = portal.resources.clock.now() - timedelta(days=100)
        oid = await order(it, status="Rejected", order_time=at.isoformat())
        await decided_at(it, [oid], at)

        answer = await ask(portal, it.who, oid=oid)

        assert answer["next_step"]["step"] == WhyStep.NOTHING
        assert WhyFact.CASE_TIME_OVER in facts_of(answer)


class TestPending:
    @pytest.mark.parametrize("after", ["approve", "hold"])
    async def test_why_says_until_when_an_order_is_pending(
        self, portal: Portal, after: str
    ) -> None:
        it = await deal(portal, validation_days=20, after_validation=after)
        at = yesterday(portal)
        oid = await order(it, order_time=at.isoformat())

        answer = await ask(portal, it.who, oid=oid)

        assert answer["verdict"] == WhyVerdict.PENDING
        assert answer["until"].startswith((at + timedelta(days=20)).date().isoformat())
        assert answer["next_step"]["step"] == WhyStep.WAIT
        assert values_of(answer, WhyFact.DECISION_EXPECTED)["state"] == after

    async def test_why_says_that_an_order_is_pending_beyond_its_validation_period(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, validation_days=5, after_validation="hold")
        at = yesterday(portal) - timedelta(days=9)
        oid = await order(it, order_time=at.isoformat())

        answer = await ask(portal, it.who, oid=oid)

        assert answer["verdict"] == WhyVerdict.PENDING_TOO_LONG

    async def test_why_says_that_an_order_is_a_test_order(self, portal: Portal) -> None:
        it = await deal(portal)
        assert (await ask(portal, it.who, oid=await order(it, test_order=True)))[
            "verdict"
        ] == WhyVerdict.TEST_ORDER

    async def test_why_says_that_an_order_waits_for_an_exchange_rate(self, portal: Portal) -> None:
        it = await deal(portal)
        oid = await order(it, currency="MWK", status="Approved")

        answer = await ask(portal, it.who, oid=oid)

        assert answer["verdict"] == WhyVerdict.NOT_RATED
        assert values_of(answer, WhyFact.RATE_MISSING)["to_currency"] == "GBP"


class TestCommission:
    async def test_why_explains_a_commission_by_its_terms_and_rounding(
        self, portal: Portal
    ) -> None:
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

    async def test_why_states_a_fixed_commission_with_its_currency(self, portal: Portal) -> None:
        groups = [{"name": "Lead", "pays": "fixed", "value": "3"}]
        it = await deal(portal, commission_groups=groups, offer_type="CPA")

        answer = await ask(portal, it.who, oid=await order(it), about=WhyAspect.COMMISSION)

        terms = values_of(answer, WhyFact.TERMS)
        assert "rate" not in terms
        assert (terms["amount"], terms["currency"], terms["commission"]) == ("3", "GBP", "3.00")

    async def test_why_states_the_exchange_rate_of_the_orders_day(self, portal: Portal) -> None:
        it = await deal(portal, publisher={"currency": "EUR"})
        operator = await portal.operator()
        day = portal.resources.clock.now().date().isoformat()
        rate = {"day": day, "base": "GBP", "quote": "EUR", "rate": "1.15"}
        await portal.post("/network/rate_save", operator, attributes=rate)

        answer = await ask(portal, it.who, oid=await order(it), about=WhyAspect.COMMISSION)

        values = values_of(answer, WhyFact.EXCHANGE_RATE)
        assert (values["currency"], values["to_currency"]) == ("GBP", "EUR")


class TestClick:
    async def test_why_says_that_a_recent_click_may_still_bring_an_order(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, cookie_days=30)
        at = yesterday(portal)

        answer = await ask(portal, it.who, click_ref=await it.click(at))

        assert answer["verdict"] == WhyVerdict.CLICK_WITHOUT_ORDER_YET
        assert answer["until"].startswith((at + timedelta(days=30)).date().isoformat())

    async def test_why_offers_a_case_for_a_click_after_its_cookie_window(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, cookie_days=2)
        ref = await it.click(yesterday(portal) - timedelta(days=5))

        answer = await ask(portal, it.who, click_ref=ref)

        assert answer["verdict"] == WhyVerdict.CLICK_WITHOUT_ORDER
        assert ref in answer["next_step"]["page"]

    @pytest.mark.parametrize("verdict", ["bot", "duplicate", "blocked"])
    async def test_why_says_why_a_click_does_not_count(self, portal: Portal, verdict: str) -> None:
        it = await deal(portal)

        answer = await ask(portal, it.who, click_ref=await it.click(verdict=verdict))

        assert answer["verdict"] == WhyVerdict.CLICK_NOT_COUNTED
        assert values_of(answer, WhyFact.CLICK_NOT_COUNTED)["state"] == verdict

    async def test_why_answers_about_a_click_by_its_order(self, portal: Portal) -> None:
        it = await deal(portal)
        ref = await it.click()
        oid = await order(it, click_ref=ref, code=None)

        answer = await ask(portal, it.who, click_ref=ref)

        assert (answer["verdict"], answer["oid"]) == (WhyVerdict.PENDING, oid)
        assert facts_of(answer)[0] == WhyFact.CLICKED

    async def test_why_says_that_an_assigned_code_overruled_a_click(self, portal: Portal) -> None:
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
    async def test_why_does_not_find_rows_of_another_publisher(self, portal: Portal) -> None:
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

    async def test_why_does_not_find_an_unknown_click_reference(self, portal: Portal) -> None:
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
    async def test_why_says_what_a_case_waits_for(
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
