"""Orders reviewed by operators, and the report currency set by a first order."""

import asyncio
from datetime import timedelta
from typing import Any

from schema.core.errors import Code
from tests.support.orders.orders import deal
from tests.support.portal import Portal, unique
from tests.support.reports.exports import read_export


class TestOrdersReview:
    async def test_operator_approves_and_rejects_orders(self, portal: Portal) -> None:
        it = await deal(portal)
        one, two = await it.report(it.order("10.00"), it.order("20.00"))

        approved = await it.review(one["oid"], 999_999_999)
        again = await it.review(one["oid"])
        rejected = await it.review(two["oid"], status="Rejected", reason_code="order_cancelled")

        assert [row["outcome"] for row in approved] == ["updated", "refused"]
        assert approved[1]["reason"] == "there is no such order"
        assert [row["outcome"] for row in again + rejected] == ["unchanged", "updated"]
        [day] = await it.figures()
        assert (day["approved_sales"], day["rejected_sales"]) == (10, 20)
        assert (day["approved_orders"], day["rejected_orders"]) == (1, 1)
        items = await it.rows("conversion_item", "oid")
        assert {i["reason_code"] for i in items} == {None, "order_cancelled"}
        assert all(i["validation_date"] for i in items)
        await it.check_figures()

    async def test_rejection_of_an_order_needs_a_reason(self, portal: Portal) -> None:
        operator = await portal.operator()
        for attributes in (
            {"oids": [1], "status": "Rejected"},
            {"oids": [1], "status": "Pending"},
            {"oids": [], "status": "Approved"},
        ):
            await portal.refuses(
                Code.REQUEST_INVALID, "/network/orders_review", operator, attributes=attributes
            )

    async def test_publisher_cannot_review_orders(self, portal: Portal) -> None:
        it = await deal(portal)
        attributes = {"oids": [1], "status": "Approved"}

        await portal.refuses(
            Code.NOT_ALLOWED, "/network/orders_review", it.who, attributes=attributes
        )

    async def test_note_of_a_rejection_is_required_where_the_reason_says_nothing(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        [row] = await it.report(it.order("10.00"))
        attributes = {"oids": [row["oid"]], "status": "Rejected", "reason_code": "terms_breach"}
        for note in ({}, {"note": "  "}):
            reply = await portal.refuses(
                Code.REQUEST_INVALID, "/network/orders_review", await portal.operator(),
                attributes={**attributes, **note},
            )  # fmt: skip
            assert "attributes.note" in reply.message
        await it.review(
            row["oid"], status="Rejected", reason_code="terms_breach",
            note="bids on the brand, see call 020 7946 0958",
        )  # fmt: skip

        asked = {"oid": row["oid"]}
        answer = await portal.ok("/reports/why", it.who, attributes=asked)

        assert (answer["verdict"], answer["reason_code"]) == (10, "terms_breach")
        assert "bids on the brand" in answer["note"]
        assert "7946" not in answer["note"]

    async def test_note_is_shown_to_publishers_without_data_of_customers_everywhere(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        [row] = await it.report(it.order("10.00"))
        note = "sold to Anna Kowalska, returned to us"
        await it.review(row["oid"], status="Rejected", reason_code="other", note=note)
        asked, shown = {"oid": row["oid"]}, "sold to […], returned to us"
        today = portal.resources.clock.now().date()
        listing = {
            **asked,
            "start_date": f"{today - timedelta(days=30)}",
            "end_date": f"{today + timedelta(days=1)}",
        }

        order = await portal.ok("/reports/transaction", it.who, attributes=asked)
        listed = await portal.ok("/reports/transactions", it.who, filter=listing)
        home = await portal.ok("/home/dashboard", it.who)
        exported = await read_export(portal, it.who, "transactions", "csv", **listing)
        whole = await portal.ok("/network/order_info", await portal.operator(), attributes=asked)

        for each in (order, listed["list"][0], home["latest_orders"][0]):
            assert [item["note"] for item in each["items"]] == [shown]
        assert [line["note"] for line in exported] == [shown]
        assert [item["note"] for item in whole["items"]] == [note]

    async def test_order_rejected_for_another_reason_with_a_note_is_not_without_a_reason(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        [row] = await it.report(it.order("10.00"))
        await it.review(row["oid"], status="Rejected", reason_code="other", note="sold twice")

        answer = await portal.ok("/reports/why", it.who, attributes={"oid": row["oid"]})

        assert (answer["verdict"], answer["reason_code"]) == (10, "other")
        assert answer["note"] == "sold twice"


class TestReportCurrency:
    async def test_first_order_sets_a_report_currency_that_was_not_chosen(
        self, portal: Portal
    ) -> None:
        who = await portal.someone(currency="USD", currency_chosen=False)
        shop = await portal.brand(currency="JPY")
        await portal.join(who, shop)
        link = await portal.link(who, shop)

        for number in range(2):
            order = {
                "order_id": unique("first"),
                "currency": "JPY",
                "code": link["code"],
                "items": [{"item_id": str(number), "amount": "1000"}],
            }
            [outcome] = (
                await portal.ok("/network/conversions", shop, attributes={"orders": [order]})
            )["list"]
            assert outcome["outcome"] == "created", outcome

        profile = await portal.ok("/user/profile", who)
        assert profile["currency"] == "JPY"

    async def test_concurrent_first_orders_set_one_report_currency(self, portal: Portal) -> None:
        # Currencies between which no other test gives a rate.
        who = await portal.someone(currency="USD", currency_chosen=False)
        shops = [await portal.brand(currency=currency) for currency in ("ISK", "TND")]
        links = []
        for shop in shops:
            await portal.join(who, shop)
            links.append(await portal.link(who, shop))

        async def report(number: int) -> dict[str, Any]:
            order = {
                "order_id": unique("race"),
                "currency": ("ISK", "TND")[number],
                "code": links[number]["code"],
                "items": [{"amount": "100"}],
            }
            found = await portal.ok(
                "/network/conversions", shops[number], attributes={"orders": [order]}
            )
            row: dict[str, Any] = found["list"][0]
            return row

        outcomes = await asyncio.gather(report(0), report(1))

        assert [row["outcome"] for row in outcomes] == ["created", "created"]
        currency = (await portal.ok("/user/profile", who))["currency"]
        async with portal.db() as db:
            orders = await db.fetch(
                "select currency, report_currency, unrated from conversion where publisher_id = $1",
                who.uid,
            )
        assert {row["report_currency"] for row in orders} == {currency}
        assert {(row["currency"] == currency, row["unrated"]) for row in orders} == {
            (True, False),
            (False, True),
        }
