"""The dispatcher: finds receivers for which something is due, and runs a lane for each.

The delivery table is the queue; a notification says that something was added to it. A receiver is held by an advisory
lock of the dispatcher's own connection: no two workers send to it, and a worker that dies lets go of it at once. An
attempt is stored only if its delivery still has as many attempts as when it began. Lanes take turns of some seconds;
those whose receivers hang or are known to fail have slots of their own (lane_limits.py).
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from typing import NamedTuple

import asyncpg
import structlog

import sql.network.due_delivery
import sql.postbacks.delivery_queue
from rpc.outbound.postback_client import PostbackClient
from rpc.postbacks.failure_rules import Connect
from rpc.postbacks.lane import Lane
from rpc.postbacks.lane_limits import FAILURES_KNOWN, LaneKey, LaneLimits, RoundRobin
from rpc.process.resources import Resources
from schema.postbacks.delivery import Result
from sql.core.db import Connection
from sql.core.outbox import CHANNEL

log = structlog.get_logger()

POLL_SECONDS = 1.0
"""How often, in seconds, the dispatcher looks for retries that have become due."""
TIMED_SECONDS = 10.0
"""A retry that is due within this many seconds is started exactly on time."""
PAUSE_SECONDS = 0.01
"""How many seconds notifications are collected before a single look-up handles them all."""
CROWDED_POLL_SECONDS = 0.25
"""How often the dispatcher looks for a free slot while a lane waits for one."""
CONNECTIONS = 3
"""How many connections of the pool the lanes share, besides the dispatcher's own; the others are for jobs."""
COOLDOWN_SECONDS = 5.0
"""How long a receiver rests after its lane failed for a reason of our own."""
RECONNECT_AFTER = 1.0
TEST = "test "
"""The prefix of a test delivery's key, in place of a receiver."""
DATABASE_ERRORS = (
    OSError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)


class Running(NamedTuple):
    """A running lane, and whether its receiver was known to fail when it began."""

    lane: Lane
    task: asyncio.Task[None]
    failing: bool

    @property
    def answered_at(self) -> float:
        return self.lane.answered_at


class Dispatcher:
    """Runs the lanes of one worker."""

    def __init__(self, resources: Resources, stop: asyncio.Event) -> None:
        self.resources = resources
        self.stop = stop
        self.wake = asyncio.Event()
        self.running: dict[LaneKey, Running] = {}
        self.round_robin = RoundRobin()
        self.crowded = False
        self.connections = asyncio.Semaphore(CONNECTIONS)
        self.client = PostbackClient(resources.http_client.allowed)
        self.writer = AttemptWriter(self.connect, self.wake_at)

    async def run(self) -> None:
        """Send due deliveries until asked to stop; requests under way are finished."""
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

    async def forward_stop(self) -> None:
        await self.stop.wait()
        self.wake.set()

    def wake_at(self, at: datetime) -> None:
        """Look for what is due at a known time soon; the rest is found by polling."""
        seconds = (at - self.resources.clock.now()).total_seconds()
        if seconds <= TIMED_SECONDS:
            asyncio.get_running_loop().call_later(seconds, self.wake.set)

    async def follow(self, db: Connection) -> None:
        """Start lanes as long as this connection, which holds their receivers, is alive."""

        def on_notification(*_: object) -> None:
            self.wake.set()

        await db.add_listener(CHANNEL, on_notification)
        try:
            while not self.stop.is_set():
                self.wake.clear()
                await self.release_finished(db)
                await self.start_lanes(db)
                with suppress(TimeoutError):
                    seconds = CROWDED_POLL_SECONDS if self.crowded else POLL_SECONDS
                    await asyncio.wait_for(self.wake.wait(), seconds)
                await asyncio.sleep(PAUSE_SECONDS)
            await self.wait_for_lanes()
        finally:
            for running in self.running.values():  # without the connection nobody holds them
                running.task.cancel()
            await self.wait_for_lanes()
            if not db.is_closed():
                await self.release_finished(db)
                await db.remove_listener(CHANNEL, on_notification)
            self.running.clear()

    async def wait_for_lanes(self) -> None:
        tasks = [running.task for running in self.running.values()]
        await asyncio.gather(*tasks, return_exceptions=True)

    async def release_finished(self, db: Connection) -> None:
        """Release the receivers whose lanes have ended."""
        for key in [key for key, running in self.running.items() if running.task.done()]:
            del self.running[key]
            await sql.postbacks.delivery_queue.release(db, key.lock)

    async def start_lanes(self, db: Connection) -> None:
        """Start a lane for each receiver and test that is due and not held, while slots are free."""
        now = self.resources.clock.now()
        limits, self.crowded = LaneLimits(self.running.values()), False
        tests = await sql.network.due_delivery.find_due_tests(db, now, besides=self.tests_at_work())
        for test in tests:
            key = LaneKey(test.publisher_id, f"{TEST}{test.delivery_id}")
            if self.may_begin(limits, key):
                lane = self.lane(test.publisher_id, [])
                await self.start(db, key, lane, lane.run_test(test.delivery_id), limits)
        receivers = await sql.network.due_delivery.find_due(db, now, failures=FAILURES_KNOWN)
        for key, due in self.round_robin.order(receivers):
            if self.may_begin(limits, key, failing=due.failing):
                lane = self.lane(due.publisher_id, due.postback_ids)
                await self.start(db, key, lane, lane.run(), limits, failing=due.failing)

    def tests_at_work(self) -> list[str]:
        names = [key.receiver for key in self.running if key.receiver.startswith(TEST)]
        return [name.removeprefix(TEST) for name in names]

    def may_begin(self, limits: LaneLimits, key: LaneKey, *, failing: bool = False) -> bool:
        """Whether a lane may begin; if no slot is free, note that a lane waits for one."""
        if key in self.running:
            return False
        free = limits.is_free(failing=failing)
        self.crowded |= not free
        return free

    async def start(
        self,
        db: Connection,
        key: LaneKey,
        lane: Lane,
        work: Coroutine[None, None, None],
        limits: LaneLimits,
        *,
        failing: bool = False,
    ) -> None:
        """Run a lane, unless another worker holds its receiver."""
        if not await sql.postbacks.delivery_queue.try_hold(db, key.lock):
            work.close()
            return
        limits.take(failing=failing)
        self.round_robin.begin(key)
        task = asyncio.create_task(self.run_guarded(key, work))
        task.add_done_callback(lambda _: self.wake.set())
        self.running[key] = Running(lane, task, failing)

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
        """A connection for a lane; few lanes have one at once."""
        async with self.connections, self.resources.pool.acquire() as db:
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


class AttemptWriter:
    """Stores attempts: those of a publisher that end while others are being stored are stored together."""

    def __init__(self, connect: Connect, wake_at: Callable[[datetime], None]) -> None:
        self._connect = connect
        self._wake_at = wake_at
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
        if result.next_attempt_at is not None:
            self._wake_at(result.next_attempt_at)

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
                await sql.postbacks.delivery_queue.save(db, publisher_id, results)
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
