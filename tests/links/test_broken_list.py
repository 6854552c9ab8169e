"""The list of broken links: order, filters, ignored links, and their owners."""

from datetime import timedelta
from decimal import Decimal

from rpc import Code
from schema.core.figures import Delta
from sql.reports.figures import rollup
from tests.links.test_broken_fix import fix, leads_to
from tests.support.databases import earlier
from tests.support.links.shop_pages import Shop, check, list_broken_links, make
from tests.support.portal import Portal, Someone


class TestBrokenIgnore:
    async def test_ignored_link_is_not_listed_as_open_until_restored(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        link_id = await make(portal, alice, shop, "/gone/1")
        await check(portal, alice)
        for ignored, state in ((True, "ignored"), (False, "open")):
            wish = {"ids": [link_id], "ignored": ignored}
            for code in (0, Code.STATE_FORBIDS.number):
                answer = await portal.ok("/tools/broken_ignore", alice, attributes=wish)
                assert answer["list"][0]["code"] == code
            await check(portal, alice)
            assert [row["id"] for row in await list_broken_links(portal, alice, state=state)] == [
                link_id
            ]
            assert [row["state"] for row in await list_broken_links(portal, alice, id=link_id)] == [
                state
            ]


class TestFallback:
    async def test_broken_link_with_a_fallback_is_listed_as_fixed(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        link_id = await make(portal, alice, shop, "/gone/1")
        await check(portal, alice)
        fallback = f"{shop.url}/page/2"
        for wish, state, target in (
            (fallback, "fixed", fallback),
            ("", "open", f"{shop.url}/gone/1"),
        ):
            change = {"link_id": link_id, "fallback_url": wish}
            await portal.ok("/tools/link_edit", alice, attributes=change)
            await check(portal, alice)
            assert [row["id"] for row in await list_broken_links(portal, alice, state=state)] == [
                link_id
            ]
            assert await leads_to(portal, alice, link_id) == target


class TestBrokenLinks:
    async def test_broken_links_with_the_most_money_at_risk_come_first(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        first, second = [await make(portal, alice, shop, f"/gone/{n}") for n in range(2)]
        await check(portal, alice)
        async with portal.db() as db:
            await db.execute("update brand set epc = 0.125 where mid = $1", shop.brand.mid)
            await db.execute("update link_check set clicks = 3 where link_id = $1", second)
            await db.execute("update link_check set clicks = 1 where link_id = $1", first)
        rows = await list_broken_links(portal, alice)
        assert [(row["id"], row["clicks"], row["at_risk"], row["currency"]) for row in rows] == [
            (second, 3, "0.38", "GBP"),
            (first, 1, "0.12", "GBP"),
        ]

    async def test_money_at_risk_uses_own_earnings_per_click_with_the_brand_before_the_networks(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        link_id = await make(portal, alice, shop, "/gone/1")
        await check(portal, alice)
        today = portal.resources.clock.now().date()
        async with portal.db() as db:
            await db.execute("update brand set epc = 0.125 where mid = $1", shop.brand.mid)
            await db.execute("update link_check set clicks = 3 where link_id = $1", link_id)
        for clicks, days_ago, at_risk in ((99, 1, "0.38"), (1, 91, "0.38"), (1, 1, "1.50")):
            delta = Delta(
                alice.uid,
                today - timedelta(days=days_ago),
                shop.brand.mid,
                site_id=1,
                link_id=1,
                clicks=clicks,
                approved_commission=Decimal(clicks) / 2,
            )
            async with portal.db() as db:
                await rollup.add(db, [delta])
            [row] = await list_broken_links(portal, alice)
            assert row["at_risk"] == at_risk

    async def test_broken_links_are_filtered(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        link_id = await make(portal, alice, shop, "/gone/1")
        await check(portal, alice)
        for filter, found in (
            ({"type": 6}, True), ({"type": 7}, False), ({"mcid": shop.brand.mcid}, True),
            ({"site_id": alice.site_id}, True), ({"id": link_id}, True), ({"id": 1}, False),
            ({"state": "fixed"}, False),
        ):  # fmt: skip
            assert bool(await list_broken_links(portal, alice, **filter)) is found
        for code, filter in (
            (Code.BRAND_UNKNOWN, {"mcid": "no-such-brand"}),
            (Code.SITE_INVALID, {"site_id": 2**40}),
            (Code.REQUEST_INVALID, {"type": 12}),
        ):
            await portal.refuses(code, "/tools/broken_links", alice, filter=filter)

    async def test_after_filter_lists_recently_checked_links_in_any_state(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        first, second = [await make(portal, alice, shop, f"/gone/{n}") for n in range(2)]
        await check(portal, alice)
        async with portal.db() as db:
            await db.execute(
                f"update link_check set {earlier('checked_at', '1 hour')} where publisher_id = $1",
                alice.uid,
            )
        [row, *_] = await list_broken_links(portal, alice)
        assert len(await list_broken_links(portal, alice, after=row["last_checked"])) == 2
        now = portal.resources.clock.now().isoformat()
        assert await list_broken_links(portal, alice, after=now) == []
        async with portal.db() as db:
            await db.execute(
                "update link set target_url = replace(target_url, 'gone', 'page')"
                " where link_id = $1",
                second,
            )
        await check(portal, alice, times=1)
        for filter, found in (
            ({"after": now}, {first: "open", second: "fixed"}),
            ({"after": now, "state": "open"}, {first: "open"}),
            ({}, {first: "open"}),
        ):
            rows = await list_broken_links(portal, alice, **filter)
            assert {row["id"]: row["state"] for row in rows} == found
        after = {"after": "9999-12-31T23:59:59-12:00"}
        await portal.refuses(Code.REQUEST_INVALID, "/tools/broken_links", alice, filter=after)

    async def test_broken_link_kinds_and_states_are_listed(
        self, portal: Portal, alice: Someone
    ) -> None:
        kinds = await portal.ok("/tools/get_broken_type", alice)
        assert [kind["type"] for kind in kinds["types"]] == list(range(1, 12))
        assert [kind["type"] for kind in kinds["types"] if not kind["counted"]] == [11]
        assert kinds["states"] == ["open", "fixed", "ignored"]

    async def test_broken_links_of_another_publisher_are_hidden(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        link_id = await make(portal, alice, shop, "/gone/1")
        await check(portal, alice)
        stranger = await portal.someone()
        assert await list_broken_links(portal, stranger) == []
        for path in ("broken_check", "broken_fix", "broken_ignore"):
            answer = await portal.ok(f"/tools/{path}", stranger, attributes={"ids": [link_id]})
            assert answer["list"][0]["code"] == Code.NOT_FOUND.number
        [row] = await list_broken_links(portal, alice)
        assert (row["state"], row["checking"]) == ("open", False)


class TestUnusedFallback:
    async def test_unverified_or_repaired_link_does_not_use_its_fallback(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        """A target that could not be verified, and one that is back."""
        refused = await make(portal, alice, shop, "/refused")
        back = await make(portal, alice, shop, "/gone/1")
        await check(portal, alice)
        async with portal.db() as db:
            await db.execute(
                "update link set target_url = replace(target_url, 'gone', 'page')"
                " where link_id = $1",
                back,
            )
        await check(portal, alice)
        for link_id, path in ((refused, "/refused"), (back, "/page/1")):
            assert await fix(portal, alice, link_id, fallback=f"{shop.url}/page/2") == 0
            assert await leads_to(portal, alice, link_id) == f"{shop.url}{path}"
