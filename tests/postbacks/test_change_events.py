"""Changes of cases, settlements, payments, coupons, campaigns, channels and teams are told once to those concerned."""

import asyncio
import json
from datetime import timedelta
from typing import Any

from schema.core.event import EventType
from tests.accounts.team.test_team import CHOSEN, ask, join
from tests.accounts.test_guarded_changes import again, stop, stop_by_link
from tests.brands.test_brand_campaigns import campaign
from tests.brands.test_brand_campaigns import save as save_campaigns
from tests.orders.test_unrated import save_rate
from tests.support.accounts.memberships import join as join_with_account
from tests.support.accounts.waits import pass_wait
from tests.support.channels import channel
from tests.support.orders.cases import answer, claims
from tests.support.orders.orders import Deal, deal
from tests.support.orders.payouts import pay, request, set_state, withdrawable
from tests.support.orders.settling import earn, pay_brand, settle
from tests.support.portal import PASSWORD, Portal, SomeBrand, Someone, unique
from tests.support.postbacks.feed import list_events, of_brand
from tests.support.postbacks.receiver import Receiver, save, wait_for_log

TEN = {"description": "10 % off"}


async def save_coupon(portal: Portal, brand: SomeBrand, code: str, **more: Any) -> None:
    draft = {"mcid": brand.mcid, "code": code, **TEN, **more}
    await portal.ok("/network/coupon_save", await portal.operator(), attributes=draft)


class TestCaseUpdated:
    async def test_each_step_of_a_case_sends_an_event_with_note_and_states(
        self, portal: Portal
    ) -> None:
        claim = await claims(portal)
        opened = await claim.open()
        case_id = opened["case_id"]
        await answer(portal, case_id, "info_needed", reason="Which day?")
        reply = {"case_id": case_id, "note": "Yesterday"}
        await portal.ok("/reports/case_reply", claim.who, attributes=reply)
        decided = await answer(portal, case_id, "accepted", reason="Found it", amount="40.00")

        events = await list_events(portal, claim.who, "case.updated")
        of = {**of_brand(claim.brand), "case_id": case_id, "kind": "missing", "currency": "GBP"}
        claimed = {**of, "order_id": claim.order_id, "amount": "50.00"}
        assert events[:3] == [
            {**claimed, "status": "open", "note": "My reader sent me the receipt",
             "changes": {"status": (None, "open")}},
            {**claimed, "status": "info_needed", "previous_status": "open", "note": "Which day?",
             "changes": {"status": ("open", "info_needed")}},
            {**claimed, "status": "open", "previous_status": "info_needed", "note": "Yesterday",
             "changes": {"status": ("info_needed", "open")}},
        ]  # fmt: skip
        [accepted] = events[3:]
        assert accepted["oid"] == decided["oid"]
        assert (accepted["amount"], accepted["site_id"]) == ("40.00", claim.who.site_id)
        assert accepted["changes"] == {"status": ("open", "accepted"), "sale_comm": (None, "4.00")}
        assert await list_events(portal, await portal.someone(), "case.updated") == []

    async def test_cases_opened_together_send_one_event_each(self, portal: Portal) -> None:
        claim = await claims(portal)
        drafts = [claim.draft(order_id=unique("lost")) for _ in range(3)]
        for _ in range(2):
            await portal.ok("/reports/cases_open", claim.who, attributes={"cases": drafts})

        events = await list_events(portal, claim.who, "case.updated")
        opened = sorted(each["order_id"] for each in drafts)
        assert sorted(each["order_id"] for each in events) == opened

    async def test_withdrawn_case_and_unpaid_month_send_events(self, portal: Portal) -> None:
        it = await deal(portal)
        await earn(it, "100.00")
        await settle(portal, it.brand.mcid)
        [row] = (await portal.ok("/payments/settlements", it.who))["list"]
        unpaid = {"kind": "unpaid", "mcid": it.brand.mcid, "periods": [row["period"]], "note": "?"}
        opened = await portal.ok("/reports/case_open", it.who, attributes=unpaid)
        day = (portal.resources.clock.now().date() + timedelta(days=9)).isoformat()
        await answer(portal, opened["case_id"], "accepted", reason="Soon", pay_on=day)
        question = {"kind": "question", "topic": "account", "note": "Why?"}
        asked = await portal.ok("/reports/case_open", it.who, attributes=question)
        ref = {"case_id": asked["case_id"]}
        await portal.ok("/reports/case_withdraw", it.who, attributes=ref)

        events = await list_events(portal, it.who, "case.updated")
        assert events[1]["changes"] == {"status": ("open", "accepted"), "pay_on": (None, day)}
        assert events[3] == {
            **ref, "kind": "question", "status": "withdrawn", "previous_status": "open", "note": "",
            "changes": {"status": ("open", "withdrawn")},
        }  # fmt: skip
        assert len(events) == 4

    async def test_commission_of_a_case_rated_later_sends_an_event(self, portal: Portal) -> None:
        claim = await claims(portal)
        opened = await claim.open(currency="SZL")
        await answer(portal, opened["case_id"], "accepted", reason="Found it")
        before = await list_events(portal, claim.who, "case.updated")
        yesterday = (portal.resources.clock.now() - timedelta(days=1)).date().isoformat()
        await save_rate(portal, "SZL", "GBP", "0.05", day=yesterday)

        [later] = (await list_events(portal, claim.who, "case.updated"))[len(before) :]
        assert before[-1]["changes"] == {"status": ("open", "accepted")}
        assert later["changes"] == {"sale_comm": (None, "5.00")}
        assert (later["status"], later["previous_status"]) == ("accepted", "accepted")


