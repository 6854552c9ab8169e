import asyncio
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from rpc import Code
from schema.figures import Delta
from sql import rollup
from tests.portal import Portal, SomeBrand, Someone, unique

MINE = {"name": "Mine", "pays": "percent", "value": "15"}
STANDARD = {"name": "Standard", "pays": "percent", "value": "10"}


def word_of(kind: str) -> str:
    """A word that no other test's word begins with, for searches find beginnings."""
    return unique(kind).replace("-", "") + "x"


async def findable(portal: Portal, **draft: Any) -> SomeBrand:
    """A brand whose mcid finds no other."""
    return await portal.brand(mcid=f"{unique('brand')}x", **draft)


async def found(portal: Portal, who: Someone, **filter: Any) -> list[str]:
    listing = await portal.ok("/brands/find", who, filter=filter, page={"perPage": 1_000})
    assert listing["total"] == len(listing["list"])
    return [brand["mcid"] for brand in listing["list"]]


def group(**fields: Any) -> dict[str, Any]:
    return {**STANDARD, **fields}


class TestFind:
    async def test_new_brands_and_my_brands_are_told_apart(self, portal: Portal) -> None:
        word = word_of("apart")
        alice = await portal.someone()
        new, mine = [await portal.brand(name=f"{word} {n}") for n in range(2)]
        await portal.join(alice, mine)

        assert await found(portal, alice, keyword=word, status=0) == [new.mcid]
        assert await found(portal, alice, keyword=word, status=2) == [mine.mcid]
        assert set(await found(portal, alice, keyword=word)) == {new.mcid, mine.mcid}

    async def test_another_publishers_relationship_does_not_show(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        brand = await findable(portal)
        await portal.join(bob, brand)

        [row] = (await portal.ok("/brands/find", alice, filter={"keyword": brand.mcid}))["list"]

        assert row["relationship"] == 0
        assert await found(portal, alice, keyword=brand.mcid, status=2) == []

    async def test_a_site_is_asked_for_itself(self, portal: Portal) -> None:
        alice = await portal.someone()
        second = await portal.site(alice.uid)
        brand = await findable(portal)
        await portal.join(alice, brand, site_id=second)

        assert await found(portal, alice, keyword=brand.mcid, status=2) == []
        assert await found(portal, alice, keyword=brand.mcid, status=2, site_id=second) == [
            brand.mcid
        ]

    @pytest.mark.parametrize("path", ["/brands/find", "/brands/facets"])
    async def test_another_publishers_site_is_no_site(self, portal: Portal, path: str) -> None:
        alice, bob = await portal.someone(), await portal.someone()

        for site_id in (bob.site_id, 2**53 - 1):
            await portal.refused(Code.SITE_INVALID, path, alice, filter={"site_id": site_id})

    async def test_an_offline_brand_is_hidden_from_new_brands_alone(self, portal: Portal) -> None:
        alice = await portal.someone()
        gone, mine = [await findable(portal, status="offline") for _ in range(2)]
        await portal.join(alice, mine)

        assert await found(portal, alice, keyword=gone.mcid, status=0) == []
        assert await found(portal, alice, keyword=mine.mcid, status=2) == [mine.mcid]

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
    async def test_words_are_found_by_their_beginning(self, portal: Portal, keyword: str) -> None:
        mark = word_of("words")
        alice = await portal.someone()
        brand = await portal.brand(
            name=f"{mark} Kaffeehaus Müller Muelller",
            categories=["Home & Gardening"],
            description="Beans for espresso.",
            site_url="https://shop-of-muller.example/",
        )
        await portal.brand(name=f"{mark} other")

        assert await found(portal, alice, keyword=f"{keyword} {mark}") == [brand.mcid]

    @pytest.mark.parametrize(
        "keyword", ["a' | b", "(", "!x", "a & | b", ":*", "\\", "<->", "%", "'"]
    )
    async def test_what_is_no_word_is_never_an_operator(self, portal: Portal, keyword: str) -> None:
        alice = await portal.someone()

        assert await found(portal, alice, keyword=f"{keyword} nosuchwordanywhere") == []
        await portal.ok("/brands/find", alice, filter={"keyword": keyword})

    async def test_a_keyword_of_spaces_is_none(self, portal: Portal) -> None:
        alice = await portal.someone()
        kind = unique("Kind")
        brand = await portal.brand(categories=[kind])

        assert await found(portal, alice, keyword="  ", category=kind) == [brand.mcid]

    async def test_each_filter_narrows(self, portal: Portal) -> None:
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
            assert await found(portal, alice, keyword=word, **filter) == [odd.mcid], filter
        assert set(await found(portal, alice, keyword=word, country="FR")) == {odd.mcid, plain.mcid}
        assert await found(portal, alice, keyword=word, country="GB") == [plain.mcid]

    async def test_sorting(self, portal: Portal) -> None:
        word = word_of("sort")
        alice = await portal.someone()
        first = await portal.brand(name=f"B {word}", payment_days=10)
        second = await portal.brand(
            name=f"a {word}", payment_days=60, commission_groups=[group(value="12")]
        )
        third = await portal.brand(
            name=f"C {word}", payment_days=30, commission_groups=[group(value="9.5")]
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
            assert await found(portal, alice, keyword=word, sort=sort) == order, sort

    async def test_pages_show_each_brand_once_with_the_exact_total(self, portal: Portal) -> None:
        word = word_of("pages")
        alice = await portal.someone()
        made = [(await portal.brand(name=word)).mcid for _ in range(5)]

        pages = [
            await portal.ok(
                "/brands/find",
                alice,
                filter={"keyword": word, "sort": "name"},
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


class TestFacets:
    async def test_each_count_is_what_choosing_it_finds(self, portal: Portal) -> None:
        word = word_of("facets")
        alice = await portal.someone()
        await portal.brand(name=word, categories=["Shoes", "Toys"], regions=["DE"])
        await portal.brand(name=word, categories=["Shoes"], offer_type="CPA", regions=["DE", "FR"])
        joined = await portal.brand(name=word, categories=["Books"])
        await portal.join(alice, joined)

        facets = await portal.ok("/brands/facets", alice, filter={"keyword": word})

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
                assert len(await found(portal, alice, keyword=word, **{field: value})) == count

    async def test_a_choice_narrows_the_others_and_not_itself(self, portal: Portal) -> None:
        word = word_of("facets")
        alice = await portal.someone()
        await portal.brand(name=word, categories=["Shoes"])
        await portal.brand(name=word, categories=["Toys"], offer_type="CPA")

        facets = await portal.ok(
            "/brands/facets", alice, filter={"keyword": word, "category": "Toys", "status": 0}
        )

        assert facets["offer_types"] == [{"value": "CPA", "count": 1}]
        assert [facet["value"] for facet in facets["categories"]] == ["Shoes", "Toys"]


class TestInfo:
    async def test_an_unknown_brand(self, portal: Portal) -> None:
        alice = await portal.someone()
        await portal.refused(Code.BRAND_UNKNOWN, "/brands/info", alice, attributes={"mcid": "nix"})

    async def test_another_publishers_terms_stay_hidden(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        mcid = unique("special")
        await portal.brand(mcid=mcid)
        groups = [STANDARD, {**MINE, "uid": alice.uid}, {**MINE, "name": "His", "uid": bob.uid}]

        await portal.brand(mcid=mcid, commission_groups=groups)

        mine = await portal.ok("/brands/info", alice, attributes={"mcid": mcid})
        assert [each["name"] for each in mine["commission_groups"]] == ["Mine", "Standard"]
        assert mine["commission"] == "10%"
        assert mine["term_changes"] == []

    async def test_term_changes_are_told_newest_first(self, portal: Portal) -> None:
        alice = await portal.someone()
        mcid = unique("terms")
        shoes = {"name": "Shoes", "pays": "percent", "category": "Shoes"}
        for value in ("5", "7", "7", "6.5"):
            await portal.brand(mcid=mcid, commission_groups=[{**shoes, "value": value}])

        info = await portal.ok("/brands/info", alice, attributes={"mcid": mcid})

        assert [change["text"] for change in info["term_changes"]] == [
            "Commission lowered from 7% to 6.5% for Shoes",
            "Commission raised from 5% to 7% for Shoes",
        ]

    async def test_my_results_are_mine_of_the_last_thirty_days(self, portal: Portal) -> None:
        alice = await portal.someone(currency="JPY")
        bob = await portal.someone()
        brand = await portal.brand()
        today = portal.parts.clock.now().date()
        places = [
            (alice.uid, today, brand.mid),
            (alice.uid, today - timedelta(days=29), brand.mid),
            (alice.uid, today - timedelta(days=30), brand.mid),
            (bob.uid, today, brand.mid),
        ]
        async with portal.db() as db:
            for place in places:
                delta = Delta(
                    *place,
                    site_id=1,
                    link_id=1,
                    clicks=10,
                    pending_orders=1,
                    rejected_orders=1,
                    pending_sales=Decimal(100),
                    rejected_sales=Decimal(50),
                    pending_commission=Decimal(7),
                )
                await rollup.add(db, [delta])

        info = await portal.ok("/brands/info", alice, attributes={"mcid": brand.mcid})

        assert info["my_results"] == {
            "clicks": 20,
            "orders": 4,
            "sales": "300",
            "commission": "14",
            "currency": "JPY",
        }

    async def test_alternatives_are_online_of_its_kind_and_still_to_join(
        self, portal: Portal
    ) -> None:
        kind = unique("Kind")
        alice = await portal.someone()
        brand = await portal.brand(categories=[kind])
        others = [await portal.brand(categories=["Else", kind]) for _ in range(5)]
        await portal.brand(categories=[kind], status="offline")
        await portal.join(alice, others[0])

        info = await portal.ok("/brands/info", alice, attributes={"mcid": brand.mcid})

        shown = {each["mcid"] for each in info["alternatives"]}
        assert shown == {each.mcid for each in others[1:]}


async def standing(portal: Portal, who: Someone, brand: SomeBrand) -> list[tuple[int, int]]:
    async with portal.db() as db:
        rows = await db.fetch(
            "select site_id, status from relationship where publisher_id = $1 and mid = $2",
            who.uid,
            brand.mid,
        )
    return [(row["site_id"], row["status"]) for row in rows]


async def events(portal: Portal, who: Someone, event_type: int) -> list[dict[str, Any]]:
    async with portal.db() as db:
        rows = await db.fetch(
            "select body from event where publisher_id = $1 and event_type = $2 order by at",
            who.uid,
            event_type,
        )
    return [row["body"] for row in rows]


class TestApply:
    async def test_each_brand_is_answered_for_itself(self, portal: Portal) -> None:
        alice = await portal.someone()
        auto, manual = await portal.brand(), await portal.brand(approval="manual")
        paused, offline = await portal.brand(status="paused"), await portal.brand(status="offline")
        mcids = [auto.mcid, "nix", manual.mcid, paused.mcid, offline.mcid]

        rows = (await portal.ok("/brands/apply", alice, attributes={"mcids": mcids}))["list"]

        assert [(row["mcid"], row["code"], row["relationship"]) for row in rows] == [
            (auto.mcid, 0, 2),
            ("nix", 20185, None),
            (manual.mcid, 0, 1),
            (paused.mcid, 20201, None),
            (offline.mcid, 20201, None),
        ]
        assert await standing(portal, alice, auto) == [(alice.site_id, 2)]
        assert await standing(portal, alice, paused) == []
        told = [(body["mcid"], body["previous_status"], body["status"])
                for body in await events(portal, alice, 6)]  # fmt: skip
        assert sorted(told) == sorted([(auto.mcid, 0, 2), (manual.mcid, 0, 1)])

    async def test_who_waits_or_is_joined_stays_so(self, portal: Portal) -> None:
        alice = await portal.someone()
        manual = await portal.brand(approval="manual")
        ask = {"mcids": [manual.mcid, manual.mcid], "message": "first"}
        await portal.ok("/brands/apply", alice, attributes=ask)

        rows = await portal.ok("/brands/apply", alice, attributes={**ask, "message": "second"})

        assert [(row["code"], row["relationship"]) for row in rows["list"]] == [(0, 1), (0, 1)]
        assert len(await events(portal, alice, 6)) == 1
        async with portal.db() as db:
            message = await db.fetchval(
                "select message from relationship where publisher_id = $1", alice.uid
            )
        assert message == "first"

    @pytest.mark.parametrize(("approval", "becomes"), [("auto", 2), ("manual", 1)])
    @pytest.mark.parametrize("status", [3, 4])
    async def test_who_was_rejected_or_ended_may_ask_again(
        self, portal: Portal, approval: str, becomes: int, status: int
    ) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        brand = await findable(portal, approval=approval)
        await portal.ok("/brands/apply", alice, attributes={"mcids": [brand.mcid]})
        review = {"uid": alice.uid, "site_id": alice.site_id, "mcid": brand.mcid, "reason": "no"}
        await portal.ok(
            "/network/relationship_review", operator, attributes={**review, "status": status}
        )

        rows = await portal.ok("/brands/apply", alice, attributes={"mcids": [brand.mcid]})

        assert rows["list"][0]["relationship"] == becomes
        [brand_row] = (await portal.ok("/brands/find", alice, filter={"keyword": brand.mcid}))[
            "list"
        ]
        assert (brand_row["relationship"], brand_row["relationship_reason"]) == (becomes, None)

    async def test_twenty_at_once_make_one_row_and_one_event(self, portal: Portal) -> None:
        alice = await portal.someone()
        brand, other = await portal.brand(), await portal.brand(approval="manual")
        orders = [[brand.mcid, other.mcid], [other.mcid, brand.mcid]]

        answers = await asyncio.gather(
            *(
                portal.ok("/brands/apply", alice, attributes={"mcids": orders[n % 2]})
                for n in range(20)
            )
        )

        assert all(row["code"] == 0 for answer in answers for row in answer["list"])
        assert await standing(portal, alice, brand) == [(alice.site_id, 2)]
        assert await standing(portal, alice, other) == [(alice.site_id, 1)]
        assert len(await events(portal, alice, 6)) == 2

    async def test_another_publishers_site_cannot_apply(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        brand = await portal.brand()

        await portal.refused(
            Code.SITE_INVALID,
            "/brands/apply",
            alice,
            attributes={"mcids": [brand.mcid], "site_id": bob.site_id},
        )

        assert await standing(portal, bob, brand) == []

    @pytest.mark.parametrize("status", [0, 2, 3])
    async def test_a_site_that_is_not_approved_cannot_apply(
        self, portal: Portal, status: int
    ) -> None:
        alice = await portal.someone()
        site_id = await portal.site(alice.uid, status=status)
        brand = await portal.brand()

        await portal.refused(
            Code.SITE_STATUS_ERROR,
            "/brands/apply",
            alice,
            attributes={"mcids": [brand.mcid], "site_id": site_id},
        )


class TestRateFigures:
    async def test_figures_are_of_the_whole_network_in_the_brands_currency(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(currency="GBP")
        bob = await portal.someone(currency="XPD")
        carol = await portal.someone(currency="XPT")
        brand, quiet = await portal.brand(), await portal.brand()
        today = portal.parts.clock.now().date()
        rate = {"day": str(today), "base": "XPD", "quote": "GBP", "rate": "0.5"}
        await portal.ok("/network/rate_save", await portal.operator(), attributes=rate)
        async with portal.db() as db:
            for who, clicks in ((alice, 60), (bob, 40), (carol, 100)):
                delta = Delta(
                    who.uid,
                    today,
                    brand.mid,
                    site_id=1,
                    link_id=1,
                    clicks=clicks,
                    approved_orders=2,
                    approved_items=3,
                    rejected_items=1,
                    approved_commission=Decimal(20),
                )
                await rollup.add(db, [delta, delta._replace(mid=quiet.mid, clicks=9)])
            await db.execute("update brand set epc = 9 where mid = $1", quiet.mid)

        await run_figures(portal)

        async with portal.db() as db:
            rows = await db.fetch(
                "select epc, conversion_rate, approval_rate from brand where mid = any($1)"
                " order by mid",
                [brand.mid, quiet.mid],
            )
        assert [tuple(row) for row in rows] == [
            (Decimal("0.3"), Decimal("0.03"), Decimal("0.75")),  # carol's currency has no rate
            (None, None, Decimal("0.75")),
        ]

    async def test_terms_that_begin_by_themselves_are_told(self, portal: Portal) -> None:
        today = portal.parts.clock.now().date()
        tomorrow = str(today + timedelta(days=1))
        promotion = group(name="Promotion", value="20", starts_at=tomorrow)
        brand = await portal.brand(commission_groups=[STANDARD, promotion])
        async with portal.db() as db:
            said = "select commission from brand where mid = $1"
            before = await db.fetchval(said, brand.mid)
            await db.execute("update terms set starts_at = $2 where starts_at is not null and mid = $1",
                             brand.mid, today)  # fmt: skip
            await run_figures(portal)
            assert (before, await db.fetchval(said, brand.mid)) == ("10%", "10%–20%")


async def run_figures(portal: Portal) -> None:
    from handlers.brands import rate_figures
    from schema.envelope import Nothing

    async with portal.db() as db:
        await rate_figures.later(db, Nothing())
    await portal.work()
