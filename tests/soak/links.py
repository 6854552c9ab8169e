"""Ten thousand links are checked in little memory and at a polite rate, and a stop interrupts hanging checks."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from time import monotonic

import httpx2
import psutil

from tests.soak.guessing import memory
from tests.soak.support.tally import Tally
from tests.soak.support.trial_portal import Process, Stand, stand
from tests.support.portal import SomeBrand, Someone
from tests.support.postbacks.receiver import Received, read_request

MEMORY_MAX = 100
"""MiB that the worker may hold while it checks (issue 17), and that it may grow by."""
PACE = 0.99
"""Seconds between two requests to a host: one, less what a clock may lack."""
STOPPED_WITHIN = 30.0
PATIENCE = 1_800.0
GONE_EACH = 10
"""Every n-th link leads to a missing page."""
PAGE = b"<html><head><title>A page</title></head><body>" + b"x" * 20_000 + b"</body></html>"


@dataclass(frozen=True)
class Size:
    links: int
    hosts: int


FULL = Size(links=10_000, hosts=400)
SMALL = Size(links=600, hosts=60)


@dataclass
class Shops:
    """Many hosts of this machine, each an address of its own; notes when each was asked."""

    port: int = 0
    asked: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    hang: bool = False
    hanging: int = 0
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    """Lets go of what hangs."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = await read_request(reader)
            self.asked[request.headers["host"]].append(monotonic())
            if self.hang:
                self.hanging += 1
                await self.ended.wait()
                return
            writer.write(answer(request))
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    def host(self, number: int) -> str:
        return f"127.1.{number // 250}.{1 + number % 250}:{self.port}"

    def closest(self) -> float:
        """The shortest time between two requests to a host."""
        gaps = [
            later - earlier for times in self.asked.values() for earlier, later in pairwise(times)
        ]
        return min(gaps, default=PACE)


def answer(request: Received) -> bytes:
    status = 404 if request.target.startswith("/gone") else 200
    head = f"HTTP/1.1 {status} S\r\nContent-Type: text/html\r\nContent-Length: {len(PAGE)}\r\n"
    body = b"" if request.method == "HEAD" else PAGE
    return f"{head}Connection: close\r\n\r\n".encode() + body


async def main(data: Path, ports: list[int], size: Size) -> AsyncIterator[Tally]:
    shops = Shops()
    server = await asyncio.start_server(shops.serve, "0.0.0.0", 0, backlog=2_048)
    shops.port = server.sockets[0].getsockname()[1]
    async with server, stand(data, ports[:1]) as it:
        it.environment["ALLOWED_NETWORKS"] = "127.0.0.0/8"
        it.start()
        await it.ready()
        who, brand = await it.portal.someone(), await it.portal.brand()
        await it.portal.join(who, brand)
        hosts = [shops.host(number) for number in range(size.hosts)]
        await it.resources.pool.execute(
            "update brand set domains = $2 where mid = $1", brand.mid, hosts
        )
        worker = it.process("handlers", "work")
        it.others.append(worker)
        yield await checks(it, shops, worker, (who, brand), size)
        yield await stops(it, shops, worker)
        yield await naive(shops, size)


async def checks(
    it: Stand, shops: Shops, worker: Process, owner: tuple[Someone, SomeBrand], size: Size
) -> Tally:
    tally = Tally("links checked")
    await asyncio.sleep(5)
    quiet = memory(worker)
    await add_links(it, shops, *owner, size)
    began, most, left = monotonic(), quiet, size.links
    while left and monotonic() - began < PATIENCE:
        await asyncio.sleep(0.25)
        most = max(most, memory(worker))
        left = await it.resources.pool.fetchval(
            "select count(*) from link_check where checked_at is null"
        )
    found = await it.resources.pool.fetchval(
        "select count(*) from link_check where found is not null"
    )
    tally.lost = left
    tally.unexpected = abs(found - size.links // GONE_EACH)
    requests = sum(map(len, shops.asked.values()))
    tally.notes.append(
        f"{size.links} links of {size.hosts} hosts in {monotonic() - began:.0f} s, {requests} requests"
    )
    text = f"resident {most >> 20} MiB at most, {quiet >> 20} before, at most {MEMORY_MAX} more"
    tally.must((most - quiet) >> 20 <= MEMORY_MAX, text)
    closest = shops.closest()
    tally.must(closest >= PACE, f"a host is asked again after {closest:.2f} s, at least {PACE}")
    return tally


async def add_links(it: Stand, shops: Shops, who: Someone, brand: SomeBrand, size: Size) -> None:
    """Links to as many pages, each host's in turn."""
    await it.resources.pool.execute(
        """
        insert into link (publisher_id, code, site_id, mid, target_url, created_at)
        select $1, 'soak' || n, $2, $3,
               'http://' || ($4::text[])[1 + n % cardinality($4::text[])] ||
               case when n % $6 = 0 then '/gone/' else '/page/' end || n, now()
          from generate_series(0, $5::int - 1) as n
        """,
        *(who.uid, who.site_id, brand.mid, [shops.host(n) for n in range(size.hosts)]),
        *(size.links, GONE_EACH),
    )
    await it.resources.pool.execute(
        "insert into link_check (publisher_id, link_id, next_check_at)"
        " select publisher_id, link_id, created_at from link on conflict do nothing"
    )


async def stops(it: Stand, shops: Shops, worker: Process) -> Tally:
    """Every host hangs; the worker is stopped meanwhile."""
    tally = Tally("   a stop while checks hang")
    shops.hang = True
    await it.resources.pool.execute("update link_check set next_check_at = now(), asked = true")
    await it.resources.pool.execute(
        "update pgqueuer set execute_after = now() where entrypoint = '/tools/check_links'"
    )
    async with asyncio.timeout(120):
        while shops.hanging < 10:
            await asyncio.sleep(0.1)
    worker._keeping.cancel()
    process = psutil.Process(worker._process.pid)
    began = monotonic()
    process.terminate()
    try:
        await asyncio.to_thread(process.wait, STOPPED_WITHIN)
    except psutil.TimeoutExpired:
        tally.unexpected = 1
    took = monotonic() - began
    tally.must(took < STOPPED_WITHIN, f"{shops.hanging} requests hung, it ended in {took:.1f} s")
    return tally


async def naive(shops: Shops, size: Size) -> Tally:
    """The control: all links at once, without pauses between requests to a host."""
    tally = Tally("   control: all at once", control=True)
    shops.asked.clear()
    shops.hang = False
    shops.ended.set()
    hosts = [shops.host(number % size.hosts) for number in range(size.links // 2)]
    slots = asyncio.Semaphore(50)

    async def ask(http: httpx2.AsyncClient, url: str) -> None:
        async with slots:
            await http.get(url)

    async with httpx2.AsyncClient() as http:
        await asyncio.gather(
            *(ask(http, f"http://{host}/page/{n}") for n, host in enumerate(hosts))
        )
    closest = shops.closest()
    tally.duplicated = int(closest < PACE)
    tally.notes.append(f"a host is asked again after {closest:.3f} s")
    return tally
