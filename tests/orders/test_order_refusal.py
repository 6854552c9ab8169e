"""Refused reports of orders are kept for 90 days, from every source."""

import asyncio
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import schema.orders.order_refusal
from schema.orders.order_refusal import RefusalCode
from sql.network.retention import purge_shared
from tests.orders.test_import import import_file
from tests.support.orders.orders import Deal, deal, join_brand
from tests.support.portal import Portal, unique


async def refusals(it: Deal) -> list[dict[str, Any]]:
    async with it.portal.db() as db:
        rows = await db.fetch(
            "select * from order_refusal where mid = $1 order by order_id, publisher_id",
            it.brand.mid,
        )
    return [dict(row) for row in rows]


class TestRefusals:
    async def test_refused_order_report_is_stored_with_its_reason_and_the_publisher_of_the_click(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        ref = await it.click()

        good, bad = it.order(), it.order(currency="ZZZ", click_ref=ref, code=None)
        await it.report(good, bad)

        [row] = await refusals(it)
        assert (row["order_id"], row["publisher_id"]) == (bad["order_id"], it.who.uid)
        assert row["reason"] == "`currency` 'ZZZ' is not an ISO 4217 code such as GBP"
        assert row["at"] <= portal.resources.clock.now()

    async def test_refused_order_report_without_a_click_is_stored_without_a_publisher(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)

        await it.report(it.order(order_id=" x 1\u200b", code=None))

        [row] = await refusals(it)
        assert (row["order_id"], row["publisher_id"]) == ("x 1", 0)
        assert row["reason"].startswith("not_traced: send `click_ref`")

    async def test_refusal_with_a_click_of_another_brand_is_stored_without_a_publisher(
        self, portal: Portal
    ) -> None:
        it, other = await deal(portal), await deal(portal)

        await it.report(it.order(click_ref=await other.click(), code=None))

        [row] = await refusals(it)
        assert row["publisher_id"] == 0

    async def test_refusal_with_a_blocked_click_is_stored_with_the_publisher(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)

        await it.report(it.order(click_ref=await it.click(verdict="blocked"), code=None))

        [row] = await refusals(it)
        assert (row["publisher_id"], row["reason"][:10]) == (it.who.uid, "not_traced")

    async def test_repeatedly_refused_order_is_stored_once_with_the_last_reason(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        order = it.order(currency="ZZZ")
        await it.report(order)

        await it.report({**order, "currency": "GBP", "items": [{"amount": "-1"}]})

        [row] = await refusals(it)
        assert "is negative" in row["reason"]

    async def test_order_refused_by_the_conversion_endpoint_is_stored(self, portal: Portal) -> None:
        it, number = await deal(portal), unique("o")

        answer = await portal.http.get(
            "/conversion",
            params={"key": it.brand.token, "order_id": number, "amount": "1", "currency": "GBP"},
        )

        assert answer.json()["data"]["list"][0]["outcome"] == "refused"
        assert [row["order_id"] for row in await refusals(it)] == [number]

    async def test_refused_orders_and_rows_of_an_import_file_are_stored(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await deal(portal)
        content = "id,value,at,land\nA,1.00,,GB\nB,many,,GB\nC,1.001,,GB\nD\0,x,,GB\n,1.00,,GB\n"

        await import_file(it, tmp_path / "orders.csv", content)

        rows = {row["order_id"]: row["reason"] for row in await refusals(it)}
        assert rows.keys() == {"B", "C", "D"}
        assert "value 'many' is not a number" in rows["B"]
        assert "has more decimals than GBP has" in rows["C"]

    async def test_stored_refusals_per_brand_and_day_are_limited(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it, other = await deal(portal), await deal(portal)
        monkeypatch.setattr(schema.orders.order_refusal, "REFUSALS_MAX", 3)
        await it.report(it.order(currency="ZZZ"))

        await it.report(*[it.order(currency="ZZZ") for _ in range(5)])
        await it.report(it.order(currency="ZZZ"))
        await other.report(other.order(currency="ZZZ"))

        assert (len(await refusals(it)), len(await refusals(other))) == (3, 1)

    async def test_limit_of_stored_refusals_holds_for_concurrent_reports(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it = await deal(portal)
        monkeypatch.setattr(schema.orders.order_refusal, "REFUSALS_MAX", 7)

        orders = [[it.order(currency="ZZZ") for _ in range(5)] for _ in range(6)]
        await asyncio.gather(*(it.report(*some) for some in orders))

        assert len(await refusals(it)) == 7

    async def test_refused_order_report_keeps_its_kind_of_refusal_and_the_orders_time_and_amount(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, cookie_days=3)
        now = portal.resources.clock.now().replace(microsecond=0)
        ref = await it.click(now - timedelta(days=5))
        late = it.order("12.50", click_ref=ref, code=None, order_time=now.isoformat())
        early = it.order(click_ref=ref, code=None, order_time=(now - timedelta(days=9)).isoformat())
        bare, foreign = it.order(code=None), it.order(code="none", click_ref=None)
        strange = it.order(currency="ZZZ")
        twice = it.order()

        await it.report(late, early, bare, foreign, strange, twice, twice)

        rows = {row["order_id"]: row for row in await refusals(it)}
        kinds = {order_id: row["code"] for order_id, row in rows.items()}
        assert kinds == {
            late["order_id"]: RefusalCode.AFTER_COOKIE,
            early["order_id"]: RefusalCode.BEFORE_CLICK,
            bare["order_id"]: RefusalCode.NOTHING_NAMED,
            foreign["order_id"]: RefusalCode.NOT_OF_BRAND,
            strange["order_id"]: RefusalCode.INVALID_VALUE,
            twice["order_id"]: RefusalCode.REPEATED,
        }
        row = rows[late["order_id"]]
        assert (row["order_time"], row["amount"]) == (now, Decimal("12.50"))

    async def test_taken_order_number_and_missing_terms_are_refused_with_different_codes(
        self, portal: Portal
    ) -> None:
        groups = [{"name": "Shoes", "pays": "percent", "value": "5", "category": "Shoes"}]
        it = await deal(portal, commission_groups=groups)
        other = await join_brand(portal, it.brand)
        taken = it.order(category="Shoes")
        await other.report({**taken, "code": other.code})

        await it.report(taken, it.order(category="Hats"))

        kinds = {row["code"] for row in await refusals(it)}
        assert kinds == {RefusalCode.NUMBER_TAKEN, RefusalCode.NO_TERMS}

    async def test_refused_order_report_is_deleted_after_90_days(self, portal: Portal) -> None:
        it = await deal(portal)
        await it.report(it.order(currency="ZZZ"), it.order(currency="ZZZ"))
        old = (await refusals(it))[0]["order_id"]
        async with portal.db() as db:
            await db.execute(
                "update order_refusal set day = day - 91 where mid = $1 and order_id = $2",
                it.brand.mid,
                old,
            )
            await purge_shared(db, portal.resources.clock.now())

        assert [row["order_id"] == old for row in await refusals(it)] == [False]
