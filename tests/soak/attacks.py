"""T22: one publisher's servers and reports delay nobody else, each beside a quiet control."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

from tests.soak.noisy import Arrivals, subscribe_receiver
from tests.soak.support.caller import Caller
from tests.soak.support.tally import Tally
from tests.soak.support.trial_portal import Stand, stand
from tests.support.accounts.export import add_clicks
from tests.support.hostile.receivers import FLOODS
from tests.support.hostile.threads import serving
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Someone
from tests.support.postbacks.receiver import Receiver, save

CALLS_TIMES, REDIRECTS_TIMES = 10.0, 5.0
"""Others' 99th percentile, by that of the quiet control of the same run."""
FILES_TIMES = 2.0
FORMATS = ("csv", "xlsx", "parquet")
HEAVY_TIMES = 5.0
"""Others' median redirect beside heavy calls."""
ARRIVES_WITHIN = 5.0
"""Seconds from an order to another publisher's postback, of a hundred at most one later."""
ATTACKERS = ("chunks", "interim", "headers", "trailers", "bytes", "endless")
PAGE = 1_000


@dataclass(frozen=True)
class Size:
    seconds: float
    servers: int
    """Of each kind of flood."""
    orders: int
    heavy: tuple[int, ...]
    rows: int
    """Of a file."""


FULL = Size(seconds=20, servers=4, orders=20_000, heavy=(8, 16, 48), rows=50_000)
SMALL = Size(seconds=5, servers=1, orders=3_000, heavy=(8, 48), rows=50_000)


@dataclass
class Waits:
    """Seconds that others waited, by what they did."""

    redirects: list[float] = field(default_factory=list)
    calls: list[float] = field(default_factory=list)
    sign_ins: list[float] = field(default_factory=list)
    postbacks: list[float] = field(default_factory=list)
    refused: int = 0


def at(waits: list[float], share: float) -> float:
    """The wait that this share of all did not exceed."""
    return sorted(waits)[min(len(waits) - 1, int(len(waits) * share))] if waits else float("inf")


async def main(data: Path, ports: list[int], size: Size) -> AsyncIterator[Tally]:
    async with stand(data, ports[:1]) as it:
        it.environment |= {
            "DEMO": "1", "SESSION_RATE": "10000/10000", "BRAND_RATE": "1000/1000",
            "TRUSTED_PROXIES": "127.0.0.1/32",
        }  # fmt: skip
        it.start("work")
        await it.ready()
        others = await Others.arrange(it)
        yield await flood(it, size, others)
        yield await read_reports(it, size, others)
        yield await make_files(it, size, others)


@dataclass
class Others:
    """What everybody else does meanwhile: visitors, calls, sign-ins, and orders whose postbacks are awaited."""

    it: Stand
    one: Deal
    signing_in: Someone
    """Somebody else, whose sessions end each other."""
    numbers: Iterator[int] = field(default_factory=count)

    @classmethod
    async def arrange(cls, it: Stand) -> "Others":
        return cls(it, await deal(it.portal), await it.portal.someone())

    async def measure(self, seconds: float, *, receiving: bool = True) -> Waits:
        waits, arrivals = Waits(), Arrivals()
        async with AsyncExitStack() as stack:
            reporting = await subscribe_receiver(self.it, stack, arrivals.answer)
            until = monotonic() + seconds
            work = [
                self.repeat(until, 0.005, self.redirect, waits.redirects),
                self.repeat(until, 0.02, self.call, waits.calls),
                self.repeat(until, 0.25, self.sign_in, waits.sign_ins),
            ]
            if receiving:
                work.append(self.report(until, arrivals, reporting))
            await asyncio.gather(*work)
            async with asyncio.timeout(60):
                while len(arrivals.received) < len(arrivals.reported):
                    await asyncio.sleep(0.05)
        waits.postbacks = arrivals.waits
        return waits

    async def repeat(
        self,
        until: float,
        every: float,
        act: Callable[[Caller], Awaitable[float]],
        waits: list[float],
    ) -> None:
        caller = Caller(self.it.ports[0])
        while (began := monotonic()) < until:
            waits.append(await act(caller))
            await asyncio.sleep(max(0.0, began + every - monotonic()))
        caller.close()

    async def redirect(self, caller: Caller) -> float:
        answer = await caller.get(f"/track/{self.one.code}", agent="Mozilla/5.0 Firefox/128.0")
        assert answer.status == 302, answer
        return answer.seconds

    async def call(self, caller: Caller) -> float:
        answer = await caller.post("/site/list", self.one.who.token)
        assert answer.code == 0, answer
        return answer.seconds

    async def sign_in(self, caller: Caller) -> float:
        """From another address each time."""
        number = next(self.numbers)
        caller.of = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        given = {"account": self.signing_in.username, "password": self.signing_in.password}
        answer = await caller.post("/auth/sign_in", "", attributes=given)
        assert answer.code == 0, answer
        return answer.seconds

    async def report(self, until: float, arrivals: Arrivals, reporting: Deal) -> None:
        while (began := monotonic()) < until:
            await arrivals.report(reporting)
            await asyncio.sleep(max(0.0, began + 0.25 - monotonic()))


