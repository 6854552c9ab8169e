"""Runs queued jobs until the process is asked to stop; a running job is always finished first."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, nullcontext, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import asyncpg
import structlog
from pgqueuer import PgQueuer
from pgqueuer.db import AsyncpgPoolDriver
from pgqueuer.errors import FailingListenerError, RetryRequested
from pgqueuer.models import Job as QueuedJob
from pgqueuer.ports.driver import NotifyCallback

import sql.core.job
from rpc.calls.context import Worker
from rpc.calls.registry import Registry
from rpc.jobs.job import Job
from rpc.monitoring.metrics import JOB_SECONDS, JOB_WAITS
from rpc.monitoring.trace import within_trace
from rpc.process.resources import Resources
from schema.core.envelope import Nothing
from schema.core.errors import Fault
from sql.core.clock import CONNECTION_LOST
from sql.core.db import Connection, Pool

log = structlog.get_logger()

LEASE = timedelta(seconds=20)
"""A job whose worker has sent no heartbeat for this long is given to another worker."""
DEQUEUE_TIMEOUT = timedelta(seconds=5)
"""A notification wakes the worker at once; this is for notifications that were lost."""
BATCH = 3
"""Jobs dequeued together; up to twice as many run at once, which leaves some of the pool's connections."""
PERIODIC_INTERVAL = 15.0
"""Seconds between two checks that each periodic job is queued."""
PRUNE_INTERVAL = timedelta(days=1)
RECONNECT_AFTER = 1.0
"""Seconds before the queue is opened again after the connection to the database was lost."""


async def work(
    registry: Registry, resources: Resources, stop: asyncio.Event, *, lease: timedelta = LEASE
) -> None:
    """Run jobs until `stop` is set; reconnect whenever the connection to the database is lost."""
    logging.getLogger("pgqueuer").addFilter(is_reported_elsewhere)
    jobs = defaultdict(list)
    for job in registry.entries(Job):
        jobs[job.queue].append(job)
    periodic = asyncio.create_task(keep_periodic(registry, resources))
    try:
        await asyncio.gather(
            *(run_queue(queued, resources, stop, lease) for queued in jobs.values())
        )
    finally:
        periodic.cancel()
        await asyncio.gather(periodic, return_exceptions=True)


async def run_queue(
    jobs: Sequence[Job[Any]], resources: Resources, stop: asyncio.Event, lease: timedelta
) -> None:
    """Run the jobs of one queue until `stop` is set; those of a queue of their own one by one."""
    batch = 1 if jobs[0].queue else BATCH
    while not stop.is_set():
        queue = PgQueuer(ListeningDriver(resources.pool))
        # Not `stop` itself: the queue also sets this event when it loses its connection.
        ending = asyncio.create_task(forward_stop(stop, queue.qm.shutdown))
        for job in jobs:
            queue.entrypoint(job.path)(partial(attempt, job, resources, stop=stop))
        try:
            await queue.qm.run(
                dequeue_timeout=DEQUEUE_TIMEOUT,
                heartbeat_timeout=lease,
                batch_size=batch,
                max_concurrent_tasks=2 * batch,
                shutdown_on_listener_failure=True,
            )
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError,
                asyncpg.InternalClientError, FailingListenerError) as error:  # fmt: skip
            log.warning("connection to the queue lost", reason=type(error).__name__)
            await asyncio.sleep(RECONNECT_AFTER)
        finally:
            ending.cancel()


async def forward_stop(stop: asyncio.Event, ending: asyncio.Event) -> None:
    await stop.wait()
    ending.set()


def is_reported_elsewhere(record: logging.LogRecord) -> bool:
    """A logging filter: we log failed jobs ourselves, without their payload."""
    return not str(record.msg).startswith(("Exception while processing", "Retry requested"))


