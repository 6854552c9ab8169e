"""Records clicks before their redirects are answered, many in one transaction."""

import asyncio
import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import NamedTuple
from zoneinfo import ZoneInfo

import crawleruseragents
import structlog
from geoip2fast import GeoIP2Fast

import sql.click
import sql.rollup
from rpc.metrics import CLICKS
from schema.brand import BrandStatus, Relation
from schema.click import Verdict
from schema.figures import Delta
from schema.ids import Ids, click_ref
from schema.site import SiteStatus
from schema.target import covered, with_param
from sql.click import REPEAT, Click, Route
from sql.clock import COLLIDED
from sql.db import Connection, Pool

log = structlog.get_logger()

BATCH = 1_000
ACQUIRE_SECONDS = 2
TRIES = 3
TABLET = re.compile(r"iPad|Tablet|PlayBook|Silk|Android(?!.*Mobi)")
MOBILE = re.compile(r"Mobi|iPhone|iPod|Opera Mini")


class Visit(NamedTuple):
    """What a request for a link says. `uids` are those of the query, None where it has none."""

    code: str
    publisher_id: int | None
    """None: the code is a custom path, whose owner is to be looked up."""
    at: datetime
    ip: str
    agent: str
    referrer: str | None
    head: bool
    uids: tuple[str | None, ...]