class TestSettlementPayable:
    async def test_settlement_event_is_sent_when_the_brand_pays_and_not_at_closing(
        self, portal: Portal
    ) -> None:
        it, other = await deal(portal), await deal(portal)
        await earn(it, "100.00")
        await settle(portal, it.brand.mcid)
        assert await list_events(portal, it.who, "settlement.payable") == []
        for _ in range(2):
            await pay_brand(it)

        [row] = (await portal.ok("/payments/settlements", it.who))["list"]
        of = {"settlement_id": row["settlement_id"], "kind": "commission", "note": ""}
        assert await list_events(portal, it.who, "settlement.payable") == [
            {**of_brand(it.brand), **of, "amount": "10.00", "currency": "GBP", "status": "payable",
             "previous_status": "waiting", "changes": {"status": ("waiting", "payable")}},
        ]  # fmt: skip
        assert await list_events(portal, other.who, "settlement.payable") == []
        assert len(await list_events(portal, it.who, "order.settled")) == 1

    async def test_prepaid_settlement_bonus_and_deduction_send_events_at_once(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, prepaid=True)
        await earn(it, "100.00")
        for _ in range(2):
            await settle(portal, it.brand.mcid)
        operator = await portal.operator()
        for reference, amount in (("a", "5.00"), ("b", "-2.00"), ("a", "5.00")):
            given = {"uid": it.who.uid, "amount": amount, "reference": reference, "note": "Thanks"}
            await portal.ok("/network/bonus_add", operator, attributes=given)

        events = await list_events(portal, it.who, "settlement.payable")
        seen = [(each["kind"], each["amount"], each["note"], each["changes"]) for each in events]
        new = {"status": (None, "payable")}
        assert seen == [
            ("commission", "10.00", "", new),
            ("bonus", "5.00", "Thanks", new),
            ("adjustment", "-2.00", "Thanks", new),
        ]
        assert all("previous_status" not in each for each in events)

    async def test_settlement_of_a_cancelled_payment_sends_another_event(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "400.00")
        payment = await request(it)
        ref = {"payment_id": payment["payment_id"]}
        await portal.ok("/payments/cancel", it.who, attributes=ref)

        first, again = await list_events(portal, it.who, "settlement.payable")
        assert first["changes"] == {"status": (None, "payable")}
        assert again["changes"] == {"status": ("requested", "payable")}
        assert first["settlement_id"] == again["settlement_id"]
        assert await list_events(portal, it.who, "payment.returned") == []


