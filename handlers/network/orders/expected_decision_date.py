"""Estimates when each brand decides about its orders."""

from datetime import timedelta

import sql.network.expected_decision_date
from rpc import Worker, job
from schema.core.envelope import Nothing
from schema.core.expected_date import DECISION_HISTORY, DECISIONS_LEAST, find_rule, usual_wait
from sql.network.expected_decision_date import Expectation


@job("/network/expect_decisions", every=timedelta(days=1))
async def expect_decisions(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Estimate when each brand decides, from its decisions of the last year."""
    decisions, since, after = sql.network.expected_decision_date, ctx.now - DECISION_HISTORY, 0
    while mids := await decisions.brands_after(ctx.db, after):
        found = await decisions.get_decisions(ctx.db, mids, since, ctx.now)
        expected = [
            Expectation(mid, usual_wait(past), rule if rule.month_day else None)
            for mid, past in found.items()
            if sum(each.times for each in past) >= DECISIONS_LEAST and (rule := find_rule(past))
        ]
        await decisions.update_expectations(ctx.db, mids, expected)
        after = mids[-1]
