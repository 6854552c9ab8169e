"""The signed-in account, and its publisher's figures in another time zone."""

import sql.rollup_next
from rpc import Member, Worker, job, query
from schema.account import Account
from schema.figures import Rebuild


@query("/user/profile")
async def profile(ctx: Member) -> Account:
    """The account that is signed in, its publisher and its default site."""
    return ctx.account


@job("/user/rebuild_figures", attempts=5, atomic=False)
async def rebuild_figures(ctx: Worker, attributes: Rebuild) -> None:
    """Count a publisher's figures anew in a time zone, which is the publisher's from then on.

    Orders and clicks keep coming meanwhile; they wait only while the new figures take the old ones' place.
    """
    uid, zone = attributes.publisher_id, attributes.time_zone
    months = await sql.rollup_next.span(ctx.db, uid)
    await sql.rollup_next.started(ctx.db, uid, zone, len(months), ctx.now)
    await sql.rollup_next.clear(ctx.db, uid)
    counted = {}
    for done, month in enumerate(months, 1):
        async with ctx.db.transaction(isolation="repeatable_read"):
            counted[month] = await sql.rollup_next.count(ctx.db, uid, zone, month)
        await sql.rollup_next.came_to(ctx.db, uid, done)
    async with ctx.db.transaction():
        await sql.rollup_next.switch(ctx.db, uid, zone, counted)
        await sql.rollup_next.finished(ctx.db, uid, ctx.now)