class TestPaymentReturned:
    async def test_returned_payment_sends_both_events_and_makes_its_settlements_payable(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "400.00")
        payment = await request(it)
        await pay(portal)
        await set_state(portal, payment, "sent", "paid", "returned")

        [returned] = await list_events(portal, it.who, "payment.returned")
        [failed] = await list_events(portal, it.who, "payment.failed")
        assert returned == failed == {
            "payment_id": payment["payment_id"], "amount": "40.00", "currency": "EUR",
            "status": "returned", "previous_status": "paid", "note": "account closed",
            "changes": {"status": ("paid", "returned")},
        }  # fmt: skip
        settled = await list_events(portal, it.who, "settlement.payable")
        assert [each["changes"]["status"] for each in settled] == [
            (None, "payable"),
            ("paid", "payable"),
        ]

    async def test_failed_payment_sends_no_returned_event(self, portal: Portal) -> None:
        it = await withdrawable(portal, "400.00")
        payment = await request(it)
        await pay(portal)
        await set_state(portal, payment, "failed")

        assert await list_events(portal, it.who, "payment.returned") == []
        assert len(await list_events(portal, it.who, "payment.failed")) == 1


async def join_someone(portal: Portal, brand: SomeBrand) -> Someone:
    who = await portal.someone()
    await portal.join(who, brand)
    return who


class TestCouponChanged:
    async def test_public_coupon_sends_an_event_to_publishers_that_joined_its_brand(
        self, portal: Portal
    ) -> None:
        brand, stranger = await portal.brand(), await portal.someone()
        alice, bob = await join_someone(portal, brand), await join_someone(portal, brand)
        code = unique("TEN")
        for _ in range(2):
            await save_coupon(portal, brand, code)
        await save_coupon(portal, brand, code, description="20 % off", ends_at="2030-01-01")

        of = {**of_brand(brand), "coupon": code, "status": "available"}
        new = {"status": (None, "available"), "description": (None, "10 % off"),
               "exclusive": (None, False)}  # fmt: skip
        changed = {"description": ("10 % off", "20 % off"), "ends_at": (None, "2030-01-01")}
        for who in (alice, bob):
            assert await list_events(portal, who, "coupon.changed") == [
                {**of, "note": "10 % off", "changes": new},
                {**of, "previous_status": "available", "note": "20 % off", "changes": changed},
            ]
        assert await list_events(portal, stranger, "coupon.changed") == []

    async def test_reassigned_coupon_is_withdrawn_from_others_who_learn_nothing_more(
        self, portal: Portal
    ) -> None:
        brand = await portal.brand()
        alice, bob = await join_someone(portal, brand), await join_someone(portal, brand)
        code = unique("TEN")
        await save_coupon(portal, brand, code)
        await save_coupon(portal, brand, code, uid=alice.uid, description="For Alice")
        await save_coupon(portal, brand, code, uid=alice.uid, description="For Alice alone")

        of = {**of_brand(brand), "coupon": code, "previous_status": "available"}
        assert (await list_events(portal, bob, "coupon.changed"))[1:] == [
            {**of, "status": "withdrawn", "note": "",
             "changes": {"status": ("available", "withdrawn")}},
        ]  # fmt: skip
        assert [
            each["changes"] for each in (await list_events(portal, alice, "coupon.changed"))[1:]
        ] == [
            {"exclusive": (False, True), "description": ("10 % off", "For Alice")},
            {"description": ("For Alice", "For Alice alone")},
        ]

    async def test_two_who_save_the_same_new_coupon_tell_it_once(self, portal: Portal) -> None:
        brand = await portal.brand()
        alice, code = await join_someone(portal, brand), unique("TEN")
        await asyncio.gather(*(save_coupon(portal, brand, code) for _ in range(6)))

        assert len(await list_events(portal, alice, "coupon.changed")) == 1


