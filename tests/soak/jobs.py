"""T4 for jobs: queued mails are all sent, however often workers are killed."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from email import message_from_bytes
from pathlib import Path
from time import monotonic

from handlers.auth.password_reset import send_reset
from schema.accounts.auth import Verification
from tests.soak.support.tally import Tally
from tests.soak.support.trial_portal import Stand, stand

WORKERS = 2
HOME = 60.0
"""Seconds after the last kill in which every mail must be sent."""
TWICE = 0.15
"""The share of mails that may be sent again: their worker died after it sent them and before it said so."""

AT_WORK = """
select count(*) from pgqueuer where status = 'picked' and heartbeat > now() - interval '1 second'
"""


@dataclass(frozen=True)
class Size:
    mails: int
    kills: int


FULL = Size(mails=20_000, kills=80)
SMALL = Size(mails=2_000, kills=6)


async def main(data: Path, ports: list[int], size: Size) -> AsyncIterator[Tally]:
    async with stand(data, []) as it:
        yield await jobs(it, size)
        yield await control(it, size)


async def jobs(it: Stand, size: Size) -> Tally:
    tally = Tally("T4 jobs")
    people = [await it.portal.someone() for _ in range(20)]
    workers = [it.process("handlers", "work") for _ in range(WORKERS)]
    it.others += workers
    queueing = asyncio.create_task(queue(it, [one.account_id for one in people], size))
    for number in range(size.kills):
        await busy(it)
        await asyncio.sleep(random.Random(number).uniform(0, 0.5))
        for worker in workers:
            worker.kill()
    await queueing
    ended = monotonic() + HOME
    waiting = 1
    while waiting and monotonic() < ended:
        await asyncio.sleep(0.2)
        waiting = await it.resources.pool.fetchval(
            "select count(*) from pgqueuer where entrypoint = $1", send_reset.path
        )
    sent = Counter(receivers(it.data / "outbox"))
    wanted = size.mails // len(people)
    tally.lost = sum(max(0, wanted - sent[one.email]) for one in people)
    again = sum(max(0, sent[one.email] - wanted) for one in people)
    given_up = await it.resources.pool.fetchval(
        "select count(*) from pgqueuer_log where entrypoint = $1 and status = 'exception'",
        send_reset.path,
    )
    tally.recovered = await it.resources.pool.fetchval(
        "select count(*) from job_start where starts > 1"
    )
    tally.unexpected = waiting + given_up
    tally.notes.append(
        f"{size.mails} mails, {sum(worker.starts for worker in workers)} starts of workers"
    )
    tally.notes.append("recovered: begun by one worker, done by another")
    tally.must(again <= size.mails * TWICE, f"{again} sent twice, which at most {TWICE:.0%} may be")
    return tally


async def busy(it: Stand) -> None:
    """Wait until a worker that lives is at work."""
    async with asyncio.timeout(60):
        while not await it.resources.pool.fetchval(AT_WORK):
            await asyncio.sleep(0.02)


async def queue(it: Stand, accounts: list[int], size: Size) -> None:
    """Queue mails while workers are killed."""
    pool, each = it.resources.pool, size.kills * 3 / size.mails
    owners = {
        row["account_id"]: row["publisher_id"]
        for row in await pool.fetch("select account_id, publisher_id from account")
    }
    for number in range(size.mails):
        account = accounts[number % len(accounts)]
        async with pool.acquire() as db:
            await send_reset.later(db, Verification(owners[account], account))
        await asyncio.sleep(each)


def receivers(outbox: Path) -> list[str]:
    return [str(message_from_bytes(path.read_bytes())["To"]) for path in outbox.glob("*.eml")]


async def control(it: Stand, size: Size) -> Tally:
    """A worker that takes a job off the queue, and then does it."""
    tally = Tally("   control: done before it is done", control=True)
    pool = it.resources.pool
    await pool.execute("create table naive_job (id int)")
    await pool.execute("create table naive_sent (id int)")
    await pool.execute("insert into naive_job select generate_series(1, 100000)")
    workers = [it.process("tests.soak.support.naive", "work") for _ in range(WORKERS)]
    it.others += workers
    left = 100_000
    for number in range(size.kills):
        left = await fewer(it, left)
        workers[number % WORKERS].kill()
    await asyncio.sleep(1)
    await it.end()
    taken = 100_000 - await pool.fetchval("select count(*) from naive_job")
    tally.lost = taken - await pool.fetchval("select count(*) from naive_sent")
    tally.notes.append(f"{taken} jobs taken")
    return tally


async def fewer(it: Stand, than: int) -> int:
    """How many naive jobs are left, once some more were taken: where much else runs, workers start slowly."""
    async with asyncio.timeout(60):
        while (left := await it.resources.pool.fetchval("select count(*) from naive_job")) >= than:
            await asyncio.sleep(0.3)
    return int(left)
