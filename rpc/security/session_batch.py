"""The sessions of calls that come in together are looked up in one statement."""

import asyncio

import sql.accounts.session
from rpc.database.clock import Clock
from sql.accounts.session import Key, Session
from sql.core.fast_pool import FastPool

MAX_DELAY = 0.005
"""Seconds to wait for a statement under way, which may never return."""
PendingSession = asyncio.Future[Session | None]


class SessionLoader:
    """Looks up a session anew for every call, so that what ends it reaches the next one.

    A statement takes 15 µs however little it asks, and 2 µs more for each session. So while one is under way
    those that come in gather for the next, which is sent as it returns, or after `PATIENCE`. What a call is told
    was always read after it had come in; one that comes alone waits for nobody.
    """

    def __init__(self, pool: FastPool, clock: Clock) -> None:
        """`lender`: of connections that keep one plan, or PostgreSQL plans anew each time, which takes 200 µs."""
        self._pool = pool
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._batch: list[tuple[Key, PendingSession]] = []
        self._running: set[asyncio.Task[None]] = set()
        self._next: asyncio.Handle | None = None

    def find(self, key: Key) -> PendingSession:
        if not self._batch:
            if self._running:
                self._next = self._loop.call_later(MAX_DELAY, self._send_batch)
            else:
                self._next = self._loop.call_soon(self._send_batch)
        waiting: PendingSession = self._loop.create_future()
        self._batch.append((key, waiting))
        return waiting

    def _send_batch(self) -> None:
        if self._next is None:
            return
        self._next.cancel()
        self._next = None
        together, self._batch = self._batch, []
        task = self._loop.create_task(self._load(together))
        self._running.add(task)
        task.add_done_callback(self._on_done)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._send_batch()

    async def _load(self, together: list[tuple[Key, PendingSession]]) -> None:
        """Tell each what was found, or all why nothing could be."""
        found: dict[Key, Session] = {}
        failed: Exception | None = None
        try:
            async with self._pool.connection() as db:
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
