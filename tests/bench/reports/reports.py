"""Reports and pages at size: the portal's own statements beside the rows behind a covering index, and DuckDB."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from statistics import median

import asyncpg

from sql.server import embedded
from sql.server.migrate import migrate
from tests.bench.budget import Budget, table
from tests.bench.machine import FOLDER
from tests.bench.reports import calls as reports_calls
from tests.bench.reports import data
from tests.bench.reports import mix as reports_mix
from tests.bench.reports import writes as reports_writes
from tests.bench.reports.data import DAYS
from tests.bench.reports.mix import CONNECTIONS, PEER, PORTAL
from tests.bench.reports.questions import COVERING, UNCOVERED, time_questions
from tests.bench.rounds import listing, ratios
from tests.bench.seed import Seeded

SIZE, SMALL = 10_000_000, 200_000
SMALLER = 10
"""How many times fewer rows the other database has, which shows what growth costs."""
SETTINGS = ("max_wal_size = '16GB'", "shared_buffers = '4GB'")
"""Loading needs no safety, and its log is to be written once; memory as a server of this size has it."""
ROUNDS, SECONDS = 7, 4.0


def measure(_: Seeded | None, *, rounds: int, seconds: float) -> tuple[str, list[Budget]]:
    """The section of the report, and its budgets; the small form where rounds are short."""
    size = SMALL if seconds < 2 else SIZE
    # The caller has a loop of its own.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, section(size, rounds, seconds)).result()


async def section(
    size: int, rounds: int = ROUNDS, seconds: float = SECONDS
) -> tuple[str, list[Budget]]:
    folder = embedded.cluster_folder(FOLDER / "reports", chosen=True)
    server = await asyncio.to_thread(lambda: embedded.start(folder, durable=False))
    try:
        await run(server, *(f"alter system set {each}" for each in SETTINGS))
        await asyncio.to_thread(embedded.stop, folder)
        server = await asyncio.to_thread(lambda: embedded.start(folder, durable=False))
        async with AsyncExitStack() as stack:
            small = await stack.enter_async_context(make_database(server, "small", size // SMALLER))
            large = await stack.enter_async_context(make_database(server, "large", size))
            return await compare(small, large, size, rounds, seconds)
    finally:
        await asyncio.to_thread(embedded.stop, folder)


async def compare(
    small: str, large: str, size: int, rounds: int, seconds: float
) -> tuple[str, list[Budget]]:
    await run(large, *COVERING)
    times = await time_questions(small, large, rounds)
    await run(large, *UNCOVERED)
    mixed = await reports_mix.compare_peers(large, rounds=rounds, seconds=seconds)
    written = await reports_writes.ratios(large, rounds)
    calls = await reports_calls.p95(large, size, rounds)
    budgets = [
        Budget(f"by day: {SMALLER} times the rows", 1.2, over(times, "day", "day small"), at_most=True),
        Budget("far page: of page 1", 1.5, over(times, "page far", "page 1"), at_most=True),
        Budget("largest publisher, p95 ms", 40, calls.screens, at_most=True),
        Budget("by page or placement, p95 ms", 300, calls.values, at_most=True),
        Budget("by hour, 92 days, p95 ms", 300, calls.hours, at_most=True),
        Budget("Why, p95 ms", 300, calls.why, at_most=True),
    ]  # fmt: skip
    if size == SIZE:  # of few rows nobody needs a roll-up, and all their indexes are in memory
        budgets += [
            Budget("orders written: of bare", 0.5, written),
            Budget("by day, 24 months: of raw", 1 / 100, over(times, "day", "day raw"), at_most=True),
            Budget("by day, 24 months: of DuckDB", 1, over(times, "day", "day duckdb"), at_most=True),
            Budget("by brand, 24 months: of raw", 1 / 30, over(times, "brand", "brand raw"), at_most=True),
            Budget("totals: of count(*)", 1 / 50, over(times, "totals", "count(*)"), at_most=True),
            Budget("mixed publishers, × FastAPI with SQLAlchemy", 20, ratios(mixed, PORTAL, PEER)),
        ]  # fmt: skip
    text = f"""## Reports

{size:,} orders and {size:,} clicks of {DAYS} days and {data.PUBLISHERS:,} publishers, one of whom owns a
tenth of them and is the one reported on; statements as the portal sends them, {rounds} alternating rounds. Raw: orders
and clicks read from a covering index. DuckDB: one thread, the rows sorted by publisher and time.

{table(budgets)}

| milliseconds | median |
| --- | --- |
{chr(10).join(f"| {name} | {median(found):.2f} |" for name, found in times.items())}

Over HTTP, {CONNECTIONS} connections: by day and by brand, over 24 months and 90 days, for publishers of all
sizes, every tenth time for the largest. FastAPI with SQLAlchemy adds up the rows, which have indexes by publisher
and time.

{listing(mixed, PEER)}

Orders written with all roll-ups: {median(written):.2f} of the rate without.
"""
    return text, budgets


def over(times: dict[str, list[float]], one: str, other: str) -> list[float]:
    return [a / b for a, b in zip(times[one], times[other], strict=True)]


@asynccontextmanager
async def make_database(server: str, name: str, size: int) -> AsyncIterator[str]:
    """A database with a number of orders and clicks, dropped when the block ends."""
    await run(server, f"drop database if exists {name} with (force)", f"create database {name}")
    url = server.replace("/portal?", f"/{name}?")
    try:
        await asyncio.to_thread(migrate, url)
        print(f"Writing {size:,} orders and clicks", flush=True)
        await data.fill(url, size)
        yield url
    finally:
        await run(server, f"drop database {name} with (force)")


async def run(url: str, *statements: str) -> None:
    db = await asyncpg.connect(url)
    for statement in statements:
        await db.execute(statement)
    await db.close()
