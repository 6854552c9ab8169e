"""The list of a publisher's orders, and one order's timeline."""

import base64
import json
from typing import Any

import pytest

import sql.reports.orders
from rpc import Code
from tests.support.orders.books import Books, Part, ref
from tests.support.orders.season import (
    RANGE,
    STATUSES,
    at,
    expected_of,
    new_books,
    part,
    transactions,
)
from tests.support.portal import Portal, SomeBrand


def on(day: str) -> dict[str, str]:
    return {"start_date": day, "end_date": day}


class TestTransactions:
    async def test_transactions_are_listed_newest_first_with_their_items(
        self, books: Books, shop: SomeBrand
    ) -> None:
        older = await books.order(shop, at("2026-02-01T12:00"), part("10", "1"))
        newer = await books.order(
            shop,
            at("2026-02-02T12:00"),
            part("10.50", "1.05", "Approved", paid=at("2026-03-01T00:00")),
            part("20", "2"),
            uid2="spring",
        )

        found = await transactions(books)

        assert [order["oid"] for order in found["list"]] == [newer.oid, older.oid]
        order = found["list"][0]
        assert (order["mcid"], order["uid2"], order["status"]) == (shop.mcid, "spring", "Pending")
        assert [item["item_id"] for item in order["items"]] == ["item-1", "item-2"]
        assert [item["paid"] for item in order["items"]] == [True, False]
        assert found["total"] == 2
        assert found["next"] is None

    @pytest.mark.parametrize("date_basis", ["order", "update", "validation", "paid"])
    async def test_cursors_and_pages_of_transactions_list_each_order_once(
        self, season: Books, date_basis: str
    ) -> None:
        asked = {"date_basis": date_basis}
        whole = [order["oid"] for order in (await transactions(season, **asked))["list"]]
        walked: list[int] = []
        page: dict[str, Any] | None = {"perPage": 7}
        while page:
            found = await transactions(season, **asked, page=page)
            walked += [order["oid"] for order in found["list"]]
            page = {"perPage": 7, "cursor": found["next"]} if found["next"] else None

        assert walked == whole
        assert len(set(walked)) == found["total"] == len(whole)
        third = await transactions(season, **asked, page={"perPage": 7, "curPage": 3})
        assert [order["oid"] for order in third["list"]] == whole[14:21]

    @pytest.mark.parametrize(
        "cursor",
        [
            "%%%",
            "YWJj",
            "ÿ",
            base64.urlsafe_b64encode(b'["2026-01-01T00:00:00", 1]').decode(),
            base64.urlsafe_b64encode(b'["0001-01-01T00:00:00+14:00", 1]').decode(),
            base64.urlsafe_b64encode(
                json.dumps(["2026-01-01T00:00:00Z", 10**30]).encode()
            ).decode(),
            base64.urlsafe_b64encode(b'["2026-01-01T00:00:00Z"]').decode(),
        ],
    )
    async def test_malformed_cursor_of_transactions_is_refused(
        self, books: Books, cursor: str
    ) -> None:
        for path in ("transactions", "clicks"):
            reply = await books.portal.refuses(
                Code.REQUEST_INVALID,
                f"/reports/{path}",
                books.who,
                filter=RANGE,
                page={"cursor": cursor},
            )
            assert "page.cursor" in reply.message

    async def test_transactions_are_filtered_by_each_filter(
        self, books: Books, shop: SomeBrand
    ) -> None:
        when = at("2026-02-01T12:00")
        click_id = await books.click(shop, when)
        wanted = await books.order(
            shop,
            when,
            part(
                "10", "1", "Approved", validated=at("2026-02-20T00:00"), paid=at("2026-03-02T00:00")
            ),
            part("5", "0.50", "Rejected", validated=at("2026-02-20T00:00")),
            click=(click_id, when),
            uid3="x",
        )
        other = await books.order(await books.brand(), at("2026-02-03T12:00"), part("20", "2"))
        filters: list[tuple[dict[str, Any], str]] = [
            ({"status": "approved"}, "10.00"),
            ({"item_status": "Rejected"}, "5.00"),
            ({"paid": True}, "10.00"),
            ({"item_status": "Approved", "paid": True}, "10.00"),
            ({"order_id": wanted.order_id}, "15.00"),
            ({"oid": wanted.oid, "status": "rejected"}, "5.00"),
            ({"click_ref": ref(click_id)}, "15.00"),
            ({"click_ref": str(click_id)}, "15.00"),
            ({"mcids": [shop.mcid]}, "15.00"),
            ({"mcids": [shop.mcid], "site_ids": [books.who.site_id, books.who.site_id]}, "15.00"),
            ({"mcids": [shop.mcid], "date_basis": "update", "start_date": "2026-02-01"}, "15.00"),
            ({"uid3": "x"}, "15.00"),
            ({"date_basis": "validation", **on("2026-02-20")}, "15.00"),
            ({"date_basis": "paid", **on("2026-03-02")}, "10.00"),
            ({"date_basis": "update", **on("2026-02-01")}, "15.00"),
        ]
        for filter, sales in filters:
            found = await transactions(books, **filter)
            assert [order["oid"] for order in found["list"]] == [wanted.oid], filter
            assert (found["total"], found["totals"]["sales"]) == (1, sales), filter
            [order] = found["list"]
            assert (order["sale_amount"], order["matched_amount"]) == ("15", sales[:-3]), filter
        for filter in (
            {"item_status": "Rejected", "paid": True},
            {"status": "approved", "item_status": "Rejected"},
            {"click_ref": "nonsense"},
        ):
            found = await transactions(books, **filter)
            assert (found["list"], found["total"], found["totals"]["orders"]) == ([], 0, 0)
        unpaid = await transactions(books, status="pending", paid=False)
        assert [order["oid"] for order in unpaid["list"]] == [other.oid]

    async def test_totals_of_transactions_count_only_items_of_the_filtered_status(
        self, season: Books
    ) -> None:
        for status in ("pending", "approved", "rejected"):
            found = await transactions(season, status=status)
            expected = expected_of(season, meant=lambda part, of=status: part.status == of.title())
            assert {name: found["totals"][name] for name in expected} == expected
            assert found["totals"]["clicks"] is None

    @pytest.mark.parametrize("paid", [None, True, False])
    @pytest.mark.parametrize("item_status", [None, *STATUSES])
    @pytest.mark.parametrize("status", [None, *STATUSES])
    async def test_totals_of_transactions_from_roll_ups_equal_those_from_orders(
        self, season: Books, status: str | None, item_status: str | None, paid: bool | None
    ) -> None:
        def is_counted(part: Part) -> bool:
            statuses = {status, item_status} - {None}
            return statuses <= {part.status} and paid in (None, part.paid is not None)

        asked: dict[str, Any] = {"status": status.lower()} if status else {}
        asked |= {"item_status": item_status} if item_status else {}
        asked |= {} if paid is None else {"paid": paid}
        found = await transactions(season, **asked)

        expected = expected_of(season, meant=is_counted)
        assert {name: found["totals"][name] for name in expected} == expected
        assert found["total"] == len(found["list"]) == expected["orders"]
        if asked:
            every = {"mcids": sorted({order.brand.mcid for order in season.orders})}
            every["site_ids"] = sorted({order.site_id for order in season.orders})
            rows = await transactions(season, **asked, **every)
            assert rows["totals"] == found["totals"]

    async def test_too_many_orders_to_sum_have_no_totals(
        self, season: Books, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        every = {"mcids": sorted({order.brand.mcid for order in season.orders})}
        every["site_ids"] = sorted({order.site_id for order in season.orders})
        asked: dict[str, Any] = {"status": "pending", **every}
        whole = await transactions(season, **asked)
        assert whole["total"] > 3

        monkeypatch.setattr(sql.reports.orders, "ORDERS_SUMMED_MAX", whole["total"])
        same = {**await transactions(season, **asked), "as_of": whole["as_of"]}
        assert same == whole
        monkeypatch.setattr(sql.reports.orders, "ORDERS_SUMMED_MAX", whole["total"] - 1)
        cut = {**await transactions(season, **asked), "as_of": whole["as_of"]}
        assert cut == {**whole, "totals": None}
        monkeypatch.setattr(sql.reports.orders, "ORDERS_SUMMED_MAX", 2)
        for basis in ("order", "update"):
            found = await transactions(season, **asked, date_basis=basis)
            assert (found["total"], found["totals"]) == (3, None)
            assert len(found["list"]) > 3
        known = await transactions(season, status="pending")
        assert (known["total"], known["totals"]["orders"]) == (whole["total"],) * 2

    async def test_test_order_is_listed_only_on_request(
        self, books: Books, shop: SomeBrand
    ) -> None:
        tried = await books.order(shop, at("2026-02-01T12:00"), part("10", "1"), test=True)
        assert (await transactions(books))["list"] == []
        found = await transactions(books, order_id=tried.order_id)
        assert [order["test_order"] for order in found["list"]] == [True]
        assert found["total"] == 1
        assert (found["totals"]["orders"], found["totals"]["sales"]) == (0, "0.00")

    async def test_orders_of_another_publisher_are_hidden(
        self, portal: Portal, season: Books
    ) -> None:
        stranger = await new_books(portal)
        order = season.orders[0]
        for filter in (
            {},
            {"oid": order.oid},
            {"order_id": order.order_id},
            {"mcids": [order.brand.mcid]},
        ):
            found = await transactions(stranger, **filter)
            assert (found["list"], found["total"]) == ([], 0)
