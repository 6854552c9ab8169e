"""Repairs the stored numbers of brands that the brand search shows beside each filter value."""

from datetime import timedelta

import sql.brands.brand_count
from rpc import Worker, job
from schema.core.envelope import Nothing


@job("/brands/recount", every=timedelta(hours=6))
async def recount(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Recount the brands for each filter value of the brand search."""
    await sql.brands.brand_count.rebuild(ctx.db)
