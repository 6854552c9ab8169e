"""A publisher withdraws an application or leaves a brand; a refused brand is not joined automatically again."""

import pytest

from rpc import Code
from rpc.security.rate_limits import DAY, SharedLimit
from tests.support.orders.brands import events, findable
from tests.support.portal import Portal, SomeBrand, Someone, unique


async def apply(portal: Portal, who: Someone, brand: SomeBrand) -> int:
    """What an application leads to."""
    rows = await portal.ok("/brands/apply", who, attributes={"mcids": [brand.mcid]})
    status: int = rows["list"][0]["relationship"]
    return status


async def review(portal: Portal, who: Someone, brand: SomeBrand, status: int) -> None:
    decision = {"uid": who.uid, "site_id": who.site_id, "mcid": brand.mcid, "reason": "no"}
    await portal.ok(
        "/network/relationship_review",
        await portal.operator(),
        attributes={**decision, "status": status},
    )


async def relationship(portal: Portal, who: Someone, brand: SomeBrand) -> int:
    info = await portal.ok("/brands/info", who, attributes={"mcid": brand.mcid})
    status: int = info["relationship"]
    return status


class TestLeave:
    async def test_pending_application_to_a_brand_is_withdrawn(self, portal: Portal) -> None:
        alice, brand = await portal.someone(), await findable(portal, approval="manual")
        await apply(portal, alice, brand)

        left = await portal.ok("/brands/leave", alice, attributes={"mcid": brand.mcid})

        assert left == {"mcid": brand.mcid, "site_id": alice.site_id, "relationship": 0}
        new = await portal.ok("/brands/find", alice, filter={"keyword": brand.mcid, "status": 0})
        assert [row["relationship"] for row in new["list"]] == [0]
        facets = await portal.ok(
            "/brands/facets", alice, filter={"keyword": brand.mcid, "status": 0}
        )
        assert facets["offer_types"] == [{"value": "CPS", "count": 1}]
        shown = await portal.ok(
            "/network/relationships", await portal.operator(), filter={"mcid": brand.mcid}
        )
        assert (shown["list"], shown["total"]) == ([], 0)

    async def test_publisher_can_leave_a_joined_brand(self, portal: Portal) -> None:
        alice, brand = await portal.someone(), await portal.brand()
        await apply(portal, alice, brand)

        left = await portal.ok("/brands/leave", alice, attributes={"mcid": brand.mcid})

        assert left["relationship"] == 4
        assert await relationship(portal, alice, brand) == 4
        changes = [
            (body["previous_status"], body["status"]) for body in await events(portal, alice, 6)
        ]
        assert changes == [(0, 2), (2, 4)]
        [row] = (
            await portal.ok(
                "/network/relationships", await portal.operator(), filter={"mcid": brand.mcid}
            )
        )["list"]
        assert (row["status"], row["ended_by"], row["reason"]) == (4, "publisher", None)

    async def test_links_to_a_brand_are_blocked_as_soon_as_the_publisher_leaves_it(
        self, portal: Portal
    ) -> None:
        alice, brand = await portal.someone(), await portal.brand()
        await apply(portal, alice, brand)
        code = (await portal.link(alice, brand))["code"]
        await portal.click(code)

        await portal.ok("/brands/leave", alice, attributes={"mcid": brand.mcid})
        await portal.click(code)

        await portal.refuses(
            Code.RELATIONSHIP_NOT_APPROVED,
            "/tools/link_code",
            alice,
            attributes={"mcid": brand.mcid, "target_url": f"https://{brand.mcid}.example/"},
        )
        today = portal.resources.clock.now().date().isoformat()
        await portal.work()
        clicks = await portal.ok(
            "/reports/clicks", alice, filter={"start_date": today, "end_date": today}
        )
        assert sorted(click["verdict"] for click in clicks["list"]) == ["blocked", "valid"]

    async def test_a_channel_that_left_its_brands_can_be_deleted(self, portal: Portal) -> None:
        alice, brand = await portal.someone(), await portal.brand()
        other = await portal.site(alice.uid)
        asked = {"mcids": [brand.mcid], "site_id": other}
        await portal.ok("/brands/apply", alice, attributes=asked)
        await portal.refuses(Code.SITE_STATUS_ERROR, "/site/del", alice, attributes={"id": other})

        await portal.ok("/brands/leave", alice, attributes={"mcid": brand.mcid, "site_id": other})

        await portal.ok("/site/del", alice, attributes={"id": other})

    async def test_leaving_a_brand_without_a_relationship_is_refused(self, portal: Portal) -> None:
        alice, brand = await portal.someone(), await portal.brand()
        leave = {"mcid": brand.mcid}
        for code, attributes in (
            (Code.RELATIONSHIP_NOT_APPROVED, leave),
            (Code.BRAND_UNKNOWN, {"mcid": "nix"}),
            (Code.SITE_INVALID, {**leave, "site_id": 2**50}),
        ):
            await portal.refuses(code, "/brands/leave", alice, attributes=attributes)
        await apply(portal, alice, brand)
        await portal.ok("/brands/leave", alice, attributes=leave)

        await portal.refuses(
            Code.RELATIONSHIP_NOT_APPROVED, "/brands/leave", alice, attributes=leave
        )

    async def test_leaving_a_brand_with_another_publishers_channel_is_refused(
        self, portal: Portal
    ) -> None:
        alice, bob, brand = await portal.someone(), await portal.someone(), await portal.brand()
        await apply(portal, alice, brand)

        await portal.refuses(
            Code.SITE_INVALID,
            "/brands/leave",
            bob,
            attributes={"mcid": brand.mcid, "site_id": alice.site_id},
        )

        assert await relationship(portal, alice, brand) == 2

    async def test_withdrawn_application_cannot_be_reviewed(self, portal: Portal) -> None:
        alice, brand = await portal.someone(), await portal.brand(approval="manual")
        await apply(portal, alice, brand)
        await portal.ok("/brands/leave", alice, attributes={"mcid": brand.mcid})

        await portal.refuses(
            Code.NOT_FOUND,
            "/network/relationship_review",
            await portal.operator(),
            attributes={
                "uid": alice.uid,
                "site_id": alice.site_id,
                "mcid": brand.mcid,
                "status": 2,
            },
        )