class TestCampaignChanged:
    async def test_announced_changed_and_cancelled_campaigns_send_one_event_each(
        self, portal: Portal
    ) -> None:
        brand, stranger = await portal.brand(), await portal.someone()
        alice = await join_someone(portal, brand)
        sale, later = campaign(portal, -10, -12, "Sale"), campaign(portal, -10, -14, "Sale")
        past = campaign(portal, 30, 28, "Over")
        for campaigns in ([past, sale], [past, sale], [past, later], None, [past], []):
            assert (await save_campaigns(portal, brand, campaigns)).code == 0

        of = of_brand(brand)
        first, last = sale["from"], later["to"]
        assert await list_events(portal, alice, "campaign.changed") == [
            {**of, "status": "announced", "note": f"Campaign from {first} to {sale['to']}: Sale",
             "changes": {"status": (None, "announced"), "description": (None, "Sale"),
                         "starts_at": (None, first), "ends_at": (None, sale["to"])}},
            {**of, "status": "announced", "previous_status": "announced",
             "note": f"Campaign from {first} to {last}: Sale",
             "changes": {"ends_at": (sale["to"], last)}},
            {**of, "status": "cancelled", "previous_status": "announced",
             "note": f"Campaign from {first} to {last}: Sale",
             "changes": {"status": ("announced", "cancelled")}},
        ]  # fmt: skip
        assert await list_events(portal, stranger, "campaign.changed") == []

    async def test_campaign_in_an_imported_brand_file_sends_an_event(self, portal: Portal) -> None:
        brand, operator = await portal.brand(), await portal.operator()
        alice = await join_someone(portal, brand)
        draft = await portal.ok("/network/brand_info", operator, attributes={"mcid": brand.mcid})
        whole = {**draft, "campaigns": [campaign(portal, -3, -5, "Imported")]}
        given = {"content": json.dumps([whole])}
        await portal.ok("/network/brands_import", operator, attributes=given)

        [event] = await list_events(portal, alice, "campaign.changed")
        assert event["changes"]["description"] == (None, "Imported")


