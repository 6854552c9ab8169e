"""What changes a settled item becomes an item of the difference."""

from decimal import Decimal
from typing import Any

from schema.core.days import first_instant
from tests.support.orders.orders import Deal, deal
from tests.support.orders.settling import decided_at, earn, month_before, settle
from tests.support.portal import Portal

D = Decimal


async def settled_deal(
    portal: Portal, amount: str = "10.00", **fields: Any
) -> tuple[Deal, dict[str, Any]]:
    """A deal, and an order of it that was settled two months ago."""
    it = await deal(portal)
    order = it.order(amount, status="Approved", **fields)
    [row] = await it.report(order)
    await decided_at(it, [row["oid"]], first_instant(month_before(portal, 2), "UTC"))
    await settle(portal, it.brand.mcid, months=2)
    return it, {**order, "oid": row["oid"]}


def report_of(order: dict[str, Any], **item: Any) -> dict[str, Any]:
    """The same order reported again, its item otherwise."""
    again = {name: value for name, value in order.items() if name != "oid"}
    return {**again, "items": [{**order["items"][0], **item}]}


async def items(it: Deal) -> list[tuple[Any, ...]]:
    rows = await it.rows("conversion_item", "item_id")
    return [
        (i["item_id"], i["corrects"], i["sale_amount"], i["sale_comm"], i["status"]) for i in rows
    ]


class TestCorrections:
    async def test_a_report_of_another_amount_corrects_by_the_difference(
        self, portal: Portal
    ) -> None:
        it, order = await settled_deal(portal)
        lower, higher = report_of(order, amount="4.00"), report_of(order, amount="12.00")

        outcomes = [await it.outcomes(each) for each in (lower, lower, higher, report_of(order))]

        assert outcomes == [["updated"], ["unchanged"], ["updated"], ["updated"]]
        assert await items(it) == [
            ("", None, D("10.00"), D("1.00"), "Approved"),
            ("~1", "", D("-6.00"), D("-0.60"), "Approved"),
            ("~2", "", D("8.00"), D("0.80"), "Approved"),
            ("~3", "", D("-2.00"), D("-0.20"), "Approved"),
        ]
        [whole] = await it.rows("conversion")
        assert (whole["sale_amount"], whole["sale_comm"]) == (D("10.00"), D("1.00"))
        await it.check_figures()

    async def test_a_rejection_takes_all_back_and_an_appeal_gives_it_again(
        self, portal: Portal
    ) -> None:
        it, order = await settled_deal(portal)
        gone = report_of(order, status="Rejected", reason_code="item_returned")

        assert await it.outcomes(gone) == ["updated"]
        assert await it.outcomes(gone) == ["unchanged"]
        plain = report_of(order, amount="7.00")
        del plain["items"][0]["status"]
        assert await it.outcomes(plain) == ["unchanged"]
        [again] = await it.review(order["oid"])

        assert again["outcome"] == "updated"
        assert await items(it) == [
            ("", None, D("10.00"), D("1.00"), "Approved"),
            ("~1", "", D("-10.00"), D("-1.00"), "Approved"),
            ("~2", "", D("10.00"), D("1.00"), "Approved"),
        ]
        reasons = [i["reason_code"] for i in await it.rows("conversion_item", "item_id")]
        assert reasons == [None, "item_returned", None]
        await it.check_figures()

    async def test_a_review_corrects_what_is_settled_and_decides_the_rest(
        self, portal: Portal
    ) -> None:
        it, order = await settled_deal(portal, item_id="a")
        more = report_of(order)
        more["items"].append({"item_id": "b", "amount": "5.00"})
        await it.report(more)

        rows = [
            (await it.review(order["oid"], status="Rejected", reason_code="fraud_suspected"))[0]
            for _ in range(2)
        ]

        assert [row["outcome"] for row in rows] == ["updated", "unchanged"]
        assert await items(it) == [
            ("a", None, D("10.00"), D("1.00"), "Approved"),
            ("a~1", "a", D("-10.00"), D("-1.00"), "Approved"),
            ("b", None, D("5.00"), D("0.50"), "Rejected"),
        ]
        await it.check_figures()

    async def test_the_next_settlement_has_it_below_zero(self, portal: Portal) -> None:
        it, order = await settled_deal(portal)
        await it.review(order["oid"], status="Rejected", reason_code="item_returned")
        async with portal.db() as db:
            await db.execute(
                "update conversion_item set validation_date = $2"
                " where publisher_id = $1 and corrects is not null",
                *(it.who.uid, first_instant(month_before(portal), "UTC")),
            )

        await settle(portal, it.brand.mcid)

        found = await it.rows("settlement", "period")
        assert [row["amount"] for row in found] == [D("1.00"), D("-1.00")]
        assert sum(line["amount"] for line in await it.rows("ledger")) == 0

    async def test_amounts_in_another_currency_come_back_to_nothing(self, portal: Portal) -> None:
        it = await deal(portal, publisher={"currency": "JPY"})
        async with portal.db() as db:
            await db.execute(
                "insert into currency_rate values ('GBP', 'JPY', '2000-01-01', 190.5)"
                " on conflict do nothing"
            )
        [oid] = await earn(it, "10.03")
        await settle(portal, it.brand.mcid)
        [order] = await it.rows("conversion")
        again = it.order("3.01", order_id=order["order_id"], status="Approved")

        await it.report(again)
        await it.review(oid, status="Rejected", reason_code="other")

        [order] = await it.rows("conversion")
        assert order["report_amount"] == order["report_comm"] == order["sale_comm"] == 0

    async def test_a_correction_is_not_reported_by_its_own_number(self, portal: Portal) -> None:
        it, order = await settled_deal(portal)
        await it.report(report_of(order, amount="4.00"))

        reason = await it.reason(report_of(order, item_id="~1", amount="9.00"))

        assert "is a correction" in reason

    async def test_the_timeline_has_the_correction(self, portal: Portal) -> None:
        it, order = await settled_deal(portal)
        await it.report(report_of(order, amount="4.00"))

        story = await portal.ok("/reports/transaction", it.who, attributes={"oid": order["oid"]})

        entries = [(e["kind"], e["delta_commission"]) for e in story["timeline"]]
        assert sorted(entries, key=str) == [
            ("amount", "-0.60"),
            ("order", "1.00"),
            ("settlement", None),
        ]
