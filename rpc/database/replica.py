"""A copy of the database, from which reports are read while it keeps up."""

import asyncio

import structlog

import sql.core.replica
from rpc.database.clock import EVERY, PATIENCE
from sql.core.db import Pool, borrowed
from sql.core.fast_pool import FastPool

log = structlog.get_logger()
BEHIND = "behind"


class Replica:
    """Used while it has all that the database had a second ago, which is asked every second.

    While it is further behind, away, or no copy any more, the database itself is asked.
    """

    def __init__(self, lender: FastPool, pool: Pool) -> None:
        """`lender`: of connections to the copy; `pool`: to the database."""
        self.lender = lender
        self.fresh = False
        self._pool = pool
        self._place: str | None = None
        self._reason: str | None = BEHIND
        """Why it is not used."""

    def lost(self) -> None:
        """It failed somebody: until it was looked at again, nobody asks it."""
        self.fresh = False

    async def follow(self) -> None:
        """Look again and again until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                reason = None if await self._keeps_up() else BEHIND
            except Exception as error:  # also of a copy that knows no such user or database
                reason = repr(error)
                self.lender.discard_idle()
            self.fresh = reason is None
            if reason != self._reason:
                self._reason = reason
                if reason is None:
                    log.info("replica used")
                else:
                    log.warning("replica not used", reason=reason)

    async def _keeps_up(self) -> bool:
        before = self._place
        async with borrowed(self._pool, seconds=PATIENCE) as db:
            self._place = await sql.core.replica.place(db)
        async with self.lender.connection(PATIENCE) as copy:
            return before is not None and await sql.core.replica.has(copy, before)
