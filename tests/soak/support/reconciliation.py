"""`portal reconcile` after each stand that trials have written to."""

import asyncpg

from tests.soak.support.tally import Tally, reconcile_all

RECONCILED: list[Tally] = []
"""What it said of each stand that was taken down since it was last told."""


async def reconcile(url: str) -> None:
    """Check all that the trials wrote, once nothing writes any more."""
    db = await asyncpg.connect(url)
    try:
        tally = Tally("   portal reconcile")
        await reconcile_all(db, tally)
        RECONCILED.append(tally)
    finally:
        await db.close()
