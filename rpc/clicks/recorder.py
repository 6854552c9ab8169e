"""Records clicks before their redirects are answered, many in one statement."""

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic

import structlog

from rpc.clicks.batch import ClickBatch, Target
from rpc.clicks.failover import WRITERS, ClickFailover
from rpc.clicks.link_cache import LinkCache
from rpc.clicks.visit import ClickFactory, Visit
from sql.core.clock import CONNECTION_LOST, RETRYABLE
from sql.core.fast_pool import FastPool

log = structlog.get_logger()

BATCH = 1_000
ENOUGH = 12
"""Visits that begin a batch beside one that is under way."""
TRIES = 3
AT_ONCE = 0.2
"""A failure within so many seconds may be that of one connection."""
Tell = Callable[[Target], None]
"""Is told where a visitor is to go, once the click is kept."""


class ClickRecorder:
    """Group commit without a wait: what gathers while one batch commits goes into the next.

    A redirect is answered only when its click is on the disk, so a crash loses none that was served.
    """

    def __init__(
        self,
        pool: FastPool,
        clicks: ClickFactory,
        link_cache: LinkCache,
        failover: ClickFailover,
        *,
        seconds: float,
    ) -> None:
        """`seconds`: a batch that takes longer goes to the journal; visitors do not wait for a silent database."""
        self._lender = pool
        self._visitors = clicks
        self._leads = link_cache
        self._outage = failover
        self._seconds = seconds
        self._waiting: list[tuple[Visit, Tell]] = []
        self._writers: set[asyncio.Task[None]] = set()

    def record(self, visit: Visit, tell: Tell) -> None:
        """Keep a click, and tell where its visitor is to go.

        It is UNAVAILABLE while the database is away and the link was not served lately.
        """
        self._waiting.append((visit, tell))
        if not self._writers or self._worth_another():
            writer = asyncio.create_task(self._write())
            self._writers.add(writer)

    def _worth_another(self) -> bool:
        return len(self._writers) < WRITERS and len(self._waiting) >= ENOUGH

    async def _write(self) -> None:
        """Write batch after batch while enough visits wait, or no other does."""
        me = asyncio.current_task()
        try:
            while self._waiting and (len(self._writers) == 1 or len(self._waiting) >= ENOUGH):
                batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
                await self._write_batch(batch)
        finally:
            self._writers -= {me}

    async def _write_batch(self, batch: list[tuple[Visit, Tell]]) -> None:
        visits = [visit for visit, _ in batch]
        targets: Sequence[Target]
        try:
            async with self._outage.turn:
                targets = await self._kept(visits)
        except Exception as error:
            targets = [error] * len(visits)
        for (_, tell), target in zip(batch, targets, strict=True):
            try:
                tell(target)
            except Exception as error:  # the others are to be told too
                log.error("a visitor was not told", exc_info=error)

    async def _kept(self, visits: Sequence[Visit]) -> Sequence[Target]:
        """Keep the clicks of visits in the database, or, while it is away, in the journal."""
        batch = ClickBatch(visits, self._visitors, self._leads)
        for left in reversed(range(TRIES)):
            if self._outage.away:
                break
            began = monotonic()
            try:
                async with self._lender.connection(self._seconds) as db:
                    await batch.write(db)
                return batch.targets
            except RETRYABLE as error:
                if batch.sent or not left:
                    self._outage.begin(error)
            except CONNECTION_LOST as error:
                # Once sent, nobody knows whether it was written: the journal's clicks are known by their ids.
                if batch.sent or not left or monotonic() - began > AT_ONCE:
                    self._outage.begin(error)
        batch.end(await self._outage.keep(batch.left()))
        return batch.targets
