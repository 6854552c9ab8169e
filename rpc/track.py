"""Records clicks before their redirects are answered, many in one transaction."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from time import monotonic

import sql.click
from rpc.metrics import CLICKS
from rpc.outage import Outage
from rpc.visit import REPEATED, Visit, Visitors, destination
from schema.click import Verdict
from schema.errors import Fault
from schema.ids import click_ref
from sql.click import REPEAT, Asked, Click, Found
from sql.clock import AWAY, COLLIDED
from sql.db import Connection
from sql.lent import Lender

BATCH = 1_000
TRIES = 3
BATCH_SECONDS = 1.0
"""A batch that takes longer goes to the journal: visitors do not wait for a silent database."""
AT_ONCE = 0.2
"""A failure within so many seconds may be that of one connection."""
NOBODY = (0, "")
"""Who has a path that is nobody's: the network, which has no links."""
VALID, DUPLICATE = Verdict.VALID.value, Verdict.DUPLICATE.value

Target = str | Fault | None
"""Where a visit goes: None if the link does not exist, a Fault if nobody can tell."""


class Recorder:
    """Group commit without a wait: what gathers while one transaction commits goes into the next.

    A redirect is answered only when its click is on the disk, so a crash loses none that was served.
    """

    def __init__(self, lender: Lender, visitors: Visitors, outage: Outage) -> None:
        self._lender = lender
        self._visitors = visitors
        self._outage = outage
        self._waiting: list[tuple[Visit, asyncio.Future[str | None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def record(self, visit: Visit) -> str | None:
        """Where the visitor is to go, once the click is kept; None for a link that does not exist.

        Raises UNAVAILABLE while the database is away and the link was not served lately.
        """
        done: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((visit, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        return await done

    async def _write(self) -> None:
        """Write batch after batch while any visit waits."""
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
                await self._write_batch(batch)
        finally:
            self._writing = None

    async def _write_batch(self, batch: list[tuple[Visit, asyncio.Future[str | None]]]) -> None:
        visits = [visit for visit, _ in batch]
        targets: Sequence[Target | Exception]
        try:
            async with self._outage.turn:
                targets = await self._kept(visits)
        except Exception as error:
            targets = [error] * len(visits)
        for (_, done), target in zip(batch, targets, strict=True):
            if done.done():
                continue
            if isinstance(target, Exception):
                done.set_exception(target)
            else:
                done.set_result(target)

    async def _kept(self, visits: Sequence[Visit]) -> Sequence[Target]:
        """Keep the clicks of visits in the database, or, while it is away, in the journal."""
        for left in reversed(range(TRIES)):
            if self._outage.away:
                break
            began, known = monotonic(), False
            try:
                async with self._lender.lend(BATCH_SECONDS) as db:
                    found = await self._found(db, visits)
                    self._outage.remember(visits, found)
                    known = True
                    clicks, targets = self._judged(visits, found)
                    async with db.transaction():
                        await sql.click.add(db, clicks)
                for verdict, count in Counter(click.verdict for click in clicks).items():
                    CLICKS.labels(verdict).inc(count)
                return targets
            except COLLIDED as error:
                if not left:
                    self._outage.begin(error)
            except AWAY as error:
                # Once written, nobody knows whether it was: the journal's clicks are known by their ids.
                if known or not left or monotonic() - began > AT_ONCE:
                    self._outage.begin(error)
        return await self._outage.keep(visits)

    async def _found(self, db: Connection, visits: Sequence[Visit]) -> list[Found | None]:
        """Each visit's link, and what it may repeat."""
        paths = {visit.code for visit in visits if visit.publisher_id is None}
        owners = await sql.click.owners(db, sorted(paths))
        asked = [
            Asked(*owners.get(visit.code, NOBODY), visit.visitor)
            if visit.publisher_id is None
            else Asked(visit.publisher_id, visit.code, visit.visitor)
            for visit in visits
        ]
        return await sql.click.found(db, asked)

    def _judged(
        self, visits: Sequence[Visit], found: Sequence[Found | None]
    ) -> tuple[list[Click], list[str | None]]:
        """The clicks of visits, and where each visit goes."""
        seen: dict[tuple[int, bytes], datetime] = {}
        clicks: list[Click] = []
        targets: list[str | None] = []
        for visit, link in zip(visits, found, strict=True):
            if link is None:
                targets.append(None)
                continue
            click = self._visitors.click(visit, link.route)
            if click.verdict == VALID:
                key = click.link_id, visit.visitor
                before = seen.get(key, link.before)
                if before is not None and visit.at - before < REPEAT:
                    click = click._replace(verdict=DUPLICATE, verdict_reason=REPEATED)
                else:
                    seen[key] = visit.at
            clicks.append(click)
            targets.append(destination(link.route, click_ref(click.click_id)))
        return clicks, targets
