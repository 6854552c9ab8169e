"""Places for heavy work: a few are at it, some wait, and whoever comes beyond that is told to come back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from schema.core.errors import Code, Fault

RETRY_AFTER = 2
"""Seconds."""


class BoundedQueue:
    """So many at work, and so many who wait for it."""

    def __init__(self, max_concurrent: int, max_waiting: int) -> None:
        self._semaphore = asyncio.Semaphore(max_concurrent)
        self._waiting = 0
        self._max_waiting = max_waiting

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """One of the places, as long as the work lasts; UNAVAILABLE when too many wait for one.

        It is taken before a connection, or a storm of calls would hold them all while it waits.
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
