"""The heartbeats of the web processes and of the workers, once a minute: gaps show when none of them was running.

With each, what the services counted since is recorded for the status page.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import asyncpg
import structlog

import sql.core.clock
import sql.core.service_day
import sql.network.watch.heartbeat
from rpc.monitoring.services import new_counts
from rpc.process.resources import Resources
from schema.core.service import WEB
from sql.core.db import Connection

log = structlog.get_logger()

EVERY_SECONDS = 60.0
PATIENCE_SECONDS = 5.0
OLDER_RELEASE_RUNS = timedelta(seconds=150)
"""A process of an older release counts as running for so long after its heartbeat, of which two may be missing."""
LATE = timedelta(minutes=5)
"""A heartbeat that is this late means that no web process could reach the database."""


@asynccontextmanager
async def heartbeat(resources: Resources, name: str = WEB) -> AsyncIterator[None]:
    """Keep the heartbeat going for the block, which begins after the first one, or after it failed."""
    began = await try_to_beat(resources, name, None)
    task = asyncio.create_task(keep_beating(resources, name, began))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def keep_beating(
    resources: Resources, name: str = WEB, began: datetime | None = None
) -> None:
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        began = await try_to_beat(resources, name, began)


async def try_to_beat(resources: Resources, name: str, began: datetime | None) -> datetime | None:
    """Record a heartbeat if the database is there; returns the first one of this process."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS), resources.pool.acquire() as db:
            beats = await beat(db, name, began)
            if name == WEB:
                resources.older_release_at = beats.older_at
            await record_services(db, beats.now)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError,
            asyncpg.InternalClientError) as error:  # fmt: skip
        log.info("no heartbeat", reason=type(error).__name__)
        return began
    return began or beats.now


def older_release_runs(resources: Resources, now: datetime) -> bool:
    """Whether a web process of an older release, which cannot read some events, may be running."""
    last = resources.older_release_at
    return last is not None and now - last < OLDER_RELEASE_RUNS


class Beat(NamedTuple):
    now: datetime
    older_at: datetime | None


async def beat(db: Connection, name: str = WEB, began: datetime | None = None) -> Beat:
    """Record a heartbeat, and the outage that ends with it, once even if several processes start together.

    `began`: the first heartbeat of this process. If it was running before the outage, links led on during it. A worker
    leaves no outage: what it does late is counted as late, and the watch may go on learning from those days.
    """
    now = await sql.core.clock.now(db)
    last, older_at = await sql.network.watch.heartbeat.beat(db, name, now)
    if name == WEB and last is not None and now - last > LATE:
        redirected = began is not None and began <= last
        await sql.network.watch.heartbeat.add_outage(db, WEB, last, now, redirected=redirected)
    return Beat(now, older_at)


async def record_services(db: Connection, now: datetime) -> None:
    with new_counts(now.astimezone(UTC).date()) as counts:
        if counts:
            await sql.core.service_day.add(db, counts)