class TestChannelReviewed:
    async def test_each_new_decision_about_a_channel_sends_an_event(self, portal: Portal) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        other = await portal.someone()
        ref = {"uid": alice.uid, "site_id": alice.site_id}
        for change in ({"status": 1}, {"status": 2, "reason": "Empty"}, {"status": 2, "reason": "Empty"},
                       {"status": 2, "reason": "Still empty"}, {"status": 1}):  # fmt: skip
            await portal.ok("/network/site_review", operator, attributes={**ref, **change})

        of = {"site_id": alice.site_id}
        assert await list_events(portal, alice, "channel.reviewed") == [
            {**of, "status": 2, "previous_status": 1, "note": "Empty", "changes": {"status": (1, 2)}},
            {**of, "status": 2, "previous_status": 2, "note": "Still empty", "changes": {}},
            {**of, "status": 1, "previous_status": 2, "note": "", "changes": {"status": (2, 1)}},
        ]  # fmt: skip
        assert await list_events(portal, other, "channel.reviewed") == []

    async def test_change_of_a_rejected_channel_sends_an_event_if_reviews_are_automatic(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        ref = {"uid": alice.uid, "site_id": alice.site_id}
        given = {**ref, "status": 2, "reason": "Empty"}
        await portal.ok("/network/site_review", operator, attributes=given)
        await portal.ok("/site/save", alice, attributes=channel(id=alice.site_id))

        events = await list_events(portal, alice, "channel.reviewed")
        assert [each["changes"]["status"] for each in events] == [(1, 2), (2, 1)]


class TestTeamChanged:
    async def test_team_events_contain_no_names(self, portal: Portal) -> None:
        owner, stranger = await portal.someone(), await portal.someone()
        member = await join(portal, owner, "analyst")
        ref = {"id": member.account_id, "role": "analyst", "was": "analyst"}
        narrow = {**ref, "site_ids": [owner.site_id], "with_money": False}
        for _ in range(2):
            await ask(portal, "/user/team_role", owner, **narrow)
        raised = {**ref, "role": "developer"}
        await ask(portal, "/user/team_role", owner, **raised)
        await ask(portal, "/user/team_remove", owner, id=member.account_id)

        of, site = {"member_id": member.account_id}, str(owner.site_id)
        assert await list_events(portal, owner, "team.changed") == [
            {**of, "kind": "joined",
             "changes": {"role": (None, "analyst"), "with_money": (None, True)}},
            {**of, "kind": "changed",
             "changes": {"with_money": (True, False), "site_ids": (None, site)}},
            {**of, "kind": "changed",
             "changes": {"role": ("analyst", "developer"), "with_money": (False, True)}},
            {**of, "kind": "left",
             "changes": {"role": ("developer", None), "with_money": (True, None),
                         "site_ids": (site, None)}},
        ]  # fmt: skip
        assert await list_events(portal, stranger, "team.changed") == []

    async def test_leaving_member_sends_an_event(self, portal: Portal) -> None:
        owner = await portal.someone()
        member = await join(portal, owner, "developer")
        leaving = {"password": CHOSEN}
        await portal.ok("/user/team_leave", member, attributes=leaving)

        events = await list_events(portal, owner, "team.changed")
        assert [each["kind"] for each in events] == ["joined", "left"]

    async def test_member_of_another_publisher_sends_events_on_joining_and_leaving(
        self, portal: Portal
    ) -> None:
        owner, guest = await portal.someone(), await portal.someone()
        member = await join_with_account(portal, guest, owner)
        await portal.ok("/user/team_leave", member, attributes={"password": PASSWORD})

        events = await list_events(portal, owner, "team.changed")
        assert [(each["kind"], each["member_id"]) for each in events] == [
            ("joined", guest.account_id),
            ("left", guest.account_id),
        ]
        guest = await again(portal, guest)
        assert await list_events(portal, guest, "team.changed") == []

    async def test_stopped_promotion_and_effective_transfer_send_events(
        self, portal: Portal
    ) -> None:
        owner = await portal.someone()
        heir = await portal.member(owner, "manager")
        raised = {"id": heir.account_id, "role": "finance", "was": "manager"}
        await ask(portal, "/user/team_role", owner, **raised)
        await stop(portal, owner, "role")
        owner = await again(portal, owner)
        await ask(portal, "/user/team_transfer", owner, id=heir.account_id)
        before = await list_events(portal, owner, "team.changed")
        await pass_wait(portal, owner.uid)
        owner = await again(portal, owner)

        after = await list_events(portal, owner, "team.changed")
        assert [each["changes"]["role"] for each in before] == [
            ("manager", "finance"),
            ("finance", "manager"),
        ]
        roles = {each["member_id"]: each["changes"]["role"] for each in after[2:]}
        assert roles == {
            heir.account_id: ("manager", "owner"),
            owner.account_id: ("owner", "manager"),
        }

    async def test_undone_closing_sends_an_event_for_each_member(self, portal: Portal) -> None:
        owner = await portal.someone()
        member = await portal.member(owner, "analyst", with_money=False)
        await ask(portal, "/user/close", owner)
        await stop_by_link(portal, owner.email, "The account of")

        events = await list_events(portal, await again(portal, owner), "team.changed")
        assert [each["kind"] for each in events] == ["left"] * 2 + ["joined"] * 2
        assert {each["member_id"] for each in events[2:]} == {owner.account_id, member.account_id}
        [back] = [each for each in events[2:] if each["member_id"] == member.account_id]
        assert back["changes"] == {"role": (None, "analyst"), "with_money": (None, False)}


async def test_narrowed_members_read_events_of_their_channels_alone(portal: Portal) -> None:
    it = await deal(portal)
    other = await portal.site(it.who.uid)
    narrowed = await portal.member(it.who, "manager", site_ids=[it.who.site_id])
    operator = await portal.operator()
    for site_id in (it.who.site_id, other):
        review = {"uid": it.who.uid, "site_id": site_id, "status": 3, "reason": "Closed"}
        await portal.ok("/network/site_review", operator, attributes=review)
    bonus = {"uid": it.who.uid, "amount": "5.00", "reference": "a", "note": "Thanks"}
    await portal.ok("/network/bonus_add", operator, attributes=bonus)
    await save_coupon(portal, it.brand, unique("TEN"), uid=it.who.uid)

    seen = await portal.ok("/reports/events", narrowed, page={"perPage": 1000})
    assert [(each["event_name"], each["site_id"]) for each in seen["list"]] == [
        ("channel.reviewed", it.who.site_id)
    ]
    assert len(await list_events(portal, it.who, "channel.reviewed")) == 2


async def test_members_without_money_read_events_without_amounts(portal: Portal) -> None:
    claim = await claims(portal)
    await claim.deal.report(claim.deal.order("10.00"))
    opened = await claim.open()
    await answer(portal, opened["case_id"], "accepted", reason="Found it")
    analyst = await portal.member(claim.who, "analyst", with_money=False)

    feed = await portal.ok("/reports/events", analyst, page={"perPage": 1000})
    assert {each["event_name"] for each in feed["list"]} >= {"order.created", "case.updated"}
    for event in feed["list"]:
        assert not event.keys() & {"amount", "sale_amount", "money_at_risk", "money_at_risk_high"}
        assert not event["changes"].keys() & {"sale_amount", "sale_comm"}


async def test_changes_of_an_order_send_events_with_macros(
    portal: Portal, receiver: Receiver, sending: None
) -> None:
    it = await deal(portal)
    url = f"{receiver.url}/in?was={{old_status}}&now={{new_status}}&comm=[[old_sale_comm]]"
    await save(portal, it.who, url, event_type=2, parameters={"to": "{new_sale_comm}"})
    order = it.order("100.00", item_id="a")
    await it.report(order)
    order["items"] = [{"item_id": "a", "amount": "80.00", "status": "Approved"}]
    await it.report(order)
    await wait_for_log(portal, it.who, lambda rows: [r["state"] for r in rows] == ["delivered"])

    [request_] = receiver.received
    assert request_.params == {"was": "Pending", "now": "Approved", "comm": "10.00", "to": "8.00"}
    [event] = await list_events(portal, it.who, "order.updated")
    assert event["changes"] == {
        "status": ("Pending", "Approved"),
        "sale_amount": ("100.00", "80.00"),
        "sale_comm": ("10.00", "8.00"),
    }


async def test_delivery_of_a_new_event_is_sent_again_as_it_was(
    portal: Portal, receiver: Receiver, sending: None
) -> None:
    brand = await portal.brand()
    alice = await join_someone(portal, brand)
    kind = EventType.COUPON_CHANGED
    await save(portal, alice, f"{receiver.url}/in", event_type=kind, delivery_type=2)
    await save_coupon(portal, brand, unique("TEN"))
    [row] = await wait_for_log(
        portal, alice, lambda rows: [each["state"] for each in rows] == ["delivered"]
    )
    await portal.ok("/postback/redeliver", alice, attributes={"ids": [row["id"]]})
    first, again = await receiver.wait_for(2)

    assert first.body == again.body
    assert first.headers["webhook-id"] == again.headers["webhook-id"] == row["event_id"]


async def test_alert_closed_twice_sends_one_event(portal: Portal) -> None:
    it: Deal = await deal(portal)
    now = portal.resources.clock.now()
    alert_id = await portal.value(
        "insert into alert (publisher_id, kind, mid, site_id, coupon, since, found_at, currency, cause, next_step,"
        " evidence, money_low, money_high) values ($1, 1, $2, $3, '', $4, $4, 'GBP', 6, 2, '{}', 12.345, 60)"
        " returning alert_id",
        *(it.who.uid, it.brand.mid, it.who.site_id, now - timedelta(days=3)),
    )
    for state in ("snoozed", "closed", "closed"):
        change = {"ids": [alert_id], "state": state}
        if state == "snoozed":
            change["until"] = (now + timedelta(days=1)).isoformat()
        await portal.ok("/reports/alert_set", it.who, attributes=change)

    [closed] = await list_events(portal, it.who, "alert.closed")
    since = closed.pop("since")
    assert since.startswith(f"{now - timedelta(days=3):%Y-%m-%dT%H:%M}")
    assert closed == {
        **of_brand(it.brand), "site_id": it.who.site_id, "alert_id": alert_id,
        "kind": "tracking_stopped", "reason_code": "tracking_stopped",
        "note": "No orders arrive any more", "money_at_risk": "12.34", "money_at_risk_high": "60.00",
        "currency": "GBP", "status": "closed", "previous_status": "snoozed",
        "changes": {"status": ("snoozed", "closed")},
    }  # fmt: skip
