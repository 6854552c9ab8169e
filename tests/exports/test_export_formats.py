"""An export equals its screen, to the cent: each format read back by another library."""

from decimal import Decimal
from typing import Any

import pytest

from tests.support.orders.books import Books
from tests.support.orders.season import RANGE, ZONE
from tests.support.portal import Portal
from tests.support.reports.exports import amount, day, moment, read_export, text

FORMATS = ["csv", "xlsx", "parquet"]
FIGURES = ("sales", "commission", "pending_commission", "approved_commission",
           "rejected_commission", "paid_commission", "bonus", "cr", "epc", "aov", "approval_rate")  # fmt: skip
COUNTS = ("clicks", "orders", "pending_orders", "approved_orders", "rejected_orders")
NARROWED = [
    {},
    {"status": "approved"},
    {"status": "rejected", "date_basis": "validation"},
    {"uid1": "mail"},
]


@pytest.mark.parametrize("format", FORMATS)
class TestPerformance:
    @pytest.mark.parametrize(
        "filter",
        [
            {"group_by": ["date"]},
            {"group_by": ["month"], "status": "approved"},
            {"group_by": ["brand", "site"], "sort": "-commission"},
            {"group_by": ["country", "device"], "date_basis": "validation"},
            {"group_by": ["week"], "compare": "previous"},
            {"group_by": []},
        ],
        ids=str,
    )
    async def test_exported_orders_have_the_rows_of_the_screen(
        self, portal: Portal, season: Books, format: str, filter: dict[str, Any]
    ) -> None:
        asked = {**RANGE, **filter}
        screen = await portal.ok(
            "/reports/performance", season.who, filter=asked, page={"perPage": 1000}
        )

        rows = await read_export(portal, season.who, "performance", format, **asked)

        assert len(rows) == screen["total"] > 0
        for row, shown in zip(rows, screen["list"], strict=True):
            for name in FIGURES:
                assert amount(row[name]) == amount(shown[name]), name
            for name in COUNTS:
                assert text(row[name]) == text(shown[name]), name
            for name in {"date", "week", "month"} & row.keys():
                assert day(row[name]) == shown[name]
            for name in {"mcid", "site_id", "country", "device"} & row.keys():
                assert text(row[name]) == text(shown[name])


@pytest.mark.parametrize("format", FORMATS)
class TestTransactions:
    @pytest.mark.parametrize("filter", NARROWED, ids=str)
    async def test_exported_orders_have_each_matching_item_once(
        self, portal: Portal, season: Books, format: str, filter: dict[str, Any]
    ) -> None:
        asked = {**RANGE, **filter}
        screen = await portal.ok(
            "/reports/transactions", season.who, filter=asked, page={"perPage": 1000}
        )

        rows = await read_export(portal, season.who, "transactions", format, **asked)

        shown = {(str(order["oid"]), item["item_id"]): (order, item)
                 for order in screen["list"] for item in order["items"]}  # fmt: skip
        keys = [(text(row["oid"]), text(row["item_id"])) for row in rows]
        assert len(keys) == len(set(keys)) > 0
        for key, row in zip(keys, rows, strict=True):
            order, item = shown[key]
            for name in ("sale_amount", "sale_comm", "ori_amount", "ori_comm"):
                assert amount(row[name]) == amount(item[name]), name
            assert row["status"] == item["status"]
            assert row["order_status"] == order["status"]
            assert moment(row["order_time"], ZONE) == moment(order["order_time"], ZONE)
            assert moment(row["validation_date"], ZONE) == moment(item["validation_date"], ZONE)
            assert (text(row["uid1"]), row["mcid"]) == (order["uid1"], order["mcid"])
            assert text(row["mid"]) == str(order["mid"])
            assert (str(row["paid"]).lower() in ("true", "t", "1")) == item["paid"]
        assert {oid for oid, _ in keys} == {str(order["oid"]) for order in screen["list"]}
        for total, column in (("sales", "report_amount"), ("commission", "report_comm")):
            assert sum((amount(row[column]) or Decimal(0) for row in rows), Decimal(0)) == Decimal(
                screen["totals"][total]
            )


@pytest.mark.parametrize("format", FORMATS)
class TestClicks:
    @pytest.mark.parametrize("filter", [{}, {"verdict": "bot"}, {"converted": True}], ids=str)
    async def test_exported_clicks_are_those_of_the_screen(
        self, portal: Portal, season: Books, format: str, filter: dict[str, Any]
    ) -> None:
        asked = {**RANGE, **filter}
        screen = await portal.ok(
            "/reports/clicks", season.who, filter=asked, page={"perPage": 1000}
        )

        rows = await read_export(portal, season.who, "clicks", format, **asked)

        assert len(rows) == screen["total"]
        for row, shown in zip(rows, screen["list"], strict=True):
            assert moment(row["click_time"], ZONE) == moment(shown["click_time"], ZONE)
            names = (
                "click_ref",
                "mcid",
                "link_id",
                "link_code",
                "link_note",
                "country",
                "verdict",
                "oid",
            )
            for name in names:
                assert text(row[name]) == text(shown[name]), name


@pytest.mark.parametrize("format", FORMATS)
class TestLinks:
    async def test_exported_links_are_those_of_the_screen(
        self, portal: Portal, season: Books, format: str
    ) -> None:
        screen = await portal.ok("/tools/links", season.who, page={"perPage": 1000})

        rows = await read_export(portal, season.who, "links", format)

        assert len(rows) == screen["total"] > 1
        for row, shown in zip(rows, screen["list"], strict=True):
            for name in (
                "link_id", "code", "tracking_url", "target_url", "coupon", "clicks", "orders",
            ):  # fmt: skip
                assert text(row[name]) == text(shown[name]), name
            assert amount(row["commission"]) == amount(shown["commission"])
            assert row["currency"] == shown["currency"]


DAYS = {"start_date": "2026-01-01", "end_date": "2026-01-31"}
OF_NOTHING: dict[str, dict[str, Any]] = {
    "performance": {**DAYS, "group_by": ["brand"]},
    "transactions": DAYS,
    "clicks": DAYS,
    "links": {},
    "payments": {},
    "settlements": {},
    "deliveries": {},
}


@pytest.mark.parametrize("report", OF_NOTHING)
async def test_export_without_rows_is_readable_in_each_format(portal: Portal, report: str) -> None:
    alice = await portal.someone()
    for format in FORMATS:
        assert await read_export(portal, alice, report, format, **OF_NOTHING[report]) == []
