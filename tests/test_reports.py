"""Reports: every figure is the same however it is asked for, and nobody sees another's."""

import base64
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from rpc import Code
from schema.report import GroupBy
from tests.books import Books, Bought, Part, ref, total
from tests.portal import Portal, SomeBrand

ZONE = "America/New_York"
RANGE = {"start_date": "2026-01-20", "end_date": "2026-04-10"}
FIRST = datetime(2026, 1, 3, 5, tzinfo=UTC)
STATUSES = ("Pending", "Approved", "Rejected")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def inside(moment: datetime) -> bool:
    return (
        RANGE["start_date"]
        <= moment.astimezone(ZoneInfo(ZONE)).date().isoformat()
        <= RANGE["end_date"]
    )


def expected_of(season: Books, rule: Callable[[Bought], bool] = lambda _: True) -> dict[str, Any]:
    """The figures of the season's orders within RANGE that keep to a rule."""
    return season.totals(lambda order: inside(order.at) and rule(order))


def part(amount: str, commission: str, status: str = "Pending", **times: Any) -> Part:
    return Part(amount=Decimal(amount), commission=Decimal(commission), status=status, **times)


async def new_books(portal: Portal, zone: str = "UTC") -> Books:
    return Books(portal, await portal.someone(time_zone=zone), zone)


@pytest.fixture
async def books(portal: Portal) -> Books:
    return await new_books(portal)


@pytest.fixture
async def shop(books: Books) -> SomeBrand:
    return await books.brand()


@pytest.fixture(scope="module")
async def season(portal: Portal) -> Books:
    """A publisher in New York: two sites, three brands, every status, clicks of every verdict, also beyond RANGE."""
    books = await new_books(portal, ZONE)
    sites = [books.who.site_id, await portal.site(books.who.uid)]
    brands = [await books.brand(offer_type=offer) for offer in ("CPS", "CPA", "CPS")]
    links = [await books.link(brand) for brand in brands]
    chance = Random(20)
    for number in range(160):
        chosen = chance.randrange(3)
        where = {
            "site_id": chance.choice(sites),
            "link_id": links[chosen],
            "uid1": chance.choice(["", "mail", "blog"]),
            "country": chance.choice([None, "GB", "DE"]),
            "device": chance.choice(["desktop", "mobile"]),
        }
        when = FIRST + timedelta(minutes=chance.randrange(115 * 24 * 60))
        verdict = "valid" if number % 4 else chance.choice(["bot", "duplicate", "blocked"])
        await books.click(brands[chosen], when, verdict=verdict, **where)
        if number % 2:
            continue
        parts = [
            Part(
                amount=Decimal(chance.randrange(1, 100_000)) / 100,
                commission=Decimal(chance.randrange(1, 10_000)) / 100,
                status=(status := chance.choice(STATUSES)),
                validated=None if status == "Pending" else when + timedelta(days=2),
                paid=when + timedelta(days=9) if status == "Approved" and number % 3 else None,
            )
            for _ in range(chance.randrange(1, 4))
        ]
        await books.order(brands[chosen], when, *parts, test=number % 20 == 0, **where)
    return books


async def performance(books: Books, **filter: Any) -> Any:
    page = filter.pop("page", {"perPage": 1000})
    return await books.portal.ok(
        "/reports/performance", books.who, filter=RANGE | filter, page=page
    )


