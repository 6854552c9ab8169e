"""How many brands a search finds is counted with each change of a brand, not with each search."""

import asyncio
from typing import Any

from handlers.brands.brand_counts import recount
from schema.core.envelope import Nothing
from tests.support.orders.brands import draft
from tests.support.portal import Portal, SomeBrand, Someone, unique


async def total(portal: Portal, who: Someone, **filter: Any) -> int:
    found = await portal.ok("/brands/find", who, filter=filter, page={"perPage": 1_000})
    assert len(found["list"]) == found["total"], filter
    return int(found["total"])


async def facets(portal: Portal, who: Someone, **filter: Any) -> dict[str, dict[str, int]]:
    found = await portal.ok("/brands/facets", who, filter=filter)
    assert not found.pop("is_capped")
    return {name: {each["value"]: each["count"] for each in list} for name, list in found.items()}


async def save(portal: Portal, whole: dict[str, Any]) -> None:
    await portal.ok("/network/brand_save", await portal.operator(), attributes=whole)


class TestCounts:
    async def test_brand_counts_match_the_brands_found_by_each_filter(self, portal: Portal) -> None:
        shoes, books, alice = unique("Shoes"), unique("Books"), await portal.someone()
        await portal.brand(categories=[shoes], regions=["DE", "FR"], offer_type="CPA")
        await portal.brand(categories=[shoes, books], regions=["DE"], approval="manual")
        await portal.brand(categories=[shoes], deep_link=False, brand_type=2)
        joined = await portal.brand(categories=[shoes], regions=["FR"])
        await portal.brand(categories=[shoes], status="offline")
        await portal.join(alice, joined)

        for filter, count in (
            ({}, 5),
            ({"status": 0}, 3),
            ({"status": 2}, 1),
            ({"country": "DE"}, 4),
            ({"country": "DE", "status": 0}, 3),
            ({"country": "FR", "offer_type": "CPS", "status": 0}, 1),
            ({"offer_type": "CPA"}, 1),
            ({"approval": "manual"}, 1),
            ({"deep_link": False, "brand_type": 2}, 1),
            ({"offer_type": "CPM"}, 0),
        ):
            assert await total(portal, alice, category=shoes, **filter) == count, filter
        assert await total(portal, alice, category=books, status=0) == 1

        found = await facets(portal, alice, category=shoes, status=0)
        assert {name: found["categories"][name] for name in (shoes, books)} == {shoes: 3, books: 1}
        assert (found["countries"]["DE"], found["countries"]["FR"]) == (3, 2)
        assert found["offer_types"] == {"CPA": 1, "CPS": 2}
        mine = await facets(portal, alice, category=shoes, status=2)
        assert mine["offer_types"] == {"CPS": 1}

    async def test_brand_counts_follow_every_change_of_a_brand(self, portal: Portal) -> None:
        before, after, alice = unique("Before"), unique("After"), await portal.someone()
        whole = draft(categories=[before])
        operator = await portal.operator()
        await save(portal, whole)
        assert await total(portal, alice, category=before) == 1

        await save(portal, {**whole, "categories": [after], "offer_type": "CPA"})
        assert await total(portal, alice, category=before) == 0
        assert await total(portal, alice, category=after, offer_type="CPA") == 1

        change = {"mcid": whole["mcid"], "status": "offline"}
        await portal.ok("/network/brand_status", operator, attributes=change)
        assert await total(portal, alice, category=after, status=0) == 0
        assert await total(portal, alice, category=after) == 1

    async def test_concurrent_saves_of_brands_are_counted_once(self, portal: Portal) -> None:
        category, alice = unique("Race"), await portal.someone()
        drafts = [draft(categories=[category]) for _ in range(2)]
        await asyncio.gather(*(save(portal, whole) for whole in drafts * 4))

        assert await total(portal, alice, category=category) == 2

    async def test_wrong_brand_count_is_repaired_by_the_job(self, portal: Portal) -> None:
        category, alice = unique("Astray"), await portal.someone()
        brand: SomeBrand = await portal.brand()
        async with portal.db() as db:
            await db.execute(
                "update brand set categories = array[$2] where mid = $1", brand.mid, category
            )
            await recount.later(db, Nothing())
        await portal.work()

        assert await total(portal, alice, category=category) == 1

    async def test_brands_that_match_a_keyword_are_counted_up_to_a_thousand(
        self, portal: Portal
    ) -> None:
        word, alice = unique("wide").replace("-", ""), await portal.someone()
        brand = await portal.brand(name=word, categories=[word])
        async with portal.db() as db:
            columns = await db.fetchval(
                "select string_agg(column_name, ', ') from information_schema.columns"
                " where table_name = 'brand' and column_name not in ('mid', 'mcid')"
            )
            await db.execute(
                f"insert into brand (mcid, {columns}) select mcid || '-' || n, {columns}"
                " from brand cross join generate_series(1, 1_000) as n where mid = $1",
                brand.mid,
            )
        found = await portal.ok("/brands/facets", alice, filter={"keyword": word})
        async with portal.db() as db:
            await db.execute("delete from brand where mcid like $1", f"{brand.mcid}-%")

        assert found["is_capped"]
        assert found["categories"] == [{"value": word, "count": 1_001}]
