"""Exports: CSV beside bare COPY of the same query, the memory of the other formats, and other callers' delay."""

import asyncio
import os
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from tempfile import TemporaryFile
from time import perf_counter
from typing import Any, NamedTuple

import psutil

import sql.exports.export_statements
from handlers.reports.export_build import Progress, send_to_file
from handlers.reports.export_table import open_transactions
from handlers.reports.report_queries import Reader, order_query
from rpc.config.settings import Settings
from rpc.process.resources import Resources, open_resources
from schema.core.days import Days
from schema.exports.export import ExportFormat, ExportReport, ExportRequest
from schema.reports.report import TransactionFilter
from tests.bench.budget import Budget, table
from tests.bench.machine import CORES, FOLDER
from tests.bench.reports.beside_exports import PER_SECOND, compare_others
from tests.bench.seed import Seeded, environment

MILLION, SMALL = 1_000_000, 50_000
BY_COPY = 0.9
FILL_SECONDS = 600.0
CELLS = 10_000_000
CELLS_SECONDS = 60
XLSX_MEMORY, PARQUET_MEMORY = 60, 200
"""MiB: of XLSX beside its libraries, of Parquet with them (issue 16)."""
OTHERS = 2
"""Times that others' slowest hundredth may take as long while a file is made (speed.md §4)."""

ORDERS = """
insert into conversion (publisher_id, oid, mid, order_id, site_id, link_id, order_time, uid1, country, currency,
    report_currency, rate, sale_amount, sale_comm, report_amount, report_comm, status, created_at, updated_at)
select $1, 8000000000 + i, mids[1 + i % 20], 'E' || i, $2, 1, $3::timestamptz - make_interval(secs => i * 20),
       'label ' || i % 50, 'GB', 'GBP', 'GBP', 1, 20 + i % 900, 2, 20 + i % 900, 2, 'Approved', $3, $3
  from generate_series(0, $4::int - 1) as i, (select array_agg(mid order by mid) as mids from brand) as brands
"""
ITEMS = """
insert into conversion_item (publisher_id, oid, item_id, quantity, comm_rate, sale_amount, sale_comm, ori_amount,
    ori_comm, report_amount, report_comm, status, validation_date, updated_at)
select publisher_id, oid, 'a', 1, 10, sale_amount, sale_comm, sale_amount, sale_comm, report_amount, report_comm,
       status, order_time, updated_at from conversion where publisher_id = $1
"""


class FileFigures(NamedTuple):
    """A file that was made: seconds, rows, columns, and MiB of the program that wrote it."""

    seconds: float
    rows: int
    columns: int
    mebibytes: float


def measure(seeded: Seeded, *, rounds: int, seconds: float) -> tuple[str, list[Budget]]:
    """The section of the report, and its budgets; fewer orders where rounds are short."""
    orders = SMALL if seconds < 2 else MILLION
    with ThreadPoolExecutor(1) as thread:  # a thread of its own has no loop that could be disturbed
        found = thread.submit(asyncio.run, make_files(seeded, orders, rounds)).result()
    copies, files, bare_program = found
    xlsx, parquet = files[ExportFormat.XLSX], files[ExportFormat.PARQUET]
    per_cells = xlsx.seconds / (xlsx.rows * xlsx.columns) * CELLS
    beside = compare_others(seeded, rounds)
    budgets = [
        Budget("CSV, rate by bare COPY of the same query", BY_COPY, copies),
        Budget("XLSX, seconds for ten million cells", CELLS_SECONDS, [per_cells], at_most=True),
        Budget(
            "XLSX, MiB beside its libraries",
            *(XLSX_MEMORY, [xlsx.mebibytes - bare_program]),
            at_most=True,
        ),
        Budget("Parquet, MiB", PARQUET_MEMORY, [parquet.mebibytes], at_most=True),
        Budget("others' p99 while files are made, by before", OTHERS, beside, at_most=True),
    ]
    rates = "\n".join(
        f"| {format} | {made.rows / made.seconds:,.0f} | {made.mebibytes:.0f} |"
        for format, made in files.items()
    )
    text = f"""## Files of reports

{xlsx.rows:,} items of one publisher, {xlsx.columns} columns each, written by the code of the worker's job; the
control is asyncpg's COPY of the same query into a file. XLSX and Parquet are written by programs of their own,
whose memory is measured. Others make {PER_SECOND} calls of `/site/list` a second while the worker makes files.

{table(budgets)}

| format | rows a second | MiB of its program |
| --- | --- | --- |
{rates}
"""
    return text, budgets