async def transactions(books: Books, **filter: Any) -> Any:
    page = filter.pop("page", {"perPage": 1000})
    return await books.portal.ok(
        "/reports/transactions", books.who, filter=RANGE | filter, page=page
    )


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
    async def test_every_grouping_adds_up_to_the_same(
        self, season: Books, group_by: list[str]
    ) -> None:
        found = await performance(season, group_by=group_by)

        clicks = sum(inside(when) for when, _, _ in season.valid)
        expected = expected_of(season) | {"clicks": clicks, "currency": "GBP"}
        assert {name: found["totals"][name] for name in expected} == expected
        assert found["total"] == len(found["list"])
        assert summed(found["list"]) == summed([found["totals"]])

    async def test_transactions_and_the_dashboard_say_the_same(self, season: Books) -> None:
        report = await performance(season)

        listed = await transactions(season)

        assert listed["totals"] == report["totals"]
        assert listed["total"] == len(listed["list"]) == report["totals"]["orders"]
        for ours, theirs in (("report_amount", "sales"), ("report_comm", "commission")):
            amounts = [Decimal(order[ours]) for order in listed["list"]]
            assert total(amounts) == report["totals"][theirs]

    @pytest.mark.parametrize("narrow", ["brand", "site", "both", "uid"])
    async def test_narrowed_it_counts_only_that(self, season: Books, narrow: str) -> None:
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
    async def test_a_status_leaves_its_figures_alone_and_no_clicks(
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
            assert totals["orders"] == expected_of(season)[f"{status}_orders"]
            assert [totals[name] for name in ("clicks", "cr", "epc", "approval_rate")] == [None] * 4
            assert summed(found["list"]) == summed([totals])

    async def test_by_validation_an_item_counts_on_its_day_and_an_order_once(
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
            "2026-02-03": (0, "20.00"),
        }
        assert found["totals"]["orders"] == 1
        assert found["totals"]["approval_rate"] == "0.5000"
        assert found["totals"]["clicks"] is None

    async def test_days_are_of_the_publishers_time_zone(self, portal: Portal) -> None:
        books = await new_books(portal, "Asia/Tokyo")
        shop = await books.brand()
        await books.order(shop, at("2026-02-01T15:00"), part("10", "1"))
        await books.order(shop, at("2026-02-01T14:59:59.999999"), part("20", "2"))

        for more in ({}, {"uid1": ""}):
            found = await performance(books, start_date="2026-02-01", end_date="2026-02-02", **more)
            sales = [(row["date"], row["sales"]) for row in found["list"]]
            assert sales == [("2026-02-01", "20.00"), ("2026-02-02", "10.00")]
        assert found["time_zone"] == "Asia/Tokyo"

    async def test_a_day_without_figures_is_shown_with_zeros(self, books: Books) -> None:
        for kind, first, count in (("date", "2026-01-20", 81), ("week", "2026-01-19", 12)):
            found = await performance(books, group_by=[kind], status="approved")
            assert (found["total"], found["list"][0][kind]) == (count, first)
        found = await performance(books, group_by=["month"])
        assert [row["month"] for row in found["list"]] == [f"2026-0{n}-01" for n in range(1, 5)]
        assert found["list"][0]["commission"] == "0.00"
        assert found["list"][0]["cr"] is None

    async def test_ratios_are_exact(self, books: Books, shop: SomeBrand) -> None:
        for _ in range(3):
            await books.click(shop, at("2026-02-01T10:00"))
        await books.order(shop, at("2026-02-01T12:00"), part("10.01", "1.00", "Approved"))
        await books.order(shop, at("2026-02-02T12:00"), part("10.00", "1.00", "Rejected"))

        totals = (await performance(books))["totals"]

        names = ("clicks", "cr", "epc", "aov", "approval_rate")
        assert [totals[name] for name in names] == [3, "0.6667", "0.6667", "10.00", "0.5000"]

    @pytest.mark.parametrize("sort", ["-commission", "cr", "-epc", "mcid", "-brand_name", "clicks"])
    async def test_pages_in_any_order_are_the_whole(self, season: Books, sort: str) -> None:
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

    async def test_sorts_by_any_column_of_the_answer(self, season: Books) -> None:
        names = [name for name in (await performance(season))["totals"] if name != "currency"]
        for name in names:
            found = await performance(season, group_by=["device", "country"], sort=f"-{name}")
            values = [Decimal(row[name]) for row in found["list"] if row[name] is not None]
            assert values == sorted(values, reverse=True), name

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

    async def test_names_brands_and_sites(self, books: Books, shop: SomeBrand) -> None:
        await books.order(shop, at("2026-02-01T12:00"), part("10", "1"))
        [brand] = (await performance(books, group_by=["brand"]))["list"]
        [site] = (await performance(books, group_by=["site"]))["list"]
        assert (brand["mcid"], brand["brand_name"]) == (shop.mcid, f"Shop {shop.mcid}")
        assert site["site_id"] == books.who.site_id
        assert site["site_name"].startswith("site-")
        assert "date" not in brand

    async def test_anothers_figures_stay_hidden(self, portal: Portal, season: Books) -> None:
        stranger = await new_books(portal)
        mcids = [season.orders[0].brand.mcid, "no-such-brand"]
        for more in ({}, {"mcids": mcids}, {"site_ids": [season.who.site_id]}, {"uid1": "mail"}):
            for group_by in (["date"], ["brand"], ["site"], ["link"]):
                found = await performance(stranger, group_by=group_by, **more)
                assert (found["totals"]["orders"], found["totals"]["clicks"]) == (0, 0)
                assert group_by == ["date"] or found["list"] == []

    async def test_refuses_a_range_that_ends_before_it_begins(self, books: Books) -> None:
        for path in ("performance", "transactions", "clicks"):
            asked = {"start_date": "2026-02-02", "end_date": "2026-02-01"}
            await books.portal.refused(
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
    async def test_names_what_cannot_be_asked(
        self, books: Books, name: str, changes: dict[str, Any]
    ) -> None:
        page = changes.pop("page", {})
        reply = await books.portal.refused(
            Code.REQUEST_INVALID,
            "/reports/performance",
            books.who,
            filter=RANGE | changes,
            page=page,
        )
        assert name in reply.message


class TestTransactions:
    async def test_lists_orders_with_their_items_newest_first(
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
    async def test_cursors_and_pages_walk_through_all_once(
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
    async def test_refuses_a_cursor_that_is_none(self, books: Books, cursor: str) -> None:
        for path in ("transactions", "clicks"):
            reply = await books.portal.refused(
                Code.REQUEST_INVALID,
                f"/reports/{path}",
                books.who,
                filter=RANGE,
                page={"cursor": cursor},
            )
            assert "page.cursor" in reply.message

    async def test_narrows_by_each_of_its_filters(self, books: Books, shop: SomeBrand) -> None:
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
        filters: list[dict[str, Any]] = [
            {"status": "approved"},
            {"item_status": "Rejected"},
            {"paid": True},
            {"item_status": "Approved", "paid": True},
            {"order_id": wanted.order_id},
            {"oid": wanted.oid},
            {"click_ref": ref(click_id)},
            {"click_ref": str(click_id)},
            {"mcids": [shop.mcid]},
            {"uid3": "x"},
            {"date_basis": "validation", "start_date": "2026-02-20", "end_date": "2026-02-20"},
            {"date_basis": "paid", "start_date": "2026-03-02", "end_date": "2026-03-02"},
            {"date_basis": "update", "start_date": "2026-02-01", "end_date": "2026-02-01"},
        ]
        for filter in filters:
            found = await transactions(books, **filter)
            assert [order["oid"] for order in found["list"]] == [wanted.oid], filter
            assert (found["total"], found["totals"]["sales"]) == (1, "15.00"), filter
        for filter in ({"item_status": "Rejected", "paid": True}, {"click_ref": "nonsense"}):
            found = await transactions(books, **filter)
            assert (found["list"], found["total"], found["totals"]["orders"]) == ([], 0, 0)
        unpaid = await transactions(books, status="pending", paid=False)
        assert [order["oid"] for order in unpaid["list"]] == [other.oid]

    async def test_totals_are_of_the_orders_listed(self, season: Books) -> None:
        for status in ("pending", "approved", "rejected"):
            found = await transactions(season, status=status)
            expected = expected_of(
                season, lambda order, wanted=status: order.status == wanted.title()
            )
            assert {name: found["totals"][name] for name in expected} == expected
            assert found["totals"]["clicks"] is None

    async def test_a_test_order_is_shown_only_to_who_asks_for_it(
        self, books: Books, shop: SomeBrand
    ) -> None:
        tried = await books.order(shop, at("2026-02-01T12:00"), part("10", "1"), test=True)
        assert (await transactions(books))["list"] == []
        found = await transactions(books, order_id=tried.order_id)
        assert [order["test_order"] for order in found["list"]] == [True]
        assert found["total"] == 1
        assert (found["totals"]["orders"], found["totals"]["sales"]) == (0, "0.00")

    async def test_anothers_orders_stay_hidden(self, portal: Portal, season: Books) -> None:
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


class TestTransaction:
    async def test_tells_an_order_from_the_click_to_the_payment(
        self, books: Books, shop: SomeBrand
    ) -> None:
        clicked, bought = at("2026-02-01T11:00"), at("2026-02-01T12:00")
        click_id = await books.click(shop, clicked)
        order = await books.order(
            shop,
            bought,
            part("10", "1", "Approved", paid=at("2026-03-02T00:00")),
            click=(click_id, clicked),
        )

        story = await books.portal.ok(
            "/reports/transaction", books.who, attributes={"oid": order.oid}
        )

        assert (story["oid"], story["click_ref"]) == (order.oid, ref(click_id))
        assert [item["sale_amount"] for item in story["items"]] == ["10"]
        told = [(entry["kind"], entry["to"], entry["by"]) for entry in story["timeline"]]
        assert told == [
            ("click", None, "visitor"),
            ("order", "Approved", "brand"),
            ("payment", "7", "network"),
        ]
        assert story["timeline"][1]["delta_amount"] == "10"

    async def test_anothers_order_is_not_there(self, portal: Portal, season: Books) -> None:
        stranger = await portal.someone()
        for oid in (season.orders[0].oid, 2**53 - 1):
            await portal.refused(
                Code.NOT_FOUND, "/reports/transaction", stranger, attributes={"oid": oid}
            )


class TestClicks:
    async def clicks(self, books: Books, **filter: Any) -> Any:
        page = filter.pop("page", {"perPage": 1000})
        return await books.portal.ok("/reports/clicks", books.who, filter=RANGE | filter, page=page)

    async def test_lists_clicks_with_verdicts_and_the_orders_they_led_to(
        self, books: Books, shop: SomeBrand
    ) -> None:
        when = at("2026-02-01T12:00")
        led = await books.click(
            shop, when, uid1="mail", country="GB", referrer="https://a.example/"
        )
        order = await books.order(shop, when, part("10", "1"), click=(led, when))
        await books.click(
            shop, at("2026-02-02T12:00"), verdict="bot", verdict_reason="known crawler"
        )

        found = await self.clicks(books)

        bot, click = found["list"]
        assert (bot["verdict"], bot["verdict_reason"], bot["oid"]) == ("bot", "known crawler", None)
        assert (click["click_ref"], click["oid"], click["mcid"]) == (ref(led), order.oid, shop.mcid)
        assert (click["uid1"], click["country"], click["device"]) == ("mail", "GB", "desktop")
        assert not {"ip", "visitor"} & click.keys()
        assert (found["total"], found["next"]) == (2, None)

    async def test_narrows_by_each_of_its_filters(self, books: Books, shop: SomeBrand) -> None:
        when = at("2026-02-01T12:00")
        link_id = await books.link(shop)
        wanted = await books.click(shop, when, uid4="x", link_id=link_id)
        await books.order(shop, when, part("10", "1"), click=(wanted, when))
        other = await books.click(await books.brand(), at("2026-02-03T12:00"), verdict="blocked")
        filters: list[dict[str, Any]] = [
            {"mcids": [shop.mcid]},
            {"link_id": link_id},
            {"uid4": "x"},
            {"verdict": "valid"},
            {"converted": True},
            {"end_date": "2026-02-02"},
            {"site_ids": [books.who.site_id], "converted": True},
        ]
        for filter in filters:
            found = await self.clicks(books, **filter)
            assert [click["click_ref"] for click in found["list"]] == [ref(wanted)], filter
            assert found["total"] == 1, filter
        found = await self.clicks(books, converted=False)
        assert [click["click_ref"] for click in found["list"]] == [ref(other)]

    async def test_cursors_and_pages_walk_through_all_once(self, season: Books) -> None:
        whole = [click["click_ref"] for click in (await self.clicks(season))["list"]]
        walked: list[str] = []
        page: dict[str, Any] | None = {"perPage": 11}
        while page:
            found = await self.clicks(season, page=page)
            walked += [click["click_ref"] for click in found["list"]]
            page = {"perPage": 11, "cursor": found["next"]} if found["next"] else None

        assert walked == whole
        assert len(set(walked)) == found["total"] == len(whole) > 100
        third = await self.clicks(season, page={"perPage": 11, "curPage": 3})
        assert [click["click_ref"] for click in third["list"]] == whole[22:33]

    async def test_counts_no_further_than_anybody_pages(
        self, books: Books, shop: SomeBrand
    ) -> None:
        async with books.portal.db() as db:
            await db.execute(
                "insert into click (publisher_id, click_time, click_id, link_id, site_id, mid, device,"
                " verdict, visitor) select $1, $2::timestamptz + make_interval(secs => n),"
                " gen_random_uuid(), 1, $3, $4, 'desktop', 'valid', ''::bytea"
                " from generate_series(1, 10050) n",
                books.who.uid,
                at("2026-02-01T12:00"),
                books.who.site_id,
                shop.mid,
            )
        assert (await self.clicks(books, page={"perPage": 1}))["total"] == 10_001

    async def test_anothers_clicks_stay_hidden(self, portal: Portal, season: Books) -> None:
        stranger = await new_books(portal)
        for filter in ({}, {"mcids": [season.orders[0].brand.mcid]}, {"converted": True}):
            found = await self.clicks(stranger, **filter)
            assert (found["list"], found["total"]) == ([], 0)


def summed(rows: list[dict[str, Any]]) -> dict[str, Decimal]:
    """The sums of all figures that can be added."""
    ratios = {"cr", "epc", "aov", "approval_rate"}
    names = [name for name in rows[0] if name.endswith(("orders", "sales", "commission", "clicks"))]
    return {
        name: sum((Decimal(row[name] or 0) for row in rows), Decimal(0))
        for name in names
        if name not in ratios
    }
