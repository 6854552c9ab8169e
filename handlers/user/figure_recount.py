"""Jobs that recalculate a publisher's figures."""

from datetime import timedelta

from handlers.user import time_zone
from rpc import Worker, job
from schema.core.envelope import Nothing
from schema.core.figures import RebuildFigures, RecountFigures


@job("/user/rebuild_figures", attempts=5, atomic=False)
async def rebuild_figures(ctx: Worker, attributes: RebuildFigures) -> None:
    """Recalculate a publisher's figures in another time zone, then switch to it. Orders and clicks continue."""
    await time_zone.rebuild(ctx, attributes.publisher_id, attributes.time_zone)


@job("/user/recount_figures", attempts=5, atomic=False)
async def recount_figures(ctx: Worker, attributes: RecountFigures) -> None:
    """Recalculate a publisher's figures if counting rules or its time zone's offsets changed since the last count."""
    await time_zone.recount_figures(ctx, attributes.publisher_id)


@job("/user/queue_recounts", every=timedelta(hours=1))
async def queue_recounts(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Queue recalculations of figures that were counted under outdated rules or time zone offsets."""
    await time_zone.queue_recounts(ctx.db)