class Recorder:
    """Group commit without a wait: what gathers while one transaction commits goes into the next.

    A redirect is answered only when its click is on the disk, so a crash loses none that was served.
    """

    def __init__(self, pool: Pool, ids: Ids, visitor_key: bytes) -> None:
        self._pool = pool
        self._ids = ids
        self._visitor_key = visitor_key
        self._waiting: list[tuple[Visit, asyncio.Future[str | None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def record(self, visit: Visit) -> str | None:
        """Where the visitor is to go, once the click is kept; None for a link that does not exist."""
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
        try:
            targets = await self._committed(visits)
        except Exception as error:
            for _, done in batch:
                if not done.done():
                    done.set_exception(error)
            return
        for (_, done), target in zip(batch, targets, strict=True):
            if not done.done():
                done.set_result(target)

    async def _committed(self, visits: Sequence[Visit]) -> list[str | None]:
        for left in reversed(range(TRIES)):
            try:
                async with self._pool.acquire(timeout=ACQUIRE_SECONDS) as db, db.transaction():
                    return await self._keep(db, visits)
            except COLLIDED:
                if not left:
                    raise
        raise AssertionError("unreachable")

    async def _keep(self, db: Connection, visits: Sequence[Visit]) -> list[str | None]:
        """Write the clicks of visits and what they count; where each goes."""
        routes = await self._routes(db, visits)
        visitors = [self._visitor(visit) for visit in visits]
        asked = {
            (route.publisher_id, route.link_id, visitor)
            for route, visitor in zip(routes, visitors, strict=True)
            if route is not None
        }
        if not asked:
            return [None] * len(visits)
        earliest = min(visit.at for visit in visits) - REPEAT
        seen = await sql.click.repeated(db, sorted(asked), earliest)
        clicks: list[Click] = []
        targets: list[str | None] = []
        deltas: list[Delta] = []
        for visit, route, visitor in zip(visits, routes, visitors, strict=True):
            if route is None:
                targets.append(None)
                continue
            verdict, reason = judged(visit, route)
            key = (route.publisher_id, route.link_id, visitor)
            if verdict is Verdict.VALID and key in seen and visit.at - seen[key] < REPEAT:
                verdict, reason = Verdict.DUPLICATE, "same visitor within 10 seconds"
            click = self._click(visit, route, visitor, verdict, reason)
            if verdict is Verdict.VALID:
                seen[key] = visit.at
                day = day_of(visit.at, route.time_zone)
                deltas.append(Delta(route.publisher_id, day, route.mid, route.site_id, clicks=1))
            clicks.append(click)
            targets.append(destination(route, click_ref(click.click_id)))
            CLICKS.labels(verdict.value).inc()
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
        found = await sql.click.routes(db, sorted(known)) if known else []
        by_key = {(route.publisher_id, route.code): route for route in found}
        return [by_key.get(key) if key is not None else None for key in keys]

    def _click(
        self, visit: Visit, route: Route, visitor: bytes, verdict: Verdict, reason: str | None
    ) -> Click:
        of_link = (route.uid1, route.uid2, route.uid3, route.uid4, route.uid5)
        uid1, uid2, uid3, uid4, uid5 = (
            own if given is None else given for own, given in zip(of_link, visit.uids, strict=True)
        )
        return Click(
            publisher_id=route.publisher_id,
            click_time=visit.at,
            click_id=self._ids.click(route.publisher_id, visit.at),
            link_id=route.link_id,
            site_id=route.site_id,
            mid=route.mid,
            uid1=uid1,
            uid2=uid2,
            uid3=uid3,
            uid4=uid4,
            uid5=uid5,
            country=self._country(visit.ip),
            device=device(visit.agent),
            referrer=visit.referrer,
            verdict=verdict.value,
            verdict_reason=reason,
            visitor=visitor,
        )

    def _visitor(self, visit: Visit) -> bytes:
        """Who came, as a hash that cannot be told from one day to the next."""
        key = blake2b(visit.at.date().isoformat().encode(), key=self._visitor_key).digest()
        text = f"{visit.ip}\n{visit.agent}".encode(errors="replace")
        return blake2b(text, key=key, digest_size=16).digest()

    @cached_property
    def _countries(self) -> GeoIP2Fast:
        """Opened by the first click, because it takes 35 MB that a worker has no use for."""
        return GeoIP2Fast()

    def _country(self, ip: str) -> str | None:
        code = self._countries.lookup(ip).country_code if ip else "--"
        return code if code and code.isalpha() and len(code) == 2 else None


def judged(visit: Visit, route: Route) -> tuple[Verdict, str | None]:
    """A visit's verdict, but for repetition, and why it is not valid."""
    if route.brand_status != BrandStatus.ONLINE:
        return Verdict.BLOCKED, f"brand {route.brand_status}"
    if route.relationship != Relation.JOINED:
        return Verdict.BLOCKED, "channel has not joined the brand"
    if route.site_status != SiteStatus.APPROVED:
        return Verdict.BLOCKED, "channel not approved"
    if not covered(route.target_url, route.domains):
        return Verdict.BLOCKED, "target not on the brand's domains"
    if visit.head:
        return Verdict.BOT, "HEAD request"
    if crawler(visit.agent):
        return Verdict.BOT, "known crawler" if visit.agent else "no user agent"
    return Verdict.VALID, None


def destination(route: Route, ref: str) -> str:
    """The target with the click's reference; the brand's home page where the target is not the brand's."""
    covers = covered(route.target_url, route.domains)
    return with_param(route.target_url if covers else route.site_url, route.click_param, ref)


@lru_cache(maxsize=20_000)
def crawler(agent: str) -> bool:
    return not agent or bool(crawleruseragents.is_crawler(agent))


@lru_cache(maxsize=20_000)
def device(agent: str) -> str:
    """desktop, mobile, tablet or bot, by the words that vendors agree on (MDN, "Browser detection")."""
    if crawler(agent):
        return "bot"
    if TABLET.search(agent):
        return "tablet"
    return "mobile" if MOBILE.search(agent) else "desktop"


@lru_cache(maxsize=1_000)
def zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def day_of(at: datetime, time_zone: str) -> date:
    """The day of the publisher's time zone that an instant belongs to."""
    return at.astimezone(zone(time_zone)).date()


def to_millisecond(at: datetime) -> datetime:
    """Click ids carry milliseconds, and the time of the row is found by them."""
    return at - timedelta(microseconds=at.microsecond % 1_000)
