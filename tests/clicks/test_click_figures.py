"""Clicks count in figures at once, and these stay the same when clicks are added up by day."""

import asyncio
from collections import Counter
from datetime import datetime, timedelta
from typing import Any

import handlers.track
import sql.accounts.publisher
import sql.clicks.file_clicks
import sql.reports.figures.reconcile
from schema.core.envelope import Nothing
from sql.core.db import fetch
from sql.core.local_time import zone_values
from sql.reports.figures.reconcile import uncounted_template
from tests.support.orders.clicks import clicks_of, count_clicks
from tests.support.portal import Portal, SomeBrand, Someone


class TestFigures:
    """Clicks are figures at once, and stay the same when they are added to those by day."""

    async def test_processes_that_count_clicks_at_once_count_each_click_once(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        links = [await portal.link(alice, brand) for _ in range(3)]
        for link in links:
            await portal.click(link["code"])
        before = await figures(portal, alice)

        async def file_once() -> int:
            async with portal.db() as db, db.transaction():
                return await sql.clicks.file_clicks.file_clicks(
                    db, [alice.uid], now=await later(portal)
                )

        assert sum(await asyncio.gather(*(file_once() for _ in range(4)))) == 3
        assert await clicks_in_rollups(portal, alice) == await figures(portal, alice) == before
        # Day, brand, site, links, month by brand, month by link, month
        assert len(before) == 1 + 1 + 1 + 3 + 1 + 3 + 1
        await portal.click(links[0]["code"])
        assert await count_clicks(portal, alice) == 4

    async def test_clicks_are_counted_by_day_in_the_publishers_time_zone(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        link = await portal.link(alice, brand)
        async with portal.db() as db:
            await db.execute(
                "update publisher set time_zone = 'Pacific/Kiritimati' where publisher_id = $1",
                alice.uid,
            )
        await portal.click(link["code"])
        [click] = await clicks_of(portal, alice)
        day = (click["click_time"] + timedelta(hours=14)).date()

        assert {when for grain, when, _ in await figures(portal, alice) if grain == "day"} == {day}
        async with portal.db() as db, db.transaction():
            await sql.clicks.file_clicks.file_clicks(db, [alice.uid], now=await later(portal))
            assert await sql.reports.figures.reconcile.find_differences(db, alice.uid) == []
        assert {
            when for grain, when, _ in await clicks_in_rollups(portal, alice) if grain == "day"
        } == {day}

    async def test_worker_counts_clicks_of_all_publishers(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        link = await portal.link(alice, brand)
        for _ in range(2):
            await portal.click(link["code"])
        async with portal.db() as db:
            old = await db.fetchrow(
                "select click_id, click_time from click_intake where publisher_id = $1"
                " order by click_id limit 1",
                alice.uid,
            )
            await db.execute(
                "update click_intake set click_time = $3 where publisher_id = $1 and click_id = $2",
                alice.uid,
                old["click_id"],
                old["click_time"] - timedelta(minutes=1),
            )
            await handlers.track.file_clicks.later(db, Nothing())
        await portal.work()

        assert await count_clicks(portal, alice) == 2
        # The younger one waits, to be repeated.
        assert sum((await clicks_in_rollups(portal, alice)).values()) == 7


async def later(portal: Portal) -> datetime:
    """When all clicks there are have waited long enough."""
    return portal.resources.clock.now() + 2 * sql.clicks.file_clicks.WAIT_MIN


async def figures(portal: Portal, who: Someone) -> dict[tuple[Any, ...], int]:
    """Clicks as reports read them, by grain, day and key."""
    added = Counter(await clicks_in_rollups(portal, who))
    async with portal.db() as db:
        zone = (await sql.accounts.publisher.get_report_settings(db, who.uid)).zone
        values = {"publisher_id": who.uid, **zone_values(zone)}
        for row in await fetch(db, uncounted_template().bind(values)):
            added[row["grain"], row["day"], row["key"]] += row["clicks"]
    return dict(added)


async def clicks_in_rollups(portal: Portal, who: Someone) -> dict[tuple[Any, ...], int]:
    """Clicks that were added to the figures."""
    return await clicks_in(
        portal, "select grain, day, key, clicks from rollup where publisher_id = $1", who
    )


async def clicks_in(portal: Portal, query: str, who: Someone) -> dict[tuple[Any, ...], int]:
    sums: Counter[tuple[Any, ...]] = Counter()
    async with portal.db() as db:
        for *key, clicks in await db.fetch(query, who.uid):
            sums[tuple(key)] += clicks
    return dict(sums)
