"""The timeline of one order, from the click to the payment."""

from typing import Any
from urllib.parse import urlsplit

from rpc import Code
from tests.support.orders.books import Books, ref
from tests.support.orders.orders import deal
from tests.support.orders.payouts import add_method, pay, request, set_state
from tests.support.orders.season import at, part
from tests.support.orders.settling import earn, settle
from tests.support.portal import Portal, SomeBrand
from tests.support.postbacks.receiver import dispatching, run_receiver, save, wait_for_log


class TestTransaction:
    async def test_order_timeline_runs_from_the_click_to_the_payment(
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
        steps = [(entry["kind"], entry["to"], entry["by"]) for entry in story["timeline"]]
        assert steps == [
            ("click", "valid", "visitor"),
            ("order", "Approved", "brand"),
            ("payment", "7", "network"),
        ]
        assert story["timeline"][1]["delta_amount"] == "10"

    async def test_order_timeline_shows_the_link_and_an_uncounted_click(
        self, books: Books, shop: SomeBrand
    ) -> None:
        clicked = at("2026-02-01T11:00")
        link_id = await books.link(shop)
        click_id = await books.click(shop, clicked, verdict="bot", link_id=link_id)
        bought = await books.order(
            shop, clicked, part("10", "1"), click=(click_id, clicked), link_id=link_id
        )

        story = await books.portal.ok(
            "/reports/transaction", books.who, attributes={"oid": bought.oid}
        )

        asked = {"link_id": link_id}
        links = await books.portal.ok("/tools/links", books.who, filter=asked)
        assert [story["link_code"]] == [link["code"] for link in links["list"]]
        assert (story["timeline"][0]["kind"], story["timeline"][0]["to"]) == ("click", "bot")

    async def test_order_timeline_gives_a_reason_only_if_all_items_share_it(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        returned = {"amount": "1.00", "status": "Rejected", "reason_code": "item_returned"}
        unchanged = {"amount": "2.00", "status": "Approved"}
        cases: list[tuple[list[dict[str, str]], str | None]] = [
            ([returned, unchanged], None),
            ([returned, {**returned, "reason_code": "out_of_stock"}], None),
            ([returned, returned], "item_returned"),
            ([unchanged], None),
        ]
        for items, reason in cases:
            named = [{**item, "item_id": str(n)} for n, item in enumerate(items)]
            [row] = await it.report(it.order(items=named))
            asked = {"oid": row["oid"]}
            story = await portal.ok("/reports/transaction", it.who, attributes=asked)
            [entry] = story["timeline"]
            assert (entry["kind"], entry["reason_code"]) == ("order", reason), items

    async def test_order_timeline_shows_the_orders_postbacks(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order("10.00")
        changed = {**order, "items": [{"amount": "8.00"}]}
        async with run_receiver() as receiver, dispatching(portal):
            for kind in (1, 2):
                saved = await save(portal, it.who, receiver.url, event_type=kind)
            row, _ = await it.report(order, it.order("99.00"))
            await wait_for_log(portal, it.who, lambda rows: all_delivered(rows, 2))
            await it.report(changed)
            test = {"id": saved["id"], "oid": row["oid"]}
            await portal.ok("/postback/do_test", it.who, attributes=test)
            await wait_for_log(portal, it.who, lambda rows: all_delivered(rows, 4))

        story = await portal.ok("/reports/transaction", it.who, attributes={"oid": row["oid"]})

        steps = [(entry["kind"], entry["to"]) for entry in story["timeline"]]
        assert steps == [
            ("order", "Pending"),
            ("postback", "delivered"),
            ("amount", "Pending"),
            ("postback", "delivered"),
        ]
        postbacks = [entry for entry in story["timeline"] if entry["kind"] == "postback"]
        assert [entry["event_type"] for entry in postbacks] == [1, 2]
        assert {entry["receiver"] for entry in postbacks} == {urlsplit(receiver.url).netloc}

    async def test_order_timeline_shows_the_waiting_postback_of_a_settlement(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        await save(portal, it.who, "http://127.0.0.1:9/", event_type=3)
        [oid] = await earn(it, "10.00")
        await settle(portal, it.brand.mcid)

        story = await portal.ok("/reports/transaction", it.who, attributes={"oid": oid})

        settled, postback = story["timeline"][-2:]
        assert (settled["kind"], postback["kind"]) == ("settlement", "postback")
        assert (postback["to"], postback["at"]) == ("waiting", settled["at"])

    async def test_order_timeline_keeps_a_returned_payment(self, portal: Portal) -> None:
        euro = {"currency": "EUR"}
        it = await deal(portal, publisher=euro, prepaid=True, **euro)
        [oid] = await earn(it, "300.00", **euro)
        await settle(portal, it.brand.mcid)
        await add_method(it)
        made = await request(it)
        await pay(portal)
        number = str(made["payment_id"])
        asked = {"oid": oid}

        await set_state(portal, made, "sent", "paid")
        story = await portal.ok("/reports/transaction", it.who, attributes=asked)
        paid = story["timeline"][-1]
        await set_state(portal, made, "returned")
        story = await portal.ok("/reports/transaction", it.who, attributes=asked)
        returned = story["timeline"][-1]

        assert (paid["kind"], paid["from"], paid["to"]) == ("payment", None, number)
        assert (returned["kind"], returned["from"], returned["to"]) == ("payment", number, None)

    async def test_order_of_another_publisher_is_not_found(
        self, portal: Portal, season: Books
    ) -> None:
        stranger = await portal.someone()
        for oid in (season.orders[0].oid, 2**53 - 1):
            await portal.refuses(
                Code.NOT_FOUND, "/reports/transaction", stranger, attributes={"oid": oid}
            )


def all_delivered(rows: list[Any], count: int) -> bool:
    return [row["state"] for row in rows] == ["delivered"] * count
