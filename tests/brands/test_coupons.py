"""Coupons: saved by operators, promoted by publishers with their links."""

from datetime import timedelta
from typing import Any

import pytest

from rpc import Code
from tests.support.orders.orders import deal
from tests.support.portal import Portal, SomeBrand, Someone, unique

SAVE = "/network/coupon_save"


@pytest.fixture
async def shop(portal: Portal, alice: Someone) -> SomeBrand:
    brand = await portal.brand()
    await portal.join(alice, brand)
    return brand


async def save(portal: Portal, shop: SomeBrand, **more: Any) -> str:
    """The code of a coupon that was saved."""
    draft = {"mcid": shop.mcid, "code": unique("TEN"), "description": "10 % off", **more}
    await portal.ok(SAVE, await portal.operator(), attributes=draft)
    return str(draft["code"])


async def name_of(portal: Portal, who: Someone) -> str:
    found = await portal.ok("/network/accounts", await portal.operator(), filter={"uid": who.uid})
    return str(found["list"][0]["publisher"])


async def codes(portal: Portal, who: Someone, shop: SomeBrand) -> list[str]:
    listed = await portal.ok("/brands/coupons", who, filter={"mcid": shop.mcid})
    return [row["code"] for row in listed["list"]]


async def test_publisher_sees_coupons_valid_today(
    portal: Portal, alice: Someone, shop: SomeBrand
) -> None:
    today = portal.resources.clock.now().date()
    bob = await portal.someone()
    for_all = await save(portal, shop)
    hers = await save(portal, shop, uid=alice.uid)
    await save(portal, shop, starts_at=str(today + timedelta(days=1)))
    await save(portal, shop, ends_at=str(today))

    assert await codes(portal, alice, shop) == [hers, for_all]
    assert await codes(portal, bob, shop) == [for_all]
    for who, shown in ((alice, [hers, for_all]), (bob, [for_all])):
        info = await portal.ok("/brands/info", who, attributes={"mcid": shop.mcid})
        assert [coupon["code"] for coupon in info["coupons"]] == shown
    listed = await portal.ok(
        "/network/coupons", await portal.operator(), filter={"mcid": shop.mcid}
    )
    assert listed["total"] == 4
    receivers = {row["code"]: (row["uid"], row["publisher"]) for row in listed["list"]}
    assert receivers[hers] == (alice.uid, await name_of(portal, alice))
    assert receivers[for_all] == (None, None)
    id = listed["list"][2]["id"]
    found = await portal.ok("/network/coupons", await portal.operator(), filter={"id": id})
    assert (found["list"], found["total"]) == (listed["list"][2:3], 1)


async def test_saving_an_existing_coupon_code_updates_the_coupon(
    portal: Portal, alice: Someone, shop: SomeBrand
) -> None:
    code = await save(portal, shop)
    await save(portal, shop, code=code, description="20 % off")

    [row] = (await portal.ok("/brands/coupons", alice, filter={"mcid": shop.mcid}))["list"]
    assert (row["code"], row["description"], row["exclusive"]) == (code, "20 % off", False)


async def test_coupon_with_invalid_fields_is_refused(
    portal: Portal, alice: Someone, shop: SomeBrand
) -> None:
    draft = {"mcid": shop.mcid, "code": "TEN", "description": ""}
    for code, change in (
        (Code.BRAND_UNKNOWN, {"mcid": "nobody"}),
        (Code.USER_NOT_FOUND, {"uid": 999_999_999}),
        (Code.REQUEST_INVALID, {"starts_at": "2026-02-02", "ends_at": "2026-02-02"}),
        (Code.REQUEST_INVALID, {"code": " TEN"}),
    ):
        await portal.refuses(code, SAVE, await portal.operator(), attributes={**draft, **change})
    await portal.refuses(Code.NOT_ALLOWED, SAVE, alice, attributes=draft)
    for path, who in (("/brands/coupons", alice), ("/network/coupons", await portal.operator())):
        await portal.refuses(Code.BRAND_UNKNOWN, path, who, filter={"mcid": "nobody"})


async def test_link_accepts_only_a_coupon_of_its_brand(
    portal: Portal, alice: Someone, shop: SomeBrand
) -> None:
    code = await save(portal, shop)
    made = await portal.link(alice, shop, coupon=code)

    [row] = (await portal.ok("/tools/links", alice, filter={"link_id": made["link_id"]}))["list"]
    assert row["coupon"] == code
    bob = await portal.someone()
    his = await save(portal, shop, uid=bob.uid)
    target = {"mcid": shop.mcid, "target_url": f"https://{shop.mcid}.example/"}
    for wrong in (his, "NOTHING"):
        await portal.refuses(
            Code.NOT_FOUND, "/tools/link_code", alice, attributes={**target, "coupon": wrong}
        )


