"""T16: exports are complete or absent, however often workers are killed; files open only with their ticket."""

import asyncio
import random
import secrets
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice, product
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import quote

from tests.soak.support.caller import Caller
from tests.soak.support.tally import Tally
from tests.soak.support.trial_portal import Stand, stand
from tests.support.accounts.export import add_clicks
from tests.support.portal import Someone
from tests.support.reports.exports import OF_CLICKS, READERS

PUBLISHERS = 5
ROWS = 40_000
FORMATS = ("csv", "xlsx", "parquet")
HOME = 60.0
"""Seconds after the last kill in which every export must be ready that was not given up before."""
LANES = 16
VECTORS = 500
CANARY = b"no-file-of-the-storage"
STEPS = ("../", "..\\", "..;/", "....//", ".%2e/", "%2e%2e/", "%2e%2e%2f", "..%2f", "..%5c", "%252e%252e%252f",
         "..%c0%af", "..%ef%bc%8f", "/", "//", "%00../", "./../")  # fmt: skip
ENDS = ("", "?ticket=", "%00.csv", ".csv", "/.", "%23.csv", "%3f.csv")


@dataclass(frozen=True)
class Size:
    exports: int
    kills: int
    guesses: int


FULL = Size(exports=100, kills=100, guesses=100_000)
SMALL = Size(exports=15, kills=6, guesses=4_000)


@dataclass
class Outcome:
    """The outcome of the exports, and of the processes that made them."""

    ready: int = 0
    wrong: list[str] = field(default_factory=list)
    retried: int = 0
    killed: int = 0
    last_kill: float = 0.0
    slowest: float = 0.0
    """Seconds from the last kill to the last of those that it found unfinished."""
    urls: dict[int, str] = field(default_factory=dict)


async def main(data: Path, ports: list[int], size: Size) -> AsyncIterator[Tally]:
    async with stand(data, ports[:1]) as it:
        it.environment |= {"SESSION_RATE": "10000/10000"}
        it.start("work", "work")
        await it.ready()
        outcome = Outcome()
        yield await exports(it, size, outcome)
        yield await strangers(it, size, outcome)
        yield await control(it, size)
        # They were written without their figures, which `portal reconcile` would miss.
        await it.resources.pool.execute("delete from click")


async def exports(it: Stand, size: Size, outcome: Outcome) -> Tally:
    tally, began = Tally("T16 exports"), monotonic()
    people = [await it.portal.someone() for _ in range(PUBLISHERS)]
    brand = await it.portal.brand()
    async with it.resources.pool.acquire() as db:
        for who in people:
            await add_clicks(db, who, brand.mid, ROWS, it.resources.clock.now())
    killing = asyncio.create_task(kill(it, size, outcome))
    numbers = iter(range(10**6))
    await asyncio.gather(
        *(keep_exporting(it, who, numbers, size, outcome, killing) for who in people)
    )
    await killing
    tally.lost = len(outcome.wrong)
    tally.notes += outcome.wrong[:5]
    # The file of a ready download is there; whatever else is there would be half of one.
    files = await it.resources.pool.fetch("select file, size from download where status = 2")
    stored = {path.name: path.stat().st_size for path in (it.data / "files").iterdir()}
    tally.unexpected = sum(stored.get(row["file"]) != row["size"] for row in files)
    tally.unexpected += len(stored.keys() - {row["file"] for row in files})
    left = [path.name for path in it.data.iterdir() if path.name.startswith("tmp")]
    tally.must(not left, f"{len(left)} temporary files left")
    tally.recovered = await it.resources.pool.fetchval(
        "select count(*) from job_start where starts > 1"
    )
    tally.must(
        outcome.ready >= size.exports and outcome.killed >= size.kills,
        f"{outcome.ready} exports of {ROWS} rows, {outcome.killed} kills, {monotonic() - began:.0f} s",
    )
    tally.notes.append(f"{outcome.retried} given up after five deaths, and requested again")
    tally.must(outcome.slowest <= HOME, f"all ready {outcome.slowest:.0f} s after the last kill")
    return tally


async def keep_exporting(
    it: Stand,
    who: Someone,
    numbers: Iterator[int],
    size: Size,
    outcome: Outcome,
    killing: "asyncio.Task[None]",
) -> None:
    """Request one export after another, each compared with the rows, until enough are made and all kills are done."""
    digest = await rows_digest(it, who)
    year = it.resources.clock.now().year
    while outcome.ready < size.exports or not killing.done():
        number = next(numbers)
        format = FORMATS[number % len(FORMATS)]
        days = {"start_date": f"{year - 1}-01-01", "end_date": f"{year + 1 + number // 300}-01-01"}
        given = {"report": "clicks", "format": format, "filter": days}
        asked = await it.portal.ok("/reports/export", who, attributes=given)
        row = await wait_until_made(it, who, asked["id"], outcome)
        body = (await it.portal.http.get(row["download_url"])).content
        refs = [str(line["click_ref"]) for line in READERS[format](body, OF_CLICKS)]
        whole = (row["rows"], len(body), digest_of(refs)) == (ROWS, row["size"], digest)
        if not whole:
            outcome.wrong.append(f"{format}: {len(refs)} of {ROWS} rows, {len(body)} bytes")
        outcome.ready += 1
        outcome.urls[who.uid] = row["download_url"]


