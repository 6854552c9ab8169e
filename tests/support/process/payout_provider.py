"""A payout provider in a process of its own, with faults: `python -m tests.support.process.payout_provider PORT SEED`.

It executes a payment once for each key and attempt, as docs/payments.md asks; what it executed is at /executed.
"""

import asyncio
import random
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import httpx2
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.support.timing import wait_for_server

KEY = "the-key-of-the-provider"
NEVER = 60.0
"""Seconds for which an answer that never comes is held back."""


@dataclass
class Bank:
    """What the provider knows, and how it misbehaves."""

    chance: random.Random
    transfers: dict[int, dict[str, Any]] = field(default_factory=dict)
    executed: Counter[str] = field(default_factory=Counter)
    posts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    """Of the next requests, one after another."""
    rates: dict[str, float] = field(default_factory=dict)
    """The share of the requests that have each fault."""
    outcome: str = "sent"
    failing: float = 0.0
    """The share of attempts that fail permanently."""

    def next_fault(self) -> str:
        if self.faults:
            return self.faults.pop(0)
        drawn = self.chance.random()
        for name, rate in self.rates.items():
            drawn -= rate
            if drawn < 0:
                return name
        return ""

    def take(self, order: dict[str, Any]) -> dict[str, Any]:
        """Execute an attempt, unless it was before."""
        known = self.transfers.get(order["payment_id"])
        if known is None or known["attempt"] < order["attempt"]:
            known = {name: order[name] for name in ("payment_id", "attempt", "amount", "currency")}
            outcome = "failed" if self.chance.random() < self.failing else self.outcome
            known |= {"state": outcome, "reference": f"P{order['payment_id']}", "reason": None}
            if outcome == "failed":
                known["reason"] = "The account is closed"
            else:
                self.executed[str(order["payment_id"])] += 1
            self.transfers[order["payment_id"]] = known
        return known


bank = Bank(random.Random(0))


async def post(request: Request) -> Response:
    if request.headers.get("authorization") != f"Bearer {KEY}":
        return Response(status_code=401)
    order = await request.json()
    bank.posts[f"{request.headers.get('idempotency-key')} {order['payment_id']}"] += 1
    fault = bank.next_fault()
    if fault == "refuse":
        return Response(status_code=503)
    return await answer(bank.take(order), fault)


async def get(request: Request) -> Response:
    found = bank.transfers.get(request.path_params["payment_id"])
    return Response(status_code=404) if found is None else await answer(found, bank.next_fault())


async def answer(record: dict[str, Any], fault: str) -> Response:
    """The state of a payment, or a broken provider's answer."""
    if fault == "timeout":
        await asyncio.sleep(NEVER)
    if fault == "status":
        return Response(status_code=502)
    if fault == "garbage":
        return Response(b'{"payment_id": 1, "state"', media_type="application/json")
    if fault == "other":
        return JSONResponse(record | {"payment_id": record["payment_id"] + 1})
    if fault == "amount":
        return JSONResponse(record | {"amount": str(Decimal(record["amount"]) + Decimal("0.01"))})
    return JSONResponse(record)


async def arrange(request: Request) -> Response:
    """Faults of the next requests, shares of faults, the outcome of new payments, the state of one."""
    wish = await request.json()
    bank.faults += wish.get("faults", [])
    bank.rates = wish.get("rates", bank.rates)
    bank.outcome = wish.get("outcome", bank.outcome)
    bank.failing = wish.get("failing", bank.failing)
    if "payment_id" in wish:
        bank.transfers[wish["payment_id"]] |= {"state": wish["state"], "reason": wish.get("reason")}
    return JSONResponse({})


async def show_executed(_: Request) -> Response:
    return JSONResponse({"executed": bank.executed, "posts": bank.posts})


@dataclass(frozen=True)
class Provider:
    """The provider as a test sees it."""

    url: str

    @property
    def settings(self) -> dict[str, str]:
        return {"PAYOUT_URL": f"{self.url}/payouts", "PAYOUT_KEY": KEY}

    async def arrange(self, **wish: Any) -> None:
        async with httpx2.AsyncClient(trust_env=False) as client:
            await client.put(f"{self.url}/arrange", json=wish)

    async def count_executed(self) -> dict[str, int]:
        """How often money left, by payment."""
        found: dict[str, int] = (await self._read())["executed"]
        return found

    async def count_posts(self) -> dict[str, int]:
        """How often each key and payment was sent."""
        found: dict[str, int] = (await self._read())["posts"]
        return found

    async def _read(self) -> Any:
        async with httpx2.AsyncClient(trust_env=False) as client:
            return (await client.get(f"{self.url}/executed")).json()


@asynccontextmanager
async def run_payout_provider(port: int, seed: int = 0) -> AsyncIterator[Provider]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.support.process.payout_provider", str(port), str(seed)
    )
    provider = Provider(f"http://127.0.0.1:{port}")
    try:
        await wait_for_server(f"{provider.url}/executed")
        yield provider
    finally:
        process.kill()
        await process.wait()


if __name__ == "__main__":
    bank = Bank(random.Random(int(sys.argv[2])))
    app = Starlette(
        routes=[
            Route("/payouts", post, methods=["POST"]),
            Route("/payouts/{payment_id:int}", get),
            Route("/arrange", arrange, methods=["PUT"]),
            Route("/executed", show_executed),
        ]
    )
    uvicorn.run(app, port=int(sys.argv[1]), lifespan="off", log_level="critical")
