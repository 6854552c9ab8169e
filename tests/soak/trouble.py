"""T18: PostgreSQL restarts, loses connections, is silent or slow: all calls are answered, and it recovers soon."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

import asyncpg

from tests.soak.restore import restore
from tests.soak.support.caller import Caller, CallResult
from tests.soak.support.tally import Tally, reconcile_all
from tests.soak.support.trial_portal import Postgres, Stand, stand
from tests.support.clicks.agents import FIREFOX
from tests.support.database_proxy import Proxy, run_proxy
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Someone

CALLERS = 12
LONGEST = 30.0
"""Seconds in which every request must be answered."""
NORMAL = 10.0
"""Seconds after the database's return in which the portal must be as before."""
STILL = 20
"""Requests in a row that succeed, which are called normal."""
PUBLISHERS = 10


@dataclass(frozen=True)
class Size:
    restarts: int
    terminated: int
    silent: float
    """Seconds of a blackhole."""
    slow: float
    """Seconds of 500 ms more each way."""


FULL = Size(restarts=20, terminated=200, silent=30, slow=20)
SMALL = Size(restarts=3, terminated=20, silent=8, slow=6)


@dataclass
class Answers:
    """What callers asked, and what they were answered."""

    orders: list[str] = field(default_factory=list)
    """Acknowledged."""
    refs: list[str] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    unexpected: int = 0
    pause: float = 0.05
    done: bool = False

    def note(self, what: str, result: CallResult) -> None:
        self.slowest = max(self.slowest, result.seconds)
        outcome = result.status if result.code is None else result.code
        self.answers[f"{what} {outcome}"] += 1
        self.unexpected += outcome not in (0, 302, 503, 21005) or result.status == 0


async def main(data: Path, ports: list[int], size: Size) -> AsyncIterator[Tally]:
    postgres = Postgres(data)
    await postgres.start()
    async with (
        run_proxy(postgres.url("any"), ports[3]) as proxy,
        stand(data, ports[:1], through=f"127.0.0.1:{ports[3]}") as it,
    ):
        it.start("work")
        await it.ready()
        yield await trouble(it, proxy, size)
        yield await control(postgres, size)


async def trouble(it: Stand, proxy: Proxy, size: Size) -> Tally:
    tally, answers = Tally("T18 trouble with PostgreSQL"), Answers()
    shop = await deal(it.portal, domains=["brand.example"])
    people = [await it.portal.someone() for _ in range(PUBLISHERS)]
    callers = [
        asyncio.create_task(ask(it.ports[0], shop, people, answers, n)) for n in range(CALLERS)
    ]
    await asyncio.sleep(2)

    async def restarts() -> None:
        for number in range(size.restarts):
            await it.postgres.restart(("fast", "immediate", "kill")[number % 3])
            await asyncio.sleep(random.Random(number).uniform(0, 1.5))

    async def terminations() -> None:
        for _ in range(size.terminated):
            await it.postgres.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                f" where datname = '{it.name}' order by random() limit 1"
            )
            await asyncio.sleep(0.05)

    async def silence() -> None:
        proxy.open.clear()
        await asyncio.sleep(size.silent)
        proxy.open.set()

    async def loss() -> None:
        """Connections that are gone without either end being told."""
        proxy.strand()

    async def slowness() -> None:
        proxy.delay = 0.5
        await asyncio.sleep(size.slow)
        proxy.delay = 0

    await phase(tally, it, shop, f"{size.restarts} restarts", restarts)
    await phase(tally, it, shop, f"{size.terminated} connections ended", terminations)
    await phase(tally, it, shop, f"{size.silent:.0f} s of silence", silence)
    await phase(tally, it, shop, "connections lost without a word", loss)
    await phase(tally, it, shop, f"{size.slow:.0f} s of 500 ms each way", slowness)
    answers.done = True
    await asyncio.gather(*callers)
    await all_connections(it, people, tally)
    await worker_alive(it, tally)
    await count(it, answers, tally)
    await restore(it, tally)
    return tally


async def control(postgres: Postgres, size: Size) -> Tally:
    """A pool without time-outs, whose connections lead nowhere: who asks waits for ever."""
    tally = Tally("   control: no time-outs", control=True)
    async with run_proxy(postgres.url("postgres")) as proxy:
        pool = await asyncpg.create_pool(proxy.url, min_size=1, max_size=1)
        await pool.fetchval("select 1")
        proxy.strand()
        asking = asyncio.create_task(pool.fetchval("select 1"))
        _, hanging = await asyncio.wait({asking}, timeout=min(LONGEST, size.silent))
        tally.lost = len(hanging)  # not even cancelling it would end: nobody answers that either
        pool.terminate()
        await asyncio.gather(asking, return_exceptions=True)
    tally.notes.append(f"lost: an answer, for which {min(LONGEST, size.silent):.0f} s were waited")
    return tally