def compare(tally: Tally, quiet: Waits, beside: Waits) -> None:
    """Note what others waited, and that it is within the bounds."""
    for name, before, after, times in (
        ("redirects", quiet.redirects, beside.redirects, REDIRECTS_TIMES),
        ("calls", quiet.calls, beside.calls, CALLS_TIMES),
        ("sign-ins", quiet.sign_ins, beside.sign_ins, CALLS_TIMES),
    ):
        p99, control = at(after, 0.99), at(before, 0.99)
        tally.must(
            p99 <= times * control,
            f"others' {name}: p99 {p99 * 1e3:.1f} ms of {len(after)}, {p99 / control:.1f} times the"
            f" quiet {control * 1e3:.1f} ms, at most {times:.0f};"
            f" p50 {at(after, 0.5) * 1e3:.1f} by {at(before, 0.5) * 1e3:.1f} ms",
        )


async def flood(it: Stand, size: Size, others: Others) -> Tally:
    """Receivers, websites to be verified and targets of links that flood their caller."""
    tally = Tally("T22 servers that flood")
    quiet = await others.measure(size.seconds)
    with flooding(size.servers) as servers:
        async with attacking(it, servers):
            beside = await others.measure(size.seconds)
    compare(tally, quiet, beside)
    p99 = at(beside.postbacks, 0.99)
    tally.must(
        p99 <= ARRIVES_WITHIN,
        f"another's postback: p99 {p99:.2f} s of {len(beside.postbacks)}, at most"
        f" {ARRIVES_WITHIN:.0f}; quiet {at(quiet.postbacks, 0.99):.2f}",
    )
    reached = sum(len(server.received) for server in servers)
    tally.must(reached >= len(servers), f"{len(servers)} servers flooded {reached} requests")
    return tally


@contextmanager
def flooding(of_each: int) -> Iterator[list[Receiver]]:
    """Servers in threads of this process, which is none of the portal's."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(serving(FLOODS[name])) for name in ATTACKERS for _ in range(of_each)
        ]


@asynccontextmanager
async def attacking(it: Stand, servers: list[Receiver]) -> AsyncIterator[None]:
    """A publisher for each server, which proves its website, tests its postback and has its orders sent, on and on."""
    attackers = []
    for server in servers:
        one = await deal(it.portal)
        await save(it.portal, one.who, f"{server.url}/?o={{order_id}}")
        site = {
            "id": one.who.site_id,
            "name": "Flood",
            "type": "website",
            "website": server.url,
        }
        await it.portal.post("/site/save", one.who, attributes=site)
        attackers.append(asyncio.create_task(attack(it, one)))
    await asyncio.sleep(1)
    try:
        yield
    finally:
        for task in attackers:
            task.cancel()
        await asyncio.gather(*attackers, return_exceptions=True)


async def attack(it: Stand, one: Deal) -> None:
    prover = Caller(it.ports[0])
    saved = (await it.portal.ok("/postback/list", one.who))["list"][0]["id"]
    while True:
        await one.report(one.order())
        given = {"id": one.who.site_id, "method": "meta"}
        await prover.post("/site/verify", one.who.token, attributes=given)
        await prover.post("/postback/do_test", one.who.token, attributes={"id": saved})
        await asyncio.sleep(0.05)


async def read_reports(it: Stand, size: Size, others: Others) -> Tally:
    """One publisher's reports of a thousand orders each, by several sessions at once."""
    tally = Tally("T22 heavy reports")
    who = await fill(it, size.orders)
    quiet = await others.measure(size.seconds, receiving=False)
    for calls in size.heavy:
        outcome = Waits()
        reading = [asyncio.create_task(read(it, who, outcome)) for _ in range(calls)]
        beside = await others.measure(size.seconds, receiving=False)
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
        p50, control = at(beside.redirects, 0.5), at(quiet.redirects, 0.5)
        tally.must(
            p50 <= HEAVY_TIMES * control,
            f"{calls} heavy calls at once: others' redirects p50 {p50 * 1e3:.1f} ms,"
            f" {p50 / control:.1f} times the quiet {control * 1e3:.1f} ms, at most"
            f" {HEAVY_TIMES:.0f}; p99 {at(beside.redirects, 0.99) * 1e3:.1f} ms by"
            f" {at(quiet.redirects, 0.99) * 1e3:.1f}; calls p99"
            f" {at(beside.calls, 0.99) * 1e3:.1f} by {at(quiet.calls, 0.99) * 1e3:.1f};"
            f" {len(outcome.calls)} answered in {at(outcome.calls, 0.5) * 1e3:.0f} ms,"
            f" {outcome.refused} refused",
        )
    return tally


