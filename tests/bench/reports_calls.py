"""The screens' calls of the largest publisher, through a server, one after the other."""

import json
from datetime import timedelta
from http.client import HTTPConnection
from itertools import cycle
from statistics import quantiles
from time import perf_counter
from typing import Any

from rpc.parts import opened
from rpc.settings import Settings
from rpc.tokens import SESSION
from tests.bench.machine import running
from tests.bench.peers import VENV
from tests.bench.reports_data import DAYS, LARGEST, LAST_DAY
from tests.bench.seed import environment

PORT = 8540
EACH, SESSIONS = 20, 40
FIRST = str(LAST_DAY - timedelta(days=DAYS - 1))
RANGE = {"start_date": FIRST, "end_date": str(LAST_DAY)}
QUARTER = {"start_date": str(LAST_DAY - timedelta(days=89)), "end_date": str(LAST_DAY)}
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("/home/dashboard", {"period": "30d"}),
    ("/reports/performance", {**RANGE, "group_by": ["date"]}),
    ("/reports/performance", {**QUARTER, "group_by": ["date"], "compare": "previous"}),
    ("/reports/performance", {**RANGE, "group_by": ["month"]}),
    ("/reports/performance", {**RANGE, "group_by": ["brand"], "sort": "-commission"}),
    ("/reports/performance", {**QUARTER, "group_by": ["site"]}),
    ("/reports/performance", {**QUARTER, "group_by": ["link"], "sort": "-clicks"}),
    ("/reports/transactions", RANGE),
    ("/reports/transactions", {**RANGE, "mcids": ["brand-1005"], "status": "rejected"}),
    ("/reports/clicks", RANGE),
    ("/tools/links", {}),
]


async def p95(url: str, rounds: int) -> list[float]:
    """The 95th percentile in milliseconds, round by round."""
    settings = environment(url)
    # More sessions than one, as calls of each are limited.
    turns = cycle([[request(token, filter) for _, filter in CALLS] for token in await tokens(url)])
    with running([VENV / "bin" / "portal", "serve"], PORT, settings):
        http = HTTPConnection("127.0.0.1", PORT)
        asked(http, next(turns))
        found = []
        for _ in range(rounds):
            times = [time for _ in range(EACH) for time in asked(http, next(turns))]
            found.append(quantiles(times, n=20)[-1])
        return found


def asked(http: HTTPConnection, bodies: list[bytes]) -> list[float]:
    times = []
    for (path, _), body in zip(CALLS, bodies, strict=True):
        began = perf_counter()
        http.request("POST", path, body, {"Content-Type": "application/json"})
        answer = http.getresponse().read()
        times.append((perf_counter() - began) * 1000)
        assert json.loads(answer)["code"] == 0, (path, answer[:300])
    return times


def request(token: str, filter: dict[str, Any]) -> bytes:
    page = {"curPage": 1, "perPage": 20}
    req = {"header": {"token": token}, "filter": filter, "page": page}
    return json.dumps({"appId": 36, "req": req}).encode()


async def tokens(url: str) -> list[str]:
    """Sessions of an account of the largest publisher."""
    async with opened(Settings.from_environment(environment(url)), url) as parts:
        now = parts.clock.now()
        made = [parts.tokens.make(SESSION, LARGEST) for _ in range(SESSIONS)]
        async with parts.pool.acquire() as db:
            account_id = await db.fetchval(
                "insert into account (publisher_id, username, email, password_hash, role,"
                " email_verified_at) values ($1, 'large', 'large@example.com', '-', 'owner', $2)"
                " returning account_id",
                LARGEST,
                now,
            )
            await db.execute(
                "update publisher set default_site_id = publisher_id * 10 where publisher_id = $1",
                LARGEST,
            )
            await db.executemany(
                "insert into session (publisher_id, account_id, hash, idle, expires_at, last_seen,"
                " created_at) values ($1, $2, $3, $4, $5, $6, $6)",
                [
                    (LARGEST, account_id, hash, timedelta(hours=2), now + timedelta(days=1), now)
                    for _, hash in made
                ],
            )
    return [token for token, _ in made]