async def attempt(
    job: Job[Any], resources: Resources, queued: QueuedJob, *, stop: asyncio.Event | None = None
) -> None:
    """Run a job once. A Fault is final; any other failure is retried with exponential backoff."""
    trace_id = str((queued.headers or {}).get("trace_id", ""))
    with (
        structlog.contextvars.bound_contextvars(job=queued.id, path=job.path),
        within_trace(trace_id),
    ):
        now = resources.clock.now()
        JOB_WAITS.observe(max(0.0, (now - queued.execute_after).total_seconds()), job.path)
        async with resources.pool.acquire() as db:
            start = await sql.core.job.start(db, queued.id, now=now)
        if start.done:  # its worker died after the work was done and before it could report it
            return
        if start.starts > job.attempts:
            log.error("job given up", attempt=start.starts - 1, reason="its worker died")
            await count_failed(job, resources)
            raise RuntimeError(f"{job.path} killed its worker {job.attempts} times")
        try:
            async with job_connection(job, resources.pool) as db:
                context = Worker(
                    db=db,
                    now=now,
                    resources=resources,
                    attempt=start.starts,
                    stop=stop or asyncio.Event(),
                )
                await job(context, queued.payload)
                await sql.core.job.finish(db, queued.id)
                await sql.core.job.count(db, job.path, "done")
        except Exception as error:
            observe_run(job, resources, now, "failed")
            final = isinstance(error, Fault) or start.starts >= job.attempts
            log.warning("job failed", attempt=start.starts, final=final, exc_info=error)
            if final:
                await count_failed(job, resources)
                raise
            raise RetryRequested(
                delay=job.retry_delay(start.starts), reason=type(error).__name__
            ) from None
        observe_run(job, resources, now, "done")
        log_done = (
            log.debug if job.every else log.info
        )  # a periodic job is of interest only when it fails
        log_done("job done", attempt=start.starts)


def observe_run(job: Job[Any], resources: Resources, began: datetime, outcome: str) -> None:
    JOB_SECONDS.observe((resources.clock.now() - began).total_seconds(), outcome, job.path)


async def count_failed(job: Job[Any], resources: Resources) -> None:
    with suppress(*CONNECTION_LOST):
        async with resources.pool.acquire() as db:
            await sql.core.job.count(db, job.path, "failed")


@asynccontextmanager
async def job_connection(job: Job[Any], pool: Pool) -> AsyncIterator[Connection]:
    async with pool.acquire() as db, db.transaction() if job.atomic else nullcontext():
        yield db


async def keep_periodic(registry: Registry, resources: Resources) -> None:
    """Keep each periodic job queued once, and prune the history of the queue."""
    pruned = datetime.min.replace(tzinfo=UTC)
    while True:
        try:
            async with resources.pool.acquire() as db:
                await queue_periodic(registry, db)
                now = resources.clock.now()
                if now - pruned > PRUNE_INTERVAL:
                    await sql.core.job.prune(db, now=now)
                    pruned = now
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError,
                asyncpg.InternalClientError) as error:  # fmt: skip
            log.warning("periodic jobs not queued", reason=type(error).__name__)
        await asyncio.sleep(PERIODIC_INTERVAL)


async def queue_periodic(registry: Registry, db: Connection) -> None:
    """Queue each periodic job unless it is already waiting or running; safe with several workers."""
    for job in registry.entries(Job):
        if job.every:
            await job.later(db, Nothing(), after=job.every, key=job.path)


class ListeningDriver(AsyncpgPoolDriver):
    """A driver that queries through a pool; notifications wait for the listener.

    pgqueuer begins to check its listener before it has one. A check that is sent while the connection is still being
    opened is heard by nobody, and after ten seconds the queue takes its connection for lost.
    """

    def __init__(self, pool: asyncpg.Pool) -> None:
        super().__init__(pool)
        self._listens = asyncio.Event()

    async def add_listener(self, channel: str, callback: NotifyCallback) -> None:
        await super().add_listener(channel, callback)
        self._listens.set()

    async def notify(self, channel: str, payload: str) -> None:
        await self._listens.wait()
        await super().notify(channel, payload)
