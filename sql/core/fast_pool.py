"""A pool that passes connections from call to call."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from types import TracebackType
from typing import NamedTuple

import asyncpg

from sql.core.cluster import FLEXIBLE_PLANS, is_cluster, reach_every_node
from sql.core.db import (
    ACQUIRE_SECONDS,
    HOLD_SECONDS_MAX,
    POOL_SIZE,
    SESSION_SETTINGS,
    STATEMENT_TIMEOUT,
    set_codecs,
)
from sql.core.fast_connection import FastConnection, OnQuery, PlainConnection

TIMEOUT_SETTINGS = {"statement_timeout": f"{STATEMENT_TIMEOUT}s"}
"""The timeouts of statements, set once per session; asyncpg's pool has a timer for each statement instead."""
REAP_SECONDS = 0.5
"""Seconds between two checks for connections and waiters that have timed out."""


class Subscription(NamedTuple):
    """A callback for each notification on a channel of the database.

    It is first called when a connection begins to listen, because the connection has missed earlier notifications.
    """

    channel: str
    callback: Callable[[], None]

    async def subscribe(self, db: PlainConnection) -> None:
        await db.add_listener(self.channel, lambda *_: self.callback())
        self.callback()


WARM_SECONDS = 60.0
"""How long all connections of a pool may take to be ready on a cluster that is cold or busy."""


