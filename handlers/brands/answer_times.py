"""Measures every week how long brands take to answer applications."""

from datetime import timedelta

import sql.network.answer_time
from rpc import Worker, job
from schema.brands.application import (
    ANSWER_HISTORY,
)
from schema.core.envelope import Nothing


@job("/brands/time_answers", every=timedelta(days=7))
async def time_answers(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Measure how long brands take to answer applications, over the answers of a year."""
    await sql.network.answer_time.rebuild(ctx.db, ctx.now - ANSWER_HISTORY, ctx.now)
