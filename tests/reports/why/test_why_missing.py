"""Why an order is not among one's own: what is told, and that nothing else can be read out of it."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest

import sql.network.asked_order
import sql.reports.why
from rpc import Code
from rpc.security.rate_limits import SharedLimits
from schema.orders.order_refusal import RefusalCode
from schema.reports.why.answer import ASKED_A_DAY, WhyFact, WhyStep, WhyVerdict
from tests.support.orders.orders import Deal, deal, join_brand, link_brand
from tests.support.portal import Portal, unique
from tests.support.reports.why import PATH, ask, click_on, facts_of, values_of, yesterday


async def asker(portal: Portal, **brand: Any) -> Deal:
    """A publisher with a valid click on a brand, three days before yesterday."""
    it = await deal(portal, **brand)
    await click_on(it, yesterday(portal) - timedelta(days=3))
    return it


def question(it: Deal, order_id: str | None = None, **changed: Any) -> dict[str, Any]:
    """A question about an order of 50.00 of yesterday."""
    return {
        "mcid": it.brand.mcid,
        "order_id": order_id or unique("lost"),
        "day": yesterday(it.portal).date().isoformat(),
        "amount": "50.00",
        **changed,
    }


async def report(it: Deal, order_id: str, amount: str = "50.00", **fields: Any) -> dict[str, Any]:
    """An order of yesterday, traced by another click or the link's code."""
    fields.setdefault("order_time", yesterday(it.portal).isoformat())
    [row] = await it.report(it.order(amount, order_id=order_id, **fields))
    return row


async def shape(portal: Portal, it: Deal, attributes: dict[str, Any]) -> dict[str, Any]:
    """An answer without the number that was asked for."""
    answer = await ask(portal, it.who, **attributes)
    text = repr(answer).replace(attributes["order_id"], "N")
    return {"text": text, "keys": sorted(answer)}


def watch(
    function: Callable[..., Awaitable[Any]], name: str, read: list[str]
) -> Callable[..., Awaitable[Any]]:
    """The function, which notes that it was called."""

    async def call(*values: Any) -> Any:
        read.append(name)
        return await function(*values)

    return call


class TestMissingOrder:
    async def test_why_says_that_an_unknown_order_was_not_reported_and_fills_in_its_case(
        self, portal: Portal
    ) -> None:
        it = await asker(portal)
        attributes = question(it)

        answer = await ask(portal, it.who, **attributes)

        assert (answer["verdict"], answer["oid"]) == (WhyVerdict.NOT_REPORTED, None)
        assert facts_of(answer) == [WhyFact.ASKED, WhyFact.LAST_CLICK]
        step = answer["next_step"]
        assert step["step"] == WhyStep.OPEN_CASE
        case = {name: value for name, value in step["case"].items() if value is not None}
        opened = await portal.ok("/reports/case_open", it.who, attributes=case)
        assert (opened["order_id"], opened["amount"]) == (attributes["order_id"], "50.00")

    async def test_why_says_that_an_order_had_a_later_click_of_another_publisher(
        self, portal: Portal
    ) -> None:
        it = await asker(portal)
        other = await join_brand(portal, it.brand)
        number = unique("theirs")
        ref = await other.click(yesterday(portal) - timedelta(hours=1))
        await report(other, number, click_ref=ref, code=None)

        answer = await ask(portal, it.who, **question(it, number))

        assert answer["verdict"] == WhyVerdict.LATER_CLICK_OR_CODE
        assert answer["next_step"]["step"] == WhyStep.OPEN_CASE
        assert str(other.who.uid) not in repr(answer)

    async def test_why_says_that_an_order_was_reported_without_a_click(
        self, portal: Portal
    ) -> None:
        it = await asker(portal)
        number = unique("theirs")
        await report(await join_brand(portal, it.brand), number)

        answer = await ask(portal, it.who, **question(it, number))

        assert answer["verdict"] == WhyVerdict.REPORTED_WITHOUT_CLICK

    @pytest.mark.parametrize(
        ("given", "verdict"),
        [
            ({"code": None}, WhyVerdict.REPORTED_WITHOUT_CLICK),
            ({"currency": "ZZZ"}, WhyVerdict.REPORT_REFUSED),
        ],
    )
    async def test_why_gives_the_reason_of_a_refused_order_report(
        self, portal: Portal, given: dict[str, Any], verdict: WhyVerdict
    ) -> None:
        it, number = await asker(portal), unique("refused")
        row = await report(it, number, **given)
        assert row["outcome"] == "refused"

        answer = await ask(portal, it.who, **question(it, number))

        assert answer["verdict"] == verdict
        assert (answer["refusal"] is not None) == (verdict == WhyVerdict.REPORT_REFUSED)

    async def test_why_quotes_the_refusal_of_a_report_with_the_publishers_own_click(
        self, portal: Portal
    ) -> None:
        it, number = await asker(portal), unique("refused")
        ref = await it.click(yesterday(portal) - timedelta(hours=2), verdict="blocked")
        await report(it, number, click_ref=ref, code=None)

        answer = await ask(portal, it.who, **question(it, number))

        assert answer["verdict"] == WhyVerdict.REPORT_REFUSED
        assert answer["refusal"] == RefusalCode.CLICK_BLOCKED
        assert "was blocked" in values_of(answer, WhyFact.REFUSED)["text"]

    async def test_why_treats_a_refused_report_with_another_publishers_click_like_their_order(
        self, portal: Portal
    ) -> None:
        it, number = await asker(portal), unique("refused")
        other = await join_brand(portal, it.brand)
        ref = await other.click(yesterday(portal) - timedelta(hours=2), verdict="blocked")
        await report(other, number, click_ref=ref, code=None)

        answer = await ask(portal, it.who, **question(it, number))

        assert (answer["verdict"], answer["refusal"]) == (WhyVerdict.LATER_CLICK_OR_CODE, None)
        assert WhyFact.REFUSED not in facts_of(answer)

    async def test_why_finds_the_publishers_own_order_of_another_channel(
        self, portal: Portal
    ) -> None:
        it, number = await asker(portal), unique("mine")
        site_id = await portal.site(it.who.uid)
        await portal.join(it.who, it.brand, site_id=site_id)
        async with portal.db() as db:
            code = portal.resources.ids.make_code(it.who.uid)
            await db.execute(
                "insert into link (publisher_id, code, site_id, mid, target_url, created_at)"
                " values ($1, $2, $3, $4, 'https://brand.example/', $5)",
                *(it.who.uid, code, site_id, it.brand.mid, portal.resources.clock.now()),
            )
        row = await report(it, number, code=code)

        answer = await ask(portal, it.who, **question(it, number))

        assert (answer["verdict"], answer["oid"]) == (WhyVerdict.OTHER_CHANNEL, row["oid"])

    async def test_why_explains_the_publishers_own_order_if_asked_as_missing(
        self, portal: Portal
    ) -> None:
        it, number = await asker(portal), unique("mine")
        row = await report(it, number)

        answer = await ask(portal, it.who, **question(it, number, amount="1.00"))

        assert (answer["verdict"], answer["oid"]) == (WhyVerdict.PENDING, row["oid"])


