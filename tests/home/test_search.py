"""The search over everything: five results of each kind, of the caller's own rows."""

from decimal import Decimal
from typing import Any

import pytest

import sql.home.search as search_of_brands
from tests.support.orders.books import Books, Part
from tests.support.orders.payouts import request, withdrawable
from tests.support.portal import Portal, Someone, unique


async def search(portal: Portal, who: Someone, keyword: str) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = await portal.ok(
        "/home/search", who, attributes={"keyword": keyword}
    )
    return found


@pytest.fixture
async def alice(portal: Portal) -> Someone:
    return await portal.someone()


class TestSearch:
    async def test_brands_whose_name_begins_with_the_keyword_come_first(
        self, portal: Portal, alice: Someone
    ) -> None:
        word = f"q{unique('x').replace('-', '')}"
        second = await portal.brand(name=f"Aaa {word.title()} House")
        first = await portal.brand(name=f"{word.upper()} Lane")
        await portal.brand(name="Elsewhere", description=f"It is like {word}")

        found = (await search(portal, alice, word))["brands"]

        assert [each["mcid"] for each in found] == [first.mcid, second.mcid]
        assert found[0]["commission"] == "10%"
        both = (await search(portal, alice, f"house {word}"))["brands"]
        assert [each["mcid"] for each in both] == [second.mcid]

    async def test_brands_that_match_a_common_word_are_sorted_by_name(
        self, portal: Portal, alice: Someone, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        word = f"q{unique('z').replace('-', '')}"
        for letter in "gbfcaed":
            await portal.brand(name=f"{letter} {word}")
        first = [f"{letter} {word}" for letter in "abcde"]
        found = (await search(portal, alice, word))["brands"]
        assert [each["name"] for each in found] == first
        monkeypatch.setattr(search_of_brands, "COMMON", 3)
        some = [each["name"] for each in (await search(portal, alice, word))["brands"]]
        assert len(some) == 3
        assert some == sorted(some)

    async def test_orders_are_found_by_order_id_and_by_oid(
        self, portal: Portal, alice: Someone
    ) -> None:
        books = Books(portal, alice)
        brand = await books.brand()
        word = unique("GB").upper()
        now = portal.resources.clock.now()
        match = await books.order(
            brand, now, Part(amount=Decimal("12.5"), commission=Decimal("1")), order_id=f"{word}-77"
        )
        for keyword in (word, word.lower(), f"{word}-77", str(match.oid)):
            [order] = (await search(portal, alice, keyword))["orders"]
            assert (order["oid"], order["order_id"]) == (match.oid, f"{word}-77")
            assert (order["sale_amount"], order["currency"]) == ("12.50", "GBP")
        assert (await search(portal, alice, "77"))["orders"] == []

    async def test_payment_is_found_only_by_its_full_number(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        made = await request(it)
        number = str(made["payment_id"])

        [payment] = (await search(portal, it.who, f" {number} "))["payments"]

        same = ("payment_id", "request_date", "status", "net", "currency")
        assert payment == {name: made[name] for name in same}
        assert (await search(portal, it.who, number[:-1]))["payments"] == []
        for stranger in (await portal.someone(), await portal.operator()):
            assert (await search(portal, stranger, number))["payments"] == []

    async def test_links_and_channels_are_found_by_name(
        self, portal: Portal, alice: Someone
    ) -> None:
        brand = await portal.brand()
        await portal.join(alice, brand)
        link = await portal.link(alice, brand, note="Spring_letter 100%")
        await portal.link(alice, brand, note="SpringXletter 1000")
        async with portal.db() as db:
            await db.execute(
                "update site set name = 'Spring garden' where publisher_id = $1", alice.uid
            )

        found = await search(portal, alice, "spring_letter")
        assert [each["link_id"] for each in found["links"]] == [link["link_id"]]
        assert [each["code"] for each in (await search(portal, alice, "r 100%"))["links"]] == [
            link["code"]
        ]
        [channel] = (await search(portal, alice, "garden"))["channels"]
        assert (channel["site_id"], channel["name"]) == (alice.site_id, "Spring garden")

    async def test_search_finds_at_most_five_rows_of_a_kind(
        self, portal: Portal, alice: Someone
    ) -> None:
        word = f"q{unique('y').replace('-', '')}"
        books = Books(portal, alice)
        for number in range(7):
            brand = await portal.brand(name=f"{word} {number}")
            await portal.join(alice, brand)
            await portal.link(alice, brand, note=word)
            await books.order(
                await books.brand(),
                portal.resources.clock.now(),
                Part(amount=Decimal(1), commission=Decimal(1)),
                order_id=f"{word}-{number}",
            )
        found = await search(portal, alice, word)
        assert [len(found[kind]) for kind in ("brands", "orders", "links")] == [5, 5, 5]

    async def test_search_hides_rows_of_another_publisher(
        self, portal: Portal, alice: Someone
    ) -> None:
        word, brand = unique("mine"), await portal.brand()
        await portal.join(alice, brand)
        await portal.link(alice, brand, note=word)
        books = Books(portal, alice)
        part = Part(amount=Decimal(1), commission=Decimal(1))
        await books.order(await books.brand(), portal.resources.clock.now(), part, order_id=word)
        async with portal.db() as db:
            await db.execute("update site set name = $2 where publisher_id = $1", alice.uid, word)
        own = await search(portal, alice, word)
        assert [len(own[kind]) for kind in ("orders", "links", "channels")] == [1, 1, 1]

        for stranger in (await portal.someone(), await portal.operator()):
            found = await search(portal, stranger, word)
            assert [found[kind] for kind in ("orders", "links", "channels")] == [[], [], []]

    @pytest.mark.parametrize("keyword", [" ", "%", "\U0010ffff", "'", "9" * 30, "a & b | !c:*"])
    async def test_search_accepts_any_keyword(
        self, portal: Portal, alice: Someone, keyword: str
    ) -> None:
        await search(portal, alice, keyword)
