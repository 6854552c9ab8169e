"""Performance beside that of another period."""

from datetime import timedelta

from tests.support.orders.books import Books
from tests.support.orders.season import (
    FIRST,
    at,
    part,
    performance,
)
from tests.support.portal import SomeBrand


class TestPerformance:
    async def test_compares_day_by_day_with_the_days_before(
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

    async def test_compares_a_date_with_the_same_date_of_the_year_before(
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

    async def test_compares_other_groups_by_their_totals_alone(self, season: Books) -> None:
        found = await performance(season, group_by=["brand"], compare="previous")
        assert found["compared"] == []
        assert found["compared_totals"]["orders"] == sum(
            order.at < FIRST + timedelta(days=17) for order in season.orders
        )
