"""A large catalogue: brands found, counted and read through the call, beside reading a row by its key."""

import asyncio
import json
from base64 import b64decode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from itertools import cycle
from statistics import median, quantiles
from time import perf_counter
from typing import Any

import asyncpg

import sql.brands.brand_count
from sql.core.db import set_codecs
from tests.bench.budget import Budget, table
from tests.bench.machine import running
from tests.bench.peer_servers import VENV
from tests.bench.seed import Seeded, environment

PORT = 8560
SIZE, SMALL = 100_000, 10_000
JOINED_EACH = 200
"""The channel has a relationship with every n-th brand."""
FAR = 100
"""Pages until the far one."""
WARM = 6
OF_A_ROW = 25
"""So that 50 ms (speed.md) are kept where a row by its key takes 2 ms."""
SORTS = ("new", "name", "commission", "epc", "payment_days")
FILTERS: list[dict[str, Any]] = [
    {},
    {"status": 0},
    {"status": 2},
    {"status": 0, "category": "Category 5"},
    {"status": 0, "country": "DE"},
    {"status": 0, "offer_type": "CPA", "deep_link": False},
    {"category": "Category 5", "country": "DE", "offer_type": "CPC", "brand_type": 2},
    {"status": 0, "keyword": "shoes"},
    {"keyword": "acme toys"},
    {"category": "None such"},
    {"url": "https://www.b4711.example/lamps?page=2"},
]
SEARCHES = [
    "acme",
    "toys",
    "coral music 9",
    "kitchen indigo",
    "1",
    "s",
    "shoes 12",
    "no such brand",
    "large-4711",
    "e g h k",
]
"""Words of very many brands, of few and of none, in the order of the names and in another."""
SEARCH_MAX = 100.0
"""Milliseconds of the slowest search over everything."""
WORDS = {
    "one": ["Acme", "Bold", "Coral", "Delta", "Ember", "Fable", "Grove", "Harbor", "Indigo"],
    "two": ["Shoes", "Books", "Garden", "Travel", "Music", "Kitchen", "Sports", "Beauty", "Toys"],
    "codes": ["GB", "US", "DE", "FR", "JP", "ES", "IT", "NL", "SE", "PL", "AT", "BE", "CH", "DK"],
}
BRANDS = """
insert into brand (mcid, name, site_url, domains, description, categories, country, regions, currency,
    offer_type, brand_type, cookie_days, validation_days, payment_days, deep_link, approval, status,
    click_param, forbidden_words, promotion_methods, contact, commission, commission_rank, epc, words,
    created_at, updated_at)
select 'large-' || n, one || ' ' || two || ' ' || n, 'https://b' || n || '.example',
       array['b' || n || '.example', '*.b' || n || '.example'],
       repeat('A shop for everybody who likes good things. ', 8),
       array['Category ' || a % 30, 'Category ' || 30 + b % 10], code,
       case when b % 10 < 3 then '{}'::text[] else array[code] end, 'GBP',
       (array['CPS', 'CPS', 'CPS', 'CPS', 'CPA', 'CPL', 'CPC'])[1 + a % 7], 1 + (b % 5 = 0)::int, 30,
       15 + a % 60, 10 + b % 80, b % 3 > 0, case when a % 4 = 0 then 'manual' else 'auto' end,
       case when b % 20 = 0 then 'offline' when b % 31 = 0 then 'paused' else 'online' end,
       'click_ref', '{}', '{}', '', '5 %', (a % 2000)::numeric / 100,
       case when b % 3 = 0 then (a % 500)::numeric / 100 end,
       setweight(to_tsvector('simple', one || ' ' || two || ' ' || n), 'A'), now() - n * interval '1 minute', now()
  from (select n, a, b, ($2::text[])[1 + a % 9] as one, ($3::text[])[1 + b % 9] as two,
               ($4::text[])[1 + (a + b) % 14] as code
          from (select n, hashint8(n) & 1073741823 as a, hashint8(n + 7777) & 1073741823 as b
                  from generate_series(1, $1::bigint) as n) as drawn) as named
"""


def measure(database: Seeded, *, rounds: int, seconds: float) -> tuple[str, list[Budget]]:
    """The section of the report, and its budgets; the small form where rounds are short."""
    size = SMALL if seconds < 2 else SIZE
    with ThreadPoolExecutor(1) as thread:  # the caller has a loop of its own
        site_id = thread.submit(asyncio.run, fill(database, size)).result()
    tokens = cycle(database.tokens)
    with running([VENV / "bin" / "portal", "serve"], PORT, environment(database.url)):
        http = HTTPConnection("127.0.0.1", PORT)

        def call(path: str, **req: Any) -> tuple[float, Any]:
            return time_call(http, path, {"header": {"token": next(tokens)}, **req})

        return report(call, size, rounds, site_id)


