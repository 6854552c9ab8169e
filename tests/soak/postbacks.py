"""T4: every delivery arrives under one ID, however often workers are killed; and a control that loses some."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from tests.soak.support.tally import Tally
from tests.soak.support.trial_portal import Process, Stand, stand
from tests.support.postbacks.counting import (
    Counts,
    expected_keys,
    report_and_kill,
    subscribe,
    wait_until_sent,
)
from tests.support.postbacks.receiver import Received, answering, run_receiver
from tests.support.postbacks.sender import send
from tests.support.process.fork_server import Forked, fork_context
from tests.support.timing import HANG_SECONDS, no_hang

WORKERS = 2
PUBLISHERS = 4
TWICE = 0.15
"""The share of deliveries that may arrive again: their worker died before it stored that they had arrived."""


@dataclass(frozen=True)
class Size:
    orders: int
    """Each is told to two postbacks."""
    kills: int


FULL = Size(orders=5_000, kills=200)
SMALL = Size(orders=500, kills=20)


async def main(data: Path, ports: list[int], size: Size) -> AsyncIterator[Tally]:
    async with stand(data, ports[:1]) as it:
        it.environment |= {"DEMO": "1"}
        it.start()
        await it.ready()
        yield await kill_senders(it, size)
        yield await control(it, size)


async def kill_senders(it: Stand, size: Size) -> Tally:
    tally, counts = Tally("T4 postbacks"), Counts()
    async with run_receiver(counts.answer) as receiver:
        deals = await subscribe(it.portal, receiver.url, PUBLISHERS)
        url, context = it.postgres.url(it.name), fork_context()
        workers = [Forked(context, send, url, it.environment) for _ in range(WORKERS)]
        try:
            await report_and_kill(deals, workers, counts, orders=size.orders, kills=size.kills)
            counts.refusing = False
            waiting = await wait_until_sent(it.portal, deals)
        finally:
            for worker in workers:
                worker.end()
    wanted = await expected_keys(it.portal, deals)
    tally.lost = len(wanted - counts.accepted.keys())
    tally.unexpected = len(counts.accepted.keys() - wanted) + waiting
    tally.recovered = len(counts.refused)
    starts = sum(worker.starts for worker in workers)
    tally.notes.append("recovered: refused at first, after they were read")
    tally.must(
        starts - WORKERS == size.kills, f"{starts - WORKERS} kills, each while some were sent"
    )
    tally.must(
        len(wanted) == 2 * size.orders and not waiting,
        f"{len(wanted)} deliveries, {waiting} not delivered {HANG_SECONDS:.0f} s after the last kill",
    )
    tally.must(
        counts.again <= TWICE * len(wanted),
        f"{counts.again} arrived again with the id they had, which at most {TWICE:.0%} may",
    )
    return tally


async def end_all(it: Stand, workers: list[Process]) -> None:
    await asyncio.gather(*(worker.end() for worker in workers))
    it.others = [other for other in it.others if other not in workers]


async def control(it: Stand, size: Size) -> Tally:
    """A worker that takes a delivery off the queue, and then sends it."""
    tally, pool = Tally("   control: forgotten, then sent", control=True), it.resources.pool
    arrived: set[str] = set()

    async def answer(request: Received, writer: asyncio.StreamWriter) -> None:
        arrived.add(request.params["id"])
        await asyncio.sleep(0.01)
        await answering(200)(request, writer)

    await pool.execute("create table naive_delivery (id int)")
    await pool.execute("insert into naive_delivery select generate_series(1, 100000)")
    async with run_receiver(answer) as receiver:
        given = {"RECEIVER": str(receiver.port)}
        workers = [it.process("tests.soak.support.naive", "send", **given) for _ in range(WORKERS)]
        it.others += workers
        for number in range(min(size.kills, 40)):
            enough = len(arrived) + 20
            async with no_hang():
                while len(arrived) < enough:
                    await asyncio.sleep(0.01)
            workers[number % WORKERS].kill()
        await asyncio.sleep(1)
        await end_all(it, workers)
    taken = 100_000 - await pool.fetchval("select count(*) from naive_delivery")
    tally.lost = taken - len(arrived)
    tally.notes.append(f"{taken} taken")
    return tally
