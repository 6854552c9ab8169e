"""The story of one order, from the click to the payment."""

from rpc import Code
from tests.support.orders.books import Books, ref
from tests.support.orders.orders import deal
from tests.support.orders.season import at, part
from tests.support.portal import Portal, SomeBrand


class TestTransaction:
    async def test_tells_an_order_from_the_click_to_the_payment(
        self, books: Books, shop: SomeBrand
    ) -> None:
        clicked, bought = at("2026-02-01T11:00"), at("2026-02-01T12:00")
        click_id = await books.click(shop, clicked)
        order = await books.order(
            shop,
            bought,
            part("10", "1", "Approved", paid=at("2026-03-02T00:00")),
            click=(click_id, clicked),
        )

        story = await books.portal.ok(
            "/reports/transaction", books.who, attributes={"oid": order.oid}
        )

        assert (story["oid"], story["click_ref"]) == (order.oid, ref(click_id))
        assert [item["sale_amount"] for item in story["items"]] == ["10"]
        told = [(entry["kind"], entry["to"], entry["by"]) for entry in story["timeline"]]
        assert told == [
            ("click", None, "visitor"),
            ("order", "Approved", "brand"),
            ("payment", "7", "network"),
        ]
        assert story["timeline"][1]["delta_amount"] == "10"

    async def test_the_entry_of_a_mixed_order_carries_no_items_reason(self, portal: Portal) -> None:
        it = await deal(portal)
        returned = {"amount": "1.00", "status": "Rejected", "reason_code": "item_returned"}
        kept = {"amount": "2.00", "status": "Approved"}
        cases: list[tuple[list[dict[str, str]], str | None]] = [
            ([returned, kept], None),
            ([returned, {**returned, "reason_code": "out_of_stock"}], None),
            ([returned, returned], "item_returned"),
            ([kept], None),
        ]
        for items, reason in cases:
            named = [{**item, "item_id": str(n)} for n, item in enumerate(items)]
            [row] = await it.report(it.order(items=named))
            asked = {"oid": row["oid"]}
            story = await portal.ok("/reports/transaction", it.who, attributes=asked)
            [entry] = story["timeline"]
            assert (entry["kind"], entry["reason_code"]) == ("order", reason), items

    async def test_anothers_order_is_not_there(self, portal: Portal, season: Books) -> None:
        stranger = await portal.someone()
        for oid in (season.orders[0].oid, 2**53 - 1):
            await portal.refuses(
                Code.NOT_FOUND, "/reports/transaction", stranger, attributes={"oid": oid}
            )
