"""A few slots for slow work, shared fairly: nobody keeps one longer than a fair time while others wait."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from schema.core.errors import Code, Fault

SLOW_REMEMBERED = 10_000
"""How many owners are remembered as slow; the one remembered longest is forgotten first."""


class Running(NamedTuple):
    started: float
    limit: asyncio.Timeout


class FairQueue:
    """Each owner has one slot at most. An owner who was slow the last time gets one only if it is free.

    The others wait for a slot, and cut off an owner who has had one for longer than `fair_seconds`.
    """

    def __init__(
        self, slots: int, *, max_waiting: int, fair_seconds: float, retry_after: float
    ) -> None:
        self._free = slots
        self._max_waiting = max_waiting
        self._fair_seconds = fair_seconds
        self._retry_after = retry_after
        self._owners: set[int] = set()
        self._running: dict[int, Running] = {}
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._slow: dict[int, None] = {}

    @asynccontextmanager
    async def slot(self, owner: int) -> AsyncIterator[None]:
        """A slot for the work in the block. Raises UNAVAILABLE if there is none, or if others wait for it."""
        if owner in self._owners:
            raise Fault(Code.TOO_MANY_REQUESTS, wait=self._retry_after)
        self._owners.add(owner)
        try:
            await self._take_slot(owner)
            async with self._limit_time(owner):
                yield
        finally:
            self._owners.discard(owner)

    @asynccontextmanager
    async def _limit_time(self, owner: int) -> AsyncIterator[None]:
        started = asyncio.get_running_loop().time()
        limit = asyncio.timeout(None)
        try:
            async with limit:
                self._running[owner] = Running(started, limit)
                self._cut_off_slowest()
                yield
        except TimeoutError:
            if not limit.expired():
                raise
            raise Fault(Code.UNAVAILABLE, wait=self._retry_after) from None
        finally:
            del self._running[owner]
            self._remember(owner, asyncio.get_running_loop().time() - started)
            self._release_slot()

    async def _take_slot(self, owner: int) -> None:
        if self._free:
            self._free -= 1
            return
        if owner in self._slow or len(self._waiting) >= self._max_waiting:
            raise Fault(Code.UNAVAILABLE, wait=self._retry_after)
        slot = asyncio.get_running_loop().create_future()
        self._waiting.append(slot)
        self._cut_off_slowest()
        try:
            await slot
        except asyncio.CancelledError:
            if slot.cancelled():
                self._waiting.remove(slot)
            else:
                self._release_slot()
            raise

    def _release_slot(self) -> None:
        if self._waiting:
            self._waiting.popleft().set_result(None)
        else:
            self._free += 1

    def _cut_off_slowest(self) -> None:
        """End as many running tasks as others wait, longest running first, once their fair time is over."""
        loop = asyncio.get_running_loop()
        for running in list(self._running.values())[: len(self._waiting)]:
            if running.limit.when() is None:
                running.limit.reschedule(max(loop.time(), running.started + self._fair_seconds))

    def _remember(self, owner: int, seconds: float) -> None:
        self._slow.pop(owner, None)
        if seconds >= self._fair_seconds * 0.9:
            self._slow[owner] = None
        if len(self._slow) > SLOW_REMEMBERED:
            del self._slow[next(iter(self._slow))]
