"""Postbacks, cases and Why of members who see only some channels: nothing of the other channels."""

import re
from datetime import timedelta
from typing import Any

import pytest

from rpc import Code
from schema.core.event import CHANNEL_EVENTS
from schema.postbacks.postback import POSTBACKS_MAX
from schema.reports.why.answer import WhyFact, WhyVerdict
from tests.accounts.team.test_narrowed_members import Company, company, make_narrowed
from tests.support.portal import Portal, Someone, unique
from tests.support.postbacks.receiver import (
    answering,
    dispatching,
    log_of,
    run_receiver,
    save,
    wait_for_log,
)
from tests.support.reports.why import facts_of, yesterday

HERE = "http://127.0.0.1:9/in"


async def with_postbacks(portal: Portal) -> tuple[Company, Someone, dict[str, int]]:
    """A company with a postback for each of its channels and one for both, and an order on each channel since."""
    it = await company(portal)
    who = await make_narrowed(portal, it, "developer")
    of = {
        "mine": await save(portal, it.owner, HERE, site_id=it.mine.who.site_id),
        "other": await save(portal, it.owner, HERE, site_id=it.other.who.site_id),
        "both": await save(portal, it.owner, HERE),
    }
    for deal in (it.mine, it.other):
        await deal.report(deal.order("20.00"))
    return it, who, {name: saved["id"] for name, saved in of.items()}


