"""Rates stored orders, or rates them again, when an exchange rate arrives or is corrected."""

import asyncio
from collections.abc import Sequence

import sql.network.payments.order_exchange_rates
from rpc import Worker
from sql.core.clock import RETRYABLE
from sql.network.rated_order import Position

PART = 500
"""How many orders are rated in one transaction."""
READ = 10_000
"""How many orders' ids are read at once."""
TRIES = 10
RATED_BY = "network"
"""The author shown in an order's history when a rate changed it."""


async def rate_parts(ctx: Worker, positions: Sequence[Position], *, unrated: bool) -> None:
    zone = ctx.resources.settings.network_time_zone
    for at in range(0, len(positions), PART):
        oids = [oid for _, oid in positions[at : at + PART]]
        for attempts_left in reversed(range(TRIES)):
            try:
                async with ctx.db.transaction():
                    now = ctx.resources.clock.now()
                    await sql.network.payments.order_exchange_rates.rate(
                        ctx.db, oids, unrated=unrated, zone=zone, now=now, by=RATED_BY
                    )
                break
            except RETRYABLE:
                if not attempts_left:
                    raise
                await asyncio.sleep(0.05)