class FastPool:
    """A pool of connections.

    asyncpg's own pool takes 25 µs a use, for a task, a proxy and three timers; this one takes 1 µs. One task watches
    all time limits: a connection held too long is terminated, which raises an error in whoever waits on it (a server
    that does not respond would not respond to a cancellation, for which asyncpg can wait forever: its issue 1307).
    """

    def __init__(
        self,
        url: str,
        *,
        max_size: int = POOL_SIZE,
        settings: Mapping[str, str] | None = None,
        subscription: Subscription | None = None,
        fast: bool = True,
        on_query: OnQuery | None = None,
    ) -> None:
        """Create a pool of at most `max_size` connections with these session `settings`, listening for `subscription`.

        Unless `fast`, they are ordinary asyncpg connections. `on_query` observes their statements.
        """
        self._connection_class = FastConnection if fast else PlainConnection
        self._subscription = subscription
        self._on_query = on_query
        self._url = url
        self._max_size = max_size
        self._settings = SESSION_SETTINGS | TIMEOUT_SETTINGS | dict(settings or {})
        self._open = 0
        self._free: list[PlainConnection] = []
        self._acquired: dict[PlainConnection, float] = {}
        """When each connection held must be returned, by the event loop's clock."""
        self._waiters: deque[tuple[float, asyncio.Future[PlainConnection | None]]] = deque()
        self._loop = asyncio.get_running_loop()

    def connection(self, seconds: float = HOLD_SECONDS_MAX) -> "PooledConnection":
        """A connection for a block, terminated after this many seconds or up to half a second later."""
        return PooledConnection(self, seconds)

    def try_acquire(self, seconds: float = HOLD_SECONDS_MAX) -> PlainConnection | None:
        """An idle connection, if there is one."""
        while self._free:
            db = self._free.pop()
            if not db.is_closed():
                return self._track(db, seconds)
            self._open -= 1
        return None

    async def acquire(self, seconds: float = HOLD_SECONDS_MAX) -> PlainConnection:
        """An idle or new connection. Raises TimeoutError if there is none in time."""
        until = 0.0
        while True:
            if (db := self.try_acquire(seconds)) is not None:
                return db
            if self._open < self._max_size:
                return self._track(await self._connect(), seconds)
            until = until or self._loop.time() + ACQUIRE_SECONDS
            waiting: asyncio.Future[PlainConnection | None] = self._loop.create_future()
            self._waiters.append((until, waiting))
            try:
                connection = await waiting
            except asyncio.CancelledError:
                if waiting.done() and not waiting.cancelled() and (unused := waiting.result()):
                    self.release(unused, None)
                raise
            if connection is not None:
                return self._track(connection, seconds)

    def release(self, db: PlainConnection, error: BaseException | None) -> None:
        """Return a connection; one that was interrupted in the middle of something is closed."""
        self._acquired.pop(db, None)
        if error is not None and not db.is_closed():
            unfinished = isinstance(error, asyncio.CancelledError | TimeoutError)
            if unfinished or db.is_in_transaction():
                db.terminate()
        if db.is_closed():
            self._open -= 1
            self._hand_over(None)
        elif not self._hand_over(db):
            self._free.append(db)

    async def reap(self) -> None:
        """Until cancelled, terminate connections held too long, and raise TimeoutError in callers waiting too long."""
        while True:
            await asyncio.sleep(REAP_SECONDS)
            now = self._loop.time()
            for db in [db for db, until in self._acquired.items() if until < now]:
                db.terminate()
            while self._waiters and self._waiters[0][0] < now:
                _, waiting = self._waiters.popleft()
                if not waiting.done():
                    waiting.set_exception(TimeoutError("no connection was free in time"))

    async def warm(self) -> None:
        """Open every connection and, on a cluster, have it reach every node, before any task waits for it."""
        opened = [await self.acquire(WARM_SECONDS) for _ in range(self._max_size)]
        for db in opened:
            await reach_every_node(db)
            self.release(db, None)

    def discard_idle(self) -> None:
        """Close idle connections at once and the others soon, because they may be dead without raising an error."""
        for db in self._free:
            db.terminate()
        latest = self._loop.time() + ACQUIRE_SECONDS
        for db, until in self._acquired.items():
            self._acquired[db] = min(until, latest)

    async def close(self) -> None:
        """Close idle connections, and terminate the others."""
        for db in self._acquired:
            db.terminate()
        while self._free:
            await self._free.pop().close(timeout=1)

    def _track(self, db: PlainConnection, seconds: float = HOLD_SECONDS_MAX) -> PlainConnection:
        self._acquired[db] = self._loop.time() + seconds
        return db

    def _hand_over(self, db: PlainConnection | None) -> bool:
        """Pass a connection, or the right to open one, to the task that has waited longest."""
        while self._waiters:
            _, waiting = self._waiters.popleft()
            if not waiting.done():
                if db is not None:
                    self._track(db)
                waiting.set_result(db)
                return True
        return False

    async def _connect(self) -> PlainConnection:
        self._open += 1
        try:
            # A call is not a task until it first waits, and a time-out needs one.
            await asyncio.sleep(0)
            async with asyncio.timeout(ACQUIRE_SECONDS):
                db = await asyncpg.connect(
                    self._url,
                    server_settings=self._settings,
                    connection_class=self._connection_class,
                )
                await set_codecs(db)
                if self._on_query is not None:
                    db.observe_queries(self._on_query)
                if "plan_cache_mode" in self._settings and await is_cluster(db):
                    await db.execute(FLEXIBLE_PLANS)
                if self._subscription:
                    await self._subscription.subscribe(db)
        except BaseException:
            self._open -= 1
            self._hand_over(None)
            raise
        return db


class PooledConnection:
    """A connection for a block."""

    __slots__ = ("_db", "_pool", "_seconds")

    def __init__(self, pool: FastPool, seconds: float) -> None:
        self._pool = pool
        self._seconds = seconds

    async def __aenter__(self) -> PlainConnection:
        self._db = self._pool.try_acquire(self._seconds) or await self._pool.acquire(self._seconds)
        return self._db

    async def __aexit__(
        self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None
    ) -> None:
        self._pool.release(self._db, error)


@asynccontextmanager
async def open_fast_pool(
    url: str,
    *,
    max_size: int = POOL_SIZE,
    settings: Mapping[str, str] | None = None,
    subscription: Subscription | None = None,
    fast: bool = True,
    on_query: OnQuery | None = None,
) -> AsyncIterator[FastPool]:
    """A pool that is open as long as the block runs."""
    pool = FastPool(
        url,
        max_size=max_size,
        settings=settings,
        subscription=subscription,
        fast=fast,
        on_query=on_query,
    )
    sweeping = asyncio.create_task(pool.reap())
    try:
        yield pool
    finally:
        sweeping.cancel()
        await pool.close()
