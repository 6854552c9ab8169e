"""Figures counted anew in another time zone, while orders and clicks keep coming."""

import asyncio
from datetime import timedelta
from decimal import Decimal

import sql.clicks.file_clicks
import sql.figures.rebuild
import sql.figures.reconcile
import sql.figures.rollup
from handlers.user import rebuild_figures
from schema.core.figures import RebuildFigures
from tests.support.orders.books import Books, Part
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


async def differences(portal: Portal, uid: int) -> list[sql.figures.reconcile.Difference]:
    async with portal.db() as db, db.transaction(isolation="repeatable_read"):
        return await sql.figures.reconcile.find_differences(db, uid)


class TestRebuildFigures:
    async def test_figures_are_what_the_rows_say_in_the_new_zone(self, portal: Portal) -> None:
        mine = await books(portal, 20)

        await rebuild(portal, mine.who.uid, TOKYO)

        assert await differences(portal, mine.who.uid) == []
        async with portal.db() as db:
            days = await db.fetch(
                "select day from rollup where publisher_id = $1 and grain = 'day'", mine.who.uid
            )
            mine.zone = TOKYO
            assert {row["day"] for row in days} == {mine.day(order.at) for order in mine.orders}

    async def test_the_old_figures_differ_from_the_new_zone(self, portal: Portal) -> None:
        mine = await books(portal, 20)
        async with portal.db() as db:
            await db.execute(
                "update publisher set time_zone = $2 where publisher_id = $1", mine.who.uid, TOKYO
            )

        assert await differences(portal, mine.who.uid) != []

    async def test_others_stay_as_they_are(self, portal: Portal) -> None:
        mine, other = await books(portal, 3), await books(portal, 3)

        await rebuild(portal, mine.who.uid, HONOLULU)

        assert await differences(portal, other.who.uid) == []

    async def test_a_bonus_stays_on_its_day(self, portal: Portal) -> None:
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

    async def test_what_comes_after_a_month_was_counted_is_counted_too(
        self, portal: Portal
    ) -> None:
        mine = await books(portal, 4)
        [brand, *_] = [order.brand for order in mine.orders]
        async with portal.db() as db:
            months = await sql.figures.rebuild.find_months(db, mine.who.uid)
            counted = {}
            for month in months:
                async with db.transaction(isolation="repeatable_read"):
                    counted[month] = await sql.figures.rebuild.count_month(
                        db, mine.who.uid, TOKYO, month
                    )
            late = portal.resources.clock.now() - timedelta(days=70)
            await mine.order(brand, late, Part(amount=Decimal(3), commission=Decimal(1)))
            await mine.click(brand, portal.resources.clock.now())
            async with db.transaction():
                again = await sql.figures.rebuild.switch(db, mine.who.uid, TOKYO, counted)

        assert late.date().replace(day=1) in again
        assert await differences(portal, mine.who.uid) == []

    async def test_no_click_is_lost_or_doubled_that_comes_while_zones_change(
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
        async with portal.db() as db:
            clicks = await db.fetchval(
                "select sum(clicks) from figure where publisher_id = $1 and grain = 'day'",
                mine.who.uid,
            )
        assert clicks == before + one + two

    async def test_a_writer_keeps_the_switch_waiting(self, portal: Portal) -> None:
        mine = await books(portal, 2)
        async with portal.db() as db:
            transaction = db.transaction()
            await transaction.start()
            await sql.figures.rollup.lock_shared(db, [mine.who.uid])
            working = asyncio.create_task(rebuild(portal, mine.who.uid, TOKYO))
            await asyncio.sleep(0.5)
            waited = not working.done()
            await transaction.commit()
        await working

        assert waited

    async def test_counting_is_told_while_it_lasts(self, portal: Portal) -> None:
        mine = await books(portal, 2)
        now = portal.resources.clock.now()
        async with portal.db() as db:
            await sql.figures.rebuild.start(db, mine.who.uid, TOKYO, 24, now)
            await sql.figures.rebuild.set_progress(db, mine.who.uid, 3)
            during = await sql.figures.rebuild.get_progress(db, mine.who.uid)
            await sql.figures.rebuild.finish(db, mine.who.uid, now)
            after = await sql.figures.rebuild.get_progress(db, mine.who.uid)

        assert (during, after) == ((3, 24), None)
