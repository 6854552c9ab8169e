"""Recounts daily figures in another time zone, or under the current counting rules and offsets of the zone."""

from datetime import timedelta
from uuid import UUID

import structlog

import sql.accounts.profile
import sql.accounts.publisher
import sql.clicks.fill_pages
import sql.network.publisher
import sql.reports.figures.rebuild
from rpc import Code, Fault, Member, Rule, Worker
from rpc.jobs.job import job_for
from schema.accounts.profile import TIME_ZONE_INVALID, is_time_zone
from schema.core.figures import RebuildFigures, RecountFigures, counting_mark, has_pages
from schema.core.time_zones import zone_names
from sql.clicks.fill_pages import Position
from sql.core.db import Connection

log = structlog.get_logger()

RUNNING = "`attributes.time_zone`: your figures are being recalculated; try again later"
RECOUNTS_MAX = 5_000
"""The maximum number of recounts queued at once. The others follow when these are done."""
TIMEOUT = timedelta(hours=1)
"""A rebuild that has not ended after this time counts as failed, and another one may begin."""


async def change(ctx: Member, zone: str) -> None:
    """Queue a rebuild of the figures in another time zone, unless one is already running."""
    uid = ctx.publisher_id
    if not is_time_zone(zone):
        raise TIME_ZONE_INVALID.to_fault()
    await sql.accounts.publisher.lock(ctx.db, uid)
    if await sql.accounts.profile.is_rebuilding(ctx.db, uid, ctx.now - TIMEOUT):
        raise Fault(
            Code.REQUEST_INVALID, RUNNING, field="attributes.time_zone", rule=Rule.RECALCULATING
        )
    await sql.reports.figures.rebuild.start(ctx.db, uid, zone, 0, ctx.now)
    await job_for(RebuildFigures).later(ctx.db, RebuildFigures(uid, zone))


async def queue_recounts(db: Connection) -> int:
    """Queue recounts for publishers whose figures were counted under outdated rules or offsets. Returns how many."""
    zones = await sql.network.publisher.find_zones(db)
    if unknown := [zone for zone in zones if zone not in zone_names()]:
        log.error("publishers have time zones that tzdata does not know", zones=unknown)
    marks = {zone: counting_mark(zone) for zone in zones if zone in zone_names()}
    for zone, mark in marks.items():
        await sql.network.publisher.mark_empty(db, zone, mark)
    miscounted = await sql.network.publisher.find_miscounted(db, marks, RECOUNTS_MAX)
    recount = job_for(RecountFigures)
    for uid in miscounted:
        await recount.later(db, RecountFigures(uid), key=f"{recount.path} {uid}")
    return len(miscounted)


async def recount_figures(ctx: Worker, uid: int) -> None:
    """Recount a publisher's figures in their own time zone, unless they are up to date or a rebuild is running."""
    async with ctx.db.transaction():
        await sql.accounts.publisher.lock(ctx.db, uid)
        settings = await sql.accounts.publisher.get_report_settings(ctx.db, uid)
        if settings.counted_by == counting_mark(settings.zone):
            return
        if await sql.accounts.profile.is_rebuilding(ctx.db, uid, ctx.now - TIMEOUT):
            return
        await sql.reports.figures.rebuild.start(ctx.db, uid, settings.zone, 0, ctx.now)
    if not has_pages(settings.counted_by):
        await fill_pages(ctx, uid)
    await rebuild(ctx, uid, settings.zone)


async def fill_pages(ctx: Worker, uid: int) -> None:
    """Fill in the referring pages of a publisher's earlier clicks and orders, in short transactions."""
    before: Position | None = Position(ctx.now, UUID(int=0))
    while before is not None:
        async with ctx.db.transaction():
            before = await sql.clicks.fill_pages.fill(ctx.db, uid, before)


async def rebuild(ctx: Worker, uid: int, zone: str) -> None:
    """Recount a publisher's figures in a time zone month by month, then replace the old ones with them."""
    months = await sql.reports.figures.rebuild.find_months(ctx.db, uid)
    await sql.reports.figures.rebuild.start(ctx.db, uid, zone, len(months), ctx.now)
    await sql.reports.figures.rebuild.clear(ctx.db, uid)
    counted = {}
    for done, month in enumerate(months, 1):
        async with ctx.db.transaction(isolation="repeatable_read"):
            counted[month] = await sql.reports.figures.rebuild.count_month(ctx.db, uid, zone, month)
        await sql.reports.figures.rebuild.set_progress(ctx.db, uid, done)
    async with ctx.db.transaction():
        await sql.reports.figures.rebuild.switch(ctx.db, uid, zone, counted)
        await sql.reports.figures.rebuild.finish(ctx.db, uid, ctx.now)
