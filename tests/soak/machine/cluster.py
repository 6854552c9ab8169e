"""A Citus cluster: clicks and orders while processes and nodes are killed, and all figures agree."""

import asyncio
import signal
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

import psutil

from tests.soak import clicks, orders
from tests.soak.support.order_reports import Report, by_call, by_door
from tests.soak.support.tally import Tally
from tests.soak.support.trial_portal import Cluster, Process, Stand, stand
from tests.support.cluster import WORKERS
from tests.support.orders.orders import deal, join_brand


@dataclass(frozen=True)
class Size:
    clicks: int
    orders: int
    kills: int
    """Of each web process, of the worker and of a node, in turn."""


FULL = Size(clicks=20_000, orders=1_000, kills=60)
SMALL = Size(clicks=2_000, orders=100, kills=8)
EVERY = 5.0
"""Seconds between two kills: a process on a cluster opens its connections to every node first."""
COLD = 120.0
"""Seconds until a whole portal that was just started answers there."""


class Node:
    """A worker node of the cluster on this machine, which is started again at once."""

    def __init__(self, port: int) -> None:
        listening = (each for each in psutil.net_connections("tcp") if each.laddr.port == port)
        server = psutil.Process(next(each.pid for each in listening if each.status == "LISTEN"))
        while "postgres" in (parent := server.parents()[0]).name():
            server = parent
        self.command, self.user, self.folder = server.cmdline(), server.uids().real, server.cwd()
        self.server = server
        self.starts = 1

    async def kill(self) -> None:
        """As by a crash: nothing is finished or written."""
        self.server.send_signal(signal.SIGQUIT)
        await asyncio.to_thread(self.server.wait, 30)
        self.server = psutil.Popen(self.command, user=self.user, cwd=self.folder)
        self.starts += 1


class Child:
    """One of the processes of a `portal run`, which starts it again."""

    def __init__(self, of: Process, command: str) -> None:
        self.of, self.command = of, command
        self.starts = 1

    def kill(self) -> None:
        for each in self.of.children():
            if self.command in each.cmdline():
                each.kill()
                self.starts += 1
                return


async def main(data: Path, ports: list[int], size: Size) -> AsyncIterator[Tally]:
    if not WORKERS:
        tally = Tally("cluster")
        tally.notes.append("not tried: TEST_DATABASE_URL and TEST_CITUS_WORKERS name none")
        yield tally
        return
    async with stand(data, ports[:2], on=Cluster()) as it:
        it.environment["CLICK_SECONDS"] = "10"
        it.start("work")
        await it.ready()
        async for tally in run_and_kill(it, size, [*it.webs, *it.others], by_call):
            yield tally
    async with stand(data, ports[:1], on=Cluster()) as it:
        it.environment["CLICK_SECONDS"] = "10"
        whole = it.process("handlers", "run", PORT=str(ports[0]), WORKERS="2")
        it.others.append(whole)
        await it.ready(COLD)
        children = [Child(whole, "serve"), Child(whole, "work")]
        async for tally in run_and_kill(it, size, children, by_door, "portal run"):
            yield tally


async def run_and_kill(
    it: Stand,
    size: Size,
    processes: Sequence[Process | Child],
    report: Report,
    name: str = "cluster",
) -> AsyncIterator[Tally]:
    """Visits and reports at once, until both are done and every kill has been made; the worker is the last one."""
    shops = [await it.portal.brand(domains=["brand.example"]) for _ in range(2)]
    linked = [await join_brand(it.portal, shops[n % 2]) for n in range(clicks.LINKS)]
    dealt = [await deal(it.portal) for _ in range(orders.BRANDS)]
    amounts = {n: Decimal(n * 7919 % 100_000 + 1) / 100 for n in range(size.orders)}
    reports = {
        n: (dealt[n % len(dealt)], dealt[n % len(dealt)].order(str(amounts[n]))) for n in amounts
    }
    pending = iter([n for n in reports for _ in range(orders.COPIES)])
    sent, acknowledged = clicks.Sent(), orders.Acknowledged()
    pace = replace(clicks.SMALL, rate=60)
    visitors = [
        asyncio.create_task(clicks.visit(it, linked, sent, pace, n)) for n in range(clicks.CALLERS)
    ]
    senders = [
        asyncio.create_task(orders.send(it, reports, pending, acknowledged, n, report))
        for n in range(orders.CALLERS)
    ]
    node = Node(int(WORKERS[0].rpartition(":")[2]))
    for number in range(size.kills):
        await asyncio.sleep(EVERY)
        if turn := number % (len(processes) + 1):
            processes[turn - 1].kill()
        else:
            await node.kill()
    await asyncio.gather(*senders)
    while len(sent.refs) < size.clicks:
        await asyncio.sleep(0.2)
    sent.done = True
    await asyncio.gather(*visitors)
    await it.ready()
    tally = Tally(f"{name}: clicks")
    await clicks.count(it, sent, tally)
    yield tally
    tally = Tally(f"{name}: orders")
    await orders.count(it, acknowledged, amounts, tally)
    worker = processes[-1].starts - 1
    tally.must(worker > 0, f"{worker} starts of the worker")
    tally.must(node.starts > 1, f"{node.starts - 1} crashes of a node")
    yield tally
