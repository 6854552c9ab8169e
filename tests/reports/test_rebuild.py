"""Figures recalculated in another time zone while orders and clicks arrive."""

import asyncio
from datetime import timedelta
from decimal import Decimal

import sql.clicks.file_clicks
import sql.reports.figures.rebuild
import sql.reports.figures.reconcile
import sql.reports.figures.rollup
from handlers.user.figure_recount import rebuild_figures
from schema.core.figures import RebuildFigures
from tests.support.orders.books import Books, Part
from tests.support.orders.clicks import count_clicks
from tests.support.portal import Portal

TOKYO, HONOLULU = "Asia/Tokyo", "Pacific/Honolulu"


async def books(portal: Portal, orders: int) -> Books:
    """A publisher with clicks and orders all round the clock, at the turn of months too."""
    found = Books(portal, await portal.someone(site=True))
    brand = await found.brand()
    now = portal.resources.clock.now()
    for number in range(orders):
        at = now - timedelta(hours=5 * number)
        await found.click(brand, at)
        paid = Part(amount=Decimal(10), commission=Decimal(1), status="Approved", paid=at)
        status = ("Pending", "Rejected", "Approved")[number % 3]
        other = Part(amount=Decimal(number), commission=Decimal(0), status=status)
        await found.order(brand, at, paid, other)
    return found


async def rebuild(portal: Portal, uid: int, zone: str) -> None:
    async with portal.db() as db:
        await rebuild_figures.later(db, RebuildFigures(uid, zone))
    await portal.work()


async def differences(portal: Portal, uid: int) -> list[sql.reports.figures.reconcile.Difference]:
    async with portal.db() as db, db.transaction(isolation="repeatable_read"):
        return await sql.reports.figures.reconcile.find_differences(db, uid)


class TestRebuildFigures:
    async def test_rebuilt_figures_match_orders_and_clicks_in_the_new_time_zone(
        self, portal: Portal
    ) -> None:
        mine = await books(portal, 20)

        await rebuild(portal, mine.who.uid, TOKYO)

        assert await differences(portal, mine.who.uid) == []
        async with portal.db() as db:
            days = await db.fetch(
                "select day from rollup where publisher_id = $1 and grain = 'day'", mine.who.uid
            )
            mine.zone = TOKYO
            assert {row["day"] for row in days} == {mine.day(order.at) for order in mine.orders}

    async def test_figures_that_were_not_rebuilt_differ_in_the_new_time_zone(
        self, portal: Portal
    ) -> None:
        """The control."""
        mine = await books(portal, 20)
        async with portal.db() as db:
            await db.execute(
                "update publisher set time_zone = $2 where publisher_id = $1", mine.who.uid, TOKYO
            )

        assert await differences(portal, mine.who.uid) != []

    async def test_rebuild_leaves_the_figures_of_other_publishers_unchanged(
        self, portal: Portal
    ) -> None:
        mine, other = await books(portal, 3), await books(portal, 3)

        await rebuild(portal, mine.who.uid, HONOLULU)

        assert await differences(portal, other.who.uid) == []

    async def test_rebuild_of_a_publishers_figures_keeps_its_bonuses(self, portal: Portal) -> None:
        mine = await books(portal, 3)
        async with portal.db() as db:
            await db.execute(
                "update rollup set bonus = 7 where publisher_id = $1 and grain = 'day'"
                " and day = (select max(day) from rollup where publisher_id = $1)",
                mine.who.uid,
            )

        await rebuild(portal, mine.who.uid, HONOLULU)

        async with portal.db() as db:
            assert await db.fetchval(
                "select sum(bonus) from rollup where publisher_id = $1", mine.who.uid
            ) == Decimal(7)

    async def test_order_reported_during_a_rebuild_of_figures_is_counted(
        self, portal: Portal
    ) -> None:
        mine = await books(portal, 4)
        [brand, *_] = [order.brand for order in mine.orders]
        async with portal.db() as db:
            months = await sql.reports.figures.rebuild.find_months(db, mine.who.uid)
            counted = {}
            for month in months:
                async with db.transaction(isolation="repeatable_read"):
                    counted[month] = await sql.reports.figures.rebuild.count_month(
                        db, mine.who.uid, TOKYO, month
                    )
            late = portal.resources.clock.now() - timedelta(days=70)
            await mine.order(brand, late, Part(amount=Decimal(3), commission=Decimal(1)))
            await mine.click(brand, portal.resources.clock.now())
            async with db.transaction():
                again = await sql.reports.figures.rebuild.switch(db, mine.who.uid, TOKYO, counted)

        assert late.date().replace(day=1) in again
        assert await differences(portal, mine.who.uid) == []

    async def test_clicks_during_a_change_of_time_zone_are_counted_once(
        self, portal: Portal
    ) -> None:
        mine, brand = await books(portal, 6), await portal.brand()
        await portal.join(mine.who, brand)
        links = [await portal.link(mine.who, brand) for _ in range(3)]
        before = len(mine.valid)
        ended = asyncio.Event()

        async def clicking() -> int:
            count = 0
            while not ended.is_set():
                await portal.click(links[count % 3]["code"])
                count += 1
            return count

        async def settling() -> None:
            while not ended.is_set():
                async with portal.db() as db, db.transaction():
                    later = portal.resources.clock.now() + 2 * sql.clicks.file_clicks.WAIT_MIN
                    await sql.clicks.file_clicks.file_clicks(db, [mine.who.uid], now=later)

        work = asyncio.gather(clicking(), clicking(), settling())
        for zone in (TOKYO, HONOLULU, "UTC"):
            await rebuild(portal, mine.who.uid, zone)
        ended.set()
        one, two, _ = await work

        assert await differences(portal, mine.who.uid) == []
        assert await count_clicks(portal, mine.who) == before + one + two

    async def test_rebuild_of_figures_waits_for_uncommitted_orders(self, portal: Portal) -> None:
        mine = await books(portal, 2)
        async with portal.db() as db:
            transaction = db.transaction()
            await transaction.start()
            await sql.reports.figures.rollup.lock_shared(db, [mine.who.uid])
            working = asyncio.create_task(rebuild(portal, mine.who.uid, TOKYO))
            await asyncio.sleep(0.5)
            waited = not working.done()
            await transaction.commit()
        await working

        assert waited

    async def test_rebuild_of_figures_reports_its_progress(self, portal: Portal) -> None:
        mine = await books(portal, 2)
        now = portal.resources.clock.now()
        async with portal.db() as db:
            await sql.reports.figures.rebuild.start(db, mine.who.uid, TOKYO, 24, now)
            await sql.reports.figures.rebuild.set_progress(db, mine.who.uid, 3)
            during = await sql.reports.figures.rebuild.get_progress(db, mine.who.uid)
            await sql.reports.figures.rebuild.finish(db, mine.who.uid, now)
            after = await sql.reports.figures.rebuild.get_progress(db, mine.who.uid)

        assert (during, after) == ((3, 24), None)
