"""A change of a settled item becomes an item of the difference."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from handlers.user.figure_recount import recount_figures
from schema.core.days import first_instant
from schema.core.figures import RecountFigures
from sql.reports.figures.reconcile import find_differences
from tests.support.orders.orders import Deal, deal
from tests.support.orders.settling import decided_at, earn, month_before, settle
from tests.support.payments.rates import weekly_rates
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
    async def test_changed_amount_of_a_settled_order_makes_a_correction_item_of_the_difference(
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

    async def test_rejection_reverses_a_settled_item_and_approval_restores_it(
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

    async def test_order_review_corrects_settled_items_and_decides_the_others(
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

    async def test_correction_makes_the_next_settlement_negative(self, portal: Portal) -> None:
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

    async def test_reversed_amounts_in_another_currency_sum_to_zero(self, portal: Portal) -> None:
        it = await deal(portal, publisher={"currency": "JPY"})
        async with weekly_rates(portal, "GBP", "JPY", "190.5", since=month_before(portal, 3)):
            [oid] = await earn(it, "10.03")
        await settle(portal, it.brand.mcid)
        [order] = await it.rows("conversion")
        again = it.order("3.01", order_id=order["order_id"], status="Approved")

        await it.report(again)
        await it.review(oid, status="Rejected", reason_code="other")

        [order] = await it.rows("conversion")
        assert order["report_amount"] == order["report_comm"] == order["sale_comm"] == 0

    async def test_correction_item_cannot_be_reported(self, portal: Portal) -> None:
        it, order = await settled_deal(portal)
        await it.report(report_of(order, amount="4.00"))

        reason = await it.reason(report_of(order, item_id="~1", amount="9.00"))

        assert "is a correction" in reason

    async def test_order_timeline_shows_the_correction_of_a_settled_order(
        self, portal: Portal
    ) -> None:
        it, order = await settled_deal(portal)
        await it.report(report_of(order, amount="4.00"))

        story = await portal.ok("/reports/transaction", it.who, attributes={"oid": order["oid"]})

        entries = [(e["kind"], e["delta_commission"]) for e in story["timeline"]]
        assert sorted(entries, key=str) == [
            ("amount", "-0.60"),
            ("order", "1.00"),
            ("settlement", None),
        ]


class TestApprovalRate:
    """An item that was taken back after its settlement counts as rejected from then on; a correction is no item."""

    async def rates(self, it: Deal, **filter: Any) -> set[str | None]:
        """The rate of approval of all time, from the roll-ups, from the rows, and of the list of orders."""
        today = it.portal.resources.clock.now().date()
        days = {"start_date": today - timedelta(days=400), "end_date": today, **filter}
        calls = [
            ("/reports/performance", {"group_by": []}),
            ("/reports/performance", {"group_by": ["country"]}),
            ("/reports/performance", {"group_by": ["date", "brand"]}),
            ("/reports/performance", {"group_by": ["month"], "date_basis": "validation"}),
            ("/reports/transactions", {}),
            ("/reports/transactions", {"country": "", "date_basis": "update"}),
        ]
        found = [await it.portal.ok(path, it.who, filter={**days, **more}) for path, more in calls]
        return {answer["totals"]["approval_rate"] for answer in found}

    async def taken_back(self, it: Deal, is_taken: bool) -> list[int]:
        today = it.portal.resources.clock.now().date()
        days = {"start_date": today - timedelta(days=400), "end_date": today}
        answer = await it.portal.ok(
            "/reports/transactions", it.who, filter={**days, "taken_back": is_taken}
        )
        assert answer["total"] == len(answer["list"])
        assert answer["totals"]["approval_rate"] is None
        return sorted(order["oid"] for order in answer["list"])

    async def test_reversed_order_counts_as_rejected_and_is_found_by_the_status_filter(
        self, portal: Portal
    ) -> None:
        it, order = await settled_deal(portal)
        [other] = await it.report(it.order("5.00", status="Approved"))
        [before, *_] = [
            row for row in await it.rows("conversion_item") if row["oid"] == order["oid"]
        ]
        assert await self.rates(it) == {"1.0000"}

        await it.review(order["oid"], status="Rejected", reason_code="item_returned")

        assert await self.rates(it) == {"0.5000"}
        assert await self.taken_back(it, True) == [order["oid"]]
        assert await self.taken_back(it, False) == [other["oid"]]
        rows = {
            row["item_id"]: row
            for row in await it.rows("conversion_item")
            if row["oid"] == order["oid"]
        }
        assert rows[""] == before
        await it.check_figures()

    async def test_partial_reversal_of_an_order_does_not_change_the_approval_rate(
        self, portal: Portal
    ) -> None:
        it, order = await settled_deal(portal)
        await it.report(it.order("5.00", status="Rejected"))

        for amount in ("4.00", "12.00", "0.01"):
            await it.report(report_of(order, amount=amount))
            assert await self.rates(it) == {"0.5000"}

        assert await self.taken_back(it, True) == []
        await it.check_figures()

    async def test_corrections_that_bring_an_item_to_zero_count_as_a_reversal(
        self, portal: Portal
    ) -> None:
        it, order = await settled_deal(portal)
        await it.report(it.order("5.00", status="Approved"))

        await it.report(report_of(order, amount="4.00"))
        assert await self.rates(it) == {"1.0000"}
        await it.report(report_of(order, status="Rejected", reason_code="item_returned"))

        assert await self.rates(it) == {"0.5000"}
        assert await self.taken_back(it, True) == [order["oid"]]
        await it.check_figures()

    async def test_order_approved_again_counts_as_approved(self, portal: Portal) -> None:
        it, order = await settled_deal(portal)
        await it.report(it.order("5.00", status="Rejected"))
        await it.review(order["oid"], status="Rejected", reason_code="item_returned")
        assert await self.rates(it) == {"0.0000"}

        await it.review(order["oid"])

        assert await self.rates(it) == {"0.5000"}
        assert await self.taken_back(it, True) == []
        await it.check_figures()

    async def test_reversed_item_with_a_new_approved_one_halves_the_approval_rate(
        self, portal: Portal
    ) -> None:
        it, order = await settled_deal(portal, item_id="a")
        more = report_of(order, status="Rejected", reason_code="item_returned")
        more["items"].append({"item_id": "b", "amount": "5.00", "status": "Approved"})

        await it.report(more)

        assert await self.rates(it) == {"0.5000"}
        assert await self.taken_back(it, True) == await self.taken_back(it, False) == [order["oid"]]
        await it.check_figures()

    async def test_figures_counted_by_an_earlier_release_are_recounted(
        self, portal: Portal
    ) -> None:
        """Corrections were counted as approved items, and what they took back too."""
        it, order = await settled_deal(portal)
        await it.report(it.order("5.00", status="Approved"))
        await it.review(order["oid"], status="Rejected", reason_code="item_returned")
        async with portal.db() as db:
            await db.execute(
                "update rollup set approved_items = approved_items + 2, rejected_items = rejected_items - 1"
                " where publisher_id = $1 and rejected_items = 1",
                it.who.uid,
            )
            assert await find_differences(db, it.who.uid) != []
            await recount_figures.later(db, RecountFigures(it.who.uid))

        await portal.work()

        assert await self.rates(it) == {"0.5000"}
        await it.check_figures()
