"""The dispatcher: finds receivers for which something is due, and runs a lane for each.

The delivery table is the queue; a notification says that something was added to it. A receiver is held by an advisory
lock of the dispatcher's own connection: no two workers send to it, and a worker that dies lets go of it at once. An
attempt is stored only if its delivery still has as many attempts as when it began.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from hashlib import blake2b
from typing import NamedTuple

import asyncpg
import structlog

import sql.network.delivery
import sql.tools.delivery_queue
from rpc.outside.postback_client import PostbackClient
from rpc.postbacks.lane import Connect, Lane
from rpc.resources.resources import Resources
from schema.tools.delivery import Result
from sql.core.db import Connection
from sql.core.outbox import CHANNEL

log = structlog.get_logger()

POLL_SECONDS = 1.0
"""How often retries that have become due are looked for."""
PAUSE_SECONDS = 0.01
"""How long notifications are collected before one look-up answers them all."""
LANES_MAX = 500
CONNECTIONS = 3
"""Connections that lanes share, beside the dispatcher's own; the others of the pool are for jobs."""
COOLDOWN_SECONDS = 5.0
"""How long a receiver rests after its lane failed for a reason of our own."""
RECONNECT_AFTER = 1.0
DATABASE_ERRORS = (
    OSError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)


class LaneKey(NamedTuple):
    """A publisher and a host, or one of its tests."""

    publisher_id: int
    receiver: str

    @property
    def lock(self) -> int:
        digest = blake2b(f"delivery|{self.publisher_id}|{self.receiver}".encode(), digest_size=8)
        return int.from_bytes(digest.digest(), "big", signed=True)


class GroupWriter:
    """Stores attempts: those of a publisher that end while others are being stored go together."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._waiting: defaultdict[int, list[tuple[Result, asyncio.Future[None]]]] = defaultdict(
            list
        )
        self._writing: dict[int, asyncio.Task[None]] = {}

    async def save(self, publisher_id: int, result: Result) -> None:
        """Record an attempt, and return once it is stored."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[publisher_id].append((result, done))
        if publisher_id not in self._writing:
            self._writing[publisher_id] = asyncio.create_task(self._write(publisher_id))
        await done

    async def _write(self, publisher_id: int) -> None:
        try:
            while publisher_id in self._waiting:
                await self._store(publisher_id)
        finally:
            del self._writing[publisher_id]

    async def _store(self, publisher_id: int) -> None:
        part: list[tuple[Result, asyncio.Future[None]]] = []
        error: Exception | None = None
        try:
            async with self._connect() as db:
                part = self._waiting.pop(publisher_id)
                results = [result for result, _ in part]
                await sql.tools.delivery_queue.save(db, publisher_id, results)
        except Exception as failed:
            error = failed
            part = part or self._waiting.pop(publisher_id)
        for _, done in part:
            if done.cancelled():
                continue
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)


class Dispatcher:
    """Runs the lanes of one worker."""

    def __init__(self, resources: Resources, stop: asyncio.Event) -> None:
        self.resources = resources
        self.stop = stop
        self.wake = asyncio.Event()
        self.lanes: dict[LaneKey, asyncio.Task[None]] = {}
        self.turns = asyncio.Semaphore(CONNECTIONS)
        self.client = PostbackClient(resources.http_client.allowed)
        self.writer = GroupWriter(self.connect)

    async def run(self) -> None:
        """Send what is due until asked to stop; requests under way are finished."""
        stopping = asyncio.create_task(self.forward_stop())
        try:
            while not self.stop.is_set():
                try:
                    async with self.resources.pool.acquire() as db:
                        await self.follow(db)
                except DATABASE_ERRORS as error:
                    log.warning("deliveries interrupted", reason=type(error).__name__)
                    await asyncio.sleep(RECONNECT_AFTER)
        finally:
            stopping.cancel()
            await self.client.aclose()

    async def forward_stop(self) -> None:
        await self.stop.wait()
        self.wake.set()

    async def follow(self, db: Connection) -> None:
        """Start lanes as long as this connection, which holds their receivers, is alive."""

        def notified(*_: object) -> None:
            self.wake.set()

        await db.add_listener(CHANNEL, notified)
        try:
            while not self.stop.is_set():
                self.wake.clear()
                await self.release_finished(db)
                await self.start_lanes(db)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.wake.wait(), POLL_SECONDS)
                await asyncio.sleep(PAUSE_SECONDS)
            await asyncio.gather(*self.lanes.values(), return_exceptions=True)
        finally:
            for lane in self.lanes.values():  # without the connection nobody holds their receivers
                lane.cancel()
            await asyncio.gather(*self.lanes.values(), return_exceptions=True)
            if not db.is_closed():
                await self.release_finished(db)
                await db.remove_listener(CHANNEL, notified)
            self.lanes.clear()

    async def release_finished(self, db: Connection) -> None:
        """Release the receivers whose lanes have ended."""
        for key in [key for key, lane in self.lanes.items() if lane.done()]:
            del self.lanes[key]
            await sql.tools.delivery_queue.release(db, key.lock)

    async def start_lanes(self, db: Connection) -> None:
        """Start a lane for each receiver and test that is due and that nobody holds."""
        now = self.resources.clock.now()
        for test in await sql.network.delivery.find_due_tests(db, now):
            key = LaneKey(test.publisher_id, f"test {test.delivery_id}")
            lane = self.lane(test.publisher_id, [])
            await self.start(db, key, lane.run_test(test.delivery_id))
        for due in await sql.network.delivery.find_due(db, now):
            lane = self.lane(due.publisher_id, due.postback_ids)
            await self.start(db, LaneKey(due.publisher_id, due.receiver), lane.run())

    async def start(self, db: Connection, key: LaneKey, work: Coroutine[None, None, None]) -> None:
        if (
            key in self.lanes
            or len(self.lanes) >= LANES_MAX
            or not await sql.tools.delivery_queue.try_hold(db, key.lock)
        ):
            work.close()
            return
        task = asyncio.create_task(self.run_guarded(key, work))
        task.add_done_callback(lambda _: self.wake.set())
        self.lanes[key] = task

    async def run_guarded(self, key: LaneKey, work: Coroutine[None, None, None]) -> None:
        """Run a lane; if it fails, its receiver rests, so that it does not fail without end."""
        try:
            await work
        except Exception as error:
            log.warning("lane failed", publisher_id=key.publisher_id, exc_info=error)
            with suppress(TimeoutError):
                await asyncio.wait_for(self.stop.wait(), COOLDOWN_SECONDS)

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[Connection]:
        """A connection for a lane, of which there are few at once."""
        async with self.turns, self.resources.pool.acquire() as db:
            yield db

    def lane(self, publisher_id: int, postback_ids: list[int]) -> Lane:
        return Lane(
            self.resources,
            self.client,
            self.writer,
            self.stop,
            self.connect,
            publisher_id=publisher_id,
            postback_ids=postback_ids,
        )


async def dispatch(resources: Resources, stop: asyncio.Event) -> None:
    """Send deliveries until `stop` is set."""
    await Dispatcher(resources, stop).run()
