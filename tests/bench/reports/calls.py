"""Calls of the largest publisher through a server: its screens, reports by hour, page and placement, and Why."""

import json
from collections.abc import Iterable
from datetime import timedelta
from http.client import HTTPConnection
from itertools import cycle
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Any, NamedTuple

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


VALUE_CALLS: list[tuple[str, dict[str, Any]]] = [
    ("/reports/performance", {**RANGE, "group_by": ["page"], "sort": "-commission"}),
    ("/reports/performance", {**RANGE, "group_by": ["placement"]}),
    ("/reports/performance", {**QUARTER, "group_by": ["page"]}),
]
HOURS = {"start_date": str(LAST_DAY - timedelta(days=91)), "end_date": str(LAST_DAY), "group_by": ["hour"]}  # fmt: skip
HOUR_CALLS: list[tuple[str, dict[str, Any]]] = [
    ("/reports/performance", HOURS),
    ("/reports/performance", {**HOURS, "group_by": ["hour", "brand"]}),
]
WHY_CALLS = 20
"""How many questions a session asks of each kind; about orders that are not its own it may ask so many a day."""


class Request(NamedTuple):
    path: str
    body: bytes


class CallTimes(NamedTuple):
    """The 95th percentiles in milliseconds, round by round."""

    screens: list[float]
    values: list[float]
    hours: list[float]
    why: list[float]


async def p95(url: str, size: int, rounds: int) -> CallTimes:
    """The calls of screens, of reports by page or placement, of reports by hour, and of Why."""
    settings = environment(url)
    # More sessions than one, as calls of each are limited.
    own = (await tokens(url, [LARGEST], SESSIONS))[LARGEST]
    others = await tokens(url, range(LARGEST + 1, LARGEST + 2 + rounds))
    chance = Random(1)
    asked = [
        [*own_orders(token, size, chance), *missing_orders(other, size, chance)]
        for token, [other] in zip(own, others.values(), strict=False)
    ]
    with running([VENV / "bin" / "portal", "serve"], PORT, settings):
        http = HTTPConnection("127.0.0.1", PORT)
        screens, values, hours = (
            time_rounds(http, [[report(token, call) for call in calls] for token in own], rounds)
            for calls in (CALLS, VALUE_CALLS, HOUR_CALLS)
        )
        time_calls(http, asked[0])
        why = [quantiles(time_calls(http, requests), n=20)[-1] for requests in asked[1:]]
    return CallTimes(screens, values, hours, why)


def time_rounds(http: HTTPConnection, turns: list[list[Request]], rounds: int) -> list[float]:
    sessions = cycle(turns)
    time_calls(http, next(sessions))
    found = []
    for _ in range(rounds):
        times = [time for _ in range(EACH) for time in time_calls(http, next(sessions))]
        found.append(quantiles(times, n=20)[-1])
    return found


def time_calls(http: HTTPConnection, requests: list[Request]) -> list[float]:
    times = []
    for path, body in requests:
        began = perf_counter()
        http.request("POST", path, body, {"Content-Type": "application/json"})
        answer = http.getresponse().read()
        times.append((perf_counter() - began) * 1000)
        assert json.loads(answer)["code"] == 0, (path, answer[:300])
    return times


def report(token: str, call: tuple[str, dict[str, Any]]) -> Request:
    path, filter = call
    return request(path, token, filter=filter, page={"curPage": 1, "perPage": 20})


def own_orders(token: str, size: int, chance: Random) -> list[Request]:
    """Questions of the largest publisher, who has every tenth order, about its own orders."""
    oids = [10_000_000 + 10 * chance.randrange(1, size // 10) for _ in range(WHY_CALLS)]
    return [request("/reports/why", token, attributes={"oid": oid}) for oid in oids]


def missing_orders(token: str, size: int, chance: Random) -> list[Request]:
    """Questions about orders that others have, or nobody."""
    return [
        request(
            "/reports/why",
            token,
            attributes={
                "mcid": f"brand-{chance.randrange(1001, 1201)}",
                "order_id": f"B{chance.randrange(1, 2 * size)}",
                "day": str(LAST_DAY - timedelta(days=chance.randrange(DAYS))),
                "amount": "10.00",
            },
        )
        for _ in range(WHY_CALLS)
    ]


def request(path: str, token: str, **parts: Any) -> Request:
    req = {"header": {"token": token}, **parts}
    return Request(path, json.dumps({"appId": 36, "req": req}).encode())


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
