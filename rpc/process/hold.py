"""The hold after a restore: workers do nothing until the portal is released (`portal restore --release`)."""

import asyncio

import asyncpg
import structlog

import sql.core.restoration
from rpc.process.resources import Resources

log = structlog.get_logger()

LOOK_SECONDS = 2.0
"""How often a held worker looks whether it was released, and a working one whether its database was restored."""


async def wait_for_release(resources: Resources, stop: asyncio.Event) -> None:
    """Return once the portal is not held, or `stop` is set."""
    is_logged = False
    while not stop.is_set():
        try:
            async with resources.pool.acquire() as db:
                if not await sql.core.restoration.is_held(db):
                    return
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError,
                asyncpg.InternalClientError) as error:  # fmt: skip
            log.warning("hold not read", reason=type(error).__name__)
        else:
            if not is_logged:
                log.warning("held after a restore; run `portal restore --release`")
                is_logged = True
        try:
            await asyncio.wait_for(stop.wait(), LOOK_SECONDS)
        except TimeoutError:
            continue
