"""Operators decide all orders that a filter matches."""

from typing import Any

import pytest

from schema.core.errors import Code
from schema.orders.order import ORDERS_MAX
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal

PATH = "/network/orders_review"
APPROVE = {"status": "Approved"}
REJECT = {"status": "Rejected", "reason_code": "order_cancelled"}


async def decide(it: Deal, decision: dict[str, Any], **filter: Any) -> dict[str, Any]:
    operator = await it.portal.operator()
    mine = {"uid": it.who.uid, **filter}
    answer: dict[str, Any] = await it.portal.ok(PATH, operator, attributes=decision, filter=mine)
    return answer


async def statuses(it: Deal) -> list[str]:
    """Of each item, in the order of the orders and items."""
    return [row["status"] for row in await it.rows("conversion_item", "oid, item_id")]


class TestOrdersReviewByFilter:
    async def test_review_by_filter_reports_one_row_per_order(self, portal: Portal) -> None:
        it, other = await deal(portal), await deal(portal)
        oids = [row["oid"] for row in await it.report(*(it.order("10.00") for _ in range(3)))]
        await other.report(other.order("10.00"))

        first = await decide(it, APPROVE)
        again = await decide(it, APPROVE)

        assert [(row["oid"], row["outcome"]) for row in first["list"]] == [
            (oid, "updated") for oid in oids
        ]
        assert (first["left"], again) == (0, {"list": [], "left": 0})
        assert await statuses(it) == ["Approved"] * 3
        assert await statuses(other) == ["Pending"]
        await it.check_figures()

    async def test_status_filter_limits_a_review_to_matching_items(self, portal: Portal) -> None:
        it = await deal(portal)
        items = [{"item_id": str(n), "amount": "5.00"} for n in range(2)]
        items[0] |= {"status": "Rejected", "reason_code": "out_of_stock"}
        await it.report(it.order("1.00", items=items), it.order("2.00"))

        found = await decide(it, APPROVE, status="Pending")

        assert [row["outcome"] for row in found["list"]] == ["updated", "updated"]
        assert await statuses(it) == ["Rejected", "Approved", "Approved"]
        assert await decide(it, APPROVE, status="Approved") == {"list": [], "left": 0}
        await it.check_figures()

    async def test_reviewed_orders_match_every_condition_of_the_filter(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        [one, two] = await it.report(it.order("1.00"), it.order("2.00"))

        for filter in (
            {"order_id": "nix"},
            {"end_date": "2020-01-01"},
            {"mcid": (await portal.brand()).mcid},
        ):
            assert (await decide(it, APPROVE, **filter))["list"] == [], filter
        found = await decide(it, APPROVE, order_id=two["order_id"], mcid=it.brand.mcid)

        assert [row["oid"] for row in found["list"]] == [two["oid"]]
        assert [row["oid"] for row in (await decide(it, REJECT, status="Pending"))["list"]] == [
            one["oid"]
        ]

    async def test_settled_items_are_left_out_of_a_review(self, portal: Portal) -> None:
        it = await deal(portal)
        await it.report(it.order("1.00"))
        async with portal.db() as db:
            settle = "update conversion_item set settlement_id = 1 where publisher_id = $1"
            await db.execute(settle, it.who.uid)

        assert await decide(it, APPROVE) == {"list": [], "left": 0}

    async def test_one_review_decides_a_limited_number_of_orders_and_returns_how_many_are_left(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        for _ in range(2):
            await it.report(*(it.order("1.00") for _ in range(ORDERS_MAX // 2 + 5)))

        first, second = await decide(it, APPROVE), await decide(it, APPROVE)

        assert (len(first["list"]), first["left"]) == (ORDERS_MAX, 10)
        assert (len(second["list"]), second["left"]) == (10, 0)
        assert {row["outcome"] for row in first["list"] + second["list"]} == {"updated"}

    @pytest.mark.parametrize(
        ("given", "filter", "code"),
        [
            (APPROVE, {}, Code.REQUEST_INVALID),
            ({**APPROVE, "oids": [1]}, {"uid": 1}, Code.REQUEST_INVALID),
            ({"status": "Rejected"}, {"uid": 1}, Code.REQUEST_INVALID),
            ({"status": "Pending"}, {"uid": 1}, Code.REQUEST_INVALID),
            (APPROVE, {"mcid": "nix"}, Code.BRAND_UNKNOWN),
            (
                APPROVE,
                {"start_date": "2026-02-01", "end_date": "2026-01-01"},
                Code.DATES_REVERSED,
            ),
        ],
    )
    async def test_order_review_with_an_invalid_filter_or_decision_is_refused(
        self, portal: Portal, given: dict[str, Any], filter: dict[str, Any], code: Code
    ) -> None:
        operator = await portal.operator()
        await portal.refuses(code, PATH, operator, attributes=given, filter=filter)
