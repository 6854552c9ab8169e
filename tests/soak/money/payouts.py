"""T3: no double payout, however often processes are killed, the provider fails and publishers cancel."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import httpx2

from handlers.payments.provider_payouts import ask_payouts
from schema.core.envelope import Nothing
from tests.soak.support.caller import Caller
from tests.soak.support.tally import Tally
from tests.soak.support.trial_portal import Stand, stand
from tests.support.orders.orders import Deal, deal
from tests.support.orders.payouts import add_method
from tests.support.process.payout_provider import KEY, Provider, run_payout_provider

PUBLISHERS = 20
WORKERS = 2
RATES = {"status": 0.10, "timeout": 0.05, "refuse": 0.05, "garbage": 0.03}
"""Shares of the provider's answers; all but `refuse` are given after the money has left."""
FAILING = 0.05
PATIENCE = 600.0
UNDECIDED = "select count(*) from payment where state in ('requested', 'processing')"
IMPATIENT = """
update payment set next_ask_at = now() where state = 'processing' and next_ask_at > now()
"""


@dataclass(frozen=True)
class Size:
    payouts: int
    kills: int
    cancels: int
    every: float


FULL = Size(payouts=1_000, kills=200, cancels=500, every=0.8)
SMALL = Size(payouts=60, kills=8, cancels=30, every=0.8)


@dataclass
class Acknowledged:
    """What callers were told."""

    payments: list[tuple[Deal, int]] = field(default_factory=list)
    cancelled: set[int] = field(default_factory=set)
    answers: Counter[str] = field(default_factory=Counter)
    killed: int = 0
    retried: int = 0
    unexpected: int = 0


async def main(data: Path, ports: list[int], size: Size) -> AsyncIterator[Tally]:
    async with run_payout_provider(ports[3], seed=7) as provider, stand(data, ports[:2]) as it:
        it.environment |= {
            **provider.settings,
            "ALLOWED_NETWORKS": "127.0.0.0/8",
            "SESSION_RATE": "10000/10000",
        }
        it.start(*["work"] * WORKERS)
        await it.ready()
        yield await payouts(it, provider, size)
        yield await without_a_key(provider, size)
        yield await without_a_lock(it)


async def payouts(it: Stand, provider: Provider, size: Size) -> Tally:
    tally, acknowledged = Tally("T3 payouts"), Acknowledged()
    await request_all(it, size, acknowledged)
    await provider.arrange(rates=RATES, failing=FAILING)
    over = asyncio.Event()
    tasks = [
        asyncio.create_task(cancel(it, size, acknowledged)),
        asyncio.create_task(kill(it, size, acknowledged, over)),
    ]
    began = monotonic()
    await pay_until_decided(it, acknowledged, tasks[0])
    over.set()
    await asyncio.gather(*tasks)
    await it.ready()
    await provider.arrange(rates={}, failing=0)
    await pay_until_decided(it, acknowledged, tasks[0])
    tally.notes.append(
        f"{len(acknowledged.payments)} payments, {acknowledged.killed} kills,"
        f" {len(acknowledged.cancelled)} cancelled in time,"
        f" {acknowledged.retried} failed and tried again, {monotonic() - began:.0f} s"
    )
    tally.notes.append(f"answers {dict(acknowledged.answers)}")
    await count(it, provider, acknowledged, tally)
    return tally


async def request_all(it: Stand, size: Size, acknowledged: Acknowledged) -> None:
    """So many payments of one bonus each, requested and not yet taken."""
    operator = await it.portal.operator()
    deals = [await deal(it.portal, publisher={"currency": "EUR"}) for _ in range(PUBLISHERS)]
    for made in deals:
        await add_method(made)

    async def request(number: int) -> None:
        made = deals[number % PUBLISHERS]
        given = {"uid": made.who.uid, "amount": f"{30 + number / 100:.2f}", "note": "n"}
        bonus = await it.portal.ok(
            "/network/bonus_add", operator, attributes={**given, "reference": str(number)}
        )
        wish = {"settlement_ids": [bonus["settlement_id"]]}
        payment = await it.portal.ok("/payments/request", made.who, attributes=wish)
        acknowledged.payments.append((made, payment["payment_id"]))

    for first in range(0, size.payouts, PUBLISHERS):
        last = min(first + PUBLISHERS, size.payouts)
        await asyncio.gather(*(request(number) for number in range(first, last)))


async def pay_until_decided(
    it: Stand, acknowledged: Acknowledged, cancelling: "asyncio.Task[None]"
) -> None:
    """Take batches, ask the provider and try failed ones again until every payment is decided."""
    operator, ends, number = await it.portal.operator(), monotonic() + PATIENCE, 0
    callers = [Caller(port) for port in it.ports]
    while monotonic() < ends:
        number += 1
        reply = await callers[number % 2].post("/network/pay", operator.token)
        acknowledged.answers[f"pay {reply.status} {reply.code}"] += 1
        with suppress(OSError):
            async with it.resources.pool.acquire() as db:
                await db.execute(IMPATIENT)
                await ask_payouts.later(db, Nothing(), key="soak")
        failed = await it.resources.pool.fetch(
            "select payment_id from payment where state = 'failed' and payment_id % 2 = 0"
        )
        for (payment_id,) in failed:
            again = {"payment_id": payment_id, "status": "processing"}
            reply = await callers[number % 2].post(
                "/network/payment_set", operator.token, attributes=again
            )
            acknowledged.answers[f"retry {reply.status} {reply.code}"] += 1
            acknowledged.retried += reply.code == 0
        await asyncio.sleep(0.5)
        if cancelling.done() and not failed and not await it.resources.pool.fetchval(UNDECIDED):
            break
    for caller in callers:
        caller.close()


