"""A change of a publisher's time zone, and the rebuild of its figures that follows."""

from datetime import timedelta

import sql.accounts.profile
import sql.accounts.publisher
import sql.figures.rebuild
from rpc import Code, Fault, Guest, Member, Worker
from rpc.jobs.job import Job
from schema.accounts.profile import TIME_ZONE_INVALID, is_time_zone
from schema.core.figures import RebuildFigures

RUNNING = "`attributes.time_zone`: your figures are being recalculated for another time zone; try again later"
TIMEOUT = timedelta(hours=1)
"""A rebuild that has not ended after this time has failed for good, and another one may begin."""


async def change(ctx: Member, zone: str, job: Job[RebuildFigures]) -> None:
    """Queue a rebuild of the figures in another time zone, unless one is already running."""
    uid = ctx.publisher_id
    if not is_time_zone(zone):
        raise TIME_ZONE_INVALID.to_fault()
    await require_known(ctx, zone)
    await sql.accounts.publisher.lock(ctx.db, uid)
    if await sql.accounts.profile.is_rebuilding(ctx.db, uid, ctx.now - TIMEOUT):
        raise Fault(Code.REQUEST_INVALID, RUNNING, field="attributes.time_zone")
    await sql.figures.rebuild.start(ctx.db, uid, zone, 0, ctx.now)
    await job.later(ctx.db, RebuildFigures(uid, zone))


async def require_known(ctx: Guest, zone: str) -> None:
    """Refuse a time zone that the database does not know, whatever Python does."""
    if not await sql.accounts.profile.has_time_zone(ctx.db, zone, ctx.now):
        raise TIME_ZONE_INVALID.to_fault()


async def rebuild(ctx: Worker, uid: int, zone: str) -> None:
    """Count the figures month by month, then replace the old ones with them."""
    months = await sql.figures.rebuild.find_months(ctx.db, uid)
    await sql.figures.rebuild.start(ctx.db, uid, zone, len(months), ctx.now)
    await sql.figures.rebuild.clear(ctx.db, uid)
    counted = {}
    for done, month in enumerate(months, 1):
        async with ctx.db.transaction(isolation="repeatable_read"):
            counted[month] = await sql.figures.rebuild.count_month(ctx.db, uid, zone, month)
        await sql.figures.rebuild.set_progress(ctx.db, uid, done)
    async with ctx.db.transaction():
        await sql.figures.rebuild.switch(ctx.db, uid, zone, counted)
        await sql.figures.rebuild.finish(ctx.db, uid, ctx.now)
