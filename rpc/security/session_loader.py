"""Loads the sessions of concurrent calls in one statement."""

import asyncio

import sql.accounts.session
from rpc.database.clock import Clock
from sql.accounts.session import Key, Session
from sql.core.fast_pool import FastPool

MAX_DELAY = 0.005
"""Seconds to wait for a running statement, which may never return."""
PendingSession = asyncio.Future[Session | None]


class SessionLoader:
    """Loads the session for every call, so that a session that was ended is refused from the next call on.

    A statement costs 15 µs, and 2 µs more for each session. So while one is running, further calls gather for
    the next, which is sent when it returns, or after `MAX_DELAY`. A session is always read after its call
    arrived; a call that arrives alone does not wait.
    """

    def __init__(self, pool: FastPool, clock: Clock) -> None:
        """Connections of `pool` must keep a single plan, or PostgreSQL plans each time, which takes 200 µs."""
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
        pending: PendingSession = self._loop.create_future()
        self._batch.append((key, pending))
        return pending

    def _send_batch(self) -> None:
        if self._next is None:
            return
        self._next.cancel()
        self._next = None
        batch, self._batch = self._batch, []
        task = self._loop.create_task(self._load(batch))
        self._running.add(task)
        task.add_done_callback(self._on_done)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._send_batch()

    async def _load(self, batch: list[tuple[Key, PendingSession]]) -> None:
        """Load the sessions, and resolve their futures with them or with the error."""
        sessions: dict[Key, Session] = {}
        failure: Exception | None = None
        try:
            async with self._pool.connection() as db:
                keys = [key for key, _ in batch]
                sessions = await sql.accounts.session.find(db, keys, self._clock.now())
        except Exception as error:
            failure = error
        for key, pending in batch:
            if pending.done():
                continue
            if failure is None:
                pending.set_result(sessions.get(key))
            else:
                pending.set_exception(failure)
