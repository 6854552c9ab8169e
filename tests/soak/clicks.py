"""T6: every answered redirect has its click, after any kill and any outage of the database."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from urllib.parse import parse_qs, urlsplit

import sql.accounts.publisher
import sql.reports.figures.rollup
from rpc.clicks.journal_file import RESERVE_SUFFIX
from schema.core.figures import Delta
from schema.core.ids import parse_click_ref
from sql.core.db import fetch
from sql.core.local_time import zone_values
from sql.reports.figures.reconcile import clicks_template, find_differences
from tests.soak.support.caller import Caller
from tests.soak.support.tally import Tally, reconcile_all
from tests.soak.support.trial_portal import Postgres, Stand, stand
from tests.support.clicks.agents import FIREFOX
from tests.support.orders.orders import Deal, join_brand

LINKS = 20
CALLERS = 24
HOME = 60.0
"""Seconds in which every click must be stored."""
EVERY = 1.5
"""Seconds between two kills of a web process, which takes about one to start."""


@dataclass(frozen=True)
class Size:
    clicks: int
    rate: float
    """Clicks a second, all callers together."""
    web_kills: int
    postgres_kills: int
    outage: float
    """Seconds."""


FULL = Size(clicks=50_000, rate=300, web_kills=100, postgres_kills=5, outage=60)
SMALL = Size(clicks=2_500, rate=100, web_kills=5, postgres_kills=1, outage=5)


@dataclass
class Sent:
    """What visitors were told."""

    refs: list[str] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)
    calm: list[float] = field(default_factory=list)
    """Seconds of each answer while nothing was killed."""
    outage: list[tuple[int, float]] = field(default_factory=list)
    """Status and seconds of each answer while the database was away."""
    phase: str = "starting"
    done: bool = False


async def main(data: Path, ports: list[int], size: Size) -> AsyncIterator[Tally]:
    async with stand(data, ports[:2]) as it:
        it.start()
        await it.ready()
        yield await clicks(it, size)
        yield await control(it, ports[2], size)
        yield await counted_twice(it)


async def clicks(it: Stand, size: Size) -> Tally:
    tally = Tally("T6 clicks")
    shops = [await it.portal.brand(domains=["brand.example"]) for _ in range(2)]
    deals = [await join_brand(it.portal, shops[n % 2]) for n in range(LINKS)]
    sent = Sent()
    callers = [asyncio.create_task(visit(it, deals, sent, size, n)) for n in range(CALLERS)]
    await calm(sent, 6)
    await kill_in_turn(it, size)
    await it.ready()
    await calm(sent, 6)
    async with away(it.postgres, sent):
        await asyncio.sleep(size.outage)
    await calm(sent, 3)
    while len(sent.refs) < size.clicks:
        await asyncio.sleep(0.2)
    sent.done = True
    await asyncio.gather(*callers)
    await count(it, sent, tally)
    waited = sorted(sent.calm)
    statuses = [status for status, _ in sent.outage]
    share = statuses.count(302) / max(1, len(statuses))
    slow = sorted(seconds for _, seconds in sent.outage)
    tally.must(
        share >= 0.999,
        f"{share:.2%} of {len(statuses)} visits in {size.outage:.0f} s outage redirected",
    )
    tally.notes.append(
        f"p99 {at(waited, 0.99) * 1000:.0f} ms in calm at {size.rate:.0f}/s,"
        f" {at(slow, 0.99) * 1000:.0f} ms in the outage, slowest {at(slow, 1) * 1000:.0f} ms"
    )
    tally.must(at(waited, 0.99) <= 0.1, "p99 without faults at most 100 ms")
    return tally


async def visit(it: Stand, deals: list[Deal], sent: Sent, size: Size, number: int) -> None:
    """Visit links, each time as another visitor, until enough were led on."""
    dice = random.Random(number)
    caller = Caller(it.ports[number % len(it.ports)])
    count = 0
    due = monotonic()
    while not sent.done:
        due += CALLERS / size.rate
        await asyncio.sleep(max(0, due - monotonic()))
        due = max(due, monotonic() - 1)
        count += 1
        phase = sent.phase
        reply = await caller.get(
            f"/track/{dice.choice(deals).code}?uid2={number}.{count}", f"{FIREFOX}.{number}.{count}"
        )
        sent.statuses[reply.status] = sent.statuses.get(reply.status, 0) + 1
        if reply.status == 302:
            sent.refs.append(parse_qs(urlsplit(reply.headers["location"]).query)["click_ref"][0])
        if phase == sent.phase == "calm":
            sent.calm.append(reply.seconds)
        if phase == "away":
            sent.outage.append((reply.status, reply.seconds))
    caller.close()


async def calm(sent: Sent, seconds: float) -> None:
    await asyncio.sleep(2)  # a new process reads its tables for the first click
    sent.phase = "calm"
    await asyncio.sleep(seconds)
    sent.phase = "killing"


async def kill_in_turn(it: Stand, size: Size) -> None:
    """Kill web processes in turn, and between them PostgreSQL."""
    each = max(1, size.web_kills // max(1, size.postgres_kills))
    for number in range(size.web_kills):
        it.webs[number % len(it.webs)].kill()
        if number % each == each - 1:
            await it.postgres.restart("kill")
        await asyncio.sleep(EVERY)


@asynccontextmanager
async def away(postgres: Postgres, sent: Sent) -> AsyncIterator[None]:
    sent.phase = "away"
    await postgres.stop("immediate")
    try:
        yield
    finally:
        sent.phase = "back"
        await postgres.start()


async def count(it: Stand, sent: Sent, tally: Tally) -> None:
    """Look for the click of every redirect, for as long as storing it may take."""
    wanted = {parse_click_ref(ref) for ref in sent.refs}
    ended = monotonic() + HOME
    ids: list[object] = []
    while monotonic() < ended and not wanted <= set(ids):
        await asyncio.sleep(0.5)
        rows = await it.resources.pool.fetch("select click_id from click_all")
        ids = [row["click_id"] for row in rows]
    tally.lost = len(wanted - set(ids))
    tally.duplicated = len(ids) - len(set(ids)) + len(sent.refs) - len(wanted)
    tally.recovered = len(set(ids) - wanted)
    tally.unexpected = sum(n for status, n in sent.statuses.items() if status not in (0, 302, 503))
    starts = sum(web.starts - 1 for web in it.webs)
    tally.notes.append(
        f"{len(sent.refs)} redirects, {len(ids)} clicks; {starts} starts of web processes;"
        f" answers {dict(sorted(sent.statuses.items()))} (0: the process died before it answered)"
    )
    tally.notes.append("recovered: kept, and nobody was told, because the process died just then")
    left = [path.name for path in (it.data / "journal").glob("*") if path.suffix != RESERVE_SUFFIX]
    tally.must(not left, f"{len(left)} journals left")
    async with it.resources.pool.acquire() as db:
        await reconcile_all(db, tally)


async def control(it: Stand, port: int, size: Size) -> Tally:
    """A redirect answered before its click is kept, under the same kills."""
    tally = Tally("   control: fire and forget", control=True)
    await it.resources.pool.execute("create table naive_click (ref text)")
    process = it.process("tests.soak.support.naive", PORT=str(port))
    caller, refs = Caller(port), []
    for _ in range(3 if size is SMALL else 10):
        async with asyncio.timeout(30):
            while (await caller.get("/")).status != 302:
                await asyncio.sleep(0.05)
        ended = monotonic() + 0.5
        while monotonic() < ended:
            replies = await asyncio.gather(*(Caller(port).get("/") for _ in range(50)))
            refs += [one.headers["location"] for one in replies if one.status == 302]
        process.kill()
    await asyncio.sleep(1)
    await process.end()
    stored = {row["ref"] for row in await it.resources.pool.fetch("select ref from naive_click")}
    tally.lost = len(set(refs) - stored)
    tally.notes.append(f"{len(refs)} redirects")
    return tally


async def counted_twice(it: Stand) -> Tally:
    """Bring a journal home that is home already, and count all its clicks, not those that were new."""
    tally = Tally("   control: replay that counts all", control=True)
    async with it.resources.pool.acquire() as db:
        transaction = db.transaction()
        await transaction.start()
        uid = await db.fetchval(
            "select publisher_id from click_all where verdict = 'valid' limit 1"
        )
        zone = (await sql.accounts.publisher.get_report_settings(db, uid)).zone
        values = {"publisher_id": uid, **zone_values(zone)}
        counted = await fetch(db, clicks_template().bind(values))
        await sql.reports.figures.rollup.add(
            db, [Delta(uid, *row[:4], clicks=row["clicks"]) for row in counted]
        )
        tally.duplicated = len(await find_differences(db, uid))
        await transaction.rollback()  # or `portal reconcile` would find it as well
    tally.notes.append(f"duplicated: {tally.duplicated} figures, which the comparison finds")
    return tally


def at(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0
