"""Redirects: a visit to a tracking link, its click stored before the answer; and whether each answer has its row."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import asyncpg

from tests.bench import peer_servers
from tests.bench.budget import Budget, table
from tests.bench.rounds import Rival, compare, get, listing, ratios
from tests.bench.seed import Seeded, environment

CONNECTIONS = 64
AGENTS = 500
TURNS = 200
AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.{}"
PORTAL, STILL, EACH = "portal", "no recording", "INSERT per click"
TOGETHER = "COPY of who waits"
WAITS, LATER = "Fastify, INSERT before", "Fastify, INSERT after"
KUTT = 0.013
"""What kutt, an open-source shortener, keeps of the rate without recording (speed.md §2); not installed here."""


def measure(seeded: Seeded, *, rounds: int, seconds: float) -> tuple[str, list[Budget]]:
    """The section of the report, and its budgets."""
    print("Redirects", flush=True)
    known = clicks(seeded.url)
    found = compare(
        rivals(seeded), rounds=rounds, seconds=seconds, connections=CONNECTIONS, status="302"
    )
    stored = clicks(seeded.url) - known
    answered = found[PORTAL].answers
    of_still = ratios(found, PORTAL, STILL)
    p99s = [
        own.p99 / control.p99
        for own, control in zip(found[PORTAL].loads, found[TOGETHER].loads, strict=True)
    ]
    budgets = [
        Budget("of COPY of who waits", 0.95, ratios(found, PORTAL, TOGETHER)),
        Budget("× INSERT per click", 4, ratios(found, PORTAL, EACH)),
        Budget("× Fastify that inserts after answering", 3, ratios(found, PORTAL, LATER)),
        Budget("× kutt's ratio", 25, [ratio / KUTT for ratio in of_still]),
        Budget("p99 by COPY of who waits", 2, p99s, at_most=True),
        Budget("302 without a row", 0, [answered - stored], at_most=True),
    ]
    text = f"""## Redirects

`GET /track/{{code}}` for {len(seeded.codes):,} links of 100 publishers by {AGENTS} user agents; one core for the
server, one for the load and the database, which waits for its disk; {CONNECTIONS} connections, {rounds} alternating
rounds of {seconds:g} s. The portal judges each click (brand, relationship, channel, target, bots) by the link's
current state, stores the whole click, with country and device, and then answers; the others look the link up
and insert ten columns.
"COPY of who waits", the ceiling, writes all waiting visits in one COPY and queries nothing: it looks each link up
once and never again. No worker moves the portal's clicks to their month meanwhile, so its table grows throughout.

{table(budgets)}

{listing(found, STILL)}
"""
    return text, budgets


def rivals(seeded: Seeded) -> list[Rival]:
    settings = environment(seeded.url)
    settings["LINKS"] = json.dumps(list(zip(seeded.codes, seeded.owners, strict=True)))
    command, further = peer_servers.fastify()
    bare, portal = peer_servers.uvicorn("clicks"), peer_servers.own("served")
    return [
        Rival(PORTAL, portal, visits(seeded, "track"), settings),
        Rival(STILL, bare, visits(seeded, "still"), settings),
        Rival(TOGETHER, bare, visits(seeded, "group"), settings),
        Rival(EACH, bare, visits(seeded, "each"), settings),
        Rival(WAITS, command, visits(seeded, "waits"), settings | further),
        Rival(LATER, command, visits(seeded, "later"), settings | further),
    ]


def visits(seeded: Seeded, prefix: str) -> list[bytes]:
    """Each link by other agents in turn, so that hardly a visit repeats one of the last ten seconds."""
    return [
        get(f"/{prefix}/{code}", AGENT.format((index * 7 + turn) % AGENTS))
        for turn in range(TURNS)
        for index, code in enumerate(seeded.codes)
    ]


def clicks(url: str) -> int:
    """How many clicks the portal has stored; the peers write theirs with the country XX."""

    async def count() -> int:
        db = await asyncpg.connect(url)
        try:
            found: int = await db.fetchval(
                "select count(*) from click_all where country is distinct from 'XX'"
            )
            return found
        finally:
            await db.close()

    with ThreadPoolExecutor(1) as thread:  # a thread of its own has no loop that could be disturbed
        return thread.submit(asyncio.run, count()).result()
