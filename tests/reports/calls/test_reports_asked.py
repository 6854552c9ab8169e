"""Options of a performance report: pages, sorts, names, refusals."""

from decimal import Decimal
from typing import Any

import pytest

from rpc import Code
from tests.support.orders.books import Books
from tests.support.orders.season import (
    RANGE,
    at,
    new_books,
    part,
    performance,
)
from tests.support.portal import Portal, SomeBrand


class TestPerformance:
    @pytest.mark.parametrize("sort", ["-commission", "cr", "-epc", "mcid", "-brand_name", "clicks"])
    async def test_pages_of_a_report_in_any_sort_order_add_up_to_the_whole(
        self, season: Books, sort: str
    ) -> None:
        asked = {"group_by": ["brand", "date"], "sort": sort}
        whole = await performance(season, **asked)

        pages = [
            await performance(season, **asked, page={"perPage": 7, "curPage": number})
            for number in range(1, whole["total"] // 7 + 2)
        ]

        assert [row for page in pages for row in page["list"]] == whole["list"]
        assert all(page["totals"] == whole["totals"] for page in pages)
        beyond = await performance(season, **asked, page={"perPage": 7, "curPage": 9_999})
        assert (beyond["list"], beyond["total"]) == ([], whole["total"])
        assert beyond["totals"] == whole["totals"]

    async def test_report_rows_can_be_sorted_by_any_figure(self, season: Books) -> None:
        names = [name for name in (await performance(season))["totals"] if name != "currency"]
        for name in names:
            found = await performance(season, group_by=["device", "country"], sort=f"-{name}")
            values = [Decimal(row[name]) for row in found["list"] if row[name] is not None]
            assert values == sorted(values, reverse=True), name

    async def test_report_rows_include_brand_and_channel_names(
        self, books: Books, shop: SomeBrand
    ) -> None:
        await books.order(shop, at("2026-02-01T12:00"), part("10", "1"))
        [brand] = (await performance(books, group_by=["brand"]))["list"]
        [site] = (await performance(books, group_by=["site"]))["list"]
        assert (brand["mcid"], brand["brand_name"]) == (shop.mcid, f"Shop {shop.mcid}")
        assert (site["site_id"], site["site_name"][:5]) == (books.who.site_id, "site-")

    async def test_report_hides_figures_of_another_publisher(
        self, portal: Portal, season: Books
    ) -> None:
        stranger = await new_books(portal)
        mcids = [season.orders[0].brand.mcid]
        for more in ({}, {"mcids": mcids}, {"uid1": "mail"}):
            for group_by in (["date"], ["brand"], ["site"], ["link"]):
                found = await performance(stranger, group_by=group_by, **more)
                assert (found["totals"]["orders"], found["totals"]["clicks"]) == (0, 0)
                assert group_by == ["date"] or found["list"] == []

    @pytest.mark.parametrize("path", ["performance", "transactions", "clicks"])
    @pytest.mark.parametrize(
        ("name", "changes"),
        [
            ("end_date", {"start_date": "2016-04-10"}),
            ("start_date", {"start_date": "0001-01-01", "end_date": "0001-01-02"}),
            ("end_date", {"start_date": "9999-12-30", "end_date": "9999-12-31"}),
        ],
        ids=["ten years", "before any calendar", "after all days"],
    )
    async def test_extreme_date_range_is_refused_by_every_report(
        self, books: Books, path: str, name: str, changes: dict[str, str]
    ) -> None:
        reply = await books.portal.refuses(
            Code.REQUEST_INVALID, f"/reports/{path}", books.who, filter=RANGE | changes
        )
        assert reply.refusal == {"field": f"filter.{name}"}
        given = {"report": path, "filter": RANGE | changes}
        for call, more in (("export", {}), ("view_save", {"name": "Absurd"})):
            reply = await books.portal.refuses(
                Code.REQUEST_INVALID, f"/reports/{call}", books.who, attributes={**given, **more}
            )
            assert reply.refusal == {"field": f"attributes.filter.{name}"}

    async def test_report_of_a_reversed_date_range_is_refused(self, books: Books) -> None:
        for path in ("performance", "transactions", "clicks"):
            asked = {"start_date": "2026-02-02", "end_date": "2026-02-01"}
            await books.portal.refuses(
                Code.DATES_REVERSED, f"/reports/{path}", books.who, filter=asked
            )

    @pytest.mark.parametrize(
        ("name", "changes"),
        [
            ("filter.sort", {"sort": "password"}),
            ("filter.sort", {"sort": "mcid"}),
            ("filter.sort", {"sort": "-"}),
            ("filter.end_date", {"start_date": "2021-04-10"}),
            ("filter.start_date", {"start_date": "0001-01-01", "end_date": "0001-01-02"}),
            ("filter.end_date", {"start_date": "9999-12-30", "end_date": "9999-12-31"}),
            ("filter.group_by", {"group_by": ["colour"]}),
            ("filter.mcids", {"mcids": ["x"] * 101}),
            ("page.cursor", {"page": {"cursor": "abc"}}),
        ],
    )
    async def test_refusal_of_a_report_names_the_invalid_option(
        self, books: Books, name: str, changes: dict[str, Any]
    ) -> None:
        page = changes.pop("page", {})
        reply = await books.portal.refuses(
            Code.REQUEST_INVALID,
            "/reports/performance",
            books.who,
            filter=RANGE | changes,
            page=page,
        )
        assert name in reply.message
