"""From a payment to its settlements, from these to their orders, and from an order to its click."""

from decimal import Decimal

from rpc import Code
from tests.support.orders.payouts import request, withdrawable
from tests.support.portal import Portal

D = Decimal


class TestSettlementOrders:
    async def test_every_cent_of_a_payment_is_traced_to_orders(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00", "100.00", "50.50")
        payment = await request(it)
        asked = {"payment_id": payment["payment_id"]}
        details = await portal.ok("/payments/details", it.who, filter=asked)

        [part] = details["list"]
        asked = {"settlement_id": part["settlement_id"]}
        found = await portal.ok("/payments/settlement_orders", it.who, filter=asked)

        assert found["total"] == part["orders"] == 3
        counted = sum(D(order["commission"]) for order in found["list"])
        assert counted == D(found["sum"]) == D(part["amount"]) == D(payment["gross"])
        for order in found["list"]:
            story = await portal.ok(
                "/reports/transaction", it.who, attributes={"oid": order["oid"]}
            )
            assert story["order_id"] == order["order_id"]
            assert story["click_ref"] == order["click_ref"]
        page = {"curPage": 2, "perPage": 2}
        second = await portal.ok("/payments/settlement_orders", it.who, filter=asked, page=page)
        assert (len(second["list"]), second["sum"]) == (1, found["sum"])

    async def test_settlement_of_another_publisher_is_not_found(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        other = await withdrawable(portal, "300.00")
        [own] = (await portal.ok("/payments/settlements", it.who))["list"]
        asked = {"settlement_id": own["settlement_id"]}
        await portal.refuses(Code.NOT_FOUND, "/payments/settlement_orders", other.who, filter=asked)