async def make_files(it: Stand, size: Size, others: Others) -> Tally:
    """A worker makes files of one publisher, one after another."""
    tally, who, files = Tally("T22 files"), await it.portal.someone(), Waits()
    brand = await it.portal.brand()
    async with it.resources.pool.acquire() as db:
        await add_clicks(db, who, brand.mid, size.rows, it.resources.clock.now())
    quiet = await others.measure(size.seconds, receiving=False)
    making = asyncio.create_task(export(it, who, files))
    beside = await others.measure(size.seconds, receiving=False)
    making.cancel()
    await asyncio.gather(making, return_exceptions=True)
    for name, before, after in (
        ("redirects", quiet.redirects, beside.redirects),
        ("calls", quiet.calls, beside.calls),
    ):
        p99, control = at(after, 0.99), at(before, 0.99)
        tally.must(
            p99 <= FILES_TIMES * control,
            f"others' {name} while files of {size.rows} rows are made: p99 {p99 * 1e3:.1f} ms,"
            f" {p99 / control:.2f} times the quiet {control * 1e3:.1f} ms, at most {FILES_TIMES:.0f};"
            f" p50 {at(after, 0.5) * 1e3:.1f} by {at(before, 0.5) * 1e3:.1f} ms",
        )
    tally.notes.append(
        f"{len(files.calls)} files, half of them in {at(files.calls, 0.5):.1f} s at most"
    )
    await it.resources.pool.execute("delete from click")  # written without their figures
    return tally


async def export(it: Stand, who: Someone, files: Waits) -> None:
    """Request one file after another, each for the first time."""
    year = it.resources.clock.now().year
    for number in count():
        days = {"start_date": f"{year - 1}-01-01", "end_date": f"{year + 1 + number // 3}-01-01"}
        format = FORMATS[number % len(FORMATS)]
        given = {"report": "clicks", "format": format, "filter": days}
        began = monotonic()
        asked = await it.portal.ok("/reports/export", who, attributes=given)
        while True:
            listed = await it.portal.ok("/common/download_list", who, page={"perPage": 50})
            if next(row for row in listed["list"] if row["id"] == asked["id"])["status"] == 2:
                break
            await asyncio.sleep(0.2)
        files.calls.append(monotonic() - began)


async def fill(it: Stand, orders: int) -> Someone:
    one = await deal(it.portal)
    for begin in range(0, orders, PAGE):
        amount = min(PAGE, orders - begin)
        await one.report(*(one.order() for _ in range(amount)))
    return one.who


async def read(it: Stand, who: Someone, outcome: Waits) -> None:
    caller, now = Caller(it.ports[0]), it.resources.clock.now()
    given: dict[str, Any] = {
        "filter": {
            "start_date": str((now - timedelta(days=30)).date()),
            "end_date": str((now + timedelta(days=1)).date()),
        },
        "page": {"perPage": PAGE},
    }
    while True:
        answer = await caller.post("/reports/transactions", who.token, **given)
        if answer.code == 0:
            outcome.calls.append(answer.seconds)
        else:
            assert answer.status == 429, answer
            outcome.refused += 1
            await asyncio.sleep(float(answer.headers.get("retry-after", 1)))
