"""Orders sorted by a column, and found by any of their numbers."""

from decimal import Decimal
from typing import Any

import pytest

import handlers.reports.transactions
from rpc import Code
from tests.support.orders.books import Books, ref
from tests.support.orders.season import RANGE, at, part, transactions
from tests.support.portal import Portal, SomeBrand


class TestSorted:
    @pytest.mark.parametrize("column", ["order_time", "updated_at", "sale_amount", "sale_comm"])
    @pytest.mark.parametrize("way", ["", "-"])
    async def test_pages_and_cursors_of_a_sorted_list_follow_the_sort_order(
        self, season: Books, column: str, way: str
    ) -> None:
        sort = f"{way}{column}"
        plain = (await transactions(season))["list"]
        names = {"sale_amount": "report_amount", "sale_comm": "report_comm"}

        def key(order: dict[str, Any]) -> tuple[Any, int]:
            value = order[names.get(column, column)]
            return (Decimal(value) if column in names else value, order["oid"])

        expected = [order["oid"] for order in sorted(plain, key=key, reverse=way == "-")]
        walked: list[int] = []
        page: dict[str, Any] | None = {"perPage": 7}
        while page:
            found = await transactions(season, sort=sort, page=page)
            walked += [order["oid"] for order in found["list"]]
            page = found["next"] and {"perPage": 7, "cursor": found["next"]}
        second = await transactions(season, sort=sort, page={"perPage": 7, "curPage": 2})

        assert walked == expected
        assert [order["oid"] for order in second["list"]] == expected[7:14]

    async def test_cursor_of_another_sort_order_is_refused(
        self, portal: Portal, season: Books
    ) -> None:
        of_amounts = await transactions(season, sort="sale_amount", page={"perPage": 2})
        for sort in ("sale_comm", "-sale_amount", "order_time", None):
            asked = {**RANGE, "sort": sort} if sort else RANGE
            await portal.refuses(
                Code.REQUEST_INVALID,
                "/reports/transactions",
                season.who,
                filter=asked,
                page={"cursor": of_amounts["next"]},
            )

    async def test_unknown_sort_column_is_refused(self, portal: Portal, season: Books) -> None:
        for sort in ("coupon", "sale_amount desc", "--order_time", ""):
            await portal.refuses(
                Code.REQUEST_INVALID,
                "/reports/transactions",
                season.who,
                filter={**RANGE, "sort": sort},
            )

    async def test_too_many_orders_to_sort_by_amount_are_refused(
        self, portal: Portal, season: Books, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(handlers.reports.transactions, "ORDERS_SUMMED_MAX", 3)
        answer = await portal.refuses(
            Code.REQUEST_INVALID,
            "/reports/transactions",
            season.who,
            filter={**RANGE, "sort": "-sale_amount"},
        )
        assert "choose fewer days" in answer.message
        assert len((await transactions(season, sort="order_time"))["list"]) > 3


class TestKeyword:
    async def test_keyword_finds_an_order_by_any_of_its_numbers(
        self, books: Books, shop: SomeBrand
    ) -> None:
        moment = at("2026-02-01T11:00")
        click = (await books.click(shop, moment), moment)
        one = await books.order(shop, at("2026-02-01T12:00"), part("10", "1"), click=click)
        await books.order(shop, at("2026-02-01T12:00"), part("20", "2"))

        [shown] = (await transactions(books, oid=one.oid))["list"]
        words = [str(one.oid), shown["order_id"], ref(click[0])]
        for word in words:
            found = await transactions(books, keyword=word)
            assert [order["oid"] for order in found["list"]] == [one.oid], word
            assert (found["total"], Decimal(found["totals"]["sales"])) == (1, 10)
        for word in ("none", "9" * 40, "0", "-1", "'; drop table conversion"):
            assert (await transactions(books, keyword=word))["list"] == []

    async def test_keyword_finds_no_order_of_another_publisher(
        self, portal: Portal, season: Books
    ) -> None:
        [order, *_] = (await transactions(season))["list"]
        bob = await portal.someone()
        asked = {**RANGE, "keyword": order["order_id"]}
        assert (await portal.ok("/reports/transactions", bob, filter=asked))["list"] == []


async def test_clicks_are_filtered_by_the_groupings_of_performance(
    portal: Portal, season: Books
) -> None:
    """The clicks behind a row are as many as it counts, those without a country or device too."""
    for group in ("country", "device", "offer_type"):
        asked = {**RANGE, "group_by": [group]}
        rows = (await portal.ok("/reports/performance", season.who, filter=asked))["list"]
        assert rows
        for row in rows:
            filter = {**RANGE, "verdict": "valid", group: row[group] or ""}
            if group == "offer_type" and not row[group]:
                continue
            found = await portal.ok("/reports/clicks", season.who, filter=filter)
            assert found["total"] == row["clicks"], (group, row[group])
