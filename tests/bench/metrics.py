"""What counting costs: the portal beside itself with METRICS=0, and one observation by itself."""

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from timeit import repeat

from rpc.monitoring.cells import ProcessKind, SharedCells
from rpc.monitoring.metrics import MOMENTS, Count
from tests.bench import peer_servers
from tests.bench.budget import Budget, table
from tests.bench.calls import CONNECTIONS, make_requests
from tests.bench.redirects import CONNECTIONS as VISITORS
from tests.bench.redirects import visits
from tests.bench.rounds import Rival, Table, compare, ratios
from tests.bench.seed import Seeded, environment

COUNTING = ("METRICS=1", "METRICS=1 again")
CONTROL = ("METRICS=0", "METRICS=0 again")
ORDER = (COUNTING[0], *CONTROL, COUNTING[1])
"""Two servers of each, asked in this order: one of each differ by more than what counting costs."""
TURNS = 4
"""Rounds for each of the others'."""
OBSERVATIONS = 100_000


def measure(seeded: Seeded, *, rounds: int, seconds: float) -> tuple[str, list[Budget]]:
    """The section of the report, and its budgets."""
    rounds *= TURNS
    print("Calls with a query, counted and not", flush=True)
    calls = compare(
        pair(seeded, make_requests(seeded, "/served/sites")),
        rounds=rounds, seconds=seconds, connections=CONNECTIONS, status="200",
    )  # fmt: skip
    print("Redirects, counted and not", flush=True)
    redirects = compare(
        pair(seeded, visits(seeded, "track")),
        rounds=rounds, seconds=seconds, connections=VISITORS, status="302",
    )  # fmt: skip
    budgets = [
        Budget("a call with a query, × METRICS=0", 1.02, costs(calls), at_most=True),
        Budget("a redirect, × METRICS=0", 1.03, costs(redirects), at_most=True),
        Budget("an observation, µs", 0.4, [observation()], at_most=True),
    ]
    rates = [median(ratios(each, CONTROL[0], COUNTING[0])) for each in (calls, redirects)]
    text = f"""## Metrics

The portal beside itself with METRICS=0, two servers of each, by the processor time of the servers for one answer:
{rounds} alternating rounds of {seconds:g} s. By rate, METRICS=0 was {rates[0]:.3f} × with calls and
{rates[1]:.3f} × with redirects. A call counts itself and each of its statements, a redirect itself and each batch.

{table(budgets)}
"""
    return text, budgets


def pair(seeded: Seeded, requests: list[bytes]) -> list[Rival]:
    settings = environment(seeded.url)
    portal = peer_servers.own("served")
    return [
        Rival(name, portal, requests, settings | {"METRICS": str(int(name in COUNTING))})
        for name in ORDER
    ]


def costs(rivals: Table) -> list[float]:
    """The processor time of an answer that is counted by that of one that is not, round by round."""
    rounds = zip(*(rivals[name].costs for name in (*COUNTING, *CONTROL)), strict=True)
    return [(one + other) / (control + again) for one, other, control, again in rounds]


def observation() -> float:
    """The microseconds of one observation in the shared file."""
    with TemporaryDirectory() as folder:
        cells = SharedCells(Path(folder) / "cells", ProcessKind.WEB)
        observe = Count(cells.view, 8, MOMENTS).observe
        seconds = min(repeat(lambda: observe(0.003), number=OBSERVATIONS, repeat=5))
        cells.close()
    return seconds / OBSERVATIONS * 1e6
