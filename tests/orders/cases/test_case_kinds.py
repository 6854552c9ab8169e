"""Cases about unpaid months, questions, windows, and many cases at once."""

from datetime import timedelta
from typing import Any

import pytest

from handlers.reports.case_file import read_case_file
from schema.core.days import day_of
from schema.core.errors import Code
from tests.support.accounts.mails import mails_to
from tests.support.hostile.files import send_all
from tests.support.orders.cases import Claim, answer, claims
from tests.support.orders.orders import Deal, deal
from tests.support.orders.settling import earn, settle
from tests.support.portal import Portal, unique


async def unpaid_deal(portal: Portal, *, months: int = 3, **brand: Any) -> tuple[Deal, str]:
    """A publisher whose brand has not paid the closed month that many months ago, and that month."""
    it = await deal(portal, **brand)
    await earn(it, "100.00", months=months)
    await settle(portal, it.brand.mcid, months=months)
    [row] = (await portal.ok("/payments/settlements", it.who))["list"]
    assert row["state"] == "waiting"
    return it, str(row["period"])


async def open_case(portal: Portal, it: Deal, **draft: Any) -> dict[str, Any]:
    given = {"note": "Please look", **draft}
    opened: dict[str, Any] = await portal.ok("/reports/case_open", it.who, attributes=given)
    return opened


class TestUnpaid:
    async def test_accepted_case_about_unpaid_months_sets_a_payment_day_and_changes_no_order(
        self, portal: Portal
    ) -> None:
        it, period = await unpaid_deal(portal)
        before = await it.rows("conversion")
        draft = {"kind": "unpaid", "mcid": it.brand.mcid, "periods": [period]}
        opened = await open_case(portal, it, **draft)
        assert (opened["amount"], opened["currency"]) == ("10.00", "GBP")
        assert (opened["periods"], opened["order_id"], opened["oid"]) == ([period], period, None)
        today = day_of(portal.resources.clock.now(), portal.resources.network_time_zone)
        pay_on = str(today + timedelta(days=10))

        decided = await answer(portal, opened["case_id"], "accepted", pay_on=pay_on)

        assert (decided["state"], decided["pay_on"]) == ("accepted", pay_on)
        assert await it.rows("conversion") == before
        [row] = (await portal.ok("/payments/ageing", it.who))["list"]
        assert (row["pay_on"], row["case_id"]) == (pay_on, None)
        await portal.work()
        about = f"Your case about unpaid commission of {opened['brand_name']} for {period}"
        [mail] = mails_to(portal, it.who.email, subject=f"{about} was accepted")
        assert "is expected to pay on" in mail
        assert "your figures have changed" not in mail
        assert "Accepted amount" not in mail

    async def test_accepting_a_case_about_unpaid_months_requires_a_future_payment_day(
        self, portal: Portal
    ) -> None:
        it, period = await unpaid_deal(portal)
        draft = {"kind": "unpaid", "mcid": it.brand.mcid, "periods": [period]}
        case_id = (await open_case(portal, it, **draft))["case_id"]
        operator, path = await portal.operator(), "/network/case_answer"
        today = day_of(portal.resources.clock.now(), portal.resources.network_time_zone)
        for wrong in (
            {},
            {"pay_on": str(today - timedelta(days=1))},
            {"pay_on": str(today + timedelta(days=400))},
            {"pay_on": str(today), "amount": "1.00"},
        ):
            given = {"case_id": case_id, "status": "accepted", **wrong}
            await portal.refuses(Code.REQUEST_INVALID, path, operator, attributes=given)
        given = {"case_id": case_id, "status": "rejected", "reason": "x", "pay_on": str(today)}
        await portal.refuses(Code.REQUEST_INVALID, path, operator, attributes=given)

    async def test_second_open_case_about_the_same_unpaid_month_is_refused(
        self, portal: Portal
    ) -> None:
        it, period = await unpaid_deal(portal)
        draft = {"kind": "unpaid", "note": "x", "mcid": it.brand.mcid, "periods": [period]}
        await portal.ok("/reports/case_open", it.who, attributes=draft)
        path = "/reports/case_open"
        reply = await portal.refuses(Code.STATE_FORBIDS, path, it.who, attributes=draft)
        assert "open case already" in reply.message

    async def test_case_about_a_month_without_unpaid_commission_is_refused(
        self, portal: Portal
    ) -> None:
        it, _ = await unpaid_deal(portal)
        draft = {"kind": "unpaid", "note": "x", "mcid": it.brand.mcid, "periods": ["2020-01"]}
        path = "/reports/case_open"
        reply = await portal.refuses(Code.STATE_FORBIDS, path, it.who, attributes=draft)
        assert "Nothing of 2020-01 waits" in reply.message
        other = await deal(portal)
        draft["mcid"] = it.brand.mcid
        await portal.refuses(Code.STATE_FORBIDS, path, other.who, attributes=draft)


