"""Orders reported by brands' servers, and decided by operators."""

from decimal import Decimal

from tests.support.orders.orders import deal, join_brand
from tests.support.portal import Portal, unique

D = Decimal


WORDS = ("pending", "approved", "rejected")


class TestConversions:
    async def test_order_is_stored_with_the_data_of_its_click(self, portal: Portal) -> None:
        it = await deal(portal)
        ref = await it.click()

        [row] = await it.report(it.order("25.00", click_ref=ref, code=None, coupon="SAVE"))

        assert (row["outcome"], row["reason"]) == ("created", None)
        [order] = await it.rows("conversion")
        assert order["oid"] == row["oid"]
        assert order["click_id"].hex == ref
        assert (order["uid1"], order["country"], order["device"]) == ("label", "GB", "desktop")
        assert (order["sale_amount"], order["sale_comm"]) == (D("25.00"), D("2.50"))
        assert (order["status"], order["coupon"]) == ("Pending", "SAVE")
        [item] = await it.rows("conversion_item")
        assert (item["ori_amount"], item["ori_comm"], item["comm_rate"]) == (
            D("25.00"),
            D("2.50"),
            10,
        )
        [entry] = await it.rows("conversion_history")
        assert (entry["kind"], entry["to_status"], entry["by"]) == (
            "order",
            "Pending",
            it.brand.mcid,
        )
        [event] = [e for e in await it.rows("event") if e["event_type"] == 1]
        assert (event["oid"], event["body"]["sale_comm"]) == (order["oid"], "2.50")

    async def test_repeated_order_report_changes_nothing(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order()
        await it.report(order)
        before = await it.counts()

        assert await it.outcomes(order) == ["unchanged"]
        assert await it.outcomes({**order, "coupon": "LATE"}) == ["unchanged"]

        assert await it.counts() == before

    async def test_known_order_is_updated_without_a_click(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order("10.00")
        [first] = await it.report(order)
        order["items"] = [{"amount": "12.00"}]
        del order["code"]

        [second] = await it.report(order)

        assert (second["outcome"], second["oid"]) == ("updated", first["oid"])

    async def test_changed_amount_updates_the_order_and_its_history(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order("10.00")
        await it.report(order)

        assert await it.outcomes({**order, "items": [{"amount": "7.50"}]}) == ["updated"]

        [item] = await it.rows("conversion_item")
        assert (item["sale_amount"], item["ori_amount"]) == (D("7.50"), D("10.00"))
        assert (item["sale_comm"], item["ori_comm"]) == (D("0.75"), D("1.00"))
        history = await it.rows("conversion_history", "at")
        assert [(e["kind"], e["delta_amount"], e["delta_commission"]) for e in history] == [
            ("order", D("10.00"), D("1.00")),
            ("amount", D("-2.50"), D("-0.25")),
        ]
        assert [e["event_type"] for e in await it.rows("event", "at") if e["oid"]] == [1, 2]
        await it.check_figures()

    async def test_changed_status_updates_the_order(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order("10.00", item_id="a")
        await it.report(order)
        order["items"][0]["status"] = "Approved"

        assert await it.outcomes(order) == ["updated"]
        assert await it.outcomes(order) == ["unchanged"]
        order["items"][0]["status"] = "Pending"  # a late copy of the first report
        assert await it.outcomes(order) == ["unchanged"]
        order["items"][0] |= {"status": "Rejected", "reason_code": "item_returned"}
        assert await it.outcomes(order) == ["updated"]

        [item] = await it.rows("conversion_item")
        assert (item["status"], item["reason_code"]) == ("Rejected", "item_returned")
        assert item["validation_date"] is not None
        [day] = await it.figures()
        assert day["rejected_orders"] == day["rejected_items"] == 1
        assert (day["rejected_sales"], day["rejected_commission"]) == (D("10.00"), D("1.00"))
        await it.check_figures()

    async def test_items_missing_from_a_later_report_are_kept(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order()
        order["items"] = [{"item_id": "a", "amount": "1.00"}, {"item_id": "b", "amount": "2.00"}]
        await it.report(order)
        order["items"] = [{"item_id": "b", "amount": "3.00"}, {"item_id": "c", "amount": "4.00"}]

        assert await it.outcomes(order) == ["updated"]

        items = await it.rows("conversion_item", "item_id")
        assert [(i["item_id"], i["sale_amount"]) for i in items] == [("a", 1), ("b", 3), ("c", 4)]
        [whole] = await it.rows("conversion")
        assert (whole["sale_amount"], whole["sale_comm"]) == (8, D("0.80"))
        await it.check_figures()

    async def test_order_is_counted_by_the_statuses_of_its_items(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order()

        async def report(**statuses: str) -> set[str]:
            items = [
                {"item_id": name, "amount": "10.00", "status": status}
                for name, status in statuses.items()
            ]
            await it.report({**order, "items": items})
            await it.check_figures()
            [row] = await it.figures()
            return {name for name in row if name.endswith("_orders") or "_with_" in name}

        assert await report(a="Pending", b="Pending") == {"pending_orders"}
        assert await report(a="Approved", b="Pending") == {
            "pending_orders",
            "pending_with_approved",
        }
        assert await report(a="Approved", b="Rejected") == {
            "approved_orders",
            "approved_with_rejected",
        }
        assert await report(c="Pending") == {
            "pending_orders",
            "pending_with_approved",
            "pending_with_rejected",
        }
        assert await report(a="Rejected", c="Rejected") == {"rejected_orders"}

    async def test_order_stays_with_the_publisher_first_credited(self, portal: Portal) -> None:
        first = await deal(portal)
        second = await join_brand(portal, first.brand)
        order = first.order()
        await first.report(order)

        reason = await second.reason({**order, "code": second.code})

        assert "belongs to another publisher" in reason
        assert str(first.who.uid) not in reason
        assert await second.rows("conversion") == []

    async def test_two_brands_may_use_the_same_order_number(self, portal: Portal) -> None:
        one, two = await deal(portal), await deal(portal)
        order_id = unique("order")

        assert await one.outcomes(one.order(order_id=order_id)) == ["created"]
        assert await two.outcomes(two.order(order_id=order_id)) == ["created"]

    async def test_test_order_is_excluded_from_every_figure(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order(test_order=True)

        assert await it.outcomes(order) == ["created"]
        order["items"][0]["status"] = "Approved"
        assert await it.outcomes(order) == ["updated"]

        assert await it.figures() == []
        [event] = [e for e in await it.rows("event") if e["event_type"] == 1]
        assert event["body"]["test"] is True
