"""The sessions of calls that come in together are looked up in one statement."""

import asyncio

import sql.accounts.session
from rpc.database.clock import Clock
from sql.accounts.session import Key, Session
from sql.core.fast_pool import FastPool

PATIENCE = 0.005
"""Seconds to wait for a statement under way, which may never return."""
Waiting = asyncio.Future[Session | None]


class SessionLoader:
    """Looks up a session anew for every call, so that what ends it reaches the next one.

    A statement takes 15 µs however little it asks, and 2 µs more for each session. So while one is under way
    those that come in gather for the next, which is sent as it returns, or after `PATIENCE`. What a call is told
    was always read after it had come in; one that comes alone waits for nobody.
    """

    def __init__(self, pool: FastPool, clock: Clock) -> None:
        """`lender`: of connections that keep one plan, or PostgreSQL plans anew each time, which takes 200 µs."""
        self._lender = pool
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._together: list[tuple[Key, Waiting]] = []
        self._under_way: set[asyncio.Task[None]] = set()
        self._next: asyncio.Handle | None = None

    def find(self, key: Key) -> Waiting:
        if not self._together:
            if self._under_way:
                self._next = self._loop.call_later(PATIENCE, self._ask)
            else:
                self._next = self._loop.call_soon(self._ask)
        waiting: Waiting = self._loop.create_future()
        self._together.append((key, waiting))
        return waiting

    def _ask(self) -> None:
        if self._next is None:
            return
        self._next.cancel()
        self._next = None
        together, self._together = self._together, []
        task = self._loop.create_task(self._answer(together))
        self._under_way.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        self._ask()

    async def _answer(self, together: list[tuple[Key, Waiting]]) -> None:
        """Tell each what was found, or all why nothing could be."""
        found: dict[Key, Session] = {}
        failed: Exception | None = None
        try:
            async with self._lender.connection() as db:
                keys = [key for key, _ in together]
                found = await sql.accounts.session.find(db, keys, self._clock.now())
        except Exception as error:
            failed = error
        for key, waiting in together:
            if waiting.done():
                continue
            if failed is None:
                waiting.set_result(found.get(key))
            else:
                waiting.set_exception(failed)
