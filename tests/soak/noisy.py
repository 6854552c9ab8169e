"""T17: receivers that hang, drip, swell or break off, and a flood of one publisher, delay nobody else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

import sql.core.outbox
from schema.core.event import Event, EventType
from tests.soak.guessing import memory
from tests.soak.support.tally import Tally
from tests.soak.support.trial_portal import Stand, stand
from tests.support.hostile.receivers import NOISES
from tests.support.orders.orders import Deal, deal
from tests.support.postbacks.counting import wait_until_sent
from tests.support.postbacks.receiver import (
    Answer,
    Received,
    answering,
    run_receiver,
    save,
)

WITHIN = 5.0
"""Seconds from an order's acknowledgement to its arrival, of a hundred at most one later."""
GROWN = 100
"""MiB that the worker may hold more than before."""
EVERY = 0.25
"""Seconds between two rounds of orders."""
PAUSED = 20
"""Orders that a paused postback must keep."""


@dataclass(frozen=True)
class Size:
    seconds: float
    healthy: int
    noisy: int
    """Of each kind."""
    flood: int


FULL = Size(seconds=120, healthy=48, noisy=2, flood=50_000)
SMALL = Size(seconds=15, healthy=12, noisy=1, flood=5_000)


@dataclass
class Arrivals:
    """When orders were acknowledged, and when they arrived."""

    reported: dict[str, float] = field(default_factory=dict)
    received: dict[str, float] = field(default_factory=dict)

    async def answer(self, request: Received, writer: asyncio.StreamWriter) -> None:
        self.received.setdefault(request.params["o"], monotonic())
        await answering(200)(request, writer)

    async def report(self, it: Deal) -> None:
        order = it.order()
        await it.report(order)
        self.reported[order["order_id"]] = monotonic()

    @property
    def waits(self) -> list[float]:
        found = [
            self.received[order] - at
            for order, at in self.reported.items()
            if order in self.received
        ]
        return sorted(found) or [float("inf")]


async def main(data: Path, ports: list[int], size: Size) -> AsyncIterator[Tally]:
    async with stand(data, ports[:1]) as it:
        it.environment |= {"DEMO": "1", "BRAND_RATE": "1000/1000", "SESSION_RATE": "1000/1000"}
        it.start("work")
        await it.ready()
        yield await noisy(it, size)
        yield await pause_and_resume(it)


async def noisy(it: Stand, size: Size) -> Tally:
    tally, arrivals, worker = Tally("T17 noisy receivers"), Arrivals(), it.others[0]
    async with AsyncExitStack() as stack:
        fine = [await subscribe_receiver(it, stack, arrivals.answer) for _ in range(size.healthy)]
        bad = [
            await subscribe_receiver(it, stack, answer)
            for answer in NOISES.values()
            for _ in range(size.noisy)
        ]
        start, most = memory(worker), 0
        flooded = await flood(it, stack, size.flood)
        ends = monotonic() + size.seconds
        while monotonic() < ends:
            began = monotonic()
            await asyncio.gather(*(one.report(one.order()) for one in bad))
            await asyncio.gather(*(arrivals.report(one) for one in fine))
            most = max(most, memory(worker) - start)
            await asyncio.sleep(max(0, began + EVERY - monotonic()))
        left = await wait_until_sent(it.portal, fine)
    waits = arrivals.waits
    p99 = waits[int(len(waits) * 0.99)]
    tally.lost = len(arrivals.reported.keys() - arrivals.received.keys())
    tally.unexpected = left
    tally.must(
        p99 <= WITHIN,
        f"p99 of {len(waits)} orders of {len(fine)} healthy receivers {p99:.2f} s (slowest"
        f" {waits[-1]:.2f}), at most {WITHIN:.0f}, beside {len(bad)} noisy ones",
    )
    tally.must(most >> 20 < GROWN, f"the worker held {most >> 20} MiB more, less than {GROWN}")
    tally.must(worker.starts == 1, "the worker is the one that began")
    query = "select count(*) from delivery where publisher_id = $1"
    found = await it.portal.value(query, flooded.who.uid)
    tally.must(found == size.flood, f"{found} of {size.flood} events of the flood sent or waiting")
    return tally


async def subscribe_receiver(it: Stand, stack: AsyncExitStack, answer: Answer) -> Deal:
    """A publisher whose new orders are sent to a receiver of its own."""
    receiver = await stack.enter_async_context(run_receiver(answer))
    one = await deal(it.portal)
    await save(it.portal, one.who, f"{receiver.url}/?o={{order_id}}")
    return one


async def flood(it: Stand, stack: AsyncExitStack, events: int) -> Deal:
    """Another publisher, with so many events at once that its receiver stays busy."""

    async def slowly(request: Received, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.02)
        await answering(200)(request, writer)

    receiver = await stack.enter_async_context(run_receiver(slowly))
    one = await deal(it.portal)
    await save(it.portal, one.who, f"{receiver.url}/?id={{event_id}}", event_type=7)
    event = Event(one.who.uid, EventType.BRAND_CHANGED, {"status": "paused"}, mid=one.brand.mid)
    async with it.resources.pool.acquire() as db:
        for _ in range(events // 1_000):
            async with db.transaction():
                await sql.core.outbox.add(db, [event] * 1_000, it.resources.clock.now())
    return one


async def pause_and_resume(it: Stand) -> Tally:
    """A receiver that is gone pauses its postback, whose queue is kept and sent when it is back."""
    tally, arrivals = Tally("T17 a paused queue"), Arrivals()
    async with run_receiver(answering(410)) as receiver:
        one = await deal(it.portal)
        saved = await save(it.portal, one.who, f"{receiver.url}/?o={{order_id}}")
        await arrivals.report(one)
        await until_paused(it, one)
        for _ in range(PAUSED):
            await arrivals.report(one)
        await asyncio.sleep(2)
        tally.must(len(receiver.received) == 1, "after an answer of 410 nothing more is sent")
        receiver.answer = arrivals.answer
        async with it.resources.pool.acquire() as db:  # the first one's next attempt is 5 s away
            await db.execute(
                "update delivery set next_attempt_at = now() where publisher_id = $1", one.who.uid
            )
        given = {"id": saved["id"], "state": "active"}
        await it.portal.ok("/postback/set_state", one.who, attributes=given)
        tally.unexpected = await wait_until_sent(it.portal, [one])
    tally.lost = len(arrivals.reported.keys() - arrivals.received.keys())
    tally.notes.append(f"{len(arrivals.reported)} orders while it was gone")
    return tally


async def until_paused(it: Stand, one: Deal) -> None:
    async with asyncio.timeout(20):
        while (await it.portal.ok("/postback/list", one.who))["list"][0]["state"] == "active":
            await asyncio.sleep(0.05)
