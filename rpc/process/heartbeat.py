"""The heartbeat of the web processes, once a minute: gaps in it show when none of them was running."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import asyncpg
import structlog

import sql.core.clock
import sql.network.watch.heartbeat
from rpc.process.resources import Resources
from sql.core.db import Connection

log = structlog.get_logger()

WEB = "web"
EVERY_SECONDS = 60.0
LATE = timedelta(minutes=5)
"""A heartbeat that is this late means that no web process could reach the database."""


@asynccontextmanager
async def heartbeat(resources: Resources) -> AsyncIterator[None]:
    """Keep the heartbeat going for the block."""
    task = asyncio.create_task(keep_beating(resources))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def keep_beating(resources: Resources) -> None:
    while True:
        try:
            async with resources.pool.acquire() as db:
                await beat(db)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError,
                asyncpg.InternalClientError) as error:  # fmt: skip
            log.info("no heartbeat", reason=type(error).__name__)
        await asyncio.sleep(EVERY_SECONDS)


async def beat(db: Connection) -> None:
    """Record a heartbeat, and the outage that ends with it, once even if several processes start together."""
    now = await sql.core.clock.now(db)
    last = await sql.network.watch.heartbeat.beat(db, WEB, now)
    if last is not None and now - last > LATE:
        await sql.network.watch.heartbeat.add_outage(db, WEB, last, now)
