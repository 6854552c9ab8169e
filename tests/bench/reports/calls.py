"""The calls of the largest publisher's screens, one after the other, through a server."""

import json
from collections.abc import Iterable
from datetime import timedelta
from http.client import HTTPConnection
from itertools import cycle
from statistics import quantiles
from time import perf_counter
from typing import Any

from rpc.config.settings import Settings
from rpc.process.resources import open_resources
from rpc.security.tokens import SESSION
from tests.bench.machine import running
from tests.bench.peer_servers import VENV
from tests.bench.reports.data import DAYS, LARGEST, LAST_DAY
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
    own = (await tokens(url, [LARGEST], SESSIONS))[LARGEST]
    turns = cycle([[request(token, filter) for _, filter in CALLS] for token in own])
    with running([VENV / "bin" / "portal", "serve"], PORT, settings):
        http = HTTPConnection("127.0.0.1", PORT)
        time_calls(http, next(turns))
        found = []
        for _ in range(rounds):
            times = [time for _ in range(EACH) for time in time_calls(http, next(turns))]
            found.append(quantiles(times, n=20)[-1])
        return found


def time_calls(http: HTTPConnection, bodies: list[bytes]) -> list[float]:
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


async def tokens(url: str, uids: Iterable[int], each: int = 1) -> dict[int, list[str]]:
    """So many sessions of an account of each publisher."""
    async with open_resources(Settings.from_environment(environment(url)), url) as resources:
        now = resources.clock.now()
        made = {uid: [resources.tokens.make(SESSION, uid) for _ in range(each)] for uid in uids}
        rows = [(uid, hash) for uid, own in made.items() for _, hash in own]
        async with resources.pool.acquire() as db:
            await db.execute("delete from session where publisher_id = any($1)", list(made))
            await db.execute("delete from account where publisher_id = any($1)", list(made))
            await db.execute(
                "insert into account (publisher_id, username, email, password_hash, role,"
                " email_verified_at) select uid, 'bench' || uid, 'bench' || uid || '@example.com',"
                " '-', 'owner', $2 from unnest($1::bigint[]) as uid",
                list(made),
                now,
            )
            await db.execute(
                "update publisher set default_site_id = publisher_id * 10"
                " where publisher_id = any($1)",
                list(made),
            )
            await db.execute(
                "insert into session (publisher_id, account_id, hash, idle, expires_at, last_seen,"
                " created_at) select given.uid, account_id, given.hash, $3, $4, $5, $5"
                " from unnest($1::bigint[], $2::bytea[]) as given (uid, hash)"
                " join account on account.publisher_id = given.uid",
                *zip(*rows, strict=True),
                timedelta(hours=2),
                now + timedelta(days=1),
                now,
            )
    return {uid: [token for token, _ in own] for uid, own in made.items()}
