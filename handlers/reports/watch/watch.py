"""The watch: every ten minutes it checks clicks, orders and decisions, raises alerts and closes those that are over."""

from datetime import timedelta

import structlog

import sql.network.alert_task
import sql.network.watch.figures
import sql.network.watch.heartbeat
from handlers.reports.watch.alerts import AlertBook
from handlers.reports.watch.approvals import judge_approvals
from handlers.reports.watch.round import Round, open_round
from handlers.reports.watch.stops import find_facts, find_stops, follow_stops
from handlers.reports.watch.terms_changes import ChangedTerms, find_changed, find_terms_cuts
from handlers.reports.watch.waiting import find_overdue
from rpc import Worker, job
from schema.core.envelope import Nothing
from schema.reports.alert import WatchRound
from sql.network.watch.round_rows import WatchedPublisher

log = structlog.get_logger()

EVERY = timedelta(minutes=10)
PUBLISHERS_AT_ONCE = 200


@job("/reports/watch", every=EVERY, atomic=False)
async def watch(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Run a round of the watch over all publishers, unless another worker is doing so."""
    if not await sql.network.watch.heartbeat.lock(ctx.db):
        return
    try:
        seen = await look_at_all(ctx)
    finally:
        await sql.network.watch.heartbeat.unlock(ctx.db)
    log.debug("watch round", publishers=seen.publishers, units=seen.units, raised=seen.raised,
              closed=seen.closed)  # fmt: skip


async def look_at_all(ctx: Worker) -> WatchRound:
    """Run a whole round, one group of publishers at a time. When told to stop, end between two groups."""
    resources = ctx.resources
    look = await open_round(
        ctx.db, ctx.now, resources.network_time_zone, resources.settings.sale_days
    )
    changed = await find_changed(ctx.db, look.now, look.network_zone)
    publishers = raised = closed = after = 0
    while not ctx.stop.is_set():
        some = await sql.network.watch.figures.publishers(ctx.db, after, PUBLISHERS_AT_ONCE)
        if not some:
            break
        publishers, after = publishers + len(some), some[-1].publisher_id
        try:
            book = await look_at(ctx, look, changed, some)
        except (
            Exception
        ) as error:  # an error in one publisher's figures must not suppress others' alerts
            log.error("publishers not watched", first=some[0].publisher_id, exc_info=error)
            continue
        raised, closed = raised + book.raised, closed + book.closed
    await sql.network.alert_task.end_finished(ctx.db)
    return WatchRound(publishers=publishers, units=look.units, raised=raised, closed=closed)


async def look_at(
    ctx: Worker, look: Round, changed: ChangedTerms, some: list[WatchedPublisher]
) -> AlertBook:
    """Check some publishers, and store the resulting alerts in one transaction."""
    book = AlertBook(ctx, some, await look.known_alerts(some))
    judged = await look.judge(some, book)
    await look.save_baselines(judged)
    await find_stops(look, some, book)
    await follow_stops(look, some, book)
    await find_facts(look, some, book)
    await find_terms_cuts(look, changed, some, judged.days, book)
    await judge_approvals(look, some, judged.days, book)
    await find_overdue(look, some, judged.days, book)
    async with ctx.db.transaction():
        await look.set_judged(judged)
        await book.write(judged.days.keys())
    return book
