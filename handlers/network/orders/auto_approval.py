"""Approves orders whose validation period is over, where the terms of their brand say so."""

from datetime import timedelta

import sql.network.auto_approval
import sql.orders.review
from rpc import Worker, job
from schema.core.envelope import Nothing
from schema.orders.order import ItemStatus

VALIDATE_BATCH = 500
"""How many orders are decided in one transaction."""


@job("/network/validate_due", every=timedelta(hours=1), atomic=False)
async def validate_due(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Approve the items that brands have not decided by the end of the validation period, if their terms say so."""
    after = 0
    while oids := await sql.network.auto_approval.find_due(ctx.db, ctx.now, after, VALIDATE_BATCH):
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
