"""Links made at a pace, each at its own time, beside bare inserts of the same rows at the same pace."""

import asyncio
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice
from secrets import token_hex
from statistics import median, quantiles
from typing import Any, NamedTuple

import asyncpg

from tests.bench.budget import Budget, table
from tests.bench.machine import LOAD, running
from tests.bench.peer_servers import VENV
from tests.bench.seed import Seeded, environment

PORT = 8570
PER_SECOND = 200
P99_MAX = 50.0
"""Milliseconds (issue 17)."""
OF_BARE = 10
"""Times that the slowest hundredth may take as long as that of a bare insert."""
PACE_SECONDS = 10.0


class Owner(NamedTuple):
    """Who makes links, for which channel and brand."""

    uid: int
    site_id: int
    mid: int
    mcid: str


def measure(database: Seeded, *, rounds: int, seconds: float) -> tuple[str, list[Budget]]:
    """The section of the report, and its budgets; the small form where rounds are short."""
    lasting = PACE_SECONDS if seconds >= 2 else 3.0
    with ThreadPoolExecutor(1) as thread:  # the caller has a loop of its own
        owner = thread.submit(asyncio.run, fill(database)).result()
    settings = environment(database.url)
    times: dict[str, list[list[float]]] = {"link_code": [], "bare insert": []}
    pace = {"per_second": PER_SECOND, "seconds": lasting, "cores": sorted(LOAD)}
    with running([VENV / "bin" / "portal", "serve"], PORT, settings):
        for number in range(1 + rounds):
            requests = calls(database, owner, int(PER_SECOND * lasting))
            found = {
                "link_code": run_pace({**pace, "port": PORT, "requests": requests}),
                "bare insert": run_pace({**pace, "url": database.url, "values": values(owner)}),
            }
            for name, taken in found.items() if number else ():  # the first one warms
                times[name].append(taken)
                print(f"  {name:12} p50 {median(taken):6.2f}  p99 {p99(taken):6.2f} ms", flush=True)
    return report(times, lasting)


def report(times: dict[str, list[list[float]]], lasting: float) -> tuple[str, list[Budget]]:
    ours, bare = ([p99(taken) for taken in times[name]] for name in times)
    ratios = [one / other for one, other in zip(ours, bare, strict=True)]
    budgets = [
        Budget(f"link_code, p99 in ms at {PER_SECOND} a second", P99_MAX, ours, at_most=True),
        Budget("p99: of a bare insert at the same pace", OF_BARE, ratios, at_most=True),
    ]
    lines = "\n".join(
        f"| {name} | {median(median(one) for one in taken):.1f} | {median(p99(one) for one in taken):.1f} |"
        for name, taken in times.items()
    )
    text = f"""## Links

{PER_SECOND} calls of `/tools/link_code` a second for {lasting:g} s, each sent on time whether or not earlier ones
have been answered, with QR code and all checks; and as many rows inserted with asyncpg, each in its own transaction,
at the same pace. Milliseconds from when each was due. {len(ours)} rounds.

{table(budgets)}

| milliseconds | p50 | p99 |
| --- | --- | --- |
{lines}
"""
    return text, budgets


def p99(times: list[float]) -> float:
    return quantiles(times, n=100)[-1]


def run_pace(task: dict[str, Any]) -> list[float]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.links.pace"],
        input=json.dumps(task),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    times: list[float] = json.loads(done.stdout)
    return times


def values(owner: Owner) -> list[Any]:
    target = f"https://{owner.mcid}.example/p/1"
    return [owner.uid, owner.site_id, owner.mid, target, token_hex(4)]


def calls(database: Seeded, owner: Owner, count: int) -> list[str]:
    """Whole requests, each for another page and by the next session."""
    found = []
    for number, token in enumerate(islice(cycle(database.tokens), count)):
        attributes = {
            "mcid": owner.mcid,
            "site_id": owner.site_id,
            "target_url": f"https://{owner.mcid}.example/p/{number}",
            "uid1": "bench",
        }
        body = json.dumps(
            {"appId": 36, "req": {"header": {"token": token}, "attributes": attributes}}
        )
        found.append(
            "POST /tools/link_code HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}"
        )
    return found


async def fill(database: Seeded) -> Owner:
    """Let the publisher of the sessions join a brand that has terms, with a default channel."""
    db = await asyncpg.connect(database.url)
    uid, site_id = await db.fetchrow(
        "update publisher set default_site_id = (select min(site_id) from site"
        " where site.publisher_id = publisher.publisher_id)"
        " where publisher_id = (select publisher_id from account where username = 'bench')"
        " returning publisher_id, default_site_id"
    )
    mid, mcid = await db.fetchrow("select mid, mcid from brand where mcid = 'bench1'")
    await db.execute(
        "insert into terms (mid, name, pays, value, created_at)"
        " values ($1, 'Standard', 'percent', 10, now())", mid,
    )  # fmt: skip
    await db.execute(
        "insert into relationship (publisher_id, site_id, mid, status, applied_at, decided_at)"
        " values ($1, $2, $3, 2, now(), now()) on conflict do nothing",
        *(uid, site_id, mid),
    )
    await db.close()
    return Owner(uid, site_id, mid, mcid)