class TestPrivacy:
    @pytest.mark.parametrize("fitting", [{"amount": "49.99"}, {"day": -3}, {"day": 2}])
    async def test_why_answers_about_an_order_that_does_not_fit_as_about_one_that_does_not_exist(
        self, portal: Portal, fitting: dict[str, Any]
    ) -> None:
        it = await asker(portal)
        other = await join_brand(portal, it.brand)
        theirs, refused, nobodys = unique("a"), unique("a"), unique("a")
        await report(other, theirs)
        await report(other, refused, currency="ZZZ")
        changed = dict(fitting)
        if "day" in changed:
            day = min(
                yesterday(portal) + timedelta(days=changed["day"]), portal.resources.clock.now()
            )
            if abs((day - yesterday(portal)).days) < 2:
                day = yesterday(portal) - timedelta(days=2)
            changed["day"] = day.date().isoformat()

        shapes = [
            await shape(portal, it, question(it, number, **changed))
            for number in (theirs, refused, nobodys)
        ]

        assert shapes[0] == shapes[1] == shapes[2]
        assert f"'verdict': {WhyVerdict.NOT_REPORTED}," in shapes[0]["text"]

    async def test_why_reads_the_same_rows_for_another_publishers_order_and_for_no_order(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it = await asker(portal)
        theirs, refused = unique("a"), unique("a")
        other = await join_brand(portal, it.brand)
        await report(other, theirs)
        await report(other, refused, currency="ZZZ")
        read: list[str] = []
        for module, names in (
            (sql.network.asked_order, ("get_order", "get_refusals")),
            (sql.reports.why, ("brand", "waiting_click", "last_click_day", "last_click", "order")),
        ):
            for name in names:
                monkeypatch.setattr(module, name, watch(getattr(module, name), name, read))

        runs = []
        for number in (theirs, refused, unique("a")):
            read.clear()
            await ask(portal, it.who, **question(it, number))
            runs.append(list(read))

        assert runs[0] == runs[1] == runs[2]
        assert runs[0][-2:] == ["get_order", "get_refusals"]

    async def test_why_ignores_an_order_of_another_brand_with_the_same_number(
        self, portal: Portal
    ) -> None:
        it, number = await asker(portal), unique("a")
        await report(await deal(portal), number)

        answer = await ask(portal, it.who, **question(it, number))

        assert answer["verdict"] == WhyVerdict.NOT_REPORTED

    async def test_why_does_not_reveal_another_publishers_test_order(self, portal: Portal) -> None:
        it, number = await asker(portal), unique("a")
        await report(await join_brand(portal, it.brand), number, test_order=True)

        answer = await ask(portal, it.who, **question(it, number))

        assert answer["verdict"] == WhyVerdict.NOT_REPORTED

    @pytest.mark.parametrize("when", ["none", "blocked", "too old", "later"])
    async def test_why_reveals_nothing_without_a_valid_click_before_the_order(
        self, portal: Portal, when: str
    ) -> None:
        it = await deal(portal, cookie_days=10)
        at = yesterday(portal)
        if when == "blocked":
            await click_on(it, at - timedelta(days=1), verdict="blocked")
        elif when == "too old":
            await click_on(it, at - timedelta(days=11))
        elif when == "later":
            await click_on(it, at)
        other = await join_brand(portal, it.brand)
        theirs, nobodys = unique("a"), unique("a")
        day = (at - timedelta(days=1)).date().isoformat() if when == "later" else None
        change = {"day": day} if day else {}
        time = (at - timedelta(days=1 if day else 0)).isoformat()
        await report(other, theirs, order_time=time)

        shapes = [
            await shape(portal, it, question(it, number, **change)) for number in (theirs, nobodys)
        ]

        assert shapes[0] == shapes[1]
        assert f"'verdict': {WhyVerdict.NO_CLICK_OF_YOURS}," in shapes[0]["text"]

    async def test_why_counts_a_click_that_is_still_pending(self, portal: Portal) -> None:
        it = await deal(portal)
        link = await portal.link(it.who, it.brand)
        await portal.click(link["code"])
        today = portal.resources.clock.now().date().isoformat()

        answer = await ask(portal, it.who, **question(it, day=today))

        assert answer["verdict"] == WhyVerdict.NOT_REPORTED

    async def test_why_answers_at_most_twenty_questions_a_day_even_if_concurrent(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        limits = portal.resources.shared_limits._replace(why=SharedLimits().why)
        monkeypatch.setattr(portal.resources, "shared_limits", limits)
        it = await asker(portal)
        number = unique("mine")
        await report(it, number)

        calls = [portal.post(PATH, it.who, attributes=question(it)) for _ in range(ASKED_A_DAY + 5)]
        codes = [(await reply).code for reply in asyncio.as_completed(calls)]

        assert codes.count(0) == ASKED_A_DAY
        assert codes.count(Code.TOO_MANY_REQUESTS.number) == 5
        await ask(
            portal, it.who, **question(it, number)
        )  # of one's own orders as often as one likes
        second = await link_brand(portal, it.brand, await portal.someone())
        await click_on(second, yesterday(portal))
        assert (await ask(portal, second.who, **question(second)))["verdict"] == 1

    async def test_question_to_why_is_recorded_in_the_activity_log(self, portal: Portal) -> None:
        it = await asker(portal)
        attributes = question(it)

        await ask(portal, it.who, **attributes)

        [entry] = [
            row for row in (await portal.ok("/user/audit", it.who))["list"] if row["action"] == PATH
        ]
        assert attributes["order_id"] in repr(entry)


class TestQuestion:
    @pytest.mark.parametrize(
        ("given", "field"),
        [
            ({}, "oid"),
            ({"oid": 1, "payment_id": 1}, "payment_id"),
            ({"oid": 1, "day": "2026-01-01"}, "day"),
            ({"mcid": "x", "order_id": "1", "day": "2026-01-01"}, "amount"),
            ({"payment_id": 1, "about": 1}, "about"),
            ({"mcid": "x", "order_id": "1", "day": "2026-01-01", "amount": "0"}, "amount"),
        ],
    )
    async def test_refusal_of_an_incomplete_why_question_names_its_field(
        self, portal: Portal, given: dict[str, Any], field: str
    ) -> None:
        reply = await portal.refuses(
            Code.REQUEST_INVALID, PATH, await portal.someone(), attributes=given
        )
        assert reply.data["field"] == f"attributes.{field}"

    async def test_why_question_with_a_future_day_or_an_empty_number_is_refused(
        self, portal: Portal
    ) -> None:
        it = await asker(portal)
        for changed, field in (({"day": "2999-01-01"}, "day"), ({"order_id": " "}, "order_id")):
            reply = await portal.refuses(
                Code.REQUEST_INVALID, PATH, it.who, attributes=question(it, **changed)
            )
            assert reply.data["field"] == f"attributes.{field}"

    async def test_why_question_about_an_unknown_brand_is_refused(self, portal: Portal) -> None:
        it = await asker(portal)
        await portal.refuses(
            Code.BRAND_UNKNOWN, PATH, it.who, attributes=question(it, mcid=unique("nobody"))
        )
