"""Slots for calls with heavy statements: a few of each owner, and fewer altogether than there are connections."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from time import monotonic

from schema.core.errors import Code, Fault

SLOTS = 4
"""How many heavy calls a process runs at once, of the ten connections that all calls share."""
SLOTS_OF_OWNER = 2
WAITING_WITHOUT_REST = 3
"""How many calls of an owner may wait without a rest, as when a page opens; with more, its slots rest between calls."""
REST_MAX = 2.0
"""A slot's longest rest, in durations of its call: two busy slots on two cores delay everybody's redirects."""
WAIT_SECONDS = 5.0
"""How long a call waits for a slot. It holds no connection meanwhile."""
WAITING_MAX = 64
"""The maximum number of one owner's calls that may wait."""
RETRY_AFTER = 2.0


class HeavyCalls:
    """Gives each owner a share, however many sessions it calls from; waiting calls take turns by owner."""

    def __init__(
        self,
        slots: int = SLOTS,
        slots_of_owner: int = SLOTS_OF_OWNER,
        wait_seconds: float = WAIT_SECONDS,
    ) -> None:
        self._free = slots
        self._slots_of_owner = slots_of_owner
        self._wait_seconds = wait_seconds
        self._running: Counter[Hashable] = Counter()
        self._waiting: dict[Hashable, deque[asyncio.Future[None]]] = {}
        """Waiting calls by owner, the owner whose turn is next first."""

    @asynccontextmanager
    async def slot(self, owner: Hashable) -> AsyncIterator[None]:
        """A slot for the work in the block. Raises TOO_MANY_REQUESTS if there is none in time.

        Enter it before acquiring a connection: otherwise waiting calls would hold all connections.
        """
        if owner in self._waiting or not self._may_start(owner):
            await self._wait(owner)
        else:
            self._start(owner)
        began = monotonic()
        try:
            yield
        finally:
            self._end(owner, monotonic() - began)

    def _may_start(self, owner: Hashable) -> bool:
        return self._free > 0 and self._running[owner] < self._slots_of_owner

    def _start(self, owner: Hashable) -> None:
        self._free -= 1
        self._running[owner] += 1

    def _end(self, owner: Hashable, seconds: float = 0.0) -> None:
        """Free the slot for others at once, and for the owner after a rest if many of its calls wait."""
        self._free += 1
        backlog = len(self._waiting.get(owner, ())) - WAITING_WITHOUT_REST
        if backlog > 0 and seconds:
            rest = seconds * min(REST_MAX, backlog / 2)
            asyncio.get_running_loop().call_later(rest, self._release, owner)
            self._start_waiting()
        else:
            self._release(owner)

    def _release(self, owner: Hashable) -> None:
        self._running[owner] -= 1
        if not self._running[owner]:
            del self._running[owner]
        self._start_waiting()

    async def _wait(self, owner: Hashable) -> None:
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        waiting = self._waiting.setdefault(owner, deque())
        if len(waiting) >= WAITING_MAX:
            raise Fault(Code.TOO_MANY_REQUESTS, wait=RETRY_AFTER)
        waiting.append(turn)
        # Not asyncio.timeout: a call that only reads is no task until it first waits (rpc/server/inline_call.py).
        timer = loop.call_later(self._wait_seconds, refuse, turn)
        try:
            await turn
        except BaseException:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._end(owner)  # cancelled after its turn had come
            else:
                self._forget(owner, turn)
            raise
        finally:
            timer.cancel()

    def _forget(self, owner: Hashable, turn: asyncio.Future[None]) -> None:
        waiting = self._waiting.get(owner)
        if waiting and turn in waiting:
            waiting.remove(turn)
            if not waiting:
                del self._waiting[owner]

    def _start_waiting(self) -> None:
        """Give free slots to waiting calls, one of each owner in turn."""
        for owner in list(self._waiting):
            while self._may_start(owner) and (waiting := self._waiting.pop(owner, None)):
                turn = waiting.popleft()
                if waiting:
                    self._waiting[owner] = waiting  # behind all others
                if not turn.done():
                    self._start(owner)
                    turn.set_result(None)
                    break


def refuse(turn: asyncio.Future[None]) -> None:
    if not turn.done():
        turn.set_exception(Fault(Code.TOO_MANY_REQUESTS, wait=RETRY_AFTER))
