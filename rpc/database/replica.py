"""A copy of the database, from which reports are read while it keeps up."""

import asyncio

import structlog

import sql.core.replica
from rpc.database.clock import INTERVAL, TIMEOUT
from sql.core.db import Pool, borrowed
from sql.core.fast_pool import FastPool

log = structlog.get_logger()
BEHIND = "behind"


class Replica:
    """Used while it has all that the database had a second ago, which is asked every second.

    While it is further behind, away, or no copy any more, the database itself is asked.
    """

    def __init__(self, pool: FastPool, primary: Pool) -> None:
        """`lender`: of connections to the copy; `pool`: to the database."""
        self.pool = pool
        self.fresh = False
        self._primary = primary
        self._position: str | None = None
        self._reason: str | None = BEHIND
        """Why it is not used."""

    def suspend(self) -> None:
        """It failed somebody: until it was looked at again, nobody asks it."""
        self.fresh = False

    async def follow(self) -> None:
        """Look again and again until cancelled."""
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                reason = None if await self._is_current() else BEHIND
            except Exception as error:  # also of a copy that knows no such user or database
                reason = repr(error)
                self.pool.discard_idle()
            self.fresh = reason is None
            if reason != self._reason:
                self._reason = reason
                if reason is None:
                    log.info("replica used")
                else:
                    log.warning("replica not used", reason=reason)

    async def _is_current(self) -> bool:
        before = self._position
        async with borrowed(self._primary, seconds=TIMEOUT) as db:
            self._position = await sql.core.replica.place(db)
        async with self.pool.connection(TIMEOUT) as copy:
            return before is not None and await sql.core.replica.has(copy, before)
