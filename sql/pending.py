"""Clicks that wait beside the figures by day, and are added to them many at once.

Written with each click, the seven figures it counts in cost more than the click itself.
"""

from collections import Counter
from datetime import datetime

import sql.rollup
import sql.trace
from schema.figures import Delta
from sql.click import REPEAT
from sql.db import Connection, text

TAKEN = 20_000
"""Clicks added in one transaction: about half a second's work."""
AFTER = 2 * REPEAT
"""How long a click waits at least: the next ones are looked up there, whether they repeat it."""


async def settle(db: Connection, publisher_ids: list[int], *, now: datetime) -> int:
    """Add clicks that waited to their publishers' figures, in the caller's transaction; how many they were.

    No report can tell when: it reads the figures together with what waits (the view `figure`).
    """
    tenants = await sql.trace.tenants(db, publisher_ids)
    query = text(
        """
        delete from click_pending
         where publisher_id = any($1::bigint[])
           and (publisher_id, link_id, visitor, click_time, click_id) in (
               select publisher_id, link_id, visitor, click_time, click_id from click_pending
                where publisher_id = any($1::bigint[]) and click_time < $2 limit $3)
        returning publisher_id, click_time, mid, site_id, link_id
        """,
        publisher_ids,
        now - AFTER,
        TAKEN,
    )
    taken = await db.fetch(query.statement, *query.values)
    counted = Counter(
        (uid, at.astimezone(tenants[uid].zone).date(), mid, site_id, link_id)
        for uid, at, mid, site_id, link_id in taken
    )
    await sql.rollup.add(db, [Delta(*place, clicks=count) for place, count in counted.items()])
    return len(taken)
