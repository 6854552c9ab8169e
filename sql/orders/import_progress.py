"""The progress of imports of order files, so that an interrupted import resumes where it stopped."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from decimal import Decimal

import msgspec
from msgspec import Struct

from schema.orders.import_order_rows import DOUBTFUL_MAX, DoubtfulLine, LineRefusal
from sql.core.db import (
    Connection,
    Pool,
    all_rows,
    copy_records,
    fetch,
    maybe_row,
    one_value,
    run,
    text,
)


class ImportTally(Struct, frozen=True, kw_only=True):
    """The outcome of a file's lines so far, apart from refused ones."""

    lines: int = 0
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    repeats: int = 0
    sales: dict[str, Decimal] = {}
    rejected: dict[str, Decimal] = {}
    warned: int = 0
    """The number of orders imported with a warning."""
    warnings: list[DoubtfulLine] = []
    """The first warnings, at most DOUBTFUL_MAX."""


COUNTS = ("lines", "created", "updated", "unchanged", "repeats", "warned")
IMPORT_TABLES = (
    "conversion",
    "conversion_item, conversion_history, order_directory, event, rollup",
)
"""The tables that an import writes, in two parts that take about the same time."""


class ImportProgress(Struct, frozen=True):
    """How many orders of a file have been imported, in the file's order."""

    orders: int
    tally: ImportTally


async def use_bulk_settings(db: Connection) -> None:
    """Commit this transaction without waiting for the disk, and look up rows by their keys.

    The progress of a file reaches the disk after the rows it covers, and clear() waits for both: a crash
    in between loses some of the last batches together with their progress, and the import repeats them.
    A plan made while a table was small would read all of it once the table has grown.
    """
    await db.execute("set local synchronous_commit = off; set local enable_seqscan = off")


LOCK = "select pg_try_advisory_lock(hashtextextended(encode(:file_hash, 'hex'), 0))"
UNLOCK = "select pg_advisory_unlock(hashtextextended(encode(:file_hash, 'hex'), 0))"


@asynccontextmanager
async def lock(pool: Pool, file_hash: bytes) -> AsyncIterator[bool]:
    """Lock the import of this file while the block runs; False if another process has locked it."""
    async with pool.acquire() as db:
        locked = bool(await one_value(db, text(LOCK, file_hash=file_hash)))
        try:
            yield locked
        finally:
            if locked and not db.is_closed():
                await run(db, text(UNLOCK, file_hash=file_hash))


async def get_progress(db: Connection, file_hash: bytes) -> ImportProgress | None:
    """The progress of an unfinished import of this file."""
    query = text(
        "select orders, tally from import_progress where file_hash = :file_hash",
        file_hash=file_hash,
    )
    return await maybe_row(db, query, ImportProgress)


async def get_tally(db: Connection, marks: Sequence[bytes]) -> ImportTally:
    """The outcome of the lines so far, summed over the shares of the file with these hashes."""
    query = text(
        "select tally from import_progress where file_hash = any(:marks)", marks=list(marks)
    )
    rows = await fetch(db, query)
    tallies = msgspec.convert([row["tally"] for row in rows], list[ImportTally])
    counts = {name: sum(getattr(tally, name) for tally in tallies) for name in COUNTS}
    warnings = [line for tally in tallies for line in tally.warnings]
    warnings.sort(key=lambda line: line.line)
    return ImportTally(
        **counts,
        sales=add_sums(tally.sales for tally in tallies),
        rejected=add_sums(tally.rejected for tally in tallies),
        warnings=warnings[:DOUBTFUL_MAX],
    )


def add_sums(sums: Iterable[dict[str, Decimal]]) -> dict[str, Decimal]:
    """Add up amounts by currency."""
    total: defaultdict[str, Decimal] = defaultdict(Decimal)
    for each in sums:
        for currency, amount in each.items():
            total[currency] += amount
    return dict(total)


async def get_refused_lines(db: Connection, marks: Sequence[bytes]) -> list[LineRefusal]:
    """The lines refused so far."""
    query = text(
        "select line, order_id, reason from import_refused where file_hash = any(:marks) order by line",
        marks=list(marks),
    )
    return await all_rows(db, query, LineRefusal)


async def save_progress(
    db: Connection,
    file_hash: bytes,
    progress: ImportProgress,
    refused: Sequence[LineRefusal],
    now: datetime,
) -> None:
    """Save the progress of a file, and the lines refused since the last time."""
    progress_query = text(
        """
        insert into import_progress (file_hash, orders, tally, at) values (:file_hash, :orders, :tally, :now)
            on conflict (file_hash) do update
           set orders = excluded.orders, tally = excluded.tally, at = excluded.at
        """,
        file_hash=file_hash,
        orders=progress.orders,
        tally=progress.tally,
        now=now,
    )
    async with db.transaction():
        await use_bulk_settings(db)
        await run(db, progress_query)
        rows = [(file_hash, line.line, line.order_id, line.reason) for line in refused]
        await copy_records(db, "import_refused", ("file_hash", "line", "order_id", "reason"), rows)


async def clear(db: Connection, marks: Sequence[bytes]) -> None:
    """Delete the progress of a file that has been imported completely; the next import begins at its first line."""
    async with db.transaction():
        values = list(marks)
        await run(
            db, text("delete from import_refused where file_hash = any(:marks)", marks=values)
        )
        await run(
            db, text("delete from import_progress where file_hash = any(:marks)", marks=values)
        )


async def analyze(pool: Pool) -> None:
    """Update the planner's statistics for the many new rows now, without waiting for autovacuum."""

    async def analyze(tables: str) -> None:
        async with pool.acquire() as db:
            await db.execute(f"analyze {tables}")

    await asyncio.gather(*map(analyze, IMPORT_TABLES))
