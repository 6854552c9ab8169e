"""The resources that even the smallest command needs: database, clock and ids."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from asyncpg.pgproto import pgproto

import sql.core.installation_key
from rpc.database.clock import Clock
from schema.core.ids import Ids
from sql.core.db import Pool, open_pool
from sql.core.fast_connection import OnQuery


@dataclass(kw_only=True)
class BaseResources:
    database_url: str
    pool: Pool
    """The pool for commands, jobs, endpoints, and everything else that is not a call."""
    clock: Clock
    ids: Ids
    network_time_zone: str
    """The time zone of the network's days and months."""


@asynccontextmanager
async def open_database(
    database_url: str,
    *,
    network_time_zone: str,
    on_connection_lost: Callable[[], None] | None = None,
    on_query: OnQuery | None = None,
) -> AsyncIterator[BaseResources]:
    """Open the database for the block. `on_connection_lost` is called when idle connections may be dead, `on_query`
    after each statement of the pool.
    """
    pool = await open_pool(database_url, on_query=on_query)

    async def expire_connections() -> None:
        if on_connection_lost is not None:
            on_connection_lost()
        await pool.expire_connections()

    async with pool:
        clock = Clock(database_url, on_connection_lost=expire_connections)
        await clock.sync()
        clock_task = asyncio.create_task(clock.follow())
        try:
            async with pool.acquire() as db:
                ids_key = await sql.core.installation_key.get(db, "ids", secrets.token_bytes(32))
            # asyncpg makes a UUID in a tenth of the time that Python takes.
            yield BaseResources(
                database_url=database_url,
                pool=pool,
                clock=clock,
                ids=Ids(ids_key, pgproto.UUID),
                network_time_zone=network_time_zone,
            )
        finally:
            clock_task.cancel()
            clock.close()
