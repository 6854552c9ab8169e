"""The dashboard: figures equal to the reports, their comparison, top brands and links, and open tasks."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from tests.support.orders.books import Books, Part
from tests.support.orders.payouts import withdrawable
from tests.support.portal import PASSWORD, Portal, Someone, unique


def part(amount: str, commission: str, status: str = "Pending", **times: Any) -> Part:
    return Part(amount=Decimal(amount), commission=Decimal(commission), status=status, **times)


@pytest.fixture
async def books(portal: Portal) -> Books:
    return Books(portal, await portal.someone(time_zone="Asia/Tokyo"), "Asia/Tokyo")


async def dashboard(books: Books, period: str = "30d") -> Any:
    return await books.portal.ok("/home/dashboard", books.who, filter={"period": period})


PAYPAL = {
    "kind": "paypal",
    "country": "GB",
    "currency": "GBP",
    "entity": "person",
    "fields": {"holder": "Maya", "email": "maya@example.com"},
    "password": PASSWORD,
}


class TestDashboard:
    async def test_dashboard_figures_equal_the_reports(self, books: Books) -> None:
        now = books.portal.resources.clock.now()
        shop = await books.brand()
        for age in (0, 1, 7, 29, 30, 31, 59, 60):
            await books.click(shop, now - timedelta(days=age))
            await books.order(
                shop, now - timedelta(days=age), part("10", "1"), part("3", "1", "Approved")
            )

        for period in ("7d", "30d", "90d", "365d"):
            found = await dashboard(books, period)

            days = {"start_date": found["start_date"], "end_date": found["end_date"]}
            asked = {**days, "compare": "previous"}
            report = await books.portal.ok(
                "/reports/performance", books.who, filter=asked, page={"perPage": 1000}
            )
            listed = await books.portal.ok("/reports/transactions", books.who, filter=days)
            names = ("date", "clicks", "orders", "sales", "commission")
            assert found["totals"] == report["totals"] == listed["totals"]
            assert found["compared_totals"] == report["compared_totals"]
            assert found["trend"] == [{n: row[n] for n in names} for row in report["list"]]
            assert found["compared_trend"] == [
                {n: row[n] for n in names} for row in report["compared"] if "date" in row
            ]
            assert found["end_date"] == books.day(now).isoformat()
            assert len(found["trend"]) == int(period[:-1])

    async def test_dashboard_shows_top_brands_and_links(self, books: Books) -> None:
        now = books.portal.resources.clock.now()
        for number in range(7):
            shop = await books.brand()
            link_id = await books.link(shop)
            await books.click(shop, now, link_id=link_id)
            for _ in range(2):
                await books.order(shop, now, part("10", f"{number}.10"), link_id=link_id)

        found = await dashboard(books)

        commissions = ["12.20", "10.20", "8.20", "6.20", "4.20"]
        assert [brand["commission"] for brand in found["top_brands"]] == commissions
        assert [link["commission"] for link in found["top_links"]] == commissions
        best, link = found["top_brands"][0], found["top_links"][0]
        assert (best["mcid"], best["clicks"], best["orders"]) == (shop.mcid, 1, 2)
        assert best["logo"] == f"https://{shop.mcid}.example/logo.png"
        assert (link["link_id"], link["clicks"], link["orders"]) == (link_id, 1, 2)
        assert link["tracking_url_short"].startswith("http://portal.test/s/")
        assert len(found["latest_orders"]) == 5
        assert found["latest_orders"][0]["items"]

    async def test_balance_covers_all_time_with_each_amount_in_one_stage(
        self, books: Books
    ) -> None:
        now = books.portal.resources.clock.now()
        shop = await books.brand()
        long_ago = now - timedelta(days=900)
        await books.order(shop, long_ago, part("10", "1.00", "Approved", paid=now))
        await books.order(shop, now, part("10", "2.00", "Approved"), part("10", "4.00"))
        await books.order(shop, now, part("10", "8.00", "Rejected"))

        balance = (await dashboard(books))["balance"]

        stages = ("pending", "approved", "withdrawable", "on_the_way", "paid", "currency")
        assert [balance[stage] for stage in stages] == [
            "4.00",
            "2.00",
            "0.00",
            "0.00",
            "1.00",
            "GBP",
        ]
        assert balance["next_payment"] is None
        assert balance == await books.portal.ok("/payments/balance", books.who)

    async def test_dashboard_lists_open_tasks(self, books: Books) -> None:
        before = {task["name"]: task["done"] for task in (await dashboard(books))["tasks"]}
        assert before == {
            "add_channel": True,
            "verify_channel": False,
            "join_brand": False,
            "make_link": False,
            "payment_method": False,
            "first_click": False,
            "first_order": False,
            "two_step": False,
        }

        shop = await books.brand()
        now = books.portal.resources.clock.now()
        await books.portal.join(books.who, shop)
        await books.link(shop)
        await books.order(shop, now, part("10", "1"))
        await books.portal.ok("/payments/method_save", books.who, attributes=PAYPAL)
        async with books.portal.db() as db:
            await db.execute(
                "update site set verified_at = $2 where publisher_id = $1", books.who.uid, now
            )

        after = (await dashboard(books))["tasks"]
        assert {task["name"] for task in after if not task["done"]} == {"two_step"}
        assert all(task["to"].startswith("/") for task in after)

    async def test_dashboard_of_a_new_publisher_shows_zeros(self, books: Books) -> None:
        found = await dashboard(books)
        assert found["totals"]["commission"] == "0.00"
        assert (found["top_brands"], found["top_links"], found["latest_orders"]) == ([], [], [])
        # Days are compared with the same weekday of the 30 days before, which the first five have not.
        assert (len(found["trend"]), len(found["compared_trend"])) == (30, 25)

    async def test_dashboard_hides_figures_of_another_publisher(
        self, portal: Portal, books: Books
    ) -> None:
        shop = await books.brand()
        await books.click(shop, portal.resources.clock.now())
        await books.order(shop, portal.resources.clock.now(), part("10", "1"), uid1=unique("label"))
        stranger = Books(portal, await portal.someone())

        found = await dashboard(stranger)

        assert (found["totals"]["orders"], found["totals"]["clicks"]) == (0, 0)
        assert (found["top_brands"], found["latest_orders"]) == ([], [])
        assert found["balance"]["pending"] == "0.00"


class TestProfileTask:
    async def test_incomplete_profile_is_a_task_once_money_is_on_its_way(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        company = {
            "name": "Maya", "country": "Germany", "entity": "person", "address": "Hafenstr. 1",
            "city": "Hamburg",
        }  # fmt: skip
        newcomer = await portal.someone()

        names = [await open_tasks(portal, newcomer), await open_tasks(portal, it.who)]
        await portal.ok("/user/edit", it.who, attributes={"company": company})
        names.append(await open_tasks(portal, it.who))
        whole = {**company, "vat_status": "not_registered"}
        await portal.ok("/user/edit", it.who, attributes={"company": whole})
        names.append(await open_tasks(portal, it.who))

        assert ["profile_incomplete" in each for each in names] == [False, True, True, False]


async def open_tasks(portal: Portal, who: Someone) -> set[str]:
    found = await portal.ok("/home/dashboard", who)
    return {task["name"] for task in found["tasks"] if not task["done"]}
