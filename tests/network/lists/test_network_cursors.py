"""Lists of the network, and of brands, continue after a cursor."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import pytest

from rpc import Code
from tests.support.orders.brands import word_of
from tests.support.portal import Portal, Someone, unique


async def read_all(
    portal: Portal, path: str, who: Someone, filter: dict[str, Any]
) -> list[list[dict[str, Any]]]:
    """Every page of two rows, each after the cursor of the one before."""
    pages, page = [], {"perPage": 2}
    while True:
        part = await portal.ok(path, who, filter=filter, page=page)
        pages.append(part["list"])
        if part["next"] is None:
            return pages
        page = {"perPage": 2, "cursor": part["next"]}


async def check_list(
    portal: Portal, path: str, who: Someone, filter: dict[str, Any], count: int
) -> None:
    """By cursor the list has all its rows, each once, in the same order as in one page."""
    whole = await portal.ok(path, who, filter=filter, page={"perPage": 1_000})
    pages = await read_all(portal, path, who, filter)

    assert (whole["total"], len(whole["list"]), whole["next"]) == (count, count, None)
    assert [row for page in pages for row in page] == whole["list"]
    assert [len(page) for page in pages] == [2] * (count // 2) + [1] * (count % 2)


class TestNetworkLists:
    async def test_operators_list_of_accounts_continues_after_a_cursor(
        self, portal: Portal
    ) -> None:
        name = unique("Cursor & Co")
        for _ in range(5):
            await portal.someone(name=name)
        await check_list(
            portal, "/network/accounts", await portal.new_operator(), {"keyword": name}, 5
        )

    async def test_operators_list_of_brands_continues_after_a_cursor(self, portal: Portal) -> None:
        word = word_of("cursor")
        for name in ("b", "A", "c", "a", "Z"):
            await portal.brand(name=f"{word} {name}")
        await check_list(
            portal, "/network/brands", await portal.new_operator(), {"keyword": word}, 5
        )

    async def test_operators_list_of_channels_continues_after_a_cursor(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.new_operator()
        for status in (0, 1, 0, 3):
            await portal.site(alice.uid, status=status)
        await check_list(portal, "/network/sites", operator, {"uid": alice.uid}, 5)
        listed = await portal.ok("/network/sites", operator, filter={"uid": alice.uid})
        assert [row["status"] == 0 for row in listed["list"]] == [True, True, False, False, False]

    async def test_operators_list_of_relationships_continues_after_a_cursor(
        self, portal: Portal
    ) -> None:
        brand, operator = await portal.brand(approval="manual"), await portal.new_operator()
        people = [await portal.someone() for _ in range(5)]
        for who in people:
            await portal.ok("/brands/apply", who, attributes={"mcids": [brand.mcid]})
        for who in people[1:3]:
            review = {"uid": who.uid, "site_id": who.site_id, "mcid": brand.mcid, "status": 2}
            await portal.ok("/network/relationship_review", operator, attributes=review)
        await check_list(portal, "/network/relationships", operator, {"mcid": brand.mcid}, 5)
        listed = await portal.ok("/network/relationships", operator, filter={"mcid": brand.mcid})
        assert [row["uid"] for row in listed["list"]] == [people[n].uid for n in (0, 3, 4, 2, 1)]

    async def test_list_of_staff_continues_after_a_cursor(self, portal: Portal) -> None:
        operator = await portal.new_operator()
        before = (await portal.ok("/staff/list", operator))["total"]
        for _ in range(3):
            await portal.new_operator()
        await check_list(portal, "/staff/list", operator, {}, before + 3)

    @pytest.mark.parametrize("path", ["/network/relationships", "/network/orders"])
    async def test_operators_list_of_an_unknown_brand_is_refused(
        self, portal: Portal, path: str
    ) -> None:
        await portal.refuses(
            Code.BRAND_UNKNOWN, path, await portal.new_operator(), filter={"mcid": "nix"}
        )


class TestFind:
    @pytest.mark.parametrize("sort", ["new", "name", "commission", "epc", "payment_days"])
    async def test_brands_of_each_sort_order_continue_after_a_cursor(
        self, portal: Portal, sort: str
    ) -> None:
        word, alice = word_of("order"), await portal.someone()
        for number in range(5):
            brand = await portal.brand(
                name=f"{word} {'ab'[number % 2]}",
                payment_days=30 + number % 2,
                commission_groups=[{"name": "All", "pays": "percent", "value": "2.5"}],
            )
            if number > 2:
                async with portal.db() as db:
                    await db.execute("update brand set epc = 0.25 where mid = $1", brand.mid)
        await check_list(portal, "/brands/find", alice, {"keyword": word, "sort": sort}, 5)

    async def test_cursor_of_another_sort_order_is_refused(self, portal: Portal) -> None:
        word, alice = word_of("other"), await portal.someone()
        for _ in range(2):
            await portal.brand(name=word)
        filter = {"keyword": word}
        first = await portal.ok("/brands/find", alice, filter=filter, page={"perPage": 1})

        await portal.refuses(
            Code.REQUEST_INVALID,
            "/brands/find",
            alice,
            filter={**filter, "sort": "name"},
            page={"cursor": first["next"]},
        )


LISTS = [
    "/network/accounts", "/network/brands", "/network/orders", "/network/relationships",
    "/network/sites", "/staff/list", "/brands/find",
]  # fmt: skip


class TestForeignCursors:
    @pytest.mark.parametrize("path", LISTS)
    async def test_cursor_of_another_list_is_refused_in_operators_lists(
        self, portal: Portal, path: str
    ) -> None:
        who = await (portal.someone() if path == "/brands/find" else portal.new_operator())
        for _ in range(2):
            await portal.new_operator()
        asker = await portal.new_operator()
        first = await portal.ok("/staff/list", asker, page={"perPage": 1})
        foreign = [first["next"]] if path != "/staff/list" else []
        for cursor in ["x", "W10", "bnVsbA", "é", *foreign]:
            reply = await portal.refuses(Code.REQUEST_INVALID, path, who, page={"cursor": cursor})
            assert "page.cursor" in reply.message

    @pytest.mark.parametrize("path", ["/network/brands", "/brands/find"])
    @pytest.mark.parametrize("value", ["\x00", "9e999999", "NaN", None, "0001-01-01T00:00:00Z"])
    async def test_cursor_with_an_impossible_value_does_not_crash(
        self, portal: Portal, path: str, value: str | None
    ) -> None:
        who = await (portal.someone() if path == "/brands/find" else portal.new_operator())
        word = word_of("forged")
        for _ in range(2):
            await portal.brand(name=word)
        for sort in ["name", "commission", "epc", "new"] if path == "/brands/find" else [""]:
            filter = {"keyword": word} | ({"sort": sort} if sort else {})
            first = await portal.ok(path, who, filter=filter, page={"perPage": 1})
            position = json.loads(
                urlsafe_b64decode(first["next"] + "=" * (-len(first["next"]) % 4))
            )
            position[1] = value
            cursor = urlsafe_b64encode(json.dumps(position).encode()).decode().rstrip("=")
            reply = await portal.post(path, who, filter=filter, page={"cursor": cursor})
            assert (reply.code, reply.status) in ((0, 200), (Code.REQUEST_INVALID.number, 200))