class TestPostbacks:
    async def test_narrowed_member_sees_postbacks_and_deliveries_of_their_channels(
        self, portal: Portal
    ) -> None:
        it, who, ids = await with_postbacks(portal)
        assert len(await log_of(portal, it.owner)) == 4
        [listed] = (await portal.ok("/postback/list", who))["list"]
        assert (listed["id"], listed["waiting"]) == (ids["mine"], 1)
        [row] = await log_of(portal, who)
        assert row["postback_id"] == ids["mine"]
        [strip] = (await portal.ok("/postback/recent", who))["list"]
        assert [mark["id"] for mark in strip["marks"]] == [row["id"]]
        offered = await portal.ok("/postback/get_type", who)
        assert {each["id"] for each in offered["event_types"]} == CHANNEL_EVENTS

    async def test_postbacks_and_deliveries_of_other_channels_are_unknown(
        self, portal: Portal
    ) -> None:
        it, who, ids = await with_postbacks(portal)
        draft = {"event_type": 1, "delivery_type": 1, "link_url": HERE}
        own = {**draft, "site_id": it.mine.who.site_id}
        for id in (ids["other"], ids["both"]):
            asked: list[tuple[str, dict[str, Any]]] = [
                ("/postback/do_info", {**own, "id": id}),
                ("/postback/del", {"id": id}),
                ("/postback/set_state", {"id": id, "state": "paused"}),
                ("/postback/secret", {"id": id, "password": who.password}),
                ("/postback/do_test", {"id": id}),
                ("/postback/test_info", {"id": id}),
                ("/postback/do_test", {"draft": own, "id": id}),
            ]
            for path, attributes in asked:
                await portal.refuses(Code.NOT_FOUND, path, who, attributes=attributes)
            assert await log_of(portal, who, id=id) == []
        others = [
            row["id"] for row in await log_of(portal, it.owner) if row["postback_id"] != ids["mine"]
        ]
        again = {"ids": others}
        await portal.refuses(Code.NOT_FOUND, "/postback/redeliver", who, attributes=again)
        assert await log_of(portal, who, delivery_id=others[0]) == []
        of_order = {"draft": own, "oid": it.other_oid}
        await portal.refuses(Code.NOT_FOUND, "/postback/do_test", who, attributes=of_order)

    async def test_narrowed_member_saves_postbacks_for_their_channels_alone(
        self, portal: Portal
    ) -> None:
        it, who, ids = await with_postbacks(portal)
        draft = {"event_type": 1, "delivery_type": 1, "link_url": HERE}
        site = it.mine.who.site_id
        for changed, code, field in (
            ({}, Code.REQUEST_INVALID, "site_id"),
            ({"id": ids["mine"]}, Code.REQUEST_INVALID, "site_id"),
            ({"site_id": it.other.who.site_id}, Code.SITE_INVALID, "site_id"),
            ({"site_id": site, "event_type": 18}, Code.NOT_ALLOWED, "event_type"),
            ({"site_id": site, "event_type": 9}, Code.NOT_ALLOWED, "event_type"),
            ({"site_id": site, "event_type": 4}, Code.NOT_ALLOWED, "event_type"),
        ):
            reply = await portal.refuses(
                code, "/postback/do_info", who, attributes={**draft, **changed}
            )
            assert reply.refusal["field"] == f"attributes.{field}"
        saved = await save(portal, who, HERE, site_id=site)
        await it.other.report(it.other.order("3.00"))
        [oid] = [row["oid"] for row in await it.mine.report(it.mine.order("4.00"))]
        assert [row["oid"] for row in await log_of(portal, who, id=saved["id"])] == [oid]

    async def test_test_of_an_unsaved_draft_shows_its_outcome(self, portal: Portal) -> None:
        it, who, _ = await with_postbacks(portal)
        async with run_receiver(answering(200)) as receiver, dispatching(portal):
            draft = {
                "event_type": 1,
                "delivery_type": 1,
                "link_url": f"{receiver.url}/?channel={{site_id}}",
                "site_id": it.mine.who.site_id,
            }
            made = await portal.ok("/postback/do_test", who, attributes={"draft": draft})
            [row] = await wait_for_log(
                portal,
                who,
                lambda rows: [row["state"] for row in rows] == ["delivered"],
                delivery_id=made["delivery_id"],
            )
            assert row["test"]
            [received] = [each for each in receiver.received if "channel" in each.params]
            assert received.params["channel"] == str(it.mine.who.site_id)

    async def test_events_of_a_former_channel_stay_with_it_and_are_deleted_with_the_postback(
        self, portal: Portal
    ) -> None:
        it, who, ids = await with_postbacks(portal)
        moved = {"id": ids["other"], "event_type": 1, "delivery_type": 1, "link_url": HERE}
        site = {"site_id": it.mine.who.site_id}
        await portal.ok("/postback/do_info", it.owner, attributes={**moved, **site})
        assert await log_of(portal, who, id=ids["other"]) == []
        assert len(await log_of(portal, it.owner, id=ids["other"])) == 1
        await portal.ok("/postback/del", who, attributes={"id": ids["other"]})
        assert await log_of(portal, it.owner, id=ids["other"]) == []

    async def test_most_postbacks_are_counted_over_all_channels(self, portal: Portal) -> None:
        it, who, _ = await with_postbacks(portal)
        async with portal.db() as db:
            await db.execute(
                "insert into postback (publisher_id, row_key, event_type, delivery_type, link_url, receiver,"
                " parameters, mids, secret, created_at, updated_at)"
                " select $1, gen_random_uuid(), 1, 1, link_url, receiver, '{}', '{}', secret, created_at, updated_at"
                "  from postback, generate_series(1, $2) where publisher_id = $1 and site_id = $3",
                *(it.owner.uid, POSTBACKS_MAX - 3, it.mine.who.site_id),
            )
        draft = {"event_type": 1, "delivery_type": 1, "link_url": HERE}
        reply = await portal.refuses(
            Code.REQUEST_INVALID,
            "/postback/do_info",
            who,
            attributes={**draft, "site_id": it.mine.who.site_id},
        )
        assert reply.refusal["field"] == "attributes.id"

    async def test_token_of_a_narrowed_developer_is_narrowed(self, portal: Portal) -> None:
        _, who, ids = await with_postbacks(portal)
        asked = {"name": "Hooks", "scopes": ["postback.edit"], "password": who.password}
        token = (await portal.ok("/common/gen_token", who, attributes=asked))["token"]
        [listed] = (await portal.ok("/postback/list", token))["list"]
        assert listed["id"] == ids["mine"]
        await portal.refuses(Code.NOT_FOUND, "/postback/del", token, attributes={"id": ids["both"]})

    async def test_postbacks_that_are_not_narrowed_would_be_shown(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The control."""
        _, who, _ = await with_postbacks(portal)
        monkeypatch.setattr("rpc.calls.context.narrow", lambda db, _: db)
        assert len((await portal.ok("/postback/list", who))["list"]) == 3
        assert len(await log_of(portal, who)) == 4

    async def test_narrowed_finance_member_has_no_postbacks(self, portal: Portal) -> None:
        it = await company(portal)
        who = await make_narrowed(portal, it, "finance")
        profile = await portal.ok("/user/profile", who)
        assert not any(name.startswith("postback") for name in profile["permissions"])
        await portal.refuses(Code.NOT_ALLOWED, "/postback/list", who)


def missing(portal: Portal, it: Company, **changed: Any) -> dict[str, Any]:
    at = portal.resources.clock.now() - timedelta(minutes=30)
    return {
        "kind": "missing",
        "mcid": it.brand.mcid,
        "order_id": unique("lost"),
        "order_time": at.isoformat(),
        "currency": "GBP",
        "amount": "50.00",
        "note": "A reader sent me the receipt",
        **changed,
    }


class TestCases:
    async def test_narrowed_manager_runs_cases_about_their_channels(self, portal: Portal) -> None:
        it = await company(portal)
        who = await make_narrowed(portal, it)
        drafts = [
            missing(portal, it),
            missing(portal, it, click_ref=await it.mine.click()),
            {"kind": "incorrect", "oid": it.own_oid, "amount": "35.00", "note": "One more item"},
        ]
        for draft in drafts:
            opened = await portal.ok("/reports/case_open", who, attributes=draft)
            case = {"case_id": opened["case_id"]}
            replied = await portal.ok(
                "/reports/case_reply", who, attributes={**case, "note": "And another receipt"}
            )
            assert len(replied["steps"]) == 2
            [listed] = (await portal.ok("/reports/case_list", who, filter=case))["list"]
            assert len(listed["steps"]) == 2
            answer = await portal.ok("/reports/why", who, attributes=case)
            assert answer["verdict"]
            withdrawn = await portal.ok("/reports/case_withdraw", who, attributes=case)
            assert withdrawn["state"] == "withdrawn"
        several = [missing(portal, it), missing(portal, it, click_ref=await it.other.click())]
        outcomes = await portal.ok("/reports/cases_open", who, attributes={"cases": several})
        assert [each["outcome"] for each in outcomes["list"]] == ["created", "refused"]

    async def test_cases_of_other_channels_are_unknown(self, portal: Portal) -> None:
        it = await company(portal)
        who = await make_narrowed(portal, it)
        number = unique("lost")
        of_click = missing(portal, it, order_id=number, click_ref=await it.other.click())
        of_order = {"kind": "incorrect", "oid": it.other_oid, "amount": "600.00", "note": "More"}
        question = {"kind": "question", "topic": "account", "note": "When are you closed?"}
        for draft in (of_click, of_order, question):
            opened = await portal.ok("/reports/case_open", it.owner, attributes=draft)
            case = {"case_id": opened["case_id"]}
            for path, attributes in (
                ("/reports/case_reply", {**case, "note": "Mine"}),
                ("/reports/case_withdraw", case),
                ("/reports/why", case),
            ):
                await portal.refuses(Code.NOT_FOUND, path, who, attributes=attributes)
        assert (await portal.ok("/reports/case_list", who))["total"] == 0
        assert (await portal.ok("/reports/case_list", it.owner))["total"] == 3
        # Nothing is claimed twice, whoever sees the first claim.
        reply = await portal.refuses(
            Code.STATE_FORBIDS,
            "/reports/case_open",
            who,
            attributes=missing(portal, it, order_id=number),
        )
        assert reply.refusal["field"] == "attributes.order_id"

    async def test_narrowed_manager_opens_no_case_without_a_channel(self, portal: Portal) -> None:
        it = await company(portal)
        who = await make_narrowed(portal, it)
        for draft, code, field in (
            (
                {"kind": "question", "topic": "account", "note": "When are you closed?"},
                Code.NOT_ALLOWED,
                "kind",
            ),
            (
                {"kind": "unpaid", "mcid": it.brand.mcid, "periods": ["2026-01"], "note": "Late"},
                Code.NOT_ALLOWED,
                "kind",
            ),
            (
                {"kind": "incorrect", "oid": it.other_oid, "amount": "1.00", "note": "Wrong"},
                Code.NOT_FOUND,
                "oid",
            ),
            (
                missing(portal, it, click_ref=await it.other.click()),
                Code.REQUEST_INVALID,
                "click_ref",
            ),
        ):
            reply = await portal.refuses(code, "/reports/case_open", who, attributes=draft)
            assert reply.refusal["field"] == f"attributes.{field}"


class TestWhy:
    async def test_order_of_another_channel_is_answered_like_one_of_another_publisher(
        self, portal: Portal
    ) -> None:
        it = await company(portal)
        who = await make_narrowed(portal, it)
        number, day = unique("theirs"), yesterday(portal)
        await it.mine.click(day - timedelta(days=2))
        ref = await it.other.click(day - timedelta(hours=1))
        order = it.other.order(
            "50.00", order_id=number, click_ref=ref, code=None, order_time=day.isoformat()
        )
        [reported] = await it.other.report(order)
        asked = {
            "mcid": it.brand.mcid,
            "order_id": number,
            "day": day.date().isoformat(),
            "amount": "50.00",
        }
        answer = await portal.ok("/reports/why", who, attributes=asked)
        assert (answer["verdict"], answer["oid"]) == (WhyVerdict.LATER_CLICK_OR_CODE, None)
        for number in (reported["oid"], it.other.who.site_id):
            assert re.search(rf"\b{number}\b", repr(answer)) is None
        full = await portal.ok("/reports/why", it.owner, attributes=asked)
        assert full["oid"] == reported["oid"]

    async def test_unknown_order_is_answered_by_the_clicks_of_the_channels(
        self, portal: Portal
    ) -> None:
        it = await company(portal)
        day = yesterday(portal)
        await it.other.click(day - timedelta(days=2))
        who = await make_narrowed(portal, it)
        asked = {
            "mcid": it.brand.mcid,
            "order_id": unique("lost"),
            "day": day.date().isoformat(),
            "amount": "50.00",
        }
        answer = await portal.ok("/reports/why", who, attributes=asked)
        assert WhyFact.LAST_CLICK not in facts_of(answer)
        await it.mine.click(day - timedelta(days=1))
        answer = await portal.ok("/reports/why", who, attributes=asked)
        assert answer["verdict"] == WhyVerdict.NOT_REPORTED
        assert WhyFact.LAST_CLICK in facts_of(answer)
