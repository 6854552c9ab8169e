"""The clock of the database, followed by this process: expiry and leases of all processes depend on it."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from math import inf
from time import monotonic

import structlog

import sql.core.clock
from sql.core.db import Connection, connect

log = structlog.get_logger()

INTERVAL = 1.0
"""Seconds between two readings, and so the longest that a jump of the database's clock goes unnoticed."""
TIMEOUT = 2.0
"""Seconds after which a database that does not return its time counts as down."""
DRIFT = 0.001
"""By how many seconds the clock's error may grow for each second that it has counted by itself."""


class Clock:
    """Reads the time of the database once a second, and counts from there by the monotonic clock.

    Reading it in every transaction would cost each call a round trip (docs/decisions/0002-clock.md). This clock is off
    by less than a millisecond, ignores jumps of the machine's own clock, and notices those of the database's within a
    second. It has a connection of its own, so it also notices when the database is down, whatever other connections are
    waiting for.
    """

    def __init__(self, url: str, *, on_connection_lost: Callable[[], Awaitable[None]]) -> None:
        """`on_connection_lost` is called when a reading fails: other connections may be dead as well."""
        self.away = False
        """Whether the last reading failed: the database is unreachable, and a statement would wait in vain."""
        self._url = url
        self._on_connection_lost = on_connection_lost
        self._db: Connection | None = None
        self._read_at = monotonic()
        self._time = datetime.now(UTC)
        self._error = inf  # the machine's clock may say anything
        self._last_millisecond = (0, self._time)

    def now(self) -> datetime:
        return self._time_at(monotonic())

    def _time_at(self, moment: float) -> datetime:
        return self._time + timedelta(seconds=moment - self._read_at)

    def millisecond(self) -> datetime:
        """The start of this millisecond; cached, because many clicks fall into one and a datetime is slow to make."""
        elapsed = int((monotonic() - self._read_at) * 1_000)
        if self._last_millisecond[0] != elapsed:
            at = self.now()
            self._last_millisecond = elapsed, at - timedelta(microseconds=at.microsecond % 1_000)
        return self._last_millisecond[1]

    async def sync(self) -> None:
        """Read the time, which is assumed to be that of the middle of the round trip, and so may be off by half of it.

        If that is more than the clock itself may be off by now, the clock counts on, unless the reading contradicts it.
        """
        if self._db is None:
            self._db = await connect(self._url, TIMEOUT)
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
        middle, error = (sent + received) / 2, (received - sent) / 2
        own_error = self._error + DRIFT * (received - self._read_at)
        difference = abs(time - self._time_at(middle)).total_seconds()
        if error > own_error and difference <= error + own_error:
            return
        self._time, self._read_at, self._error = time, middle, error
        self._last_millisecond = (-1, time)

    async def follow(self) -> None:
        """Read the time once a second until cancelled; while the database is down, the clock keeps counting."""
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                await self._sync_or_reconnect()
            except sql.core.clock.CONNECTION_LOST as error:
                if not self.away:
                    log.warning("database unavailable", error=repr(error))
                self.away = True
                continue
            self.away = False

    async def _sync_or_reconnect(self) -> None:
        """Read the time, if necessary on a new connection: only the old one may have been closed."""
        try:
            await self.sync()
        except sql.core.clock.CONNECTION_LOST:
            await self._on_connection_lost()
            await self.sync()

    def close(self) -> None:
        if self._db is not None:
            self._db.terminate()
            self._db = None
