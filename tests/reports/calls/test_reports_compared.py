"""Performance compared with another period."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from rpc import Code
from tests.support.orders.books import Books
from tests.support.orders.season import RANGE, at, new_books, part, performance
from tests.support.portal import Portal, SomeBrand

DAY_AND_BRAND = ["date", "brand"]


def zone_of_noon(now: datetime) -> str:
    """A time zone in which it is about noon, so that an hour before and after is the same day."""
    return f"Etc/GMT{now.hour - 12:+d}"


class TestPerformance:
    async def test_days_of_a_report_are_compared_with_the_preceding_days(
        self, books: Books, shop: SomeBrand
    ) -> None:
        await books.order(shop, at("2026-02-01T12:00"), part("10", "1"))
        await books.order(shop, at("2026-02-04T12:00"), part("30", "3"))
        asked = {"start_date": "2026-02-04", "end_date": "2026-02-06", "compare": "previous"}

        found = await performance(books, **asked, sort="-date")

        assert (found["compared_start_date"], found["compared_end_date"]) == (
            "2026-02-01",
            "2026-02-03",
        )
        assert [row["date"] for row in found["list"]] == ["2026-02-06", "2026-02-05", "2026-02-04"]
        compared = [(row["date"], row["sales"]) for row in found["compared"]]
        assert compared == [("2026-02-03", "0.00"), ("2026-02-02", "0.00"), ("2026-02-01", "10.00")]
        assert found["compared_totals"]["sales"] == "10.00"

    async def test_report_of_a_date_is_compared_with_the_same_date_a_year_earlier(
        self, books: Books, shop: SomeBrand
    ) -> None:
        await books.order(shop, at("2023-03-01T12:00"), part("10", "1"))
        asked = {"start_date": "2024-02-28", "end_date": "2024-03-01", "compare": "year"}

        found = await performance(books, **asked)

        assert [row["date"] for row in found["compared"]] == [
            "2023-02-28",
            "2023-02-28",
            "2023-03-01",
        ]
        assert found["compared"][2]["sales"] == found["compared_totals"]["sales"] == "10.00"

    async def test_current_day_is_compared_up_to_the_same_time_of_day(self, portal: Portal) -> None:
        now = portal.resources.clock.now()
        books = await new_books(portal, zone_of_noon(now))
        shop = await books.brand()
        for days in (0, 1, 30, 35):
            for hours, amount in ((-1, "10"), (1, "1000")):
                if (days, hours) != (0, 1):
                    moment = now - timedelta(days=days, hours=-hours)
                    await books.order(shop, moment, part(amount, "1"))
                    await books.click(shop, moment, link_id=1)
        today = books.day(now)

        for count, sales, number in ((1, "10.00", 1), (30, "1020.00", 3)):
            asked = {
                "start_date": (today - timedelta(days=count - 1)).isoformat(),
                "end_date": today.isoformat(),
                "compare": "previous",
            }
            for groups in ([], ["brand"], ["link"], ["site"], ["device"], ["date"], DAY_AND_BRAND):
                found = await performance(books, **asked, group_by=groups)
                before = found["compared_totals"]
                assert (before["sales"], before["orders"], before["clicks"]) == (
                    *(sales, number, number),
                ), (count, groups)
                until = datetime.fromisoformat(found["compared_until"])
                assert until - now < timedelta(days=-count, hours=1)
                if groups in (["brand"], ["link"], ["site"]):
                    assert figures_of(found["compared"][0]) == figures_of(before)
                if groups[:1] == ["date"]:
                    # Of 30 days, today meets its weekday, whose rest counts in the total alone.
                    pairs = zip(found["list"], found["compared"], strict=True)
                    [met] = [then for row, then in pairs if row["date"] == today.isoformat()]
                    assert (met["sales"], met["orders"], met["clicks"]) == ("10.00", 1, 1)

    async def test_past_period_of_a_report_is_compared_in_full(self, season: Books) -> None:
        found = await performance(season, compare="previous")
        assert found["compared_until"] is None

    async def test_each_row_of_a_report_is_paired_with_the_matching_row_of_the_earlier_period(
        self, season: Books
    ) -> None:
        for number, groups in enumerate(GROUPINGS * 2):
            lapsed = number >= len(GROUPINGS)
            found = await performance(season, group_by=groups, compare="previous", lapsed=lapsed)
            start, end = found["compared_start_date"], found["compared_end_date"]
            plain = await performance(season, group_by=groups)
            earlier = await performance(season, group_by=groups, start_date=start, end_date=end)
            names = [COLUMNS.get(group, group) for group in groups]

            assert (found["totals"], found["compared_totals"]) == (
                plain["totals"],
                earlier["totals"],
            )
            now = {key_of(row, names): row for row in plain["list"]}
            then = {key_of(row, names): row for row in earlier["list"]}
            assert len(found["list"]) == len(found["compared"]) == found["total"]
            expected = now.keys() | then.keys() if lapsed else now.keys()
            assert {key_of(row, names) for row in found["list"]} == expected
            for row, before in zip(found["list"], found["compared"], strict=True):
                key = key_of(row, names)
                assert key_of(before, names) == key
                assert figures_of(row) == figures_of(now[key]) if key in now else is_zero(row)
                assert (
                    figures_of(before) == figures_of(then[key]) if key in then else is_zero(before)
                )

    async def test_brand_with_sales_only_in_the_earlier_period_is_listed_with_zeros(
        self, books: Books, shop: SomeBrand
    ) -> None:
        await books.order(shop, at("2026-02-01T12:00"), part("10", "1"))
        asked = {"start_date": "2026-02-04", "end_date": "2026-02-06", "compare": "previous"}

        found = await performance(books, **asked, group_by=["brand"], lapsed=True)
        without = await performance(books, **asked, group_by=["brand"])

        assert (without["total"], without["compared_totals"]) == (0, found["compared_totals"])
        assert found["total"] == 1
        assert (found["list"][0]["mcid"], found["list"][0]["sales"]) == (shop.mcid, "0.00")
        assert (found["compared"][0]["mcid"], found["compared"][0]["sales"]) == (shop.mcid, "10.00")
        assert found["totals"]["sales"] == "0.00"

    async def test_days_of_a_brand_are_paired_by_position_in_the_period(
        self, books: Books, shop: SomeBrand
    ) -> None:
        await books.order(shop, at("2026-02-02T12:00"), part("10", "1"))
        await books.order(shop, at("2026-02-05T12:00"), part("30", "3"))
        asked = {"start_date": "2026-02-04", "end_date": "2026-02-06", "compare": "previous"}

        for groups in (["date", "brand"], ["brand", "month", "date"], ["week", "date"]):
            found = await performance(books, **asked, group_by=groups)

            [row] = [row for row in found["list"] if row["sales"] != "0.00"]
            before = found["compared"][found["list"].index(row)]
            assert (row["date"], row["sales"]) == ("2026-02-05", "30.00")
            assert (before["date"], before["sales"]) == ("2026-02-02", "10.00")
            assert before.get("week") in (None, "2026-02-02")
            assert before.get("month") in (None, "2026-02-01")

    @pytest.mark.parametrize("figure", ["commission", "orders", "clicks", "epc"])
    async def test_report_rows_are_sorted_by_change_or_earlier_figure(
        self, season: Books, figure: str
    ) -> None:
        for groups in (["brand"], ["link"], ["country", "device"], ["week"]):
            for sort, value in (
                (f"{figure}_change", lambda now, then: now - then),
                (f"{figure}_before", lambda _, then: then),
            ):
                asked = {"group_by": groups, "compare": "previous"}
                found = await performance(season, **asked, sort=f"-{sort}")
                pairs = zip(found["list"], found["compared"], strict=True)
                known = [
                    value(Decimal(row[figure]), Decimal(before[figure]))
                    for row, before in pairs
                    if row[figure] is not None and before[figure] is not None
                ]
                assert len(known) > 1
                if figure != "epc":  # whose four decimals are fewer than it is sorted by
                    assert known == sorted(known, reverse=True)
                page = await performance(season, **asked, sort=f"-{sort}", page=SECOND)
                assert page["list"] == found["list"][1:2]
                assert page["compared"] == found["compared"][1:2]

    @pytest.mark.parametrize("sort", ["commission_change", "-orders_before"])
    async def test_sorting_a_report_by_change_without_a_comparison_is_refused(
        self, portal: Portal, season: Books, sort: str
    ) -> None:
        asked = {**RANGE, "group_by": ["brand"], "sort": sort}
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/reports/performance", season.who, filter=asked
        )
        assert reply.data["field"] == "filter.sort"


GROUPINGS = [
    *([group] for group in ("brand", "site", "link", "country", "device", "offer_type")),
    *([f"uid{n}"] for n in range(1, 6)),
    [],
    ["brand", "country"],
    ["uid1", "link"],
]
COLUMNS = {"brand": "mcid", "site": "site_id", "link": "link_id"}
SECOND = {"curPage": 2, "perPage": 1}
AMOUNTS = ("sales", "commission", "orders", "clicks", "approved_commission")


def key_of(row: dict[str, Any], names: list[str]) -> tuple[Any, ...]:
    return tuple(row.get(name) for name in names)


def figures_of(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in (*AMOUNTS, "cr", "epc", "aov", "approval_rate")}


def is_zero(row: dict[str, Any]) -> bool:
    return all(Decimal(row[name]) == 0 for name in AMOUNTS)
