"""T2: an order reported repeatedly counts once, and no acknowledged order is lost."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from time import monotonic
from typing import Any

import asyncpg

from tests.soak.support.caller import Caller
from tests.soak.support.order_reports import Report, by_call
from tests.soak.support.tally import Tally, half_written, reconcile_all
from tests.soak.support.trial_portal import Stand, stand
from tests.support.orders.orders import Deal, deal

COPIES = 20
BRANDS = 8
CALLERS = 16
EVERY = 2.5
"""Seconds between two kills of a web process."""
WRITTEN = (
    "order_directory",
    "conversion",
    "conversion_item",
    "conversion_history",
    "event",
    "rollup",
)
"""Into each of these a write is made to fail for a while."""
CREATED = 1
"""The event of an order's creation."""


@dataclass(frozen=True)
class Size:
    ids: int
    web_kills: int
    postgres_kills: int


FULL = Size(ids=2_000, web_kills=40, postgres_kills=10)
SMALL = Size(ids=160, web_kills=4, postgres_kills=1)


@dataclass
class Acknowledged:
    """What was acknowledged to the callers about each order."""

    oids: dict[str, set[int]] = field(default_factory=dict)
    created: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    unexpected: int = 0
    left: int = 0


async def main(data: Path, ports: list[int], size: Size) -> AsyncIterator[Tally]:
    async with stand(data, ports[:2]) as it:
        it.start()
        await it.ready()
        yield await orders(it, size)
        yield await control(it)
        yield await halves(it)


