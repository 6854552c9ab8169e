"""Records clicks before their redirects are answered, many in one statement."""

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic

import structlog

from rpc.clicks.batch import ClickBatch, Destination
from rpc.clicks.failover import WRITERS, ClickFailover
from rpc.clicks.link_cache import LinkCache
from rpc.clicks.visit import ClickFactory, Visit
from sql.core.clock import CONNECTION_LOST, RETRYABLE
from sql.core.fast_pool import FastPool

log = structlog.get_logger()

MAX_BATCH = 1_000
PARALLEL_FROM = 12
"""Visits that begin a batch beside one that is under way."""
MAX_TRIES = 3
BATCH_TIMEOUT = 1.0
"""A batch that takes longer goes to the journal: visitors do not wait for a silent database."""
RETRY_WITHIN = 0.2
"""A failure within so many seconds may be that of one connection."""
OnRecorded = Callable[[Destination], None]
"""Is told where a visitor is to go, once the click is kept."""


class ClickRecorder:
    """Group commit without a wait: what gathers while one batch commits goes into the next.

    A redirect is answered only when its click is on the disk, so a crash loses none that was served.
    """

    def __init__(
        self,
        pool: FastPool,
        click_factory: ClickFactory,
        link_cache: LinkCache,
        failover: ClickFailover,
    ) -> None:
        self._pool = pool
        self._click_factory = click_factory
        self._link_cache = link_cache
        self._failover = failover
        self._queue: list[tuple[Visit, OnRecorded]] = []
        self._writers: set[asyncio.Task[None]] = set()

    def record(self, visit: Visit, on_recorded: OnRecorded) -> None:
        """Keep a click, and tell where its visitor is to go.

        It is UNAVAILABLE while the database is away and the link was not served lately.
        """
        self._queue.append((visit, on_recorded))
        if not self._writers or self._needs_another_writer():
            writer = asyncio.create_task(self._run_writer())
            self._writers.add(writer)

    def _needs_another_writer(self) -> bool:
        return len(self._writers) < WRITERS and len(self._queue) >= PARALLEL_FROM

    async def _run_writer(self) -> None:
        """Write batch after batch while enough visits wait, or no other does."""
        me = asyncio.current_task()
        try:
            while self._queue and (len(self._writers) == 1 or len(self._queue) >= PARALLEL_FROM):
                batch, self._queue = self._queue[:MAX_BATCH], self._queue[MAX_BATCH:]
                await self._write_batch(batch)
        finally:
            self._writers -= {me}

    async def _write_batch(self, batch: list[tuple[Visit, OnRecorded]]) -> None:
        visits = [visit for visit, _ in batch]
        targets: Sequence[Destination]
        try:
            async with self._failover.writers:
                targets = await self._write_or_journal(visits)
        except Exception as error:
            targets = [error] * len(visits)
        for (_, tell), target in zip(batch, targets, strict=True):
            try:
                tell(target)
            except Exception as error:  # the others are to be told too
                log.error("a visitor was not told", exc_info=error)

    async def _write_or_journal(self, visits: Sequence[Visit]) -> Sequence[Destination]:
        """Keep the clicks of visits in the database, or, while it is away, in the journal."""
        batch = ClickBatch(visits, self._click_factory, self._link_cache)
        for left in reversed(range(MAX_TRIES)):
            if self._failover.active:
                break
            began = monotonic()
            try:
                async with self._pool.connection(BATCH_TIMEOUT) as db:
                    await batch.write(db)
                return batch.destinations
            except RETRYABLE as error:
                if batch.in_doubt or not left:
                    self._failover.begin(error)
            except CONNECTION_LOST as error:
                # Once sent, nobody knows whether it was written: the journal's clicks are known by their ids.
                if batch.in_doubt or not left or monotonic() - began > RETRY_WITHIN:
                    self._failover.begin(error)
        batch.resolve(await self._failover.record(batch.pending_visits()))
        return batch.destinations
