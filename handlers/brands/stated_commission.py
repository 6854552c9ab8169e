"""Keeps the commission that brands state in lists up to date, as terms begin and end by themselves."""

from datetime import timedelta

import sql.brands.stated_commission
from handlers.flows.network_day import network_day
from rpc import Worker, job
from schema.core.envelope import Nothing


@job("/brands/renew_commissions", every=timedelta(hours=6))
async def renew_commissions(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Renew the stated commission of brands whose terms have begun or ended."""
    await sql.brands.stated_commission.renew(ctx.db, network_day(ctx))
