"""An order reported again in another form: by one row or several, by the pixel or by the server."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.orders.test_import import import_file
from tests.payments.test_corrections import settled_deal
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal, unique

D = Decimal
HEADER = "id,value,at,land\n"


def items(**amounts: str) -> list[dict[str, Any]]:
    """Items by number, where `none` stands for an item without one and the first sign of a number is left out."""
    return [
        {"amount": amount, **({} if name == "none" else {"item_id": name[1:]})}
        for name, amount in amounts.items()
    ]


async def stored_items(it: Deal) -> dict[str, Decimal]:
    return {
        row["item_id"]: row["sale_amount"] for row in await it.rows("conversion_item", "item_id")
    }


class TestFileRows:
    async def test_order_imported_as_one_row_and_later_as_two_counts_once(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it, number = await deal(portal), unique("o")
        await import_file(it, tmp_path / "a.csv", f"{HEADER}{number},1000,,GB\n")

        rows = f"{number},1000,,GB\n{number},500,,GB\n"
        result = await import_file(it, tmp_path / "b.csv", HEADER + rows)

        assert (result.updated, result.sales) == (1, {"GBP": 1500})
        assert await stored_items(it) == {"": 1000, "2": 500}
        [order] = await it.rows("conversion")
        assert order["sale_amount"] == 1500
        await it.check_figures()

    async def test_order_imported_as_two_rows_and_later_as_one_counts_once(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it, number = await deal(portal), unique("o")
        rows = f"{number},1000,,GB\n{number},500,,GB\n"
        await import_file(it, tmp_path / "a.csv", HEADER + rows)

        result = await import_file(it, tmp_path / "b.csv", f"{HEADER}{number},900,,GB\n")

        assert await stored_items(it) == {"1": 900, "2": 500}
        assert result.updated == 1
        await it.check_figures()

    async def test_order_reported_by_call_and_later_by_file_counts_once(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await deal(portal)
        order = it.order("1000.00")
        await it.report(order)

        rows = f"{order['order_id']},1000,,GB\n{order['order_id']},500,,GB\n"
        await import_file(it, tmp_path / "a.csv", HEADER + rows)

        assert await it.outcomes(order) == ["unchanged"]
        assert await stored_items(it) == {"": 1000, "2": 500}

    async def test_settled_item_is_corrected_although_reported_under_another_item_id(
        self, portal: Portal
    ) -> None:
        it, order = await settled_deal(portal, "1000.00")
        del order["oid"]

        await it.report({**order, "items": items(_1="900.00", _2="500.00")})

        assert await stored_items(it) == {"": 1000, "~1": -100, "2": 500}
        await it.check_figures()


class TestItems:
    @pytest.mark.parametrize(
        ("first", "then", "expected"),
        [
            (items(none="10"), items(_1="11"), {"": 11}),
            (items(_1="10"), items(none="11"), {"1": 11}),
            (items(_A="10"), items(**{"_ A": "11"}), {"A": 11}),
            (items(**{"_A\u200b": "10"}), items(_A="11"), {"A": 11}),
            (items(_A="10"), items(_a="11"), {"A": 10, "a": 11}),
            (items(none="10"), items(_2="11"), {"": 10, "2": 11}),
            (items(_2="10"), items(none="11"), {"": 11, "2": 10}),
            (items(none="10", _1="11"), items(_1="12", none="13"), {"": 13, "1": 12}),
            (items(none="10"), items(none="11", _1="12"), {"": 11, "1": 12}),
            (items(none="10"), items(_1="12", none="11"), {"": 11, "1": 12}),
        ],
    )
    async def test_item_reported_with_another_spelling_of_its_number_is_updated(
        self,
        portal: Portal,
        first: list[dict[str, Any]],
        then: list[dict[str, Any]],
        expected: dict[str, int],
    ) -> None:
        it = await deal(portal)
        order = it.order()
        assert await it.outcomes({**order, "items": first}) == ["created"]

        assert await it.outcomes({**order, "items": then}) == ["updated"]
        assert await it.outcomes({**order, "items": then}) == ["unchanged"]

        assert await stored_items(it) == expected
        await it.check_figures()

    async def test_look_alike_items_of_one_report_are_refused(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order()
        twice = {**order, "items": items(**{"_A": "10", "_A ": "11"})}

        assert await it.reason(twice) == "`items[1].item_id` 'A ' appears twice in this order"
        await it.report({**order, "items": items(_A="10")})
        assert await it.reason(twice) == "`items[1].item_id` 'A ' appears twice in this order"

    async def test_exact_item_id_takes_precedence_over_stored_look_alikes(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        order = it.order()
        await it.report({**order, "items": items(_A="10", _B="11")})
        async with portal.db() as db:  # as it was stored before numbers were normalised
            await db.execute(
                "update conversion_item set item_id = 'A ' where publisher_id = $1 and item_id = 'B'",
                it.who.uid,
            )

        await it.report({**order, "items": items(**{"_A ": "13", "_A": "12"})})

        assert await stored_items(it) == {"A": 12, "A ": 13}


class TestWarnings:
    async def test_item_without_an_id_beside_items_with_ids_makes_a_warning(
        self, portal: Portal
    ) -> None:
        """The server of a shop and its pixel report the same order."""
        it = await deal(portal)
        order = it.order()
        await it.report({**order, "items": items(_SKU1="10.00", _SKU2="5.00")})

        answer = await portal.http.post(
            "/conversion",
            data={
                "key": it.brand.token,
                "order_id": order["order_id"],
                "amount": "15.00",
                "currency": "GBP",
            },
        )

        [row] = answer.json()["data"]["list"]
        assert row["outcome"] == "updated"
        assert row["warnings"] == [
            "`items`: this order has an item without `item_id` beside 'SKU1', and both count; if they are the same "
            "sale, report the wrong one again with status Rejected"
        ]

    @pytest.mark.parametrize("name", ["_SKU1", "_48213"])
    async def test_item_with_an_id_beside_one_without_makes_a_warning(
        self, portal: Portal, name: str
    ) -> None:
        it = await deal(portal)
        order = it.order()
        await it.report(order)

        [row] = await it.report({**order, "items": items(**{name: "10.00"})})

        assert f"an item without `item_id` beside '{name[1:]}'" in row["warnings"][0]

    async def test_report_of_a_single_item_for_an_order_of_several_makes_a_warning(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        order = it.order()
        await it.report({**order, "items": items(_1="10.00", _2="5.00")})

        [row] = await it.report({**order, "items": items(none="15.00")})

        assert row["warnings"] == [
            "`items`: this order has 2 items; the one without `item_id` was taken as item '1', and the others stay as "
            "they were"
        ]

    async def test_report_of_further_numbered_items_makes_no_warning(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order()
        await it.report(order)

        [row] = await it.report({**order, "items": items(_1="10.00", _2="5.00", _3="1.00")})

        assert row["warnings"] == []