async def orders(it: Stand, size: Size) -> Tally:
    tally, acknowledged = Tally("T2 orders"), Acknowledged()
    deals = [await deal(it.portal) for _ in range(BRANDS)]
    amounts = {n: Decimal(random.Random(n).randrange(1, 100_000)) / 100 for n in range(size.ids)}
    reports = {n: (deals[n % BRANDS], deals[n % BRANDS].order(str(amounts[n]))) for n in amounts}
    queue = [n for n in reports for _ in range(COPIES)]
    random.Random(1).shuffle(queue)
    # Copies of one order come close together, as a sender that is in doubt sends them.
    queue.sort(key=lambda n: n // 40)
    acknowledged.left = len(queue)
    pending = iter(queue)
    callers = [
        asyncio.create_task(send(it, reports, pending, acknowledged, n)) for n in range(CALLERS)
    ]
    await trouble(it, deals, size, acknowledged)
    await asyncio.gather(*callers)
    await it.ready()
    await further(it, reports, tally)
    await count(it, acknowledged, amounts, tally)
    await change_at_once(it, tally)
    return tally


async def send(
    it: Stand,
    reports: dict[int, tuple[Deal, Any]],
    pending: Any,
    acknowledged: Acknowledged,
    number: int,
    report: Report = by_call,
) -> None:
    """Report one copy after another, each until it is acknowledged."""
    caller = Caller(it.ports[number % len(it.ports)])
    for n in pending:
        made, order = reports[n]
        while True:
            reply = await report(caller, made.brand.token, order)
            if reply.code == 0:
                break
            acknowledged.answers[f"{reply.status} {reply.code}"] += 1
            if reply.code not in (None, 21004, 21005, 21099):
                acknowledged.unexpected += 1
            await asyncio.sleep(0.05)
        [row] = reply.data["list"]
        acknowledged.answers[row["outcome"]] += 1
        acknowledged.oids.setdefault(order["order_id"], set()).add(row["oid"])
        acknowledged.created[order["order_id"]] += row["outcome"] == "created"
        acknowledged.unexpected += row["outcome"] not in ("created", "unchanged")
        acknowledged.left -= 1
    caller.close()


async def trouble(it: Stand, deals: list[Deal], size: Size, acknowledged: Acknowledged) -> None:
    """Kill what runs, and let writes fail, for as long as the reports take."""
    total, kills, stops = acknowledged.left, 0, 0
    failing = iter(WRITTEN)
    every = total / (size.web_kills + 1)
    while acknowledged.left:
        await asyncio.sleep(0.05)
        done = total - acknowledged.left
        if kills < size.web_kills and done > every * (kills + 1):
            it.webs[kills % len(it.webs)].kill()
            kills += 1
            if kills * size.postgres_kills // size.web_kills > stops:
                stops += 1
                await it.postgres.restart("kill")
            elif table := next(failing, None):
                await fail(it, table, deals[kills % BRANDS].who.uid)
            await asyncio.sleep(EVERY if acknowledged.left else 0)


async def fail(it: Stand, table: str, uid: int) -> None:
    """For a second, no row of a publisher can be written to a table."""
    async with it.resources.pool.acquire() as db:
        await db.execute(
            f"create function fails() returns trigger language plpgsql as"
            f" $$ begin raise exception 'injected'; end $$;"
            f" create trigger fails before insert on {table} for each row"
            f" when (new.publisher_id = {uid}) execute function fails()"
        )
        await asyncio.sleep(1)
        await db.execute("drop function fails() cascade")


async def further(it: Stand, reports: dict[int, tuple[Deal, Any]], tally: Tally) -> None:
    """Once all is calm: a report with a blank id is refused."""
    made, order = reports[0]
    caller = Caller(it.ports[0])
    reply = await caller.post(
        "/network/conversions", made.brand.token, attributes={"orders": [order | {"order_id": " "}]}
    )
    refused = reply.code != 0 or reply.data["list"][0]["outcome"] == "refused"
    tally.must(refused, "a blank id is refused")
    caller.close()


async def count(
    it: Stand, acknowledged: Acknowledged, amounts: dict[int, Decimal], tally: Tally
) -> None:
    async with it.resources.pool.acquire() as db:
        rows = await db.fetch("select order_id, oid, sale_amount from conversion")
        half = await half_written(db)
        histories = await db.fetchval("select count(*) from conversion_history")
        counts = Counter(row["order_id"] for row in rows)
        tally.lost = len(acknowledged.oids.keys() - counts.keys())
        tally.duplicated = sum(n - 1 for n in counts.values())
        tally.duplicated += sum(len(oids) - 1 for oids in acknowledged.oids.values())
        tally.duplicated += sum(max(0, n - 1) for n in acknowledged.created.values())
        tally.unexpected = acknowledged.unexpected
        tally.recovered = sum(not acknowledged.created[order_id] for order_id in counts)
        tally.notes.append(f"answers {dict(acknowledged.answers)}")
        starts = sum(web.starts - 1 for web in it.webs)
        tally.notes.append(f"{starts} starts of web processes")
        tally.notes.append("recovered: written, and the first answer died with its process")
        tally.must(len(rows) == len(amounts), f"{len(rows)} rows of {len(amounts)} orders")
        total = sum(row["sale_amount"] for row in rows)
        tally.must(total == sum(amounts.values()), f"their sum is {total}, exactly")
        tally.must(half == 0 and histories == len(rows), f"{half} half states")
        await reconcile_all(db, tally)


async def change_at_once(it: Stand, tally: Tally) -> None:
    """The same id with another amount changes the order, with history; copies of that change nothing."""
    made = await deal(it.portal)
    order = made.order("10.00")
    await made.report(order)
    other = {**order, "items": [{"amount": "12.50"}]}
    acknowledged = await asyncio.gather(*(made.outcomes(other) for _ in range(COPIES)))
    outcomes = Counter(outcome for one in acknowledged for outcome in one)
    [row] = await made.rows("conversion")
    history = await made.rows("conversion_history")
    tally.must(
        outcomes == {"updated": 1, "unchanged": COPIES - 1}
        and row["sale_amount"] == Decimal("12.50")
        and len(history) == 2,
        f"another amount changes it once: {dict(outcomes)}",
    )


async def control(it: Stand) -> Tally:
    """Look whether an order is there, then insert it."""
    tally = Tally("   control: check, then insert", control=True)
    pool = it.resources.pool
    await pool.execute("create table naive_order (order_id int)")

    async def take(order_id: int) -> None:
        async with pool.acquire() as db:
            if not await db.fetchval("select true from naive_order where order_id = $1", order_id):
                await db.execute("insert into naive_order values ($1)", order_id)

    began = monotonic()
    for order_id in range(200):
        await asyncio.gather(*(take(order_id) for _ in range(COPIES)))
    rows = await pool.fetchval("select count(*) from naive_order")
    tally.duplicated = rows - 200
    tally.notes.append(f"{rows} rows of 200 orders in {monotonic() - began:.1f} s")
    return tally


async def halves(it: Stand) -> Tally:
    """Write an order and its item in two statements that stand by themselves, while some writes fail."""
    tally = Tally("   control: no transaction", control=True)
    pool = it.resources.pool
    await pool.execute("create table naive_head (id int)")
    await pool.execute("create table naive_item (id int check (id % 10 <> 0))")
    for order_id in range(100):
        await pool.execute("insert into naive_head values ($1)", order_id)
        with suppress(asyncpg.CheckViolationError):
            await pool.execute("insert into naive_item values ($1)", order_id)
    tally.lost = await pool.fetchval(
        "select count(*) from naive_head where id not in (select id from naive_item)"
    )
    tally.notes.append(f"lost: the items of {tally.lost} orders, whose heads stand")
    return tally
