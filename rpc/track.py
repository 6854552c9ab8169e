"""Records clicks before their redirects are answered, many in one transaction."""

import asyncio
from collections.abc import Sequence
from time import monotonic

import sql.click
import sql.rollup
from rpc.metrics import CLICKS
from rpc.outage import Outage
from rpc.visit import REPEATED, Visit, Visitors, day_of, destination
from schema.click import Verdict
from schema.errors import Fault
from schema.figures import Delta
from schema.ids import click_ref
from sql.click import REPEAT, Click, Route
from sql.clock import AWAY, COLLIDED
from sql.db import Connection, Pool, borrowed

BATCH = 1_000
TRIES = 3
BATCH_SECONDS = 1.0
"""A batch that takes longer goes to the journal: visitors do not wait for a silent database."""
AT_ONCE = 0.2
"""A failure within so many seconds may be that of one connection."""

Target = str | Fault | None
"""Where a visit goes: None if the link does not exist, a Fault if nobody can tell."""


class Recorder:
    """Group commit without a wait: what gathers while one transaction commits goes into the next.

    A redirect is answered only when its click is on the disk, so a crash loses none that was served.
    """

    def __init__(self, pool: Pool, visitors: Visitors, outage: Outage) -> None:
        self._pool = pool
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
            began, found = monotonic(), False
            try:
                async with borrowed(self._pool, seconds=BATCH_SECONDS) as db, db.transaction():
                    routes = await self._routes(db, visits)
                    self._outage.remember(visits, routes)
                    found = True
                    return await self._keep(db, visits, routes)
            except COLLIDED as error:
                if not left:
                    self._outage.begin(error)
            except AWAY as error:
                # Once written, nobody knows whether it was: the journal's clicks are known by their ids.
                if found or not left or monotonic() - began > AT_ONCE:
                    self._outage.begin(error)
        return await self._outage.keep(visits)

    async def _keep(
        self, db: Connection, visits: Sequence[Visit], routes: Sequence[Route | None]
    ) -> list[str | None]:
        """Write the clicks of visits and what they count; where each goes."""
        made = [
            None if route is None else self._visitors.click(visit, route)
            for visit, route in zip(visits, routes, strict=True)
        ]
        asked = {(click.publisher_id, click.link_id, click.visitor) for click in made if click}
        if not asked:
            return [None] * len(visits)
        times = [visit.at for visit in visits]
        seen = await sql.click.repeated(
            db, sorted(asked), since=min(times) - REPEAT, until=max(times) + REPEAT
        )
        clicks: list[Click] = []
        targets: list[str | None] = []
        deltas: list[Delta] = []
        for click, route in zip(made, routes, strict=True):
            if click is None or route is None:
                targets.append(None)
                continue
            key, at = (click.publisher_id, click.link_id, click.visitor), click.click_time
            if click.verdict == Verdict.VALID.value:
                if key in seen and at - seen[key] < REPEAT:
                    click = click._replace(verdict=Verdict.DUPLICATE.value, verdict_reason=REPEATED)
                else:
                    seen[key] = at
                    day = day_of(at, route.time_zone)
                    place = (click.publisher_id, day, click.mid, click.site_id, click.link_id)
                    deltas.append(Delta(*place, clicks=1))
            clicks.append(click)
            targets.append(destination(route, click_ref(click.click_id)))
            CLICKS.labels(click.verdict).inc()
        await sql.click.add(db, clicks)
        await sql.rollup.add(db, deltas)
        return targets

    async def _routes(self, db: Connection, visits: Sequence[Visit]) -> list[Route | None]:
        paths = {visit.code for visit in visits if visit.publisher_id is None}
        owners = await sql.click.owners(db, sorted(paths)) if paths else {}
        keys = [
            owners.get(visit.code)
            if visit.publisher_id is None
            else (visit.publisher_id, visit.code)
            for visit in visits
        ]
        known = {key for key in keys if key is not None}
        if not known:
            return [None] * len(visits)
        await sql.rollup.hold(db, {publisher_id for publisher_id, _ in known})
        found = await sql.click.routes(db, sorted(known))
        by_key = {(route.publisher_id, route.code): route for route in found}
        return [by_key.get(key) if key is not None else None for key in keys]