class TestQuestion:
    async def test_network_answers_a_publishers_question(self, portal: Portal) -> None:
        it = await deal(portal)
        opened = await open_case(portal, it, kind="question", topic="account")
        assert (opened["topic"], opened["mcid"], opened["amount"]) == ("account", None, None)
        given = {"case_id": opened["case_id"], "status": "accepted"}
        operator = await portal.operator()
        await portal.refuses(
            Code.REQUEST_INVALID, "/network/case_answer", operator, attributes=given
        )

        decided = await answer(portal, opened["case_id"], "accepted", reason="In your profile")

        assert (decided["state"], decided["steps"][-1]["note"]) == ("accepted", "In your profile")

    async def test_each_question_about_a_brand_is_its_own_case(self, portal: Portal) -> None:
        it = await deal(portal)
        of_brand = {"kind": "question", "topic": "brand", "mcid": it.brand.mcid}
        first, second = [
            await open_case(portal, it, **of_brand, note=note) for note in ("When?", "Where?")
        ]
        assert first["case_id"] != second["case_id"]
        assert first["order_id"] == second["order_id"] == ""
        assert first["brand_name"] is not None

    async def test_open_question_cannot_be_asked_again(self, portal: Portal) -> None:
        it = await deal(portal)
        for about in ({"topic": "account"}, {"topic": "brand", "mcid": it.brand.mcid}):
            question = {"kind": "question", "note": "Why?", **about}
            opened = await open_case(portal, it, **question)
            reply = await portal.refuses(
                Code.STATE_FORBIDS, "/reports/case_open", it.who, attributes=question
            )
            assert f"an open case already: {opened['case_id']}" in reply.message
            several = {
                "cases": [question, question | {"note": "How?"}, question | {"note": "How?"}]
            }
            found = (await portal.ok("/reports/cases_open", it.who, attributes=several))["list"]
            assert [each["outcome"] for each in found] == ["unchanged", "created", "unchanged"]
            assert found[1]["case_id"] == found[2]["case_id"] != opened["case_id"]

    async def test_question_about_another_publishers_payment_is_not_found(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        draft = {"kind": "question", "topic": "payment", "note": "x", "payment_id": 999_999_999}
        await portal.refuses(Code.NOT_FOUND, "/reports/case_open", it.who, attributes=draft)

    async def test_case_with_a_field_of_another_kind_of_case_is_refused(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        for draft in (
            {"kind": "question", "topic": "brand", "oid": 1},
            {"kind": "question"},
            {"kind": "unpaid", "mcid": it.brand.mcid},
            {"kind": "declined", "oid": 1, "topic": "brand"},
        ):
            given = {"note": "x", **draft}
            path = "/reports/case_open"
            await portal.refuses(Code.REQUEST_INVALID, path, it.who, attributes=given)


class TestWindows:
    async def test_brand_details_state_how_long_a_case_can_be_opened(self, portal: Portal) -> None:
        it = await claims(portal)
        async with portal.db() as db:
            await db.execute("update brand set claim_days = 10 where mid = $1", it.brand.mid)
        now = portal.resources.clock.now()
        reply = await it.refuses(
            Code.STATE_FORBIDS, order_time=(now - timedelta(days=11)).isoformat()
        )
        assert "within 10 days of the order" in reply.message
        await it.open(order_time=(now - timedelta(days=9)).isoformat())
        times = await portal.ok("/reports/case_times", it.who, filter={"mcid": it.brand.mcid})
        assert (times["claim_days"], times["dispute_days"]) == (10, 60)
        found = await portal.ok("/brands/info", it.who, attributes={"mcid": it.brand.mcid})
        assert found["claim_days"] == 10
        unknown = {"mcid": unique("nobody")}
        await portal.refuses(Code.BRAND_UNKNOWN, "/reports/case_times", it.who, filter=unknown)

    @pytest.mark.parametrize(("days", "is_open"), [(59, True), (61, False)])
    async def test_rejection_can_be_disputed_for_60_days(
        self, portal: Portal, days: int, is_open: bool
    ) -> None:
        it = await deal(portal)
        [row] = await it.report(it.order(status="Rejected"))
        now = portal.resources.clock.now()
        async with portal.db() as db:
            await db.execute(
                "update conversion set order_time = $2 where publisher_id = $1",
                *(it.who.uid, now - timedelta(days=300)),
            )
            await db.execute(
                "update conversion_item set validation_date = $2 where publisher_id = $1",
                *(it.who.uid, now - timedelta(days=days)),
            )
        claim = Claim(it, {"kind": "declined", "oid": row["oid"], "note": "x"})
        if is_open:
            await claim.open()
        else:
            reply = await claim.refuses(Code.STATE_FORBIDS)
            assert "within 60 days of the rejection" in reply.message


class TestMany:
    async def test_each_case_of_a_bulk_call_has_an_outcome_and_a_repeated_call_opens_none(
        self, portal: Portal
    ) -> None:
        it = await claims(portal)
        [row] = await it.deal.report(it.deal.order(status="Rejected"))
        drafts = [
            it.draft(),
            it.draft(order_id=unique("lost")),
            {"kind": "declined", "oid": row["oid"], "note": "x"},
            {"kind": "declined", "oid": 999_999_999, "note": "x"},
            it.draft(mcid=unique("nobody")),
        ]
        given = {"cases": drafts}

        first = (await portal.ok("/reports/cases_open", it.who, attributes=given))["list"]
        again = (await portal.ok("/reports/cases_open", it.who, attributes=given))["list"]

        assert [each["row"] for each in first] == [1, 2, 3, 4, 5]
        assert [each["outcome"] for each in first] == ["created"] * 3 + ["refused"] * 2
        assert (first[3]["field"], first[4]["field"]) == ("oid", "mcid")
        assert [each["outcome"] for each in again] == ["unchanged"] * 3 + ["refused"] * 2
        assert [each["case_id"] for each in again] == [each["case_id"] for each in first]
        listed = await portal.ok("/reports/case_list", it.who)
        assert listed["total"] == 3

    async def test_each_line_of_a_case_file_opens_a_case(self, portal: Portal) -> None:
        it = await claims(portal)
        at = it.given["order_time"]
        mcid = it.brand.mcid
        lines = [
            "kind,mcid,order_id,order_time,currency,amount,note",
            f"missing,{mcid},{unique('lost')},{at},GBP,50.00,Receipt attached",
            f"missing,{mcid},{unique('lost')},{at},GBP,many,Receipt attached",
            f"missing,{mcid},{unique('lost')},{at},GBP",
            f"missing,,{unique('lost')},{at},GBP,50.00,Receipt attached",
        ]
        file = await send_all(
            portal,
            it.who,
            "\n".join(lines).encode(),
            path="/reports/books_file",
            called="cases.csv",
        )
        given = {"file_url": file["url"]}

        rows = (await portal.ok("/reports/cases_file", it.who, attributes=given))["list"]

        assert [(each["row"], each["outcome"]) for each in rows] == [
            (2, "created"),
            (3, "refused"),
            (4, "refused"),
            (5, "refused"),
        ]
        assert (rows[1]["field"], rows[3]["field"]) == ("amount", "mcid")

    def test_lines_are_read_as_spreadsheets_write_them(self) -> None:
        lines = [
            "kind,mcid,order_id,order_time,currency,amount,note",
            "Missing,acme,A-1,2026-11-20 10:00,GBP,50.00,Receipt attached",
            "missing,acme,A-2,2026-11-20T10:00:00Z,GBP,50.00,Receipt attached",
            "missing,acme,A-3,21/11/2026,GBP,50.00,Receipt attached",
            "wrong,acme,A-4,2026-11-20 10:00,GBP,50.00,Receipt attached",
        ]

        drafts, refused = read_case_file(
            "\n".join(lines).encode(), whole=True, zone="Europe/Berlin"
        )

        assert [(line, str(draft.order_time)) for line, draft in drafts] == [
            (2, "2026-11-20 10:00:00+01:00"),
            (3, "2026-11-20 10:00:00+00:00"),
        ]
        assert [(each.row, each.field, each.reason) for each in refused] == [
            (4, "order_time", "must be a time such as 2026-11-20T10:00:00Z"),
            (5, "kind", "must be one of: missing, incorrect, declined, unpaid, question"),
        ]

    async def test_case_file_without_the_required_columns_is_refused(self, portal: Portal) -> None:
        it = await deal(portal)
        for content, why in (
            ("mcid,note\nx,y\n", "there is no column 'kind'"),
            ("kind,note,colour\nmissing,y,red\n", "the column 'colour' is unknown"),
            ("kind,note\n", "no lines"),
        ):
            file = await send_all(
                portal, it.who, content.encode(), path="/reports/books_file", called="c.csv"
            )
            reply = await portal.refuses(
                Code.REQUEST_INVALID,
                "/reports/cases_file",
                it.who,
                attributes={"file_url": file["url"]},
            )
            assert why in reply.message + str(reply.data)


class TestRecorded:
    async def test_operators_see_claimed_and_recorded_amounts_of_a_case(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        [row] = await it.report(it.order("10.00"))
        claim = Claim(it, {"kind": "incorrect", "oid": row["oid"], "amount": "12.00", "note": "x"})
        opened = await claim.open()

        found = await portal.ok(
            "/network/case_info",
            await portal.operator(),
            attributes={"case_id": opened["case_id"]},
        )

        assert (found["amount"], found["recorded_amount"]) == ("12.00", "10.00")
        assert (found["recorded_comm"], found["oid"]) == ("1.00", row["oid"])
