"""Counts every week how often each brand declines orders without a reason."""

from datetime import timedelta

import sql.network.brand_decline
import sql.network.retention
from rpc import Worker, job
from schema.core.envelope import Nothing
from schema.reports.why.facts import DECLINE_HISTORY

EVERY = timedelta(days=7)
PUBLISHERS_AT_ONCE = 20


@job("/reports/count_declines", every=EVERY, atomic=False)
async def count_declines(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Count the declines of the last year by brand and publisher, some publishers at a time."""
    async for publisher_ids in sql.network.retention.publishers(ctx.db):
        for first in range(0, len(publisher_ids), PUBLISHERS_AT_ONCE):
            some = publisher_ids[first : first + PUBLISHERS_AT_ONCE]
            async with ctx.db.transaction():
                await sql.network.brand_decline.count_declines(
                    ctx.db, some, ctx.now - DECLINE_HISTORY, ctx.now
                )
                await sql.network.brand_decline.find_last_cases(ctx.db, some, ctx.now)
                await sql.network.brand_decline.remove_old(ctx.db, some, ctx.now)
