"""A publisher's clicks, all and valid ones."""

from typing import Any

from tests.support.portal import Portal, Someone


async def clicks_of(portal: Portal, who: Someone) -> list[dict[str, Any]]:
    async with portal.db() as db:
        rows = await db.fetch(
            "select * from click_all where publisher_id = $1 order by click_time", who.uid
        )
        return [dict(row) for row in rows]


async def count_clicks(portal: Portal, who: Someone) -> int:
    async with portal.db() as db:
        found = await db.fetchval(
            "select (select coalesce(sum(clicks), 0) from rollup where publisher_id = $1 and grain = 'day')"
            " + (select count(*) from click_uncounted where publisher_id = $1)",
            who.uid,
        )
        return int(found)
