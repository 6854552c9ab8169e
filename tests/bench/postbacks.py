"""Deliveries a second: one worker, whose receivers answer at once; twenty of them, and one alone."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime
from statistics import median
from time import monotonic
from typing import NamedTuple
from uuid import uuid4

import psutil

import sql.core.outbox
import sql.postbacks.postback
from rpc.config.settings import Settings
from rpc.process.resources import Resources, open_resources
from schema.core.event import Event, EventType
from schema.postbacks.macro import parse_address
from schema.postbacks.postback import DeliveryType, PostbackDraft, associated_data
from schema.postbacks.signature import make_secret
from tests.bench.budget import Budget, table
from tests.bench.machine import FOLDER, LOAD, ROOT, SERVER
from tests.bench.receivers import FIRST_PORT
from tests.bench.seed import Seeded, environment

RECEIVERS, ALONE = 20, 1
EXPECTED_RATES = {RECEIVERS: 500, ALONE: 100}
"""Deliveries a second."""
PATIENCE = 120.0
AT_ONCE = 1_000
GET = "http://127.0.0.1:{}/in?id={{event_id}}&at={{event_time}}&o={{order_id}}&sign={{signature}}"
POST = "http://127.0.0.1:{}/in"
BODY = {
    "status": "Pending", "sale_amount": "120.00", "sale_comm": "9.60", "order_id": "A-1001", "currency": "EUR",
    "click_ref": "0198f0c2a1b27c3d8e4f5a6b7c8d9e0f", "uid1": "newsletter", "country": "DE",
}  # fmt: skip
LEFT = "select count(*) from delivery where state <> 'delivered'"
RATE = """
select count(*) / extract(epoch from max(at + ms * interval '1 ms') - min(at))::float8
  from (select (attempts -> 0 ->> 'at')::timestamptz as at, ms from delivery where created_at = $1) as sent
"""


class Sent(NamedTuple):
    rates: list[float]
    """Deliveries a second of each round, from its first request to its last answer."""
    costs: list[float]
    """Milliseconds of the worker's own processor time for one."""


def measure(seeded: Seeded, *, rounds: int, seconds: float) -> tuple[str, list[Budget]]:
    """The section of the report, and its budgets."""
    print("Postbacks", flush=True)
    with ThreadPoolExecutor(1) as thread:  # a thread of its own has no loop that could be disturbed
        work = measure_rates(seeded.url, rounds=rounds, seconds=seconds)
        found = thread.submit(asyncio.run, work).result()
    budgets = [
        Budget(
            "deliveries a second to 20 receivers", EXPECTED_RATES[RECEIVERS], found[RECEIVERS].rates
        ),
        Budget("deliveries a second to one", EXPECTED_RATES[ALONE], found[ALONE].rates),
    ]
    costs = {count: median(sent.costs) for count, sent in found.items()}
    text = f"""## Postbacks

One worker on a core of its own. Each of 20 publishers has a receiver that answers at once and gets at most two
requests at a time; half of the requests are a GET with a signature, half a POST of the whole event. Then one publisher
alone. {rounds} rounds, each with a queue for {seconds:g} s at the budget's rate, timed from the first request to
the last answer. The receivers and the database share the other core.

{table(budgets)}

One delivery takes {costs[RECEIVERS]:.2f} ms of the worker's own time, or {costs[ALONE]:.2f} ms with one receiver.
"""
    return text, budgets


async def measure_rates(url: str, *, rounds: int, seconds: float) -> dict[int, Sent]:
    found = {count: Sent([], []) for count in EXPECTED_RATES}
    given = environment(url) | {"ALLOWED_NETWORKS": "127.0.0.0/8"}
    receivers = [sys.executable, "-m", "tests.bench.receivers", str(RECEIVERS)]
    settings = Settings.from_environment(given)
    async with open_resources(settings, url) as resources:
        with (
            process("receivers", receivers, LOAD, {}),
            process("worker", [sys.executable, "-m", "handlers", "work"], SERVER, given) as worker,
        ):
            uids = [await subscribe(resources, number) for number in range(RECEIVERS)]
            await send(resources, uids, 1)  # the worker has started by then
            for _ in range(rounds):
                for count, sent in found.items():
                    number = int(EXPECTED_RATES[count] * seconds)
                    before = worker.cpu_times()
                    rate = await send(resources, uids[:count], number)
                    after = worker.cpu_times()
                    took = after.user + after.system - before.user - before.system
                    sent.rates.append(rate)
                    sent.costs.append(took * 1_000 / number)
                    print(
                        f"  {count:3} receivers{rate:8.0f}/s  {sent.costs[-1]:6.2f} ms", flush=True
                    )
    return found


async def subscribe(resources: Resources, number: int) -> int:
    """A publisher with a postback to one of the receivers."""
    form = DeliveryType.POST_JSON if number % 2 else DeliveryType.GET
    draft = PostbackDraft(
        delivery_type=form,
        link_url=(POST if number % 2 else GET).format(FIRST_PORT + number),
        event_type=EventType.ORDER_CREATED,
    )
    row_key = str(uuid4())
    async with resources.pool.acquire() as db:
        uid: int = await db.fetchval("insert into publisher default values returning publisher_id")
        await sql.postbacks.postback.add(
            db,
            uid,
            draft,
            receiver=parse_address(draft.link_url).receiver,
            row_key=row_key,
            secret=resources.encryption.seal(make_secret(), associated_data(uid, row_key)),
            now=resources.clock.now(),
        )
    return uid


async def send(resources: Resources, uids: Sequence[int], number: int) -> float:
    """Queue a number of deliveries at once, and wait until all are sent. Returns the rate per second."""
    now: datetime = resources.clock.now()
    events = [
        Event(uids[index % len(uids)], EventType.ORDER_CREATED, BODY) for index in range(number)
    ]
    async with resources.pool.acquire() as db, db.transaction():
        for begin in range(0, number, AT_ONCE):
            await sql.core.outbox.add(db, events[begin : begin + AT_ONCE], now)
    ends = monotonic() + PATIENCE
    while await resources.pool.fetchval(LEFT):
        if monotonic() > ends:
            sys.exit(f"{number} deliveries were not sent in {PATIENCE:.0f} s")
        await asyncio.sleep(0.1)
    rate = await resources.pool.fetchval(RATE, now)
    return float(rate or 0)


@contextmanager
def process(
    name: str, command: Sequence[str], cores: set[int], environment: Mapping[str, str]
) -> Iterator[psutil.Process]:
    """A process on these cores, which ends with the block."""
    with (FOLDER / f"{name}.log").open("w") as output:
        running = subprocess.Popen(
            command,
            env=os.environ | environment,
            cwd=ROOT,
            stdout=output,
            stderr=output,
            preexec_fn=lambda: os.sched_setaffinity(0, cores),
        )
    try:
        yield psutil.Process(running.pid)
    finally:
        running.kill()
        running.wait()
