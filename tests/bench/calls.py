"""Calls: decode, check, dispatch, encode ten rows of two fields; without the database, and with token and query."""

import json
from statistics import median

from tests.bench import peer_servers
from tests.bench.budget import Budget, table
from tests.bench.rounds import Rival, Table, compare, costs, post, ratios
from tests.bench.seed import Seeded, environment

CONNECTIONS = 32
PORTAL, BARE = "portal", "bare ASGI"
PYTHON = ("FastAPI", "Litestar")
FASTIFY = "Fastify"


def measure(seeded: Seeded, *, rounds: int, seconds: float) -> tuple[str, list[Budget]]:
    """The section of the report, and its budgets."""
    print("Calls without database", flush=True)
    still = compare(
        rivals(seeded, "still", [PORTAL, BARE, FASTIFY, *PYTHON]),
        rounds=rounds, seconds=seconds, connections=CONNECTIONS, status="200",
    )  # fmt: skip
    print("Calls with token, session and query", flush=True)
    sites = compare(
        rivals(seeded, "sites", [PORTAL, BARE, FASTIFY, *PYTHON]),
        rounds=rounds, seconds=seconds, connections=CONNECTIONS, status="200",
    )  # fmt: skip
    best = max(PYTHON, key=lambda name: sum(load.rate for load in sites[name].loads))
    slower = [
        one.p99 / other.p99
        for one, other in zip(sites[PORTAL].loads, sites[FASTIFY].loads, strict=True)
    ]
    budgets = [
        Budget("no database: of bare ASGI", 0.85, ratios(still, PORTAL, BARE)),
        Budget("token, session, query: of bare ASGI", 0.80, ratios(sites, PORTAL, BARE)),
        Budget("× Fastify with pg", 1.0, ratios(sites, PORTAL, FASTIFY)),
        Budget(f"× best Python peer ({best})", 2.2, ratios(sites, PORTAL, best)),
        Budget("× FastAPI with asyncpg", 4.0, ratios(sites, PORTAL, "FastAPI")),
        Budget("p99 by Fastify's", 1.0, slower, at_most=True),
    ]
    text = f"""## Calls

One core for the server, one for the load and the database; {CONNECTIONS} connections, {rounds} alternating rounds of
{seconds:g} s. Bare ASGI does the same work without checks, limits, logs, metrics, headers or compression.

{table(budgets)}

{listing(still, sites)}
"""
    return text, budgets


def listing(still: Table, sites: Table) -> str:
    """Every rival by bare ASGI."""
    head = (
        "| bare ASGI = 1.00 | no database | by processor time | token, session, query |"
        " by processor time | p99 ms |\n| --- | --- | --- | --- | --- | --- |"
    )
    lines = [
        f"| {name} | {median(ratios(still, name, BARE)):.2f} | {costs(still, name, BARE):.2f} |"
        f" {median(ratios(sites, name, BARE)):.2f} | {costs(sites, name, BARE):.2f} |"
        f" {sites[name].p99:.1f} |"
        for name in sites
    ]
    return "\n".join([head, *lines])


def rivals(seeded: Seeded, call: str, names: list[str]) -> list[Rival]:
    settings = environment(seeded.url)
    command, further = peer_servers.fastify()
    known = {
        PORTAL: Rival(
            PORTAL, peer_servers.own("served"), make_requests(seeded, f"/served/{call}"), settings
        ),
        BARE: Rival(
            BARE, peer_servers.uvicorn("bare"), make_requests(seeded, f"/{call}"), settings
        ),
        FASTIFY: Rival(FASTIFY, command, make_requests(seeded, f"/{call}"), settings | further),
        "FastAPI": Rival(
            "FastAPI",
            peer_servers.uvicorn("with_fastapi"),
            make_requests(seeded, f"/{call}"),
            settings,
        ),
        "Litestar": Rival(
            "Litestar",
            peer_servers.uvicorn("with_litestar"),
            make_requests(seeded, f"/{call}"),
            settings,
        ),
    }
    return [known[name] for name in names]


def make_requests(seeded: Seeded, path: str) -> list[bytes]:
    """One request of each session."""
    page = {"curPage": 1, "perPage": 10}
    return [
        post(
            path,
            json.dumps({"appId": 36, "req": {"header": {"token": token}, "page": page}}).encode(),
        )
        for token in seeded.tokens
    ]
