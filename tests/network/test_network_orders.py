"""Operators see all publishers' orders."""

import re
from datetime import timedelta

import pytest

from rpc import Code
from schema.network.order import NetworkOrderBasis
from sql.network.lists.order import ORDERS, _page
from tests.support.portal import Portal, SomeBrand, Someone


async def write_orders(portal: Portal, who: Someone, brand: SomeBrand, count: int) -> list[int]:
    """Orders written past their intake, two of them at each moment; their oids, oldest first."""
    at = portal.resources.clock.now() - timedelta(hours=1)
    oids = []
    async with portal.db() as db:
        for n in range(count):
            oid = await db.fetchval("select nextval('oid')")
            when = at + timedelta(seconds=n // 2)
            await db.execute(
                "insert into conversion (publisher_id, oid, mid, order_id, site_id, link_id,"
                " order_time, currency, report_currency, rate, sale_amount, sale_comm,"
                " report_amount, report_comm, status, created_at, updated_at)"
                " values ($1, $2, $3, $4, 1, 1, $5, 'GBP', 'GBP', 1, 20, 2, 20, 2, $6, $5, $5)",
                who.uid, oid, brand.mid, f"o-{n}", when, "Approved" if n == 0 else "Pending",
            )  # fmt: skip
            for item in range(1 + n % 3):
                await db.execute(
                    "insert into conversion_item (publisher_id, oid, item_id, quantity, sale_amount,"
                    " sale_comm, ori_amount, ori_comm, report_amount, report_comm, status, updated_at)"
                    " values ($1, $2, $3, 1, 10, 1, 10, 1, 10, 1, $5, $4)",
                    who.uid, oid, str(item), when, "Approved" if n == 0 and item == 0 else "Pending",
                )  # fmt: skip
            oids.append(oid)
    return oids


class TestOrders:
    async def test_operators_order_list_of_reversed_dates_is_refused(self, portal: Portal) -> None:
        dates = {"start_date": "2026-02-01", "end_date": "2026-01-31"}
        operator = await portal.operator()
        await portal.refuses(Code.DATES_REVERSED, "/network/orders", operator, filter=dates)

    async def test_cursor_pages_of_operators_list_each_order_once(self, portal: Portal) -> None:
        alice, brand, operator = (
            await portal.someone(),
            await portal.brand(),
            await portal.operator(),
        )
        oids = await write_orders(portal, alice, brand, 7)
        filter = {"mcid": brand.mcid}

        seen, cursor, totals = [], None, []
        while True:
            page = {"perPage": 2} | ({"cursor": cursor} if cursor else {})
            part = await portal.ok("/network/orders", operator, filter=filter, page=page)
            seen += part["list"]
            totals.append(part["total"])
            if (cursor := part["next"]) is None:
                break

        assert [row["oid"] for row in seen] == oids[::-1]
        assert [row["items"] for row in seen][::-1] == [1, 2, 3, 1, 2, 3, 1]
        assert totals == [7] * 4
        second = await portal.ok(
            "/network/orders", operator, filter=filter, page={"perPage": 2, "curPage": 2}
        )
        assert second["list"] == seen[2:4]
        assert (seen[0]["publisher"], seen[0]["sale_amount"], seen[0]["sale_comm"]) == (
            alice.username,
            "20.00",
            "2.00",
        )

    async def test_operators_order_list_is_sorted_newest_first_by_order_or_validation_date(
        self, portal: Portal
    ) -> None:
        alice, brand = await portal.someone(), await portal.brand()
        operator = await portal.operator()
        oids = await write_orders(portal, alice, brand, 5)
        async with portal.db() as db:
            # The order placed first is reported last, a day later.
            await db.executemany(
                "update conversion set created_at = (order_time at time zone 'UTC' + $3 * interval '1 day')"
                " at time zone 'UTC' where publisher_id = $1 and oid = $2",
                [(alice.uid, oid, 5 - n) for n, oid in enumerate(oids)],
            )
            statement = "select min(created_at) from conversion where publisher_id = $1"
            day = str((await db.fetchval(statement, alice.uid)).date())
        for basis, expected in (({}, oids[::-1]), ({"date_basis": "reported"}, oids)):
            filter = {"uid": alice.uid, **basis}
            found = await portal.ok("/network/orders", operator, filter=filter)
            assert [row["oid"] for row in found["list"]] == expected, basis
        for basis, expected in ({"date_basis": "reported"}, [oids[-1]]), ({}, []):
            filter = {"uid": alice.uid, "start_date": day, "end_date": day, **basis}
            found = await portal.ok("/network/orders", operator, filter=filter)
            assert [row["oid"] for row in found["list"]] == expected, basis

    @pytest.mark.parametrize(
        ("basis", "index"),
        [("order", "conversion_placed"), ("reported", "conversion_first_reported")],
    )
    async def test_distant_page_of_operators_order_list_is_read_from_an_index(
        self, portal: Portal, basis: NetworkOrderBasis, index: str
    ) -> None:
        values = {"key_0": portal.resources.clock.now(), "key_1": 10**9, "size": 2, "offset": 0}
        page = _page(ORDERS[basis], frozenset(), continued=True).bind(values)
        async with portal.db() as db, db.transaction():
            # As on a table that is too large to be read and sorted whole; so on the nodes of a cluster.
            await db.execute("set local citus.propagate_set_commands = 'local'")
            await db.execute("set local enable_seqscan = off")
            await db.execute("set local enable_sort = off")
            rows = await db.fetch("explain " + page.statement, *page.values)
        plan = "\n".join(line for (line,) in rows)
        assert re.search(rf"using {index}\w* .*\n +Index Cond: \(ROW\(", plan), plan

    @pytest.mark.parametrize("cursor", ["x", "W10", "bnVsbA", "WzEsMiwzXQ", "é"])
    async def test_operators_order_list_refuses_the_cursor_of_another_list(
        self, portal: Portal, cursor: str
    ) -> None:
        reply = await portal.refuses(
            Code.REQUEST_INVALID,
            "/network/orders",
            await portal.operator(),
            page={"cursor": cursor},
        )

        assert "page.cursor" in reply.message

    async def test_operators_order_list_is_filtered(self, portal: Portal) -> None:
        alice, brand, operator = (
            await portal.someone(),
            await portal.brand(),
            await portal.operator(),
        )
        await write_orders(portal, alice, brand, 3)
        today = str((portal.resources.clock.now() - timedelta(hours=1)).date())

        for filter, total in (
            ({"uid": alice.uid, "date_basis": "reported", "end_date": today}, 3),
            ({"uid": alice.uid, "date_basis": "reported", "end_date": "2020-01-01"}, 0),
            ({"uid": alice.uid}, 3),
            ({"uid": alice.uid, "mcid": brand.mcid, "order_id": "o-1"}, 1),
            ({"uid": alice.uid, "status": "Approved"}, 1),
            ({"uid": alice.uid, "status": "Rejected"}, 0),
            ({"uid": alice.uid, "start_date": today, "end_date": today}, 3),
            ({"uid": alice.uid, "end_date": "2020-01-01"}, 0),
            ({"uid": alice.uid, "start_date": "0001-01-01", "end_date": "9999-12-31"}, 3),
        ):
            found = await portal.ok("/network/orders", operator, filter=filter)
            assert (len(found["list"]), found["total"]) == (total, total), filter
