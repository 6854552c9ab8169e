"""Orders with nearly the number of a missing one, shown to operators on its case."""

import pytest

from schema.core.errors import Code
from tests.support.orders.cases import answer, claims
from tests.support.orders.orders import join_brand
from tests.support.portal import Portal, unique


class TestNearOrders:
    @pytest.mark.parametrize(
        ("reported", "claimed"),
        [
            ("Ab-{}", "aB-{}"),
            ("ab-{}", "AB-{}"),
            ("AB-{}", "ab-{}"),
            ("#{}", "{}"),
            ("{}", "#{}"),
            ("00{}", "00{}"),
            ("{}", "00{}"),
        ],
    )
    async def test_operator_sees_orders_with_a_similar_number(
        self, portal: Portal, reported: str, claimed: str
    ) -> None:
        it = await claims(portal)
        other = await join_brand(portal, it.brand)
        number = unique("9").replace("-", "")
        [row] = await other.report(other.order("12.00", order_id=reported.format(number)))
        opened = await it.open(order_id=claimed.format(number))

        case = await portal.ok(
            "/network/case_info", await portal.operator(), attributes={"case_id": opened["case_id"]}
        )

        [near] = case["near"]
        assert (near["oid"], near["uid"]) == (row["oid"], other.who.uid)
        assert (near["order_id"], near["sale_amount"]) == (reported.format(number), "12.00")

    async def test_order_created_by_a_case_is_not_shown_as_similar_to_that_case(
        self, portal: Portal
    ) -> None:
        it = await claims(portal)
        opened = await it.open()

        decided = await answer(portal, opened["case_id"], "accepted")

        assert decided["near"] == []


class TestLookAlike:
    @pytest.mark.parametrize("form", [" {}", "{}\u00a0", "{}\u200b"])
    async def test_case_with_a_look_alike_number_of_a_stored_order_is_refused(
        self, portal: Portal, form: str
    ) -> None:
        it = await claims(portal)
        await it.deal.report(it.deal.order(order_id=it.order_id))

        reply = await it.refuses(Code.STATE_FORBIDS, order_id=form.format(it.order_id))

        assert "is not missing" in reply.message

    async def test_look_alike_order_reported_meanwhile_is_not_paid_twice(
        self, portal: Portal
    ) -> None:
        it = await claims(portal)
        opened = await it.open(order_id=f"{it.order_id}\u00a0")
        await it.deal.report(it.deal.order("50.00", order_id=it.order_id))

        await portal.refuses(
            Code.STATE_FORBIDS,
            "/network/case_answer",
            await portal.operator(),
            attributes={"case_id": opened["case_id"], "status": "accepted"},
        )

        assert len(await it.deal.rows("conversion")) == 1

    async def test_refused_order_of_a_case_is_recorded_despite_the_rollback(
        self, portal: Portal
    ) -> None:
        it = await claims(portal)
        opened = await it.open()
        async with portal.db() as db:
            await db.execute("update brand set status = 'paused' where mid = $1", it.brand.mid)

        await portal.refuses(
            Code.STATE_FORBIDS,
            "/network/case_answer",
            await portal.operator(),
            attributes={"case_id": opened["case_id"], "status": "accepted"},
        )

        async with portal.db() as db:
            [row] = await db.fetch("select * from order_refusal where mid = $1", it.brand.mid)
        assert (row["order_id"], row["publisher_id"]) == (it.order_id, it.who.uid)
        assert "a link that does not count: brand paused" in row["reason"]