async def phase(
    tally: Tally, it: Stand, shop: Deal, name: str, act: Callable[[], Awaitable[None]]
) -> None:
    """Something happens to the database; then the time until all is as before."""
    await act()
    began = monotonic()
    caller, good, normal = Caller(it.ports[0]), 0, 0.0
    while good < STILL and monotonic() - began < 3 * LONGEST:
        result = await caller.post("/tools/links", shop.who.token)
        good = good + 1 if result.code == 0 else 0
        normal = monotonic() - began if good == 1 else normal
        await asyncio.sleep(0.02)
    caller.close()
    tally.must(good == STILL and normal <= NORMAL, f"{name}: normal {normal:.1f} s after it")


async def ask(port: int, shop: Deal, people: list[Someone], answers: Answers, number: int) -> None:
    """Read, report an order, follow a link, in turn."""
    caller = Caller(port, patience=LONGEST + 10)
    count = 0
    while not answers.done:
        count += 1
        match (number + count) % 3:
            case 0:
                token = people[number % len(people)].token
                answers.note("read", await caller.post("/tools/links", token))
            case 1:
                order = shop.order("1.00")
                result = await caller.post(
                    "/network/conversions", shop.brand.token, attributes={"orders": [order]}
                )
                answers.note("order", result)
                if result.code == 0:
                    answers.orders.append(order["order_id"])
            case _:
                agent = f"{FIREFOX}.{number}.{count}"
                result = await caller.get(f"/track/{shop.code}", agent)
                answers.note("click", result)
                if result.status == 302:
                    answers.refs.append(result.headers["location"].partition("click_ref=")[2])
        await asyncio.sleep(answers.pause)
    caller.close()


async def all_connections(it: Stand, people: list[Someone], tally: Tally) -> None:
    """As many requests at once as there are connections, and more: none of them has gone missing."""
    callers = [Caller(it.ports[0], patience=10) for _ in range(40)]
    result = await asyncio.gather(
        *(
            caller.post("/tools/links", people[n % PUBLISHERS].token)
            for n, caller in enumerate(callers)
        )
    )
    slowest = max(one.seconds for one in result)
    tally.must(
        all(one.code == 0 for one in result) and slowest < 3,
        f"40 at once afterwards answered in {slowest:.1f} s: nothing hangs",
    )
    starts = [process.starts - 1 for process in it.webs + it.others]
    tally.must(sum(starts) == 0, "web process and worker are those that began")
    for caller in callers:
        caller.close()


async def worker_alive(it: Stand, tally: Tally) -> None:
    """A sign-up's mail is sent by the worker."""
    outbox = it.data / "outbox"
    before = len(list(outbox.glob("*.eml")))
    result = await Caller(it.ports[0]).post(
        "/auth/pwd_forget", "", attributes={"email": (await it.portal.someone()).email}
    )
    began = monotonic()
    while len(list(outbox.glob("*.eml"))) == before and monotonic() - began < 20:
        await asyncio.sleep(0.1)
    sent = len(list(outbox.glob("*.eml"))) > before
    tally.must(sent, f"the worker sent a mail within {monotonic() - began:.1f} s ({result.code})")


async def count(it: Stand, answers: Answers, tally: Tally) -> None:
    pool = it.resources.pool
    began = monotonic()
    refs = set(answers.refs)
    while monotonic() - began < 60:
        clicks = [row["id"].hex for row in await pool.fetch("select click_id as id from click_all")]
        if refs <= set(clicks):
            break
        await asyncio.sleep(0.5)
    orders = [row["order_id"] for row in await pool.fetch("select order_id from conversion")]
    tally.lost = len(set(answers.orders) - set(orders)) + len(refs - set(clicks))
    tally.duplicated = len(orders) - len(set(orders)) + len(clicks) - len(set(clicks))
    tally.unexpected = answers.unexpected
    tally.recovered = len(set(orders) - set(answers.orders)) + len(set(clicks) - refs)
    tally.notes.append(f"answers {dict(sorted(answers.answers.items()))}")
    tally.must(answers.slowest <= LONGEST, f"slowest answer {answers.slowest:.1f} s")
    async with pool.acquire() as db:
        await reconcile_all(db, tally)
