"""Records clicks before their visitors are redirected, many in one statement."""

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic

import structlog

from rpc.clicks.click_batch import ClickBatch, Destination
from rpc.clicks.click_factory import ClickFactory
from rpc.clicks.failover import WRITERS, ClickFailover
from rpc.clicks.link_cache import LinkCache
from rpc.clicks.visit import Visit
from sql.core.clock import CONNECTION_LOST, NODE_LOST, RETRYABLE
from sql.core.fast_pool import FastPool

log = structlog.get_logger()

MAX_BATCH = 1_000
PARALLEL_FROM = 12
"""How many waiting visits start a second writer while one is writing."""
MAX_TRIES = 3
RETRY_WITHIN = 0.2
"""A failure within this many seconds may concern a single connection only, so the batch is retried."""
OnRecorded = Callable[[Destination], None]
"""Called with the destination of a visit once its click is recorded."""


class ClickRecorder:
    """Group commit without a delay: visits that arrive while one batch commits go into the next.

    A visitor is redirected only after the click is on disk, so a crash loses no click that was served.
    """

    def __init__(
        self,
        pool: FastPool,
        click_factory: ClickFactory,
        link_cache: LinkCache,
        failover: ClickFailover,
        *,
        batch_timeout: float,
    ) -> None:
        """`batch_timeout`: seconds; a batch that takes longer goes to the journal, so that visitors do not wait for a
        silent database."""
        self._pool = pool
        self._click_factory = click_factory
        self._link_cache = link_cache
        self._failover = failover
        self._batch_timeout = batch_timeout
        self._queue: list[tuple[Visit, OnRecorded]] = []
        self._writers: set[asyncio.Task[None]] = set()

    def record(self, visit: Visit, on_recorded: OnRecorded) -> None:
        """Record the click of a visit, then call back with its destination.

        That is UNAVAILABLE while the database is down and the link was not served within the last hour.
        """
        self._queue.append((visit, on_recorded))
        if not self._writers or self._needs_another_writer():
            writer = asyncio.create_task(self._run_writer())
            self._writers.add(writer)

    def _needs_another_writer(self) -> bool:
        return len(self._writers) < WRITERS and len(self._queue) >= PARALLEL_FROM

    async def _run_writer(self) -> None:
        """Write batch after batch while visits wait, and are enough for this writer beside another."""
        task = asyncio.current_task()
        try:
            while self._queue and (len(self._writers) == 1 or len(self._queue) >= PARALLEL_FROM):
                batch, self._queue = self._queue[:MAX_BATCH], self._queue[MAX_BATCH:]
                await self._write_batch(batch)
        finally:
            self._writers -= {task}

    async def _write_batch(self, batch: list[tuple[Visit, OnRecorded]]) -> None:
        visits = [visit for visit, _ in batch]
        destinations: Sequence[Destination]
        try:
            async with self._failover.writers:
                destinations = await self._write_or_journal(visits)
        except Exception as error:
            destinations = [error] * len(visits)
        for (_, on_recorded), destination in zip(batch, destinations, strict=True):
            try:
                on_recorded(destination)
            except Exception as error:  # the other visitors still need theirs
                log.error("a visitor got no response", exc_info=error)

    async def _write_or_journal(self, visits: Sequence[Visit]) -> Sequence[Destination]:
        """Write the clicks of visits to the database or, while it is down, to the journal."""
        batch = ClickBatch(visits, self._click_factory, self._link_cache)
        for retries in reversed(range(MAX_TRIES)):
            if self._failover.active:
                break
            started = monotonic()
            try:
                async with self._pool.connection(self._batch_timeout) as db:
                    await batch.write(db)
                return batch.destinations
            except RETRYABLE as error:
                if batch.in_doubt or not retries:
                    self._failover.begin(error)
            except CONNECTION_LOST + NODE_LOST as error:
                # Once sent, the batch may have been written; clicks from the journal are recognized by their ids.
                if batch.in_doubt or not retries or monotonic() - started > RETRY_WITHIN:
                    self._failover.begin(error)
        batch.resolve(await self._failover.record(batch.pending_visits()))
        return batch.destinations
