"""Limits concurrent heavy work: a few tasks run, some wait, and any beyond that are refused."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from schema.core.errors import Code, Fault

RETRY_AFTER = 2
"""Seconds after which the caller may try again."""


class BoundedQueue:
    """A semaphore with a limit on how many may wait for it."""

    def __init__(self, max_concurrent: int, max_waiting: int) -> None:
        self._semaphore = asyncio.Semaphore(max_concurrent)
        self._waiting = 0
        self._max_waiting = max_waiting

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """A slot for the work in the block. Raises UNAVAILABLE if too many are waiting for one.

        Enter it before acquiring a connection: otherwise waiting calls would hold all connections.
        """
        if self._waiting >= self._max_waiting:
            raise Fault(Code.UNAVAILABLE, wait=RETRY_AFTER)
        self._waiting += 1
        try:
            await self._semaphore.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._semaphore.release()