async def cancel(it: Stand, size: Size, acknowledged: Acknowledged) -> None:
    """Cancel as many as wanted, each in a race with the batch that takes it."""
    chance = random.Random(3)
    caller = Caller(it.ports[0])
    for made, payment_id in chance.sample(acknowledged.payments, size.cancels):
        reply = await caller.post(
            "/payments/cancel", made.who.token, attributes={"payment_id": payment_id}
        )
        acknowledged.answers[f"cancel {reply.status} {reply.code}"] += 1
        if reply.code == 0:
            acknowledged.cancelled.add(payment_id)
        await asyncio.sleep(chance.uniform(0, 0.05))
    caller.close()


async def kill(it: Stand, size: Size, acknowledged: Acknowledged, over: asyncio.Event) -> None:
    """Kill workers and web processes, one after another, until all kills are done."""
    chance = random.Random(4)
    while acknowledged.killed < size.kills and not over.is_set():
        await asyncio.sleep(chance.uniform(0.2, 2 * size.every))
        # Workers are restarted in a second; a web process is killed now and then.
        chosen = it.webs if acknowledged.killed % 5 == 4 else it.others
        chosen[acknowledged.killed % len(chosen)].kill()
        acknowledged.killed += 1


async def count(it: Stand, provider: Provider, acknowledged: Acknowledged, tally: Tally) -> None:
    executed = {int(number): n for number, n in (await provider.count_executed()).items()}
    posts = await provider.count_posts()
    rows = await it.resources.pool.fetch("select payment_id, state, attempt, trace_id from payment")
    state = {row["payment_id"]: row["state"] for row in rows}
    tally.duplicated = sum(n - 1 for n in executed.values() if n > 1)
    not_living = {n for n, now in state.items() if now in ("cancelled", "failed", "requested")}
    tally.duplicated += len(not_living & executed.keys())
    tally.lost = sum(now in ("sent", "paid") and n not in executed for n, now in state.items())
    tally.unexpected = sum(now in ("requested", "processing") for now in state.values())
    twice = "select count(*) from (select settlement_id from payment_line join payment using (publisher_id, payment_id)"
    left = f"{twice} where state in ('sent', 'paid') group by 1 having count(*) > 1) as twice"
    tally.duplicated += await it.resources.pool.fetchval(left)
    tally.recovered = sum(n > 1 for n in posts.values())
    tally.notes.append(f"states {dict(Counter(state.values()))}; recovered: posted more than once")
    same = all(key.split()[0] == key.split()[1] for key in posts)
    tally.must(same, "the same key on every try")
    problems = await it.resources.pool.fetchval("select count(*) from payment where problem <> ''")
    tally.must(problems == 0, f"{problems} left to the staff")
    held = "select coalesce(-sum(amount), 0) from ledger where account = 'bank'"
    paid = await it.resources.pool.fetchval(
        "select coalesce(sum(payout_amount), 0) from payment where payment_id = any($1::bigint[])",
        list(executed),
    )
    bank = await it.resources.pool.fetchval(held)
    tally.must(bank == paid, f"the ledger's bank {bank} is what the provider executed {paid}")


async def without_a_key(provider: Provider, size: Size) -> Tally:
    """Send a payment again whenever the answer is not a success, each time as a new one."""
    tally = Tally("   control: no idempotency key", control=True)
    await provider.arrange(rates={"status": 0.10})
    headers = {"authorization": f"Bearer {KEY}"}
    async with httpx2.AsyncClient(trust_env=False, timeout=2) as client:
        for number in range(1, size.payouts + 1):
            order: dict[str, Any] = {"payment_id": -number, "amount": "1.00", "currency": "EUR"}
            for attempt in range(1, 9):
                sent = order | {"attempt": attempt}
                reply = await client.post(f"{provider.url}/payouts", json=sent, headers=headers)
                if reply.is_success:
                    break
    await provider.arrange(rates={})
    executed = await provider.count_executed()
    tally.duplicated = sum(n - 1 for key, n in executed.items() if key.startswith("-") and n > 1)
    return tally


async def without_a_lock(it: Stand) -> Tally:
    """Look at the state, then act, without `for update`: cancelled and yet paid."""
    tally = Tally("   control: no lock", control=True)
    pool = it.resources.pool
    await pool.execute("create table naive_payment (id int, state text, executed bool)")

    async def act(number: int, sets: str) -> None:
        async with pool.acquire() as db:
            if await db.fetchval("select state from naive_payment where id = $1", number) == "new":
                await db.execute(f"update naive_payment set {sets} where id = $1", number)

    for number in range(100):
        await pool.execute("insert into naive_payment values ($1, 'new', false)", number)
        await asyncio.gather(act(number, "executed = true"), act(number, "state = 'cancelled'"))
    tally.duplicated = await pool.fetchval(
        "select count(*) from naive_payment where executed and state = 'cancelled'"
    )
    return tally
