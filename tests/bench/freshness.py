"""How soon an order and a click are seen, wherever they are shown, while orders arrive at a steady rate."""

import asyncio
import csv
import io
import sys
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from time import perf_counter
from typing import Any

import asyncpg
import httpx2

from rpc.config.settings import Settings
from rpc.process.resources import open_resources
from tests.bench.budget import Budget, table
from tests.bench.machine import CORES, database_on_all_cores, running
from tests.bench.postbacks import process
from tests.bench.seed import Seeded, environment
from tests.soak.support.caller import Caller
from tests.support.clicks.agents import any_firefox
from tests.support.orders.orders import Deal, deal, link_brand
from tests.support.portal import Portal
from tests.support.postbacks.receiver import save

ORDERS, CLICKS, CONTROLS = 100, 10, 10
"""A second."""
PUBLISHERS, HANGING = 50, 20
BRANDS = 10
OBSERVED = 4
"""Every so manieth order is looked for by calls, in turn by each of them; all are awaited at the receiver."""
EXPORT_SECONDS = 3.0
PATIENCE = 20.0
IDLE = 3.0
AGAIN = 0.02
PORT, GOOD, BAD = 8_440, 8_441, 8_442
ORDER_SECONDS, CLICK_SECONDS, POSTBACK_SECONDS = 0.2, 2.0, 0.25
OF_ROW, OF_NOTICE = "control: a bare row", "control: a bare request after a notice"
VIEWS = {
    "list": ("a list of orders (API)", OF_ROW),
    "screen": ("the dashboard's figures (screen)", OF_ROW),
    "report": ("the figures of a report", OF_ROW),
    "feed": ("the feed of events", OF_ROW),
    "postback": ("the first byte of its postback", OF_NOTICE),
}
NO_ANSWER = b"HTTP/1.1 204 No Content\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
BARE = "create table bare_freshness (id bigint primary key, body text not null)"


