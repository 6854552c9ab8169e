"""Approves orders whose validation period is over, and estimates when brands decide."""

from datetime import timedelta

import sql.network.expected_decision_date
import sql.orders.review
from rpc import Worker, job
from schema.core.envelope import Nothing
from schema.core.expected_date import DECISION_HISTORY, DECISIONS_LEAST, find_rule, usual_wait
from schema.orders.order import ItemStatus
from sql.network.expected_decision_date import Expectation

VALIDATE_BATCH = 500
"""How many orders are decided in one transaction."""
"""How far back decisions are read to estimate when a brand decides."""


@job("/network/validate_due", every=timedelta(hours=1), atomic=False)
async def validate_due(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Approve the items that brands have not decided by the end of the validation period, if their terms say so."""
    after = 0
    while oids := await sql.network.expected_decision_date.find_due(
        ctx.db, ctx.now, after, VALIDATE_BATCH
    ):
        async with ctx.db.transaction():
            await sql.orders.review.review(
                ctx.db,
                oids,
                ItemStatus.APPROVED,
                None,
                now=ctx.now,
                by="terms",
                of_status=ItemStatus.PENDING,
            )
        after = oids[-1]


@job("/network/expect_decisions", every=timedelta(days=1))
async def expect_decisions(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Estimate when each brand decides, from its decisions of the last year."""
    validation, since, after = sql.network.expected_decision_date, ctx.now - DECISION_HISTORY, 0
    while mids := await validation.brands_after(ctx.db, after):
        found = await validation.get_decisions(ctx.db, mids, since, ctx.now)
        expected = [
            Expectation(mid, usual_wait(past), rule if rule.month_day else None)
            for mid, past in found.items()
            if sum(each.times for each in past) >= DECISIONS_LEAST and (rule := find_rule(past))
        ]
        await validation.update_expectations(ctx.db, mids, expected)
        after = mids[-1]
