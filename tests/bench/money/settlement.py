"""Closing a month: its duration beside bare writes of the same rows, and resuming after a kill."""

import asyncio
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from time import perf_counter
from typing import Any, NamedTuple

from handlers.network.money import month_closing
from rpc import Worker
from rpc.config.settings import Settings
from rpc.process.resources import Resources, open_resources
from schema.network.settlement import CloseMonth
from sql.core.copy_text import copy_lines
from sql.core.uuids import random_uuids
from tests.bench.budget import Budget, table
from tests.bench.seed import Seeded, environment

BY_BARE = 3
"""How many times as long as bare writes of the same rows closing may take (issue 16)."""
MONTH = date(2026, 10, 1)
AT = datetime(2026, 10, 12, tzinfo=UTC)
NOW = datetime(2026, 11, 2, tzinfo=UTC)
PAIRS = 6
"""Brands that are closed beside as many that are written bare."""
BRANDS = 20
OF_EACH = 5
"""Brands that a publisher works with."""
ITEMS_OF_ORDER = 2
FIRST_UID, FIRST_OID = 700_000_000, 7_000_000_000

ORDERS = """
insert into conversion (publisher_id, oid, mid, order_id, site_id, link_id, order_time, currency, report_currency,
    rate, sale_amount, sale_comm, report_amount, report_comm, status, created_at, updated_at)
select $1 + i % $3, $2 + i, mids[1 + (i % $3 + 4 * (i / $3 % $4)) % 20], 'S' || i, 1, 1, $5, 'GBP', 'GBP', 1,
       20, 2, 20, 2, 'Approved', $5, $5
  from generate_series(0::bigint, $6::bigint - 1) as i, (select array_agg(mid order by mid) as mids
                                            from (select mid from brand order by mid limit 20) as b) as brands
"""
ITEMS = """
insert into conversion_item (publisher_id, oid, item_id, quantity, comm_rate, sale_amount, sale_comm, ori_amount,
    ori_comm, report_amount, report_comm, status, validation_date, updated_at)
select $1 + i % $3, $2 + i, item::text, 1, 10, 10, 1, 10, 1, 10, 1, 'Approved', $4, $4
  from generate_series(0::bigint, $5::bigint - 1) as i, generate_series(1, 2) as item
"""


class Rows(NamedTuple):
    """What closing a brand's month writes for one publisher."""

    uid: int
    oids: list[int]


def measure(seeded: Seeded, *, rounds: int, seconds: float) -> tuple[str, list[Budget]]:
    """The section of the report, and its budgets; fewer publishers where rounds are short."""
    publishers = 200 if seconds < 2 else 2_000
    with ThreadPoolExecutor(1) as thread:  # a thread of its own has no loop that could be disturbed
        found = thread.submit(asyncio.run, compare(seeded.url, publishers)).result()
    ratios, strays, took, closed = found
    budgets = [
        Budget("time, by bare writes of the same rows", BY_BARE, ratios, at_most=True),
        Budget("settled twice or not at all after a kill", 0, [strays], at_most=True),
    ]
    brands = f"{OF_EACH} of {BRANDS} brands for each publisher"
    text = f"""## Settlements

A month of {publishers:,} publishers and {publishers * 200:,} items, {brands}: months are
closed as the worker closes them, each publisher in its own transaction, beside brands of the same size whose rows
(items, settlements, ledger, events) are simply written, also in one transaction for each publisher, by a connection
that queries nothing. The database waits for its disk. {closed:,} settlements of {PAIRS} brands took {took:.1f} s.

{table(budgets)}
"""
    return text, budgets


async def compare(url: str, publishers: int) -> tuple[list[float], int, float, int]:
    """Ratios of pairs of brands, strays of a killed run, and what closing took."""
    settings = Settings.from_environment(environment(url))
    async with open_resources(settings, url) as resources:
        await fill(resources, publishers)
        async with resources.pool.acquire() as db:
            mids = [
                row["mid"] for row in await db.fetch("select mid from brand order by mid limit 20")
            ]
            ratios, took = [], 0.0
            for one, other in zip(mids[:PAIRS], mids[PAIRS : 2 * PAIRS], strict=True):
                mine = await count_seconds(close(db, resources, one))
                bare = await count_seconds(write_bare(db, other, await rows_of(db, other)))
                ratios.append(mine / bare)
                took += mine
                print(f"  closing {mine:6.2f} s, bare {bare:6.2f} s: {mine / bare:.2f}", flush=True)
            closed = await db.fetchval(
                "select count(*) from settlement where mid = any($1)", mids[:PAIRS]
            )
            strays = await count_strays(db, resources, mids[2 * PAIRS])
    return ratios, strays, took, closed


async def count_seconds(work: Any) -> float:
    began = perf_counter()
    await work
    return perf_counter() - began


