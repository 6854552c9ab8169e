"""Publishers look for brands."""

from typing import Any

import pytest

from rpc import Code
from tests.support.orders.brands import find_brands, findable, group, word_of
from tests.support.portal import Portal, unique


class TestFind:
    async def test_status_filter_separates_new_and_joined_brands(self, portal: Portal) -> None:
        word = word_of("apart")
        alice = await portal.someone()
        new, mine = [await portal.brand(name=f"{word} {n}") for n in range(2)]
        await portal.join(alice, mine)

        assert await find_brands(portal, alice, keyword=word, status=0) == [new.mcid]
        assert await find_brands(portal, alice, keyword=word, status=2) == [mine.mcid]
        assert set(await find_brands(portal, alice, keyword=word)) == {new.mcid, mine.mcid}

    async def test_brand_search_hides_relationships_of_another_publisher(
        self, portal: Portal
    ) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        brand = await findable(portal)
        await portal.join(bob, brand)

        [row] = (await portal.ok("/brands/find", alice, filter={"keyword": brand.mcid}))["list"]

        assert row["relationship"] == 0
        assert await find_brands(portal, alice, keyword=brand.mcid, status=2) == []

    async def test_brand_search_shows_the_relationship_of_the_given_channel(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        second = await portal.site(alice.uid)
        brand = await findable(portal)
        await portal.join(alice, brand, site_id=second)

        assert await find_brands(portal, alice, keyword=brand.mcid, status=2) == []
        assert await find_brands(portal, alice, keyword=brand.mcid, status=2, site_id=second) == [
            brand.mcid
        ]

    @pytest.mark.parametrize("path", ["/brands/find", "/brands/facets"])
    async def test_brand_search_for_another_publishers_channel_is_refused(
        self, portal: Portal, path: str
    ) -> None:
        alice, bob = await portal.someone(), await portal.someone()

        for site_id in (bob.site_id, 2**53 - 1):
            await portal.refuses(Code.SITE_INVALID, path, alice, filter={"site_id": site_id})

    async def test_offline_brand_is_hidden_only_from_new_brands(self, portal: Portal) -> None:
        alice = await portal.someone()
        gone, mine = [await findable(portal, status="offline") for _ in range(2)]
        await portal.join(alice, mine)

        assert await find_brands(portal, alice, keyword=gone.mcid, status=0) == []
        assert await find_brands(portal, alice, keyword=mine.mcid, status=2) == [mine.mcid]

    @pytest.mark.parametrize(
        "keyword",
        [
            "Kaffeehaus",
            "kaff",
            "MÜLLER",
            "muell",
            "mull kaff",
            "gardening",
            "espress",
            "shop-of-mull",
        ],
    )
    async def test_brand_keyword_matches_the_beginning_of_words(
        self, portal: Portal, keyword: str
    ) -> None:
        mark = word_of("words")
        alice = await portal.someone()
        brand = await portal.brand(
            name=f"{mark} Kaffeehaus Müller Muelller",
            categories=["Home & Gardening"],
            description="Beans for espresso.",
            site_url="https://shop-of-muller.example/",
        )
        await portal.brand(name=f"{mark} other")

        assert await find_brands(portal, alice, keyword=f"{keyword} {mark}") == [brand.mcid]

    @pytest.mark.parametrize(
        "keyword", ["a' | b", "(", "!x", "a & | b", ":*", "\\", "<->", "%", "'"]
    )
    async def test_query_operators_in_a_brand_keyword_are_ignored(
        self, portal: Portal, keyword: str
    ) -> None:
        alice = await portal.someone()

        assert await find_brands(portal, alice, keyword=f"{keyword} nosuchwordanywhere") == []
        await portal.ok("/brands/find", alice, filter={"keyword": keyword})

    async def test_brand_keyword_of_spaces_is_ignored(self, portal: Portal) -> None:
        alice = await portal.someone()
        kind = unique("Kind")
        brand = await portal.brand(categories=[kind])

        assert await find_brands(portal, alice, keyword="  ", category=kind) == [brand.mcid]

    async def test_each_brand_filter_narrows_the_result(self, portal: Portal) -> None:
        word = word_of("narrow")
        alice = await portal.someone()
        odd = await portal.brand(
            name=word,
            categories=["Toys"],
            regions=["FR", "DE"],
            offer_type="CPL",
            brand_type=2,
            deep_link=False,
            approval="manual",
        )
        plain = await portal.brand(name=word, categories=["Shoes"])

        for filter in (
            {"category": "Toys"},
            {"offer_type": "CPL"},
            {"brand_type": 2},
            {"deep_link": False},
            {"approval": "manual"},
        ):
            assert await find_brands(portal, alice, keyword=word, **filter) == [odd.mcid], filter
        assert set(await find_brands(portal, alice, keyword=word, country="FR")) == {
            odd.mcid,
            plain.mcid,
        }
        assert await find_brands(portal, alice, keyword=word, country="GB") == [plain.mcid]

    @pytest.mark.parametrize("condition", ["keyword", "category"])
    async def test_brands_are_sorted_by_each_column(self, portal: Portal, condition: str) -> None:
        """Few matches of a keyword have a statement of their own."""
        word = word_of(condition)
        alice = await portal.someone()
        here: dict[str, Any] = {"categories": [word]}
        first = await portal.brand(name=f"B {word}", payment_days=10, **here)
        second = await portal.brand(
            name=f"a {word}", payment_days=60, commission_groups=[group(value="12")], **here
        )
        third = await portal.brand(
            name=f"C {word}", payment_days=30, commission_groups=[group(value="9.5")], **here
        )
        async with portal.db() as db:
            await db.execute("update brand set epc = 0.5 where mid = $1", third.mid)
            await db.execute("update brand set epc = 0.4 where mid = $1", first.mid)

        a, b, c = second.mcid, first.mcid, third.mcid
        expected = {
            "new": [c, a, b],
            "name": [a, b, c],
            "commission": [a, b, c],
            "epc": [c, b, a],
            "payment_days": [b, c, a],
        }
        for sort, order in expected.items():
            found = await find_brands(portal, alice, **{condition: word}, sort=sort)
            assert found == order, sort

    @pytest.mark.parametrize("condition", ["keyword", "category"])
    async def test_pages_of_brands_show_each_brand_once_with_the_exact_total(
        self, portal: Portal, condition: str
    ) -> None:
        word = word_of(f"pages{condition}")
        alice = await portal.someone()
        made = [(await portal.brand(name=word, categories=[word])).mcid for _ in range(5)]

        pages = [
            await portal.ok(
                "/brands/find",
                alice,
                filter={condition: word, "sort": "name"},
                page={"curPage": number, "perPage": 2},
            )
            for number in (1, 2, 3, 4)
        ]

        assert sorted(row["mcid"] for page in pages for row in page["list"]) == sorted(made)
        assert [(len(page["list"]), page["total"]) for page in pages] == [
            (2, 5),
            (2, 5),
            (1, 5),
            (0, 5),
        ]
        by_cursor, page = pages[0]["list"], pages[0]
        while page["next"]:
            page = await portal.ok(
                "/brands/find",
                alice,
                filter={condition: word, "sort": "name"},
                page={"cursor": page["next"], "perPage": 2},
            )
            by_cursor += page["list"]
        assert [row["mcid"] for row in by_cursor] == sorted(made, key=made.index)


class TestFacets:
    async def test_facet_count_equals_the_number_of_brands_the_facet_finds(
        self, portal: Portal
    ) -> None:
        word = word_of("facets")
        alice = await portal.someone()
        await portal.brand(name=word, categories=["Shoes", "Toys"], regions=["DE"])
        await portal.brand(name=word, categories=["Shoes"], offer_type="CPA", regions=["DE", "FR"])
        joined = await portal.brand(name=word, categories=["Books"])
        await portal.join(alice, joined)

        facets = await portal.ok("/brands/facets", alice, filter={"keyword": word})

        assert not facets.pop("is_capped")
        counts = {
            kind: {facet["value"]: facet["count"] for facet in facets[kind]} for kind in facets
        }
        assert counts == {
            "categories": {"Shoes": 2, "Toys": 1, "Books": 1},
            "countries": {"DE": 3, "FR": 2},
            "offer_types": {"CPS": 2, "CPA": 1},
        }
        for kind, field in (("categories", "category"), ("countries", "country"),
                            ("offer_types", "offer_type")):  # fmt: skip
            for value, count in counts[kind].items():
                assert (
                    len(await find_brands(portal, alice, keyword=word, **{field: value})) == count
                )

    async def test_chosen_facet_narrows_only_the_other_facets(self, portal: Portal) -> None:
        word = word_of("facets")
        alice = await portal.someone()
        await portal.brand(name=word, categories=["Shoes"])
        await portal.brand(name=word, categories=["Toys"], offer_type="CPA")

        facets = await portal.ok(
            "/brands/facets", alice, filter={"keyword": word, "category": "Toys", "status": 0}
        )

        assert facets["offer_types"] == [{"value": "CPA", "count": 1}]
        assert [facet["value"] for facet in facets["categories"]] == ["Shoes", "Toys"]

    async def test_brand_is_found_by_a_page_address(self, portal: Portal) -> None:
        alice = await portal.someone()
        brand = await portal.brand()
        other = await portal.brand(domains=["*.deep.example:8443"])
        own = f"{brand.mcid}.example"

        for page in (f"https://{own}/p/1?x=2", f"http://WWW.{own}:80/"):
            assert await find_brands(portal, alice, url=page) == [brand.mcid]
        assert other.mcid in await find_brands(portal, alice, url="https://a.b.deep.example:8443/")
        for page in (f"https://evil{own}/", f"https://{own}:8443/", "shoes", f"https://me@{own}/"):
            assert await find_brands(portal, alice, url=page) == []
