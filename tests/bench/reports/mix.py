"""Reports of publishers of all sizes through the call, beside FastAPI with SQLAlchemy, which adds up the rows."""

from typing import Any

from tests.bench.peer_servers import own, uvicorn
from tests.bench.reports.calls import QUARTER, RANGE, report, tokens
from tests.bench.reports.data import LARGEST, PUBLISHERS
from tests.bench.reports.questions import install
from tests.bench.rounds import Rival, Table, compare, post
from tests.bench.seed import KEY, environment

PORTAL, PEER = "portal", "FastAPI with SQLAlchemy"
PACKAGES = ("sqlalchemy==2.1.9", "greenlet==3.5.6")
PATH = "/reports/performance"
CONNECTIONS = 4
REQUESTS = 200
"""Different calls; every tenth is of the largest publisher, who owns a tenth of the rows."""
QUESTIONS: list[dict[str, Any]] = [
    {**span, "group_by": [group]} for span in (RANGE, QUARTER) for group in ("date", "brand")
]


async def compare_peers(url: str, *, rounds: int, seconds: float) -> Table:
    """Both asked the same, in turn: by day and by brand, over 24 months and 90 days, a page of 20 lines."""
    requests = [
        post(*report(token, (PATH, QUESTIONS[(n + n // 10) % len(QUESTIONS)])))
        for n, token in enumerate(await asking(url))
    ]
    python = {"DATABASE_URL": url, "SECRET_KEY": KEY}
    python["PYTHONPATH"] = str(install("sqlalchemy", *PACKAGES))
    rivals = [
        Rival(PORTAL, own("served"), requests, environment(url)),
        Rival(PEER, uvicorn("with_sqlalchemy"), requests, python),
    ]
    return compare(rivals, rounds=rounds, seconds=seconds, connections=CONNECTIONS, status="200")


async def asking(url: str) -> list[str]:
    """A token for each call."""
    uids = [LARGEST + 1 + n * 37 % (PUBLISHERS - 1) if n % 10 else LARGEST for n in range(REQUESTS)]
    found = await tokens(url, dict.fromkeys(uids))
    return [found[uid][0] for uid in uids]