@dataclass
class Freshness:
    """The seconds from a report or click to each view, and what was missing."""

    seconds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    missing: Counter[str] = field(default_factory=Counter)
    exports: list[float] = field(default_factory=list)
    """The seconds from the request of a file until it is ready."""

    def add(self, view: str, began: float) -> None:
        self.seconds[view].append(perf_counter() - began)

    def __str__(self) -> str:
        """One line for each view, while it is measured."""
        return "\n".join(
            f"  {view:36}{len(found):6}  p50 {self.median(view) * 1000:7.1f}"
            f"  p99 {self.p99(view) * 1000:7.1f} ms"
            for view, found in self.seconds.items()
        )

    def p99(self, view: str) -> float:
        found = sorted(self.seconds[view])
        return found[min(len(found) - 1, len(found) * 99 // 100)] if found else float("inf")

    def median(self, view: str) -> float:
        found = sorted(self.seconds[view])
        return found[len(found) // 2] if found else float("inf")


def measure(seeded: Seeded, *, rounds: int, seconds: float) -> tuple[str, list[Budget]]:
    """The section of the report, and its budgets."""
    length = rounds * seconds * 2
    with ThreadPoolExecutor(1) as thread, database_on_all_cores():
        prompt, hanging = thread.submit(asyncio.run, run(seeded.url, length)).result()
    budgets = [
        Budget(f"an order in {what}, p99 s", ORDER_SECONDS, [prompt.p99(view)], at_most=True)
        for view, (what, _) in VIEWS.items()
    ]
    budgets += [
        Budget("a click in the figures, p99 s", CLICK_SECONDS, [prompt.p99("click")], at_most=True),
        Budget(
            f"first byte of a postback beside {HANGING} hanging receivers, p99 s",
            POSTBACK_SECONDS, [hanging.p99("postback")], at_most=True,
        ),
        Budget(
            "answered orders missing from exports that began later",
            0, [prompt.missing["export"] + hanging.missing["export"]], at_most=True,
        ),
        Budget(
            f"seen by nobody within {PATIENCE:g} s",
            0, [sum((prompt.missing + hanging.missing).values())], at_most=True,
        ),
    ]  # fmt: skip
    files = sorted(prompt.exports + hanging.exports)
    text = f"""## Freshness

{ORDERS} orders a second of {PUBLISHERS} publishers, one a call, and {CLICKS} clicks, at fixed times however long the
answers take, for {length:g} s; then as long beside {HANGING} receivers that accept requests and never answer. One web
process, one worker, the database and the load share all cores; there is no replica. Times count from the moment that a
report or click is due to be sent: of a call until it answers with the order, asked as soon as the report is answered
and again until then. The controls, in the same seconds: a bare row that one connection commits and another reads, and
one whose notification makes a third send a bare request to the same receiver.

{table(budgets)}

| milliseconds | median | p99 | × control, median | × control, p99 |
| --- | --- | --- | --- | --- |
{rows(prompt, hanging)}

{len(files)} exports were asked for meanwhile, each of all orders that its publisher had been answered by then; their
files were ready after {files[len(files) // 2] if files else 0:.1f} s (median).
"""
    return text, budgets


def rows(prompt: Freshness, hanging: Freshness) -> str:
    lines = []
    listed = [*((prompt, *each) for each in ((k, *v) for k, v in VIEWS.items()))]
    listed += [
        (prompt, "click", "a click in the figures", OF_ROW),
        (hanging, "postback", f"the postback beside {HANGING} hanging receivers", OF_NOTICE),
        (prompt, OF_ROW, OF_ROW, OF_ROW),
        (prompt, OF_NOTICE, OF_NOTICE, OF_NOTICE),
    ]
    for results, view, what, control in listed:
        median, p99 = results.median(view), results.p99(view)
        lines.append(
            f"| {what} | {median * 1000:.0f} | {p99 * 1000:.0f} |"
            f" {median / results.median(control):.1f} | {p99 / results.p99(control):.1f} |"
        )
    return "\n".join(lines)


async def run(url: str, seconds: float) -> tuple[Freshness, Freshness]:
    given = environment(url) | {
        "ALLOWED_NETWORKS": "127.0.0.0/8",
        "TRUSTED_PROXIES": "127.0.0.1/32",
        "BRAND_RATE": "100000/100000",
    }
    settings = Settings.from_environment(given)
    web = [sys.executable, "-m", "handlers", "serve"]
    worker = [sys.executable, "-m", "handlers", "work"]
    async with open_resources(settings, url) as resources:
        with (
            running(web, PORT, given, CORES),
            process("worker", worker, set(CORES), given),
        ):
            portal = Portal(f"http://127.0.0.1:{PORT}", resources)
            async with Receivers() as receivers:
                load = await Load.prepare(portal, url, receivers)
                await load.run(2.0)  # a process that has just started is no measure
                prompt = await load.run(seconds)
                await load.hang()
                await load.run(2.0)
                hanging = await load.run(seconds)
                await load.end()
            await portal.http.aclose()
    return prompt, hanging


class Receivers:
    """One that answers at once and tells when the first byte of an order came, and one that never answers."""

    def __init__(self) -> None:
        self.awaited: dict[str, asyncio.Future[float]] = {}
        self.held: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> "Receivers":
        self.servers = [
            await asyncio.start_server(self.answer, "127.0.0.1", GOOD),
            await asyncio.start_server(self.hold, "127.0.0.2", BAD),
        ]
        return self

    async def __aexit__(self, *_: object) -> None:
        for server in self.servers:
            server.close()
        for writer in self.held:
            writer.close()

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, EOFError):
            first = await reader.readexactly(1)
            at = perf_counter()
            head = first + await reader.readuntil(b"\r\n\r\n")
            order = head.partition(b"?id=")[2].partition(b" ")[0].decode()
            length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0] or 0)
            await reader.readexactly(length)
            writer.write(NO_ANSWER)
            await writer.drain()
            future = self.awaited.pop(order, None)
            if future is not None and not future.done():
                future.set_result(at)
        writer.close()

    async def hold(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.held.add(writer)
        with suppress(OSError):
            while await reader.read(65_536):
                pass
        self.held.discard(writer)
        writer.close()

    def wait_for(self, order: str) -> asyncio.Future[float]:
        future = self.awaited[order] = asyncio.get_running_loop().create_future()
        return future


class Load:
    """Reports and clicks at fixed times, and who looks for them."""

    def __init__(self, portal: Portal, receivers: Receivers, deals: list[Deal]) -> None:
        self.portal = portal
        self.receivers = receivers
        self.deals = deals
        self.numbers = count(1)
        self.sent: Counter[int] = Counter()
        self.clicked: Counter[int] = Counter()
        self.answered: defaultdict[int, set[str]] = defaultdict(set)
        self.cursors: dict[int, str | None] = {}
        self.free: list[tuple[float, Caller]] = []
        self.connections: list[Any] = []

    @classmethod
    async def prepare(cls, portal: Portal, url: str, receivers: Receivers) -> "Load":
        """Publishers that promote a brand each, with a postback, and a bare table beside."""
        first = [await deal(portal) for _ in range(BRANDS)]
        deals = [
            *first,
            *[
                await link_brand(portal, first[number % BRANDS].brand, await portal.someone())
                for number in range(PUBLISHERS - BRANDS)
            ],
        ]
        for it in deals:
            await save(portal, it.who, f"http://127.0.0.1:{GOOD}/in?id={{order_id}}")
        async with portal.db() as db:  # the usual target of tests would be blocked
            await db.execute(
                "update link set target_url = site_url from brand where brand.mid = link.mid"
            )
        made = cls(portal, receivers, deals)
        made.connections = [await asyncpg.connect(url) for _ in range(3)]
        await made.connections[0].execute(BARE)
        await made.connections[2].add_listener("bare_freshness", made.send_bare)
        return made

    async def hang(self) -> None:
        for it in self.deals[:HANGING]:
            await save(self.portal, it.who, f"http://127.0.0.2:{BAD}/in?id={{order_id}}")

    async def end(self) -> None:
        for connection in self.connections:
            await connection.close()
        for _, caller in self.free:
            caller.close()

    @contextmanager
    def caller(self) -> Iterator[Caller]:
        at, caller = self.free.pop() if self.free else (0.0, Caller(PORT, patience=PATIENCE))
        if perf_counter() - at > IDLE:  # the server closes those that are idle for longer
            caller.close()
        try:
            yield caller
        finally:
            self.free.append((perf_counter(), caller))

    async def run(self, seconds: float) -> Freshness:
        """What is seen of so many seconds."""
        results, began = Freshness(), perf_counter() + 0.1
        works: list[tuple[float, Callable[[Freshness, float, int], Awaitable[None]]]] = [
            (ORDERS, self.order),
            (CLICKS, self.click),
            (CONTROLS, self.control_row),
            (CONTROLS, self.control_notice),
            (1 / EXPORT_SECONDS, self.export),
        ]
        plan = sorted(
            (number / rate, kind, number)
            for kind, (rate, _) in enumerate(works)
            for number in range(int(seconds * rate))
        )
        tasks = []
        for offset, kind, number in plan:
            await asyncio.sleep(began + offset - perf_counter())
            tasks.append(asyncio.create_task(works[kind][1](results, began + offset, number)))
        await asyncio.gather(*tasks)
        print(results, flush=True)
        return results

    async def until(
        self, results: Freshness, view: str, began: float, look: Callable[[], Awaitable[bool]]
    ) -> None:
        while not await look():
            if perf_counter() - began > PATIENCE:
                results.missing[view] += 1
                return
            await asyncio.sleep(AGAIN)
        results.add(view, began)

    async def ask(self, path: str, token: str, **req: Any) -> Any:
        with self.caller() as caller:
            answer = await caller.post(path, token, **req)
        if answer.code != 0:
            raise AssertionError(f"{path} answered {answer.status}: {answer.body[:500]!r}")
        return answer.data

    async def order(self, results: Freshness, began: float, number: int) -> None:
        it = self.deals[number % PUBLISHERS]
        order = it.order(order_id=f"f{next(self.numbers)}")
        id = order["order_id"]
        self.sent[it.who.uid] += 1
        view = (
            [None, *LOOKS][number // OBSERVED % (len(LOOKS) + 1)]
            if number % OBSERVED == 0
            else None
        )
        look = LOOKS[view](self, it, id, self.sent[it.who.uid]) if view else None
        arrived = self.receivers.wait_for(id)
        await self.ask("/network/conversions", it.brand.token, attributes={"orders": [order]})
        self.answered[it.who.uid].add(id)
        if view and look:
            await self.until(results, view, began, look)
        try:
            async with asyncio.timeout(PATIENCE):
                results.seconds["postback"].append(await arrived - began)
        except TimeoutError:
            results.missing["postback"] += 1

    def in_list(self, it: Deal, id: str, _: int) -> Callable[[], Awaitable[bool]]:
        async def look() -> bool:
            filter = days() | {"order_id": id}
            return bool(
                (await self.ask("/reports/transactions", it.who.token, filter=filter))["list"]
            )

        return look

    def on_screen(self, it: Deal, _: str, sent: int) -> Callable[[], Awaitable[bool]]:
        async def look() -> bool:
            shown = await self.ask("/home/dashboard", it.who.token, filter={"period": "7d"})
            return int(shown["totals"]["orders"]) >= sent

        return look

    def in_report(self, it: Deal, _: str, sent: int) -> Callable[[], Awaitable[bool]]:
        async def look() -> bool:
            shown = await self.ask("/reports/performance", it.who.token, filter=days())
            return int(shown["totals"]["orders"]) >= sent

        return look

    def in_feed(self, it: Deal, id: str, _: int) -> Callable[[], Awaitable[bool]]:
        """A follower that asks from where it was; other orders of the publisher come before."""
        uid = it.who.uid

        async def look() -> bool:
            given = {"after": cursor} if (cursor := self.cursors.get(uid)) else {}
            page = {"perPage": 1000}
            found = await self.ask("/reports/events", it.who.token, attributes=given, page=page)
            if id in {event["order_id"] for event in found["list"]}:
                self.cursors[uid] = found["next"]
                return True
            return False

        return look

    async def click(self, results: Freshness, began: float, number: int) -> None:
        it = self.deals[number % PUBLISHERS]
        with self.caller() as caller:
            caller.of = f"203.0.{next(self.numbers) // 250 % 250}.{next(self.numbers) % 250}"
            answer = await caller.get(f"/s/{it.code}", any_firefox())
            caller.of = ""
        if answer.status != 302:
            raise AssertionError(f"/s/{it.code} answered {answer.status}")
        self.clicked[it.who.uid] += 1
        clicked = self.clicked[it.who.uid]

        async def look() -> bool:
            shown = await self.ask("/reports/performance", it.who.token, filter=days())
            return int(shown["totals"]["clicks"]) >= clicked

        await self.until(results, "click", began, look)

    async def export(self, results: Freshness, _: float, number: int) -> None:
        """A file holds every order that was answered before it was asked for."""
        it = self.deals[number % PUBLISHERS]
        before, began = set(self.answered[it.who.uid]), perf_counter()
        given = {"report": "transactions", "filter": days()}
        made = await self.ask("/reports/export", it.who.token, attributes=given)
        while True:
            listed = await self.ask("/common/download_list", it.who.token, page={"perPage": 50})
            [found] = [row for row in listed["list"] if row["id"] == made["id"]]
            if found["status"] == 2:
                break
            if found["error"] or perf_counter() - began > PATIENCE:
                results.missing["export"] += 1
                return
            await asyncio.sleep(0.1)
        results.exports.append(perf_counter() - began)
        async with httpx2.AsyncClient(base_url=self.portal.url, trust_env=False) as client:
            body = (await client.get(found["download_url"])).text.removeprefix("\ufeff")
        inside = {row["order_id"] for row in csv.DictReader(io.StringIO(body))}
        results.missing["export"] += len(before - inside)

    async def control_row(self, results: Freshness, began: float, _: int) -> None:
        number = next(self.numbers)
        await self.write_bare(number, notice=False)
        async with self.turn(1) as db:
            await db.fetchval("select body from bare_freshness where id = $1", number)
        results.add(OF_ROW, began)

    async def control_notice(self, results: Freshness, began: float, _: int) -> None:
        number = next(self.numbers)
        arrived = self.receivers.wait_for(f"bare{number}")
        await self.write_bare(number, notice=True)
        results.seconds[OF_NOTICE].append(await arrived - began)

    async def write_bare(self, number: int, *, notice: bool) -> None:
        async with self.turn(0) as db, db.transaction():
            await db.execute("insert into bare_freshness values ($1, $2)", number, "x" * 200)
            if notice:
                await db.execute("select pg_notify('bare_freshness', $1)", str(number))

    def send_bare(self, *notice: Any) -> None:
        async def send() -> None:
            reader, writer = await asyncio.open_connection("127.0.0.1", GOOD)
            writer.write(b"GET /in?id=bare%s HTTP/1.1\r\nhost: x\r\n\r\n" % notice[3].encode())
            await reader.read()
            writer.close()

        self.sending = asyncio.create_task(send())

    @asynccontextmanager
    async def turn(self, number: int) -> AsyncIterator[Any]:
        """A connection of the controls, which serves one at a time."""
        locks = self.__dict__.setdefault("locks", [asyncio.Lock(), asyncio.Lock()])
        async with locks[number]:
            yield self.connections[number]


LOOKS: dict[str, Callable[[Load, Deal, str, int], Callable[[], Awaitable[bool]]]] = {
    "list": Load.in_list,
    "screen": Load.on_screen,
    "report": Load.in_report,
    "feed": Load.in_feed,
}


def days() -> dict[str, str]:
    today = datetime.now(UTC).date()
    return {"start_date": f"{today - timedelta(days=1)}", "end_date": f"{today}"}
