"""What the status page shows, as last read from the database: it is shown while the database is away, too."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import schema.core.service
import sql.core.service_day
import sql.network.watch.heartbeat
from schema.core.service import DAYS, WEB, WORKER, DayCount, Heartbeats, Outage, Status
from sql.core.clock import CONNECTION_LOST
from sql.core.db import pooled_connection

if TYPE_CHECKING:
    from rpc.process.resources import Resources

LIFETIME = timedelta(seconds=20)
"""How long what was read is shown before the database is asked again."""


class ServiceHistory:
    def __init__(self) -> None:
        self._counts: Sequence[DayCount] = ()
        self._outages: Sequence[Outage] = ()
        self._worker: datetime | None = None
        self._read_at: datetime | None = None
        self._reading = asyncio.Lock()

    async def status(self, resources: "Resources") -> Status:
        """The status of all services now."""
        now = resources.clock.now()
        async with self._reading:
            is_new = self._read_at is not None and now - self._read_at < LIFETIME
            has_database = not resources.clock.away and (is_new or await self._read(resources, now))
        beats = Heartbeats(self._worker, has_database)
        return schema.core.service.status(self._counts, self._outages, beats, now, self._read_at)

    async def _read(self, resources: "Resources", now: datetime) -> bool:
        """Read the history; False if the database does not answer."""
        day = now.astimezone(UTC).date() - timedelta(days=DAYS - 1)
        try:
            async with pooled_connection(resources.pool, seconds=2) as db:
                counts = await sql.core.service_day.since(db, day)
                outages = await sql.network.watch.heartbeat.named_outages(
                    db, WEB, now - timedelta(days=DAYS)
                )
                beats = await sql.network.watch.heartbeat.last_beats(db)
        except CONNECTION_LOST:
            return False
        self._counts, self._outages, self._worker = counts, outages, beats.get(WORKER)
        self._read_at = now
        return True
