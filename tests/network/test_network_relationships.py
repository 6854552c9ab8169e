"""Operators see applications for brands and decide them, and the publisher is notified."""

from typing import Any

import pytest

from rpc import Code
from tests.support.accounts.mails import mails_to
from tests.support.orders.brands import events
from tests.support.portal import Portal, SomeBrand, Someone


async def apply(portal: Portal) -> tuple[Someone, SomeBrand, dict[str, Any]]:
    """Somebody who waits for a brand's decision."""
    alice, brand = await portal.someone(), await portal.brand(approval="manual")
    await portal.ok("/brands/apply", alice, attributes={"mcids": [brand.mcid], "message": "Please"})
    return alice, brand, {"uid": alice.uid, "site_id": alice.site_id, "mcid": brand.mcid}


class TestRelationships:
    async def test_operators_list_of_relationships_begins_with_the_oldest_pending_application(
        self, portal: Portal
    ) -> None:
        brand, operator = await portal.brand(approval="manual"), await portal.operator()
        people = [await portal.someone() for _ in range(4)]
        for who in people:
            await portal.ok("/brands/apply", who, attributes={"mcids": [brand.mcid]})
        for who in people[:2]:
            review = {"uid": who.uid, "site_id": who.site_id, "mcid": brand.mcid, "status": 2}
            await portal.ok("/network/relationship_review", operator, attributes=review)

        listing = await portal.ok("/network/relationships", operator, filter={"mcid": brand.mcid})

        assert [row["uid"] for row in listing["list"]] == [people[n].uid for n in (2, 3, 1, 0)]
        assert listing["total"] == 4

    async def test_operators_list_of_relationships_is_filtered(self, portal: Portal) -> None:
        alice, brand, _ = await apply(portal)
        operator = await portal.operator()

        for filter, total in (
            ({"uid": alice.uid}, 1),
            ({"uid": alice.uid, "status": 1, "mcid": brand.mcid}, 1),
            ({"uid": alice.uid, "status": 2}, 0),
            ({"uid": alice.uid, "site_id": alice.site_id}, 1),
        ):
            found = await portal.ok("/network/relationships", operator, filter=filter)
            assert (len(found["list"]), found["total"]) == (total, total), filter
        await portal.refuses(
            Code.SITE_INVALID, "/network/relationships", operator, filter={"site_id": 2**40}
        )
        [row] = (await portal.ok("/network/relationships", operator, filter={"uid": alice.uid}))[
            "list"
        ]
        assert (row["publisher"], row["message"], row["brand_name"]) == (
            alice.username,
            "Please",
            f"Brand {brand.mcid}",
        )


class TestRelationshipReview:
    @pytest.mark.parametrize(
        ("field", "code"),
        [
            ("uid", Code.NOT_FOUND),
            ("site_id", Code.NOT_FOUND),
            ("mcid", Code.BRAND_UNKNOWN),
        ],
    )
    async def test_review_of_a_channel_that_did_not_apply_is_refused(
        self, portal: Portal, field: str, code: Code
    ) -> None:
        *_, ref = await apply(portal)
        other = await portal.someone()
        wrong = {"uid": other.uid, "site_id": other.site_id, "mcid": "nix"}[field]

        await portal.refuses(
            code,
            "/network/relationship_review",
            await portal.operator(),
            attributes={**ref, field: wrong, "status": 2},
        )

    @pytest.mark.parametrize(
        ("fields", "names"),
        [
            ({"status": 0}, "status"),
            ({"status": 1}, "status"),
            ({"status": 3}, "reason"),
            ({"status": 4, "reason": "  "}, "reason"),
        ],
    )
    async def test_invalid_decision_on_an_application_is_refused(
        self, portal: Portal, fields: dict[str, Any], names: str
    ) -> None:
        *_, ref = await apply(portal)

        reply = await portal.refuses(
            Code.REQUEST_INVALID,
            "/network/relationship_review",
            await portal.operator(),
            attributes={**ref, **fields},
        )

        assert f"attributes.{names}" in reply.message

    async def test_publisher_sees_decision_and_reason_of_an_application(
        self, portal: Portal
    ) -> None:
        alice, brand, ref = await apply(portal)
        operator = await portal.operator()
        decision = {**ref, "status": 3, "reason": "No coupon sites"}

        for _ in range(2):
            await portal.ok("/network/relationship_review", operator, attributes=decision)

        info = await portal.ok("/brands/info", alice, attributes={"mcid": brand.mcid})
        assert (info["relationship"], info["relationship_reason"]) == (3, "No coupon sites")
        found = await events(portal, alice, 6)
        changes = [(each["previous_status"], each["status"], each["note"]) for each in found]
        assert changes == [(0, 1, ""), (1, 3, "No coupon sites")]


class TestRelationshipMail:
    @pytest.mark.parametrize(
        ("decision", "subject"),
        [
            ({"status": 2}, "accepted your channel"),
            ({"status": 3, "reason": "Too few readers"}, "declined your channel"),
        ],
    )
    async def test_decision_on_an_application_is_mailed(
        self, portal: Portal, decision: dict[str, Any], subject: str
    ) -> None:
        who, _, ref = await apply(portal)

        await portal.ok(
            "/network/relationship_review",
            await portal.operator(),
            attributes={**ref, **decision},
        )
        await portal.work()

        [mail] = mails_to(portal, who.email, subject=subject)
        assert decision.get("reason", "/brands/") in mail

    async def test_decision_on_an_application_is_not_mailed_to_a_publisher_who_opted_out(
        self, portal: Portal
    ) -> None:
        who, _, ref = await apply(portal)
        wishes = {"payments": True, "brands": False, "links": True, "news": True}
        await portal.ok("/user/edit", who, attributes={"notifications": wishes})

        await portal.ok(
            "/network/relationship_review",
            await portal.operator(),
            attributes={**ref, "status": 2},
        )
        await portal.work()

        assert mails_to(portal, who.email, subject="accepted") == []

    async def test_stale_decision_on_an_application_is_refused(self, portal: Portal) -> None:
        alice, _, ref = await apply(portal)
        operator = await portal.operator()
        no = {**ref, "status": 3, "reason": "No coupon sites", "was": 1}
        await portal.ok("/network/relationship_review", operator, attributes=no)
        await portal.work()
        mails = len(mails_to(portal, alice.email))

        reply = await portal.refuses(
            Code.CHANGED_MEANWHILE, "/network/relationship_review", operator,
            attributes={**ref, "status": 2, "was": 1},
        )  # fmt: skip

        assert "already been decided: it is rejected" in reply.message
        await portal.work()
        assert len(mails_to(portal, alice.email)) == mails
        await portal.ok(
            "/network/relationship_review", operator, attributes={**ref, "status": 2, "was": 3}
        )
