"""What the smallest command of the portal stands on, and all the rest too: database, clock and ids."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import sql.core.installation_key
from rpc.database.clock import Clock
from schema.core.ids import Ids
from sql.core.db import Pool, open_pool


@dataclass(kw_only=True)
class BaseResources:
    database_url: str
    pool: Pool
    """For commands, jobs, doors and whatever else is not a call."""
    clock: Clock
    ids: Ids


@asynccontextmanager
async def open_database(
    database_url: str, *, on_connection_lost: Callable[[], None] | None = None
) -> AsyncIterator[BaseResources]:
    """The base, for as long as the block runs. `forget` is called when the pool's connections may lead nowhere."""
    pool = await open_pool(database_url)

    async def forget_all() -> None:
        if on_connection_lost is not None:
            on_connection_lost()
        await pool.expire_connections()

    async with pool:
        clock = Clock(database_url, on_connection_lost=forget_all)
        await clock.sync()
        following = asyncio.create_task(clock.follow())
        try:
            async with pool.acquire() as db:
                ids_key = await sql.core.installation_key.get(db, "ids", secrets.token_bytes(32))
            yield BaseResources(database_url=database_url, pool=pool, clock=clock, ids=Ids(ids_key))
        finally:
            following.cancel()
            clock.close()
