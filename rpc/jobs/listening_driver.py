"""A driver of the queue that notifies only once it listens.

pgqueuer begins to check its listener before it has one. A check that is sent while the connection is still being opened
is heard by nobody, and after ten seconds the queue takes its connection for lost.
"""

import asyncio

import asyncpg
from pgqueuer.db import AsyncpgPoolDriver
from pgqueuer.ports.driver import NotifyCallback


class ListeningDriver(AsyncpgPoolDriver):
    """Queries by a pool; notifications wait for the listener."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        super().__init__(pool)
        self._listens = asyncio.Event()

    async def add_listener(self, channel: str, callback: NotifyCallback) -> None:
        await super().add_listener(channel, callback)
        self._listens.set()

    async def notify(self, channel: str, payload: str) -> None:
        await self._listens.wait()
        await super().notify(channel, payload)
