"""Closed months, payments received from brands, bonuses, and the list of settlements."""

from rpc import Code
from schema.payments.settlement import to_period
from tests.support.orders.orders import deal
from tests.support.orders.settling import earn, month_before, pay_brand, settle
from tests.support.portal import Portal


class TestClosings:
    async def test_month_is_closing_until_the_job_has_run(self, portal: Portal) -> None:
        it = await deal(portal)
        await earn(it, "10.00")
        operator = await portal.operator()
        asked = {"mcid": it.brand.mcid, "period": to_period(month_before(portal))}

        async def closings() -> list[tuple[str, dict[str, str]]]:
            found = await portal.ok("/network/closings", operator, attributes=asked)
            return [(row["outcome"], row["amounts"]) for row in found["list"]]

        assert await closings() == []
        await portal.ok("/network/settle", operator, attributes=asked)
        assert await closings() == [("closing", {})]
        await portal.work()
        assert await closings() == [("closed", {"GBP": "1.00"})]
        whole = {"period": asked["period"]}
        every = await portal.ok("/network/closings", operator, attributes=whole)
        assert it.brand.mcid in [row["mcid"] for row in every["list"]]

    async def test_closing_a_month_of_an_unknown_brand_is_refused(self, portal: Portal) -> None:
        asked = {"mcid": "nobody", "period": "2026-01"}
        operator = await portal.operator()
        await portal.refuses(Code.BRAND_UNKNOWN, "/network/closings", operator, attributes=asked)


class TestBrandPaid:
    async def test_payment_of_a_brand_makes_its_settlements_payable(self, portal: Portal) -> None:
        it = await deal(portal)
        await earn(it, "10.00")
        await settle(portal, it.brand.mcid)

        once = await pay_brand(it)
        again = await pay_brand(it)

        assert once == again
        assert once["amounts"] == {"GBP": "1.00"}
        [made] = await it.rows("settlement")
        assert made["payable_at"] is not None
        accounts = [line["account"] for line in await it.rows("ledger", "at, line")]
        assert accounts == ["receivable", "publisher", "bank", "receivable"]

    async def test_brand_payment_with_another_reference_or_for_an_open_month_is_refused(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        await earn(it, "10.00")
        asked = {"mcid": it.brand.mcid, "period": to_period(month_before(portal)), "reference": "2"}
        operator = await portal.operator()
        await portal.refuses(Code.STATE_FORBIDS, "/network/brand_paid", operator, attributes=asked)
        await settle(portal, it.brand.mcid)
        await pay_brand(it)
        await portal.refuses(Code.STATE_FORBIDS, "/network/brand_paid", operator, attributes=asked)
        unknown = {**asked, "mcid": "nobody"}
        await portal.refuses(
            Code.BRAND_UNKNOWN, "/network/brand_paid", operator, attributes=unknown
        )

    async def test_settlements_of_a_prepaid_brand_are_payable_at_once(self, portal: Portal) -> None:
        it = await deal(portal, prepaid=True)
        await earn(it, "10.00")
        await settle(portal, it.brand.mcid)

        found = await portal.ok(
            "/network/settlements", await portal.operator(), filter={"uid": it.who.uid}
        )

        assert [(s["state"], s["amount"], s["uid"]) for s in found["list"]] == [
            ("payable", "1.00", it.who.uid)
        ]


class TestBonusAdd:
    async def test_repeated_bonus_is_added_once_and_payable_at_once(self, portal: Portal) -> None:
        it = await deal(portal)
        given = {
            "uid": it.who.uid,
            "amount": "25.00",
            "reference": "spring",
            "note": "Spring bonus",
        }

        made = [
            await portal.ok("/network/bonus_add", await portal.operator(), attributes=given)
            for _ in range(2)
        ]

        assert made[0] == made[1]
        assert (made[0]["state"], made[0]["type"], made[0]["amount"]) == (
            "payable",
            "bonus",
            "25.00",
        )
        assert len(await it.rows("ledger")) == 2
        other = {**given, "amount": "26.00"}
        reply = await portal.refuses(
            Code.STATE_FORBIDS, "/network/bonus_add", await portal.operator(), attributes=other
        )
        assert reply.refusal == {"field": "attributes.reference"}
        assert "GBP\u00a025.00" in reply.message
        assert len(await it.rows("ledger")) == 2

    async def test_bonus_for_an_unknown_publisher_or_of_an_invalid_amount_is_refused(
        self, portal: Portal
    ) -> None:
        who, operator = await portal.someone(), await portal.operator()
        given = {"uid": who.uid, "amount": "1.00", "reference": "r", "note": "n"}
        for amount in ("0", "NaN", "1.001", "1e13"):
            bad = {**given, "amount": amount}
            await portal.refuses(
                Code.REQUEST_INVALID, "/network/bonus_add", operator, attributes=bad
            )
        gone = {**given, "uid": 999_999_999}
        await portal.refuses(Code.USER_NOT_FOUND, "/network/bonus_add", operator, attributes=gone)


class TestSettlements:
    async def test_settlements_are_paged_by_a_cursor(self, portal: Portal) -> None:
        it = await deal(portal, prepaid=True)
        await earn(it, "10.00", months=2)
        await earn(it, "20.00")
        await settle(portal, it.brand.mcid, months=2)
        await settle(portal, it.brand.mcid)
        operator, asked = await portal.operator(), {"mcid": it.brand.mcid}

        first = await portal.ok("/network/settlements", operator, filter=asked, page={"perPage": 1})
        page = {"perPage": 1, "cursor": first["next"]}
        second = await portal.ok("/network/settlements", operator, filter=asked, page=page)

        assert [s["amount"] for s in first["list"] + second["list"]] == ["2.00", "1.00"]
        assert (first["total"], second["total"], second["next"]) == (2, 2, None)
