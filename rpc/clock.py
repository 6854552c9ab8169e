"""The database's clock, as this process knows it: expiry and leases of all processes go by this one."""

import asyncio
from datetime import UTC, datetime, timedelta
from time import monotonic

import sql.clock
from sql.db import Pool

EVERY = 1.0
"""Seconds between two looks: as long may a jump of the database's clock stay unseen."""


class Clock:
    """Reads the database's time once a second and counts on from there by the monotonic clock.

    Asking in every transaction would cost each call a round trip (docs/decisions/0002-clock.md); this is
    off by less than a millisecond, does not follow jumps of the machine's own clock, and notices those of
    the database's within a second.
    """

    def __init__(self) -> None:
        self._read_at = monotonic()
        self._time = datetime.now(UTC)

    def now(self) -> datetime:
        return self._time + timedelta(seconds=monotonic() - self._read_at)

    async def look(self, pool: Pool) -> None:
        """Read the time; half the round trip is taken to be the way back."""
        async with pool.acquire(timeout=2) as db:
            asked = monotonic()
            time = await sql.clock.now(db)
            answered = monotonic()
        self._time, self._read_at = time, (asked + answered) / 2

    async def follow(self, pool: Pool) -> None:
        """Look again and again until cancelled; while the database is away, the clock counts on."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.look(pool)
            except sql.clock.AWAY:
                continue
