"""The same figures everywhere: orders and clicks of the real endpoints are equal on every screen, to the cent."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from schema.reports.report import GroupBy
from tests.support.portal import Portal, SomeBrand, Someone, unique

GROUPINGS = [
    [],
    *([group.value] for group in GroupBy),
    ["date", "brand"],
    ["month", "site"],
    ["brand", "site"],
]


@dataclass
class Shopping:
    """A publisher whose figures are in yen, with orders in three currencies by clicks and by codes."""

    portal: Portal
    who: Someone
    brand: SomeBrand
    click_ref: str
    oids: list[int]
    commission: int
    """In yen, as it is worked out by hand."""

    async def report(self, path: str, **filter: Any) -> Any:
        today = self.portal.resources.clock.now().date()
        days = {"start_date": today - timedelta(days=29), "end_date": today}
        found: Any = await self.portal.ok(
            f"/reports/{path}", self.who, filter=days | filter, page={"perPage": 1000}
        )
        return found


def order(code: str, currency: str, *items: tuple[str, str, str | None]) -> dict[str, Any]:
    lines = [
        {"item_id": name, "amount": amount, **({"status": status} if status else {})}
        for name, amount, status in items
    ]
    for line in lines:
        if line.get("status") == "Rejected":
            line["reason_code"] = "item_returned"
    where = "click_ref" if len(code) == 32 else "code"
    return {"order_id": unique("order"), "currency": currency, "items": lines, where: code}


@pytest.fixture(scope="module")
async def shopping(portal: Portal) -> AsyncIterator[Shopping]:
    who = await portal.someone(currency="JPY")
    operator = await portal.operator()
    now = portal.resources.clock.now()
    for days in range(42, -1, -7):
        day = (now - timedelta(days=days)).date()
        for base, rate in (("GBP", "190.005"), ("BHD", "398.7")):
            attributes = {"day": day, "base": base, "quote": "JPY", "rate": rate}
            await portal.ok("/network/rate_save", operator, attributes=attributes)
    brands = [await portal.brand(), await portal.brand()]
    codes, refs = [], []
    for brand in brands:
        await portal.join(who, brand)
        link = await portal.link(who, brand, uid1="mail")
        codes.append(link["code"])
        refs.append(await portal.click(link["code"]))
    orders = [
        order(refs[0], "GBP", ("a", "10.05", "Approved"), ("b", "99.99", None)),
        order(codes[0], "JPY", ("a", "12345", "Rejected")),
        order(codes[0], "BHD", ("a", "7.125", None)),
    ]
    taken = await portal.ok("/network/conversions", brands[0], attributes={"orders": orders})
    more = await portal.ok(
        "/network/conversions",
        brands[1],
        attributes={"orders": [order(codes[1], "GBP", ("a", "0.05", "Approved"))]},
    )
    rows = [*taken["list"], *more["list"]]
    assert [row["outcome"] for row in rows] == ["created"] * 4, rows
    # 10 %: 1.00 and 10.00 GBP (half-even), 1234 JPY (half-even of 1234.5), 0.712 BHD, 0.00 GBP (of 0.005)
    commission = sum(map(round, (190.005, 1900.05, 1234, 0.712 * 398.7, 0)))
    yield Shopping(portal, who, brands[0], refs[0], [row["oid"] for row in rows], commission)


async def test_every_screen_shows_the_same_figures_of_orders_and_clicks(shopping: Shopping) -> None:
    listed = await shopping.report("transactions")
    totals = listed["totals"]
    home = await shopping.portal.ok("/home/dashboard", shopping.who, filter={"period": "30d"})
    assert home["totals"] == totals
    assert (totals["orders"], totals["clicks"], totals["currency"]) == (4, 2, "JPY")
    assert totals["commission"] == str(shopping.commission)
    assert sum(Decimal(order["report_comm"]) for order in listed["list"]) == shopping.commission
    for group_by in GROUPINGS:
        found = await shopping.report("performance", group_by=group_by)
        assert found["totals"] == totals, group_by
        for name in ("orders", "clicks", "sales", "commission", "approved_commission"):
            assert sum(Decimal(row[name]) for row in found["list"]) == Decimal(totals[name])


async def test_review_of_an_order_updates_all_figures_alike(shopping: Shopping) -> None:
    before = (await shopping.report("performance"))["totals"]
    operator = await shopping.portal.operator()
    asked = {"oids": shopping.oids[:1], "status": "Rejected", "reason_code": "order_cancelled"}
    await shopping.portal.ok("/network/orders_review", operator, attributes=asked)

    after = (await shopping.report("transactions"))["totals"]
    by_uid = (await shopping.report("performance", group_by=["uid1"]))["totals"]
    assert after == by_uid == (await shopping.report("performance"))["totals"]
    assert after["commission"] == before["commission"]
    assert after["rejected_orders"] == before["rejected_orders"] + 1
    assert Decimal(after["rejected_commission"]) == Decimal(before["rejected_commission"]) + 2090


async def test_timeline_of_an_order_lists_every_change(shopping: Shopping) -> None:
    story = await shopping.portal.ok(
        "/reports/transaction", shopping.who, attributes={"oid": shopping.oids[0]}
    )
    kinds = [entry["kind"] for entry in story["timeline"]]
    assert kinds[:2] == ["click", "order"]
    assert story["click_ref"] == shopping.click_ref
    [click] = (await shopping.report("clicks", converted=True))["list"]
    assert (click["click_ref"], click["oid"]) == (shopping.click_ref, shopping.oids[0])
