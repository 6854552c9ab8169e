"""Concurrent, failing and repeated reports and reviews: nothing is counted twice or lost."""

import asyncio
import random
from datetime import timedelta
from decimal import Decimal

import pytest

from schema.core.errors import Code
from tests.support.orders.orders import deal, join_brand
from tests.support.orders.settling import run_job
from tests.support.payments.rates import weekly_rates
from tests.support.portal import Portal, unique

D = Decimal


class TestConversions:
    async def test_concurrent_duplicate_reports_make_each_order_once(self, portal: Portal) -> None:
        it = await deal(portal)
        orders = [it.order(f"{n}.{n:02}") for n in range(1, 51)]

        async def copy(seed: int) -> list[tuple[str, str, int]]:
            shuffled = random.Random(seed).sample(orders, len(orders))
            rows = await it.report(*shuffled)
            return [(row["order_id"], row["outcome"], row["oid"]) for row in rows]

        outcomes = [row for rows in await asyncio.gather(*map(copy, range(20))) for row in rows]

        created = sorted(order_id for order_id, outcome, _ in outcomes if outcome == "created")
        assert created == sorted(order["order_id"] for order in orders)
        assert {outcome for _, outcome, _ in outcomes} == {"created", "unchanged"}
        assert len({(order_id, oid) for order_id, _, oid in outcomes}) == 50
        stored = await it.rows("conversion")
        assert len(stored) == 50
        assert sum(o["sale_amount"] for o in stored) == sum(D(f"{n}.{n:02}") for n in range(1, 51))
        assert len(await it.rows("conversion_history")) == 50
        await it.check_figures()

    async def test_concurrent_changes_of_an_order_are_applied_in_turn(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order("10.00")
        [first] = await it.report(order)
        amounts = [f"{n}.50" for n in range(1, 21)]

        outcomes = await asyncio.gather(
            *(it.report({**order, "items": [{"amount": amount}]}) for amount in amounts),
            it.review(first["oid"]),
        )

        assert {row["outcome"] for rows in outcomes for row in rows} == {"updated"}
        [stored] = await it.rows("conversion")
        history = await it.rows("conversion_history")
        assert sum(entry["delta_amount"] for entry in history) == stored["sale_amount"]
        assert sum(entry["delta_commission"] for entry in history) == stored["sale_comm"]
        assert (len(history), stored["status"]) == (1 + 20 + 1, "Approved")
        await it.check_figures()

    async def test_change_of_an_order_waits_for_an_uncommitted_one(self, portal: Portal) -> None:
        """As on a cluster, where the order's directory can be committed first."""
        it = await deal(portal)
        order = it.order("10.00")
        [first] = await it.report(order)
        async with portal.db() as db:
            async with db.transaction():
                for table in ("conversion", "conversion_item"):
                    await db.execute(
                        f"update {table} set sale_amount = 20 where publisher_id = $1 and oid = $2",
                        it.who.uid,
                        first["oid"],
                    )
                reporting = asyncio.create_task(
                    it.report({**order, "items": [{"amount": "25.00"}]})
                )
                done, _ = await asyncio.wait([reporting], timeout=0.5)
                assert not done
            assert [row["outcome"] for row in await reporting] == ["updated"]

        history = await it.rows("conversion_history")
        assert sorted(entry["delta_amount"] for entry in history) == [D(5), D(10)]

    async def test_order_not_yet_committed_on_its_node_is_read_again(self, portal: Portal) -> None:
        """As on a cluster that lost a node: the directory knows the order, its own node does not yet."""
        it = await deal(portal)
        order = it.order("10.00")
        [first] = await it.report(order)
        asked = {"orders": [{**order, "items": [{"amount": "25.00"}]}]}
        async with portal.db() as db:
            move = "update conversion set oid = $1 where publisher_id = $2 and oid = $3"
            await db.execute(move, -first["oid"], it.who.uid, first["oid"])

            reply = await portal.post("/network/conversions", it.brand, attributes=asked)

            assert (reply.code, reply.status) == (Code.UNAVAILABLE.number, 503)
            await db.execute(move, first["oid"], it.who.uid, -first["oid"])
        assert await it.outcomes(*asked["orders"]) == ["updated"]
        await it.check_figures()

    async def test_orders_of_two_publishers_in_one_report_are_kept_apart(
        self, portal: Portal
    ) -> None:
        one = await deal(portal)
        two = await join_brand(portal, one.brand)

        assert (
            await one.outcomes(
                one.order("1.00"), two.order("2.00"), one.order("4.00"), two.order("8.00")
            )
            == ["created"] * 4
        )

        for it, expected in ((one, 5), (two, 10)):
            assert sum(order["sale_amount"] for order in await it.rows("conversion")) == expected
            assert [day["pending_sales"] for day in await it.figures()] == [expected]
            await it.check_figures()

    @pytest.mark.parametrize(
        "table",
        [
            *("order_directory", "conversion", "conversion_item"),
            *("conversion_history", "event", "rollup"),
        ],
    )
    async def test_failed_write_of_an_order_report_leaves_nothing_behind(
        self, portal: Portal, table: str
    ) -> None:
        it = await deal(portal)
        order = it.order()
        before = await it.counts()
        name = f"fails_{table}_{it.who.uid}"
        async with portal.db() as db:
            await db.execute(
                f"alter table {table} add constraint {name}"
                f" check (publisher_id <> {it.who.uid}) not valid"
            )

        reply = await portal.post("/network/conversions", it.brand, attributes={"orders": [order]})
        after = await it.counts()
        async with portal.db() as db:
            await db.execute(f"alter table {table} drop constraint {name}")

        assert (reply.code, reply.status) == (Code.CRASHED.number, 500)
        assert after == before
        assert await it.outcomes(order) == ["created"]
        await it.check_figures()

    async def test_figures_match_the_orders_after_random_reports_and_decisions(
        self, portal: Portal
    ) -> None:
        it = await deal(portal, publisher={"time_zone": "Pacific/Auckland", "currency": "EUR"})
        dice = random.Random(7)
        now = portal.resources.clock.now()
        numbers = [unique("order") for _ in range(12)]
        times = [(now - timedelta(hours=dice.randrange(2_000))).isoformat() for _ in numbers]
        oids: dict[str, int] = {}
        since = (now - timedelta(days=40)).date()
        async with weekly_rates(portal, "GBP", "EUR", "1.153937", since=since):
            for _ in range(40):
                chosen = dice.sample(range(12), dice.randint(1, 5))
                orders = []
                for number in chosen:
                    items = [
                        {
                            "item_id": name,
                            "amount": str(D(dice.randint(1, 100_000)) / 100),
                            **dice.choice([{}, {"status": dice.choice(["Approved", "Rejected"])}]),
                        }
                        for name in dice.sample("abcd", dice.randint(1, 4))
                    ]
                    orders.append(it.order(order_id=numbers[number], order_time=times[number]))
                    orders[-1]["items"] = items
                for row in await it.report(*orders):
                    assert row["outcome"] != "refused", row
                    oids[row["order_id"]] = row["oid"]
                if dice.random() < 0.4:
                    some = dice.sample(sorted(oids.values()), dice.randint(1, len(oids)))
                    status = dice.choice(["Approved", "Rejected"])
                    await it.review(*some, status=status, reason_code="other")
                await it.check_figures()

        assert {order["unrated"] for order in await it.rows("conversion")} == {True, False}
        async with weekly_rates(portal, "GBP", "EUR", "1.2", since=since - timedelta(days=60)):
            await run_job(portal, "/network/rate_orders")
        assert {order["unrated"] for order in await it.rows("conversion")} == {False}
        await it.check_figures()

        deltas = sum(e["delta_amount"] for e in await it.rows("conversion_history"))
        assert deltas == sum(o["sale_amount"] for o in await it.rows("conversion"))
