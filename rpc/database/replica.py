"""A replica of the database, from which reports are read while it keeps up."""

import asyncio
from collections.abc import Callable
from datetime import datetime

import structlog

import sql.server.replica
from rpc.database.clock import INTERVAL, TIMEOUT
from sql.core.db import Pool, pooled_connection
from sql.core.fast_pool import FastPool

log = structlog.get_logger()
BEHIND = "behind"


class Replica:
    """A replica, used while it has everything that the primary had a second ago, which is checked every second.

    While it is further behind, down, or no longer a replica, queries go to the primary.
    """

    def __init__(self, pool: FastPool, primary: Pool, now: Callable[[], datetime]) -> None:
        """`pool` connects to the replica, `primary` to the database itself, whose time is `now`."""
        self.pool = pool
        self.fresh = False
        self.complete_until: datetime | None = None
        """What was committed before this time is in the replica, while it is fresh."""
        self._primary = primary
        self._now = now
        self._asked: tuple[str, datetime] | None = None
        """The position that was asked for last, and when."""
        self._reason: str | None = BEHIND
        """Why the replica is not used; None while it is."""

    def suspend(self) -> None:
        """Stop using the replica, because a query failed, until it has been checked again."""
        self.fresh = False

    async def follow(self) -> None:
        """Check the replica once a second until cancelled."""
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                reason = None if await self._is_current() else BEHIND
            except Exception as error:  # includes a replica that lacks this user or database
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
        previous, now = self._asked, self._now()
        async with pooled_connection(self._primary, seconds=TIMEOUT) as db:
            self._asked = await sql.server.replica.wal_position(db), now
        if previous is None:
            return False
        position, asked_at = previous
        async with self.pool.connection(TIMEOUT) as replica:
            is_current = await sql.server.replica.has_replayed(replica, position)
        if is_current:
            self.complete_until = asked_at
        return is_current