class TestRejoining:
    async def test_publisher_that_left_a_brand_can_rejoin_at_once(self, portal: Portal) -> None:
        alice, brand = await portal.someone(), await portal.brand()
        await apply(portal, alice, brand)
        await portal.ok("/brands/leave", alice, attributes={"mcid": brand.mcid})

        assert await apply(portal, alice, brand) == 2

    @pytest.mark.parametrize("refusal", [3, 4])
    async def test_every_application_of_a_refused_publisher_is_pending(
        self, portal: Portal, refusal: int
    ) -> None:
        alice, brand = await portal.someone(), await portal.brand()
        leave = {"mcid": brand.mcid}
        await apply(portal, alice, brand)
        await review(portal, alice, brand, refusal)

        assert await apply(portal, alice, brand) == 1
        await portal.ok("/brands/leave", alice, attributes=leave)
        assert await apply(portal, alice, brand) == 1
        assert await relationship(portal, alice, brand) == 1

    @pytest.mark.parametrize("refusal", [3, 4])
    async def test_approval_of_a_publisher_lifts_an_earlier_refusal(
        self, portal: Portal, refusal: int
    ) -> None:
        alice, brand = await portal.someone(), await portal.brand()
        await apply(portal, alice, brand)
        await review(portal, alice, brand, refusal)
        assert await apply(portal, alice, brand) == 1
        await review(portal, alice, brand, 2)
        await portal.ok("/brands/leave", alice, attributes={"mcid": brand.mcid})

        assert await apply(portal, alice, brand) == 2


async def test_joining_and_leaving_brands_repeatedly_is_limited(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each change is an event, and a delivery of each of their postbacks."""
    few = SharedLimit(unique("relationship"), ((2, DAY),))
    limits = portal.resources.shared_limits._replace(relationship=few)
    monkeypatch.setattr(portal.resources, "shared_limits", limits)
    alice, bob, brand = await portal.someone(), await portal.someone(), await findable(portal)
    given = {"mcid": brand.mcid}
    await apply(portal, alice, brand)
    await portal.ok("/brands/leave", alice, attributes=given)

    await portal.refuses(
        Code.TOO_MANY_REQUESTS, "/brands/apply", alice, attributes={"mcids": [brand.mcid]}
    )

    assert await relationship(portal, alice, brand) == 4
    assert len(await events(portal, alice, 6)) == 2
    assert await apply(portal, bob, brand) == 2
