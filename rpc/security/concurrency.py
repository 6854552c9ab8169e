"""Places for heavy work: a few are at it, some wait, and whoever comes beyond that is told to come back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from schema.core.errors import Code, Fault

COME_BACK = 2
"""Seconds."""


class BoundedQueue:
    """So many at work, and so many who wait for it."""

    def __init__(self, at_once: int, waiting_most: int) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._waiting = 0
        self._waiting_most = waiting_most

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """One of the places, as long as the work lasts; UNAVAILABLE when too many wait for one.

        It is taken before a connection, or a storm of calls would hold them all while it waits.
        """
        if self._waiting >= self._waiting_most:
            raise Fault(Code.UNAVAILABLE, wait=COME_BACK)
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._places.release()
