"""Rounds A B C A B C: changes of the machine affect all alike, and only ratios are reported."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import randrange
from statistics import median
from typing import NamedTuple

from tests.bench.load import Load
from tests.bench.machine import LOAD, running

PORT = 8400


class Rival(NamedTuple):
    """A server to compare, and its requests."""

    name: str
    command: Sequence[str | Path]
    requests: Sequence[bytes]
    environment: Mapping[str, str] = {}


class Measured(NamedTuple):
    """All rounds of one rival."""

    loads: list[Load]
    costs: list[float]
    """Microseconds of the server's own processor time for one answer."""
    first: list[Load]
    """The load before the rounds, which warms the server and is not reported."""

    @property
    def p99(self) -> float:
        return median(load.p99 for load in self.loads)

    @property
    def answers(self) -> int:
        """How many there were, those before the rounds included."""
        loads = (*self.first, *self.loads)
        return sum(count for load in loads for count in load.statuses.values())


Table = dict[str, Measured]


def compare(
    rivals: Sequence[Rival], *, rounds: int, seconds: float, connections: int, status: str
) -> Table:
    """All servers at once (those not asked sleep), each asked in turn. One wrong answer ends it."""
    table: Table = {rival.name: Measured([], [], []) for rival in rivals}
    with ExitStack() as stack:
        servers = [
            stack.enter_context(running(rival.command, PORT + index, rival.environment))
            for index, rival in enumerate(rivals)
        ]
        for index, rival in enumerate(rivals):
            table[rival.name].first.append(run_load(rival, PORT + index, seconds / 2, connections))
        for _ in range(rounds):
            for index, rival in enumerate(rivals):
                before = servers[index].cpu_times()
                load = run_load(rival, PORT + index, seconds, connections)
                after = servers[index].cpu_times()
                if set(load.statuses) != {status} or load.missing:
                    sys.exit(f"{rival.name} answered {load.statuses}: {load.sample[:1000]}")
                table[rival.name].loads.append(load)
                took = after.user + after.system - before.user - before.system
                cost = took * 1e6 / load.statuses[status]
                table[rival.name].costs.append(cost)
                print(
                    f"  {rival.name:32}{load.rate:8.0f}/s  {cost:6.1f} µs"
                    f"  p50 {load.p50:6.2f}  p99 {load.p99:6.2f} ms",
                    flush=True,
                )
    return table


def run_load(rival: Rival, port: int, seconds: float, connections: int) -> Load:
    # Each round begins elsewhere, or the visitors of the last one would be back within seconds.
    first = randrange(len(rival.requests))
    requests = [*rival.requests[first:], *rival.requests[:first]]
    task = {
        "port": port,
        "connections": connections,
        "seconds": seconds,
        "cores": sorted(LOAD),
        "requests": [request.decode("latin-1") for request in requests],
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.load"],
        input=json.dumps(task),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return Load(**json.loads(done.stdout))


def ratios(table: Table, one: str, other: str) -> list[float]:
    """The rate of one by that of the other, round by round."""
    pairs = zip(table[one].loads, table[other].loads, strict=True)
    return [a.rate / b.rate for a, b in pairs]


def costs(table: Table, one: str, other: str) -> float:
    """The processor time of the other by that of one: what the ratio of rates is where nothing else runs."""
    return median(table[other].costs) / median(table[one].costs)


def listing(table: Table, one: str) -> str:
    """Every rival by one of them."""
    lines = [
        f"| {name} | {median(ratios(table, name, one)):.2f} | {costs(table, name, one):.2f} |"
        f" {table[name].p99:.1f} |"
        for name in table
    ]
    head = f"| {one} = 1.00 | rate | by processor time | p99 ms |\n| --- | --- | --- | --- |"
    return "\n".join([head, *lines])


def post(path: str, body: bytes) -> bytes:
    """A call as a client sends it."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def get(path: str, agent: str) -> bytes:
    """A visit as a browser makes it."""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: {agent}\r\n\r\n".encode()