async def fill(resources: Resources, publishers: int) -> None:
    """Approved items of a number of publishers, 200 each."""
    orders = publishers * 200 // ITEMS_OF_ORDER
    async with resources.pool.acquire() as db:
        await db.execute("set statement_timeout = 0")
        await db.execute(
            "insert into publisher (publisher_id, name, currency)"
            " select $1 + i, 'P' || i, 'GBP' from generate_series(0::bigint, $2::bigint - 1) as i",
            FIRST_UID,
            publishers,
        )
        await db.execute(ORDERS, FIRST_UID, FIRST_OID, publishers, OF_EACH, AT, orders)
        await db.execute(ITEMS, FIRST_UID, FIRST_OID, publishers, AT, orders)
        await db.execute("analyze conversion, conversion_item")
        await db.execute("reset statement_timeout")


async def close(db: Any, resources: Resources, mid: int) -> None:
    await month_closing.close(Worker(db=db, now=NOW, resources=resources), CloseMonth(mid, MONTH))


async def rows_of(db: Any, mid: int) -> list[Rows]:
    found = defaultdict(list)
    for row in await db.fetch(
        "select publisher_id, oid from conversion where mid = $1 and publisher_id >= $2 order by 1, 2",
        mid,
        FIRST_UID,
    ):
        found[row["publisher_id"]].append(row["oid"])
    return [Rows(uid, oids) for uid, oids in found.items()]


async def write_bare(db: Any, mid: int, publishers: list[Rows]) -> None:
    """The same rows by statements that ask nothing."""
    ledger = (
        "publisher_id",
        "posting_id",
        "line",
        "at",
        "kind",
        "account",
        "currency",
        "amount",
        "settlement_id",
    )
    for number, (uid, oids) in enumerate(publishers, 1):
        settlement_id = 90_000_000 + mid * 10_000 + number
        amount = len(oids) * ITEMS_OF_ORDER
        async with db.transaction():
            await db.execute(
                "insert into settlement (publisher_id, settlement_id, type, mid, period, source, amount, currency,"
                " items, orders, note, created_at)"
                " values ($1, $2, 'commission', $3, $4, $5, $6, 'GBP', $7, $8, '', $9)",
                *(uid, settlement_id, mid, MONTH, f"commission:{mid}:2026-10", amount),
                *(amount, len(oids), NOW),
            )
            await db.execute(
                "update conversion_item set settlement_id = $3, settlement_date = $4"
                " where publisher_id = $1 and oid = any($2::bigint[])",
                *(uid, oids, settlement_id, NOW),
            )
            [posting] = random_uuids(1)
            lines = [
                (uid, posting, 1, NOW, "settled", "receivable", "GBP", amount, settlement_id),
                (uid, posting, 2, NOW, "settled", "publisher", "GBP", -amount, settlement_id),
            ]
            await copy_lines(db, "ledger", ledger, lines)
            events = [
                (uid, 3, {"settlement_id": settlement_id, "status": "Approved", "sale_amount": "20", "sale_comm": "2"},
                 1, mid, oid, NOW, event_id)
                for oid, event_id in zip(oids, random_uuids(len(oids)), strict=True)
            ]  # fmt: skip
            columns = (
                "publisher_id",
                "event_type",
                "body",
                "site_id",
                "mid",
                "oid",
                "at",
                "event_id",
            )
            await copy_lines(db, "event", columns, events)


async def count_strays(db: Any, resources: Resources, mid: int) -> int:
    """Items that are in no settlement or settlements that are not their sum, of a run that ended on its way."""
    async with resources.pool.acquire() as other:
        run = asyncio.create_task(close(other, resources, mid))
        count = "select count(*) from settlement where mid = $1"
        while not run.done() and not await db.fetchval(count, mid):
            await asyncio.sleep(0.02)
        run.cancel()
        await asyncio.gather(run, return_exceptions=True)
    before = await db.fetchval(count, mid)
    await close(db, resources, mid)
    print(
        f"  killed after {before} settlements, {await db.fetchval(count, mid)} in the end",
        flush=True,
    )
    strays: int = await db.fetchval(
        """
        select count(*) from (
            select c.publisher_id, sum(i.report_comm) as earned, count(i.settlement_id) = count(*) as whole,
                   count(distinct i.settlement_id) as settlements
              from conversion c
              join conversion_item i on i.publisher_id = c.publisher_id and i.oid = c.oid
             where c.mid = $1 and c.publisher_id >= $2 group by c.publisher_id) as found
          left join settlement s on s.publisher_id = found.publisher_id and s.mid = $1
         where not whole or settlements <> 1 or s.amount is distinct from earned
        """,
        mid,
        FIRST_UID,
    )
    return strays
