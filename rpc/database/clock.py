"""The database's clock, as this process knows it: expiry and leases of all processes go by this one."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from time import monotonic

import structlog

import sql.core.clock
from sql.core.db import Connection, connected

log = structlog.get_logger()

INTERVAL = 1.0
"""Seconds between two looks: as long may a jump of the database's clock stay unseen."""
TIMEOUT = 2.0
"""Seconds after which a database that does not tell the time is away."""


class Clock:
    """Reads the database's time once a second and counts on from there by the monotonic clock.

    Asking in every transaction would cost each call a round trip (docs/decisions/0002-clock.md); this is
    off by less than a millisecond, does not follow jumps of the machine's own clock, and notices those of
    the database's within a second. Its connection is its own, so that it also knows, whatever the
    others wait for, whether the database answers.
    """

    def __init__(self, url: str, *, on_connection_lost: Callable[[], Awaitable[None]]) -> None:
        """`forget` is called when a look fails: what leads to the database may not lead there any more."""
        self.away = False
        """Whether the last look failed: who asks the database now would wait in vain."""
        self._url = url
        self._on_connection_lost = on_connection_lost
        self._db: Connection | None = None
        self._read_at = monotonic()
        self._time = datetime.now(UTC)
        self._last_millisecond = (0, self._time)

    def now(self) -> datetime:
        return self._time + timedelta(seconds=monotonic() - self._read_at)

    def millisecond(self) -> datetime:
        """The beginning of this millisecond: clicks come many in one, and a time takes a while to make."""
        elapsed = int((monotonic() - self._read_at) * 1_000)
        if self._last_millisecond[0] != elapsed:
            at = self.now()
            self._last_millisecond = elapsed, at - timedelta(microseconds=at.microsecond % 1_000)
        return self._last_millisecond[1]

    async def sync(self) -> None:
        """Read the time; half the round trip is taken to be the way back."""
        if self._db is None:
            self._db = await connected(self._url, TIMEOUT)
        timeout = asyncio.get_running_loop().call_later(TIMEOUT, self._db.terminate)
        try:
            sent = monotonic()
            time = await sql.core.clock.now(self._db)
            received = monotonic()
        except BaseException:
            self.close()
            raise
        finally:
            timeout.cancel()
        self._time, self._read_at = time, (sent + received) / 2
        self._last_millisecond = (-1, time)

    async def follow(self) -> None:
        """Look again and again until cancelled; while the database is away, the clock counts on."""
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                await self._sync_or_reconnect()
            except sql.core.clock.CONNECTION_LOST as error:
                if not self.away:
                    log.warning("database away", error=repr(error))
                self.away = True
                continue
            self.away = False

    async def _sync_or_reconnect(self) -> None:
        """A connection may have been ended alone; a new one tells."""
        try:
            await self.sync()
        except sql.core.clock.CONNECTION_LOST:
            await self._on_connection_lost()
            await self.sync()

    def close(self) -> None:
        if self._db is not None:
            self._db.terminate()
            self._db = None