Call = Callable[..., tuple[float, Any]]


def report(call: Call, size: int, rounds: int, site_id: int) -> tuple[str, list[Budget]]:
    finds = [{**filter, "sort": sort} for filter in FILTERS for sort in SORTS]
    far = {filter["sort"]: far_cursor(call, filter) for filter in finds[: len(SORTS)]}
    times: dict[str, list[float]] = {}
    for number in range(WARM + rounds):
        taken = {
            "find": p95(call("/brands/find", filter=filter)[0] for filter in finds),
            "facets": p95(call("/brands/facets", filter=filter)[0] for filter in FILTERS),
            "info": p95(info(call, 1 + number * 97 + n * 13) for n in range(20)),
            "page 1": p95(call("/brands/find", filter={"sort": sort})[0] for sort in SORTS * 4),
            "far page": p95(
                call("/brands/find", filter={"sort": sort}, page={"cursor": far[sort]})[0]
                for sort in SORTS * 4
            ),
            "slowest search": max(
                call("/home/search", attributes={"keyword": keyword})[0] for keyword in SEARCHES
            ),
            "by key": p95(call("/site/info", attributes={"id": site_id})[0] for _ in range(20)),
        }
        for name, found in taken.items() if number >= WARM else ():
            times.setdefault(name, []).append(found)
    budgets = [
        Budget("brands found: of a row by its key", OF_A_ROW, over(times, "find", "by key"), at_most=True),
        Budget("facets: of a row by its key", OF_A_ROW, over(times, "facets", "by key"), at_most=True),
        Budget("a brand: of a row by its key", OF_A_ROW, over(times, "info", "by key"), at_most=True),
        Budget("far page by cursor: of page 1", 1.5, over(times, "far page", "page 1"), at_most=True),
        Budget("slowest search over everything, ms", SEARCH_MAX, times["slowest search"], at_most=True),
    ]  # fmt: skip
    lines = "\n".join(f"| {name} | {median(found):.1f} |" for name, found in times.items())
    text = f"""## Brands

{size:,} brands; each of {len(FILTERS)} filters in each of {len(SORTS)} sort orders, one call at a time, for a channel
that has a relationship with one brand in {JOINED_EACH}; {len(SEARCHES)} searches over everything.
By key: one channel by its number, through the same server.
{rounds} rounds.

{table(budgets)}

| p95, milliseconds | median |
| --- | --- |
{lines}
"""
    return text, budgets


def over(times: dict[str, list[float]], one: str, other: str) -> list[float]:
    return [a / b for a, b in zip(times[one], times[other], strict=True)]


def p95(times: Any) -> float:
    return quantiles(times, n=20)[-1]


def info(call: Call, number: int) -> float:
    return call("/brands/info", attributes={"mcid": f"large-{number}"})[0]


def far_cursor(call: Call, filter: dict[str, Any]) -> str:
    """Where a page far down begins."""
    page: dict[str, Any] = {"perPage": 20}
    for _ in range(FAR):
        page["cursor"] = call("/brands/find", filter=filter, page=page)[1]["next"]
    assert json.loads(b64decode(page["cursor"] + "=="))
    return str(page["cursor"])


def time_call(http: HTTPConnection, path: str, req: dict[str, Any]) -> tuple[float, Any]:
    """The milliseconds of a call, and its data."""
    body = json.dumps({"appId": 36, "req": req}).encode()
    began = perf_counter()
    http.request("POST", path, body, {"Content-Type": "application/json"})
    answer = http.getresponse().read()
    took = (perf_counter() - began) * 1000
    reply = json.loads(answer)
    assert reply["code"] == 0, (path, answer[:300])
    return took, reply["data"]


async def fill(database: Seeded, size: int) -> int:
    """Write the brands, and give the publisher of the sessions a default channel; its id."""
    db = await asyncpg.connect(database.url)
    await set_codecs(db)
    await db.execute(BRANDS, size, *WORDS.values())
    await sql.brands.brand_count.rebuild(db)
    uid, site_id = await db.fetchrow(
        "update publisher set default_site_id = (select min(site_id) from site"
        " where site.publisher_id = publisher.publisher_id)"
        " where publisher_id = (select publisher_id from account where username = 'bench')"
        " returning publisher_id, default_site_id"
    )
    await db.execute(
        "insert into relationship (publisher_id, site_id, mid, status, applied_at)"
        " select $1, $2, mid, 1 + mid % 4, now() from brand where mid % $3 = 0"
        " on conflict do nothing",
        *(uid, site_id, JOINED_EACH),
    )
    await db.execute("vacuum analyze")
    await db.close()
    return int(site_id)
