"""A publisher's applications to brands: how old they are, what became of them, and why."""

from datetime import timedelta
from typing import Any

from rpc import Code
from tests.support.portal import Portal, SomeBrand, Someone

PATH = "/brands/applications"


async def apply(
    portal: Portal, who: Someone, brand: SomeBrand, site_id: int | None = None, message: str = ""
) -> None:
    asked = {"mcids": [brand.mcid], "site_id": site_id or who.site_id, "message": message}
    await portal.ok("/brands/apply", who, attributes=asked)


async def decide(portal: Portal, who: Someone, brand: SomeBrand, status: int) -> None:
    decision = {"uid": who.uid, "site_id": who.site_id, "mcid": brand.mcid, "status": status}
    given = decision | ({} if status == 2 else {"reason": "Not our readers"})
    operator = await portal.operator()
    await portal.ok("/network/relationship_review", operator, attributes=given)


async def rows(portal: Portal, who: Someone, **filter: Any) -> list[dict[str, Any]]:
    found = await portal.ok(PATH, who, filter=filter)
    assert found["total"] == len(found["list"])
    listed: list[dict[str, Any]] = found["list"]
    return listed


class TestApplications:
    async def test_each_has_its_age_its_state_and_its_reason(
        self, portal: Portal, alice: Someone
    ) -> None:
        brand, other = await portal.brand(approval="manual"), await portal.brand(approval="manual")
        await apply(portal, alice, brand, message="My readers ask for it")
        await apply(portal, alice, other)
        await decide(portal, alice, other, 3)
        async with portal.db() as db:
            before = portal.resources.clock.now() - timedelta(days=3, hours=5)
            query = "update relationship set applied_at = $3 where publisher_id = $1 and mid = $2"
            await db.execute(query, alice.uid, brand.mid, before)

        rejected, pending = await rows(portal, alice)

        assert (pending["mcid"], pending["mid"], pending["brand_name"]) == (
            brand.mcid,
            brand.mid,
            f"Brand {brand.mcid}",
        )
        assert (pending["age_days"], pending["relationship"], pending["decided_at"]) == (3, 1, None)
        assert (pending["message"], pending["reason"]) == ("My readers ask for it", None)
        assert (rejected["age_days"], rejected["relationship"]) == (0, 3)
        assert (rejected["reason"], rejected["decided_at"] is None) == ("Not our readers", False)

    async def test_they_are_of_all_channels_and_narrowed_by_each_filter(
        self, portal: Portal, alice: Someone
    ) -> None:
        other, brand, shop = (
            await portal.site(alice.uid),
            await portal.brand(),
            await portal.brand(),
        )
        await apply(portal, alice, brand)
        await apply(portal, alice, brand, other)
        await apply(portal, alice, shop)
        await decide(portal, alice, shop, 4)

        pairs = {(row["mcid"], row["site_id"]) for row in await rows(portal, alice)}
        mine = alice.site_id
        assert pairs == {(brand.mcid, mine), (brand.mcid, other), (shop.mcid, mine)}
        for filter in ({"site_id": other}, {"mcid": brand.mcid, "site_id": other}):
            [row] = await rows(portal, alice, **filter)
            assert (row["mcid"], row["site_id"]) == (brand.mcid, other)
        [ended] = await rows(portal, alice, status=4)
        assert (ended["mcid"], ended["ended_by"]) == (shop.mcid, "network")
        await portal.refuses(Code.SITE_INVALID, PATH, alice, filter={"site_id": 2**50})
        await portal.refuses(Code.BRAND_UNKNOWN, PATH, alice, filter={"mcid": "nix"})

    async def test_a_withdrawn_one_is_gone_and_one_that_left_says_who_ended_it(
        self, portal: Portal, alice: Someone
    ) -> None:
        waiting, joined = await portal.brand(approval="manual"), await portal.brand()
        for brand in (waiting, joined):
            await apply(portal, alice, brand)
            await portal.ok("/brands/leave", alice, attributes={"mcid": brand.mcid})

        [row] = await rows(portal, alice)

        assert (row["mcid"], row["relationship"]) == (joined.mcid, 4)
        assert (row["ended_by"], row["reason"]) == ("publisher", None)

    async def test_cursors_walk_through_all_once(self, portal: Portal, alice: Someone) -> None:
        for _ in range(5):
            await apply(portal, alice, await portal.brand())
        whole = (await portal.ok(PATH, alice))["list"]
        walked: list[dict[str, Any]] = []
        page: dict[str, Any] | None = {"perPage": 2}
        while page:
            part = await portal.ok(PATH, alice, page=page)
            walked += part["list"]
            page = {"perPage": 2, "cursor": part["next"]} if part["next"] else None

        assert (walked, len(walked)) == (whole, 5)

    async def test_anothers_stay_hidden(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        brand = await portal.brand()
        await apply(portal, alice, brand)

        assert await rows(portal, bob) == []
        assert await rows(portal, bob, mcid=brand.mcid) == []
        await portal.refuses(Code.SITE_INVALID, PATH, bob, filter={"site_id": alice.site_id})