async def wait_until_made(it: Stand, who: Someone, id: int, outcome: Outcome) -> dict[str, Any]:
    """A download that is ready; one that was given up is retried, as its publisher would."""
    retried, found_unfinished = False, outcome.last_kill
    while True:
        listed = await it.portal.ok("/common/download_list", who, page={"perPage": 5})
        row = next(dict(each) for each in listed["list"] if each["id"] == id)
        if row["download_url"] is not None and row["status"] != 2:
            outcome.wrong.append(f"a file of status {row['status']} can be fetched")
        if row["status"] == 2:
            if not retried and outcome.last_kill > found_unfinished:
                outcome.slowest = max(outcome.slowest, monotonic() - outcome.last_kill)
            return row
        if row["status"] == 3:
            retried = True
            outcome.retried += 1
            await it.portal.ok("/common/download_retry", who, attributes={"id": id})
        await asyncio.sleep(0.1)


async def rows_digest(it: Stand, who: Someone) -> str:
    """Of the references of all clicks, in the order of the report."""
    rows = await it.resources.pool.fetch(
        "select click_id from click_all where publisher_id = $1 order by click_time desc, click_id desc",
        who.uid,
    )
    return digest_of([row["click_id"].hex for row in rows])


def digest_of(refs: list[str]) -> str:
    return sha256("\n".join(refs).encode()).hexdigest()


async def kill(it: Stand, size: Size, outcome: Outcome) -> None:
    """Kill one worker after another while an export is being made."""
    chance = random.Random(16)
    busy = "select exists (select from download where status = 1 and touched_at > now() - interval '3 seconds')"
    while outcome.killed < size.kills:
        if not await it.resources.pool.fetchval(busy):
            await asyncio.sleep(0.1)
            continue
        await asyncio.sleep(chance.uniform(0, 0.7))
        it.others[outcome.killed % len(it.others)].kill()
        outcome.killed += 1
        outcome.last_kill = monotonic()


async def strangers(it: Stand, size: Size, outcome: Outcome) -> Tally:
    """Guessed names and tickets, tickets of other files, and paths that lead out of the storage."""
    tally, began = Tally("T16 strangers"), monotonic()
    known = [url.partition("?ticket=")[::2] for url in outcome.urls.values()]
    (it.data / "canary.csv").write_bytes(CANARY)
    paths = [f"{path}?ticket={ticket}" for (path, _), (_, ticket) in product(known, known)
             if f"{path}?ticket={ticket}" not in outcome.urls.values()]  # fmt: skip
    paths += islice(escapes(), VECTORS)
    paths += islice(guesses([path for path, _ in known]), size.guesses)
    answers: Counter[int] = Counter()
    waiting = iter(paths)

    async def lane() -> None:
        caller = Caller(it.ports[0])
        for path in waiting:
            found = await caller.get(path)
            answers[found.status] += 1
            tally.lost += found.status == 200 and b"<html" not in found.body[:500].lower()
            tally.lost += CANARY in found.body
        caller.close()

    await asyncio.gather(*(lane() for _ in range(LANES)))
    tally.notes.append(f"{len(paths)} paths, answers {dict(answers)}, {monotonic() - began:.0f} s")
    tally.unexpected = answers[0] + sum(n for status, n in answers.items() if status >= 500)
    opened = [await it.portal.http.get(url) for url in outcome.urls.values()]
    tally.must(
        all(answer.status_code == 200 for answer in opened),
        f"{len(opened)} files still open to their publishers",
    )
    return tally


def escapes() -> Iterator[str]:
    """Paths to a file beside the storage, as a careless server would follow them."""
    for depth, step, end in product((1, 2, 3, 5, 8), STEPS, ENDS):
        yield f"/files/{step * depth}canary.csv{end}"
        yield f"/files/{quote(step * depth, safe='')}canary.csv{end}"


def guesses(names: list[str]) -> Iterator[str]:
    """Names that exist with tickets that do not, and the other way round."""
    while True:
        yield f"{random.choice(names)}?ticket={secrets.token_urlsafe(64)}"
        yield f"/files/{secrets.token_urlsafe(24)}.csv?ticket={secrets.token_urlsafe(64)}"


async def control(it: Stand, size: Size) -> Tally:
    """A program that writes a file in its place, and is killed half way."""
    tally = Tally("   control: written in place", control=True)
    file = it.data / "in-place.csv"
    program = "import sys\nwith open(sys.argv[1], 'w', buffering=1) as f:\n  for n in range(10**7): f.write(f'{n}\\n')"
    for _ in range(min(10, size.kills)):
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", program, str(file))
        await asyncio.sleep(0.3)
        process.kill()
        await process.wait()
        tally.lost += file.exists() and file.read_bytes().count(b"\n") < 10**7
        file.unlink(missing_ok=True)
    return tally
