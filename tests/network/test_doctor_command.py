"""`portal doctor` lists look-alike orders and items that were stored before their numbers were normalised."""

from typing import Any

import pytest

from handlers.cli.doctor import CHECKS, run
from tests.support.orders.orders import deal, respell
from tests.support.portal import Portal, unique


async def findings(portal: Portal, name: str, word: str) -> list[Any]:
    """What a check finds about this order or brand."""
    return [each async for each in CHECKS[name](portal.resources) if word in each.what]


class TestOrders:
    async def test_doctor_lists_orders_with_look_alike_numbers(self, portal: Portal) -> None:
        it = await deal(portal)
        number = unique("1001")
        [first, second, _] = await it.report(
            it.order(order_id=number), it.order(), it.order(order_id=f"x {number}")
        )
        await respell(portal, it.brand.mid, second["order_id"], f" {number}")

        [finding] = await findings(portal, "orders", it.brand.mcid)

        assert f"'{number}' (oid {first['oid']}, uid {it.who.uid})" in finding.what
        assert f"' {number}' (oid {second['oid']}, uid {it.who.uid})" in finding.what
        assert "duplicate_order" in finding.fix


class TestItems:
    @pytest.mark.parametrize(
        ("stored", "found"),
        [
            (["", "1", "2"], ["", "1"]),
            (["A", "A "], ["A", "A "]),
            (["", "2"], None),
            (["1", "2"], None),
            (["A B", "AB"], None),
        ],
    )
    async def test_doctor_lists_items_that_may_count_twice(
        self, portal: Portal, stored: list[str], found: list[str] | None
    ) -> None:
        it = await deal(portal)
        numbers = [f"n{position}" for position in range(len(stored))]
        items = [{"amount": "1.00", "item_id": number} for number in numbers]
        [row] = await it.report({**it.order(), "items": items})
        async with portal.db() as db:
            for number, before in zip(numbers, stored, strict=True):
                await db.execute(
                    "update conversion_item set item_id = $3 where publisher_id = $1 and oid = $2 and item_id = $4",
                    *(it.who.uid, row["oid"], before, number),
                )

        rows = await findings(portal, "items", f"oid {row['oid']} ")

        expected = [] if found is None else [", ".join(map(repr, found))]
        assert [each.what.partition("items ")[2] for each in rows] == expected


class TestPaths:
    async def test_doctor_lists_custom_paths_that_differ_only_in_letter_case(
        self, portal: Portal
    ) -> None:
        word, first, second = unique("pair"), await deal(portal), await deal(portal)
        async with portal.db() as db:  # as they were kept before case stopped to matter
            await db.executemany(
                "insert into track_directory (path, publisher_id, code) values ($1, $2, $3)",
                [(word, first.who.uid, first.code), (word.title(), second.who.uid, second.code)],
            )

        [finding] = await findings(portal, "paths", word)

        assert f"(uid {second.who.uid})" in finding.what
        assert "link_edit" in finding.fix

    async def test_doctor_does_not_list_two_spellings_of_one_links_path(
        self, portal: Portal
    ) -> None:
        it, word = await deal(portal), unique("Own")
        attributes = {"mcid": it.brand.mcid, "target_url": f"https://{it.brand.mcid}.example/"}
        await portal.ok("/tools/link_code", it.who, attributes={**attributes, "path": word})

        assert await findings(portal, "paths", word) == []


class TestCommand:
    async def test_doctor_command_exits_with_1_on_findings(
        self, portal: Portal, capsys: pytest.CaptureFixture[str]
    ) -> None:
        it = await deal(portal)
        [row] = await it.report(
            {**it.order(), "items": [{"amount": "1", "item_id": "1"}, {"amount": "1"}]}
        )

        with pytest.raises(SystemExit) as ended:
            await run(portal.resources.settings, "items", portal.resources)

        assert ended.value.code == 1
        printed = capsys.readouterr().out
        assert f"items: order oid {row['oid']} of uid {it.who.uid}: items '', '1'" in printed
        assert "  why: " in printed
        assert "  do:  " in printed