async def make_files(
    seeded: Seeded, orders: int, rounds: int
) -> tuple[list[float], dict[ExportFormat, FileFigures], float]:
    """Ratios of CSV to COPY by round, a file of each format, and the memory of the XLSX program without rows."""
    os.sched_setaffinity(0, CORES)  # the job, its programs and the database share all cores
    settings = Settings.from_environment(environment(seeded.url))
    async with open_resources(settings, seeded.url) as resources:
        reader = await fill(resources, orders)
        async with resources.pool.acquire() as db:
            reader = Reader(**{**vars(reader), "db": db})
            days = Days.last(5 * 365, reader.now, reader.zone)
            whole = TransactionFilter(start_date=days.start, end_date=days.end)
            await copy_bare(reader, whole)  # the first one warms
            copies = []
            for _ in range(rounds):
                bare = await count_seconds(copy_bare(reader, whole))
                made = await make_file(reader, whole, ExportFormat.CSV)
                copies.append(bare / made.seconds)
                print(
                    f"  CSV {made.seconds:6.2f} s, COPY {bare:6.2f} s: {copies[-1]:.2f}", flush=True
                )
            files = {format: await make_file(reader, whole, format) for format in ExportFormat}
            nothing = TransactionFilter(start_date=days.end, end_date=days.end, order_id="none")
            empty = await make_file(reader, nothing, ExportFormat.XLSX)
    return copies, files, empty.mebibytes


async def fill(resources: Resources, orders: int) -> Reader:
    """So many orders of the publisher of the sessions; returns its reader, without a connection."""
    now = resources.clock.now()
    async with resources.pool.acquire() as db:
        uid, site_id = await db.fetchrow(
            "update publisher set default_site_id = (select min(site_id) from site"
            " where site.publisher_id = publisher.publisher_id)"
            " where publisher_id = (select publisher_id from account where username = 'bench')"
            " returning publisher_id, default_site_id"
        )
        await db.execute("set statement_timeout = 0")
        await db.execute(ORDERS, uid, site_id, now, orders, timeout=FILL_SECONDS)
        await db.execute(ITEMS, uid, timeout=FILL_SECONDS)
        await db.execute("analyze conversion, conversion_item", timeout=FILL_SECONDS)
        await db.execute("reset statement_timeout")
    return Reader(
        db=None,
        publisher_id=uid,
        zone="UTC",
        currency="GBP",
        now=now,
        public_url="http://localhost",
    )


async def count_seconds(work: Coroutine[Any, Any, object]) -> float:
    began = perf_counter()
    await work
    return perf_counter() - began


async def copy_bare(reader: Reader, filter: TransactionFilter) -> None:
    orders = await order_query(reader, filter)
    template = sql.exports.export_statements.items_template(orders.shape)
    query = template.bind({**orders.values, "note_mids": [], "notes": [], "shown_notes": []})
    file = FOLDER / "bare.csv"
    await reader.db.copy_from_query(
        query.statement, *query.values, output=file, format="csv", timeout=3_600
    )
    file.unlink()


async def make_file(reader: Reader, filter: TransactionFilter, format: ExportFormat) -> FileFigures:
    """Make a file as the worker's job does."""
    request = ExportRequest(
        report=ExportReport.TRANSACTIONS, format=format, filter={}, zone="UTC", currency="GBP"
    )
    began = perf_counter()
    with TemporaryFile(dir=FOLDER) as file:
        async with reader.db.transaction(isolation="repeatable_read", readonly=True):
            rows = await open_transactions(reader, await order_query(reader, filter))
            with Memory() as memory:
                count = await send_to_file(rows, request, file, Progress())
    return FileFigures(perf_counter() - began, count, len(rows.columns), memory.mebibytes)


class Memory:
    """The most memory that a program of this process holds while the block runs."""

    mebibytes = 0.0

    def __enter__(self) -> "Memory":
        self._watching = asyncio.create_task(self._watch())
        return self

    def __exit__(self, *_: object) -> None:
        self._watching.cancel()

    async def _watch(self) -> None:
        while True:
            for child in psutil.Process().children():
                with suppress(psutil.NoSuchProcess):
                    held = child.memory_info().rss / 2**20
                    self.mebibytes = max(self.mebibytes, held)
            await asyncio.sleep(0.01)
