"""Trials of deliveries while workers are killed: a receiver that counts, and the expected counts."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal
from tests.support.postbacks.receiver import Received, answering, save
from tests.support.timing import no_hang, wait_until

REFUSED_SHARE = 20
"""Every n-th is refused the first time, after it was read."""
ACCEPT, REFUSE = answering(200), answering(503)
Key = tuple[str, str]
"""The path of a postback, and the id of an event."""


class Killable(Protocol):
    """A worker that is restarted automatically."""

    def kill(self) -> None:
        """SIGKILL."""


@dataclass
class Counts:
    """What a receiver accepted, and how often."""

    accepted: Counter[Key] = field(default_factory=Counter)
    refused: set[Key] = field(default_factory=set)
    refusing: bool = True

    async def answer(self, request: Received, writer: asyncio.StreamWriter) -> None:
        key = (request.target.partition("?")[0], id_of(request))
        if self.refusing and key not in self.refused and hash(key) % REFUSED_SHARE == 0:
            self.refused.add(key)
            await REFUSE(request, writer)
            return
        self.accepted[key] += 1
        await ACCEPT(request, writer)

    @property
    def again(self) -> int:
        """How many were accepted that had been accepted before."""
        return self.accepted.total() - len(self.accepted)

    @property
    def put_off(self) -> int:
        """How many were refused and have not come again."""
        return len(self.refused - self.accepted.keys())


def id_of(request: Received) -> str:
    return request.headers.get("webhook-id") or request.params["id"]


async def subscribe(portal: Portal, url: str, publishers: int) -> list[Deal]:
    """Publishers with two postbacks each, one by GET and one by POST; a path tells whose it is."""
    deals = [await deal(portal) for _ in range(publishers)]
    for it in deals:
        await save(portal, it.who, f"{url}/{it.who.uid}/get?id={{event_id}}")
        await save(portal, it.who, f"{url}/{it.who.uid}/post", delivery_type=2)
    return deals


async def report_and_kill(
    deals: Sequence[Deal],
    workers: Sequence[Killable],
    counts: Counts,
    *,
    orders: int,
    kills: int,
) -> None:
    """Report orders in as many parts as there are kills, each kill during sending."""
    each, chance = orders // kills, random.Random(kills)
    for number in range(kills):
        it = deals[number % len(deals)]
        left = chance.randint(1, 2 * each)
        await it.report(*(it.order() for _ in range(each)))
        async with no_hang():
            while 2 * each * (number + 1) - len(counts.accepted) > left + counts.put_off:
                await asyncio.sleep(0.005)
        workers[number % len(workers)].kill()


async def wait_until_sent(portal: Portal, deals: Sequence[Deal]) -> int:
    """Wait until nothing waits any more, unless it hangs; how many still do."""
    uids = [it.who.uid for it in deals]
    query = "select count(*) from delivery where publisher_id = any($1) and state <> 'delivered'"

    async def all_sent() -> bool:
        return not await portal.value(query, uids)

    with suppress(TimeoutError):
        await wait_until(all_sent)
    return int(await portal.value(query, uids))


async def expected_keys(portal: Portal, deals: Sequence[Deal]) -> set[Key]:
    """What must have been accepted: each event of each publisher by both of its postbacks."""
    found: set[Key] = set()
    async with portal.db() as db:
        for it in deals:
            rows = await db.fetch(
                "select event_id::text as id from event where publisher_id = $1 and event_type = 1",
                it.who.uid,
            )
            found |= {
                (f"/{it.who.uid}/{way}", row["id"]) for row in rows for way in ("get", "post")
            }
    return found