async def feed(portal: Portal, who: Someone, **filter: Any) -> list[dict[str, Any]]:
    """All pages of the coupons that changed since the test began, two to a page."""
    rows: list[dict[str, Any]] = []
    cursor: str | None = None
    since = {"updated_after": portal.resources.clock.now().isoformat()}
    while True:
        page = {"perPage": 2, **({"cursor": cursor} if cursor else {})}
        found = await portal.ok("/brands/coupons", who, filter={**since, **filter}, page=page)
        rows += found["list"]
        cursor = found["next"]
        if cursor is None:
            assert found["total"] == len(rows)
            return rows


class TestFeedOfCoupons:
    async def test_changed_coupons_are_listed_oldest_first_with_their_states(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        today = portal.resources.clock.now().date()
        bob = await portal.someone()
        changed = await save(portal, shop)
        active = await save(portal, shop, uid=alice.uid)
        upcoming = await save(portal, shop, starts_at=str(today + timedelta(days=1)))
        ended = await save(portal, shop, ends_at=str(today))
        await save(portal, shop, uid=bob.uid)
        await save(portal, shop, code=changed, description="20 % off")

        rows = await feed(portal, alice, mcid=shop.mcid)
        assert [(row["code"], row["state"], row["exclusive"]) for row in rows] == [
            (active, "active", True),
            (upcoming, "upcoming", False),
            (ended, "ended", False),
            (changed, "active", False),
        ]
        assert [row["updated_at"] for row in rows] == sorted(row["updated_at"] for row in rows)
        alone = await feed(portal, alice, mcid=shop.mcid, exclusive=True)
        assert [row["code"] for row in alone] == [active]
        for exclusive, codes in ((True, [active]), (False, [changed])):
            wanted = {"mcid": shop.mcid, "exclusive": exclusive}
            listed = await portal.ok("/brands/coupons", alice, filter=wanted)
            assert ([row["code"] for row in listed["list"]], listed["total"]) == (codes, 1)
        later = {"updated_after": (portal.resources.clock.now() + timedelta(hours=1)).isoformat()}
        assert (await portal.ok("/brands/coupons", alice, filter=later))["list"] == []

    async def test_event_of_a_withdrawn_coupon_omits_its_later_terms(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        bob, carol = await portal.someone(), await portal.someone()
        code = await save(portal, shop, uid=alice.uid)
        await save(portal, shop, code=code, uid=bob.uid, description="For Bob")
        [gone] = await feed(portal, alice, mcid=shop.mcid)
        await save(portal, shop, code=code, uid=bob.uid, description="Still for Bob")

        assert await feed(portal, alice, mcid=shop.mcid) == [gone]
        assert (gone["code"], gone["state"], gone["exclusive"]) == (code, "withdrawn", True)
        assert (gone["description"], gone["starts_at"], gone["ends_at"]) == ("", None, None)
        assert await codes(portal, alice, shop) == []
        [own] = await feed(portal, bob, mcid=shop.mcid)
        assert (own["description"], own["state"]) == ("Still for Bob", "active")
        assert await feed(portal, carol, mcid=shop.mcid) == []
        await save(portal, shop, code=code)
        for who in (alice, bob, carol):
            assert [row["state"] for row in await feed(portal, who, mcid=shop.mcid)] == ["active"]

    async def test_saving_a_coupon_unchanged_changes_nothing(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        code = await save(portal, shop)
        before = await feed(portal, alice, mcid=shop.mcid)
        await save(portal, shop, code=code)

        assert await feed(portal, alice, mcid=shop.mcid) == before

    async def test_coupon_of_a_paused_brand_is_paused(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        await save(portal, shop)
        given = {"mcid": shop.mcid, "status": "paused"}
        await portal.ok("/network/brand_status", await portal.operator(), attributes=given)

        assert [row["state"] for row in await feed(portal, alice, mcid=shop.mcid)] == ["paused"]
        assert await codes(portal, alice, shop) == []

    async def test_orders_are_counted_by_code_for_whom_they_belong_to(self, portal: Portal) -> None:
        it, other = await deal(portal), await deal(portal)
        code = await save(portal, it.brand)
        unused = await save(portal, it.brand)
        old = (portal.resources.clock.now() - timedelta(days=40)).isoformat()
        await it.report(
            it.order(coupon=code),
            it.order(coupon=code.lower()),
            it.order(coupon="OTHER"),
            it.order(coupon=code, order_time=old),
            it.order(coupon=code, test_order=True),
        )
        narrowed = await portal.member(it.who, "manager", site_ids=[await portal.site(it.who.uid)])

        for who, orders in ((it.who, 2), (other.who, 0), (narrowed, 0)):
            listed = await portal.ok("/brands/coupons", who, filter={"mcid": it.brand.mcid})
            found = {row["code"]: row["orders"] for row in listed["list"]}
            assert found == {code: orders, unused: 0}
