"""Performance: every figure is the same in every grouping and filter, for the publisher's own rows."""

from decimal import Decimal
from typing import Any

import pytest

from schema.reports.report import GroupBy
from tests.support.orders.books import Books, total
from tests.support.orders.season import (
    add_up,
    at,
    expected_of,
    inside,
    new_books,
    part,
    performance,
    transactions,
)
from tests.support.portal import Portal, SomeBrand

GROUPINGS = [
    [],
    *([group.value] for group in GroupBy),
    ["date", "brand"],
    ["date", "site"],
    ["month", "brand"],
    ["week", "site"],
    ["brand", "site"],
    ["brand", "uid1", "device"],
]


class TestPerformance:
    @pytest.mark.parametrize("group_by", GROUPINGS, ids="-".join)
    async def test_every_grouping_of_performance_adds_up_to_the_same_totals(
        self, season: Books, group_by: list[str]
    ) -> None:
        found = await performance(season, group_by=group_by)

        clicks = sum(inside(when) for when, _, _ in season.valid)
        expected = expected_of(season) | {"clicks": clicks, "currency": "GBP"}
        assert {name: found["totals"][name] for name in expected} == expected
        assert found["total"] == len(found["list"])
        assert add_up(found["list"]) == add_up([found["totals"]])

    async def test_transaction_totals_equal_those_of_performance(self, season: Books) -> None:
        report = await performance(season)

        listed = await transactions(season)

        assert listed["totals"] == report["totals"]
        assert listed["total"] == len(listed["list"]) == report["totals"]["orders"]
        for ours, theirs in (("report_amount", "sales"), ("report_comm", "commission")):
            amounts = [Decimal(order[ours]) for order in listed["list"]]
            assert total(amounts) == report["totals"][theirs]

    @pytest.mark.parametrize("narrow", ["brand", "site", "both", "uid"])
    async def test_filtered_performance_counts_only_matching_orders(
        self, season: Books, narrow: str
    ) -> None:
        brand, site_id = season.orders[0].brand, season.orders[0].site_id
        filters: dict[str, dict[str, Any]] = {
            "brand": {"mcids": [brand.mcid]},
            "site": {"site_ids": [site_id]},
            "both": {"mcids": [brand.mcid], "site_ids": [site_id]},
            "uid": {"uid1": "mail"},
        }
        rules: dict[str, Any] = {
            "brand": lambda order: order.brand == brand,
            "site": lambda order: order.site_id == site_id,
            "both": lambda order: order.brand == brand and order.site_id == site_id,
            "uid": lambda order: order.labels["uid1"] == "mail",
        }
        expected = expected_of(season, rules[narrow])
        for group_by in ([], ["date"], ["month"], ["brand"], ["site"], ["country"]):
            found = await performance(season, **filters[narrow], group_by=group_by)
            assert {name: found["totals"][name] for name in expected} == expected, group_by
        listed = await transactions(season, **filters[narrow])
        assert {name: listed["totals"][name] for name in expected} == expected

    @pytest.mark.parametrize("status", ["pending", "approved", "rejected"])
    async def test_performance_filtered_by_status_has_figures_of_that_status_and_no_clicks(
        self, season: Books, status: str
    ) -> None:
        parts = [
            part
            for order in season.orders
            if inside(order.at)
            for part in order.parts
            if part.status == status.title()
        ]
        for group_by in (["date"], ["brand"], ["uid1"]):
            found = await performance(season, status=status, group_by=group_by)

            totals = found["totals"]
            assert totals["sales"] == total(part.amount for part in parts)
            assert totals["commission"] == total(part.commission for part in parts)
            assert totals["commission"] == totals[f"{status}_commission"]
            assert totals["paid_commission"] == total(
                part.commission for part in parts if part.paid
            )
            expected = expected_of(season, meant=lambda part: part.status == status.title())
            assert {name: totals[name] for name in expected} == expected
            assert [totals[name] for name in ("clicks", "cr", "epc", "approval_rate")] == [None] * 4
            assert add_up(found["list"]) == add_up([totals])

    async def test_order_validated_on_two_days_counts_on_each_and_once_in_totals(
        self, books: Books, shop: SomeBrand
    ) -> None:
        await books.order(
            shop,
            at("2026-01-05T12:00"),
            part("10", "1", "Approved", validated=at("2026-02-01T12:00")),
            part("20", "2", "Rejected", validated=at("2026-02-03T12:00")),
            part("40", "4", "Pending"),
        )

        found = await performance(books, date_basis="validation")

        by_day = {
            row["date"]: row for row in found["list"] if row["orders"] or row["sales"] != "0.00"
        }
        assert {day: (row["orders"], row["sales"]) for day, row in by_day.items()} == {
            "2026-02-01": (1, "10.00"),
            "2026-02-03": (1, "20.00"),
        }
        assert found["totals"]["orders"] == 1
        assert found["totals"]["approval_rate"] == "0.5000"
        assert found["totals"]["clicks"] is None

    async def test_days_of_performance_follow_the_publishers_time_zone(
        self, portal: Portal
    ) -> None:
        books = await new_books(portal, "Asia/Tokyo")
        shop = await books.brand()
        await books.order(shop, at("2026-02-01T15:00"), part("10", "1"))
        await books.order(shop, at("2026-02-01T14:59:59.999999"), part("20", "2"))

        for more in ({}, {"uid1": ""}):
            found = await performance(books, start_date="2026-02-01", end_date="2026-02-02", **more)
            sales = [(row["date"], row["sales"]) for row in found["list"]]
            assert sales == [("2026-02-01", "20.00"), ("2026-02-02", "10.00")]
        assert found["time_zone"] == "Asia/Tokyo"

    async def test_day_without_clicks_and_orders_is_shown_with_zeros(self, books: Books) -> None:
        for kind, first, count in (("date", "2026-01-20", 81), ("week", "2026-01-19", 12)):
            found = await performance(books, group_by=[kind], status="approved")
            assert (found["total"], found["list"][0][kind]) == (count, first)
        found = await performance(books, group_by=["month"])
        assert [row["month"] for row in found["list"]] == [f"2026-0{n}-01" for n in range(1, 5)]
        assert found["list"][0]["commission"] == "0.00"
        assert found["list"][0]["cr"] is None

    async def test_performance_does_not_count_days_outside_the_range(
        self, books: Books, shop: SomeBrand
    ) -> None:
        early = await books.brand()
        links = {brand: await books.link(brand) for brand in (early, shop)}
        for brand, day in ((early, 2), (shop, 2), (shop, 20)):
            when, link_id = at(f"2026-02-{day:02}T12:00"), links[brand]
            await books.click(brand, when, link_id=link_id)
            await books.order(brand, when, part("10", "1"), link_id=link_id)
        days = {"start_date": "2026-02-05", "end_date": "2026-03-31"}
        for group_by in ([], ["brand"], ["link"], ["month", "brand"]):
            found = await performance(books, group_by=group_by, **days)
            assert found["total"] == len(found["list"]) == 1
            for sums in (found["list"][0], found["totals"]):
                assert (sums["clicks"], sums["orders"], sums["sales"]) == (1, 1, "10.00")
        narrowed = await performance(books, group_by=["month"], mcids=[early.mcid], **days)
        assert [row["orders"] for row in narrowed["list"]] == [0, 0]

    async def test_ratios_of_performance_are_exact(self, books: Books, shop: SomeBrand) -> None:
        for _ in range(3):
            await books.click(shop, at("2026-02-01T10:00"))
        await books.order(shop, at("2026-02-01T12:00"), part("10.01", "1.00", "Approved"))
        await books.order(shop, at("2026-02-02T12:00"), part("10.00", "1.00", "Rejected"))

        totals = (await performance(books))["totals"]
        ratios = [totals[name] for name in ("cr", "epc", "aov", "approval_rate")]
        assert ratios == ["0.6667", "0.6667", "10.00", "0.5000"]
