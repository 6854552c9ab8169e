"""Imports queued files, saving progress and then the refused lines. A killed import resumes without duplicates."""

import asyncio
import secrets
from functools import partial
from operator import itemgetter
from pathlib import Path

import msgspec

import sql.orders.import_progress
import sql.orders.order_import
from handlers.flows.table_reading import find_file_layout
from handlers.flows.table_upload import local_copy
from handlers.network.imports.decisions import decide_file
from handlers.network.imports.decisions import read_rows as read_decisions
from handlers.network.imports.import_batches import Share, import_share, scan_file
from handlers.network.imports.orders_file import (
    complete_mapping,
    read_row_keys,
    read_rows,
)
from handlers.network.imports.refused_file import write_refused_file
from rpc import Fault, Worker
from rpc.monitoring.metrics import ORDER_FIGURES
from schema.accounts.account import NETWORK
from schema.core.table_file import FileFlaw
from schema.exports.download import DownloadStatus
from schema.network.order_import import ImportKind
from schema.orders.import_mapping import ImportMapping
from schema.orders.import_order_rows import LineRefusal
from schema.orders.import_refusals import to_plain_words
from sql.orders.import_progress import ImportTally

IMPORT_ATTEMPTS = 5
WHOLE = Share(0, 1)
"""The one share of a file that a single process imports."""
STOPPED_MESSAGE = "The import stopped before it finished. What was imported is kept; import the file again for the rest"


async def run_import(ctx: Worker, id: int) -> bool:
    """Import a queued file. False if another import of the same file is running, so that this one has to wait."""
    row = await sql.orders.order_import.get(ctx.db, id)
    if row is None or row.status > DownloadStatus.PROCESSING:
        return True
    try:
        async with local_copy(ctx, NETWORK, row.file) as file:
            if row.kind is ImportKind.DECISIONS:
                tally, refused = await decide_file(ctx, id, file)
                await finish(ctx, id, tally, refused, await write_decisions(file, refused))
                return True
            assert row.mapping is not None
            imported = await import_orders(ctx, id, file, row.mapping)
            if imported:
                took = ctx.resources.clock.now() - row.created_at
                ORDER_FIGURES.observe(took.total_seconds(), "file")
            return imported
    except FileFlaw as flaw:
        await sql.orders.order_import.fail(ctx.db, id, str(flaw), ctx.resources.clock.now())
        return True
    except Exception as error:
        if ctx.attempt >= IMPORT_ATTEMPTS:
            await sql.orders.order_import.fail(
                ctx.db, id, STOPPED_MESSAGE, ctx.resources.clock.now()
            )
        if isinstance(error, Fault):  # final for a job, but storage that is down comes back
            raise RuntimeError(str(error)) from error
        raise


async def import_orders(ctx: Worker, id: int, file: Path, mapping: ImportMapping) -> bool:
    """Import the orders of a file. False if another process is importing it now."""
    scan = await asyncio.to_thread(lambda: scan_file(file, complete_mapping(file, mapping)))
    mapping = scan.mapping
    key = WHOLE.key(scan.digest)
    async with sql.orders.import_progress.lock(ctx.resources.pool, scan.digest) as locked:
        if not locked:
            return False
        await sql.orders.order_import.start(ctx.db, id, scan.lines, mapping)

        async def report() -> None:
            done = (await sql.orders.import_progress.get_tally(ctx.db, [key])).lines
            await sql.orders.order_import.set_progress(ctx.db, id, done)

        await import_share(ctx.resources, file, scan, WHOLE, report)
        tally = await sql.orders.import_progress.get_tally(ctx.db, [key])
        refused = [
            msgspec.structs.replace(line, reason=to_plain_words(line.reason, mapping))
            for line in await sql.orders.import_progress.get_refused_lines(ctx.db, [key])
        ]
        warnings = [
            msgspec.structs.replace(line, warning=to_plain_words(line.warning, mapping))
            for line in tally.warnings
        ]
        tally = msgspec.structs.replace(tally, warnings=warnings)
        body = await write_orders(file, mapping, refused)
        await finish(ctx, id, tally, refused, body, done_with=key)
    await sql.orders.import_progress.analyze(ctx.resources.pool)
    return True


async def write_orders(file: Path, mapping: ImportMapping, refused: list[LineRefusal]) -> bytes:
    """The content of the file of refused lines, for a file of orders."""
    read = partial(read_rows, file, mapping)
    key_of = read_row_keys(file, mapping)
    return await asyncio.to_thread(write_refused_file, read, key_of, refused, mapping.delimiter)


async def write_decisions(file: Path, refused: list[LineRefusal]) -> bytes:
    """The content of the file of refused lines, for a file of decisions, whose rows are independent of each other."""
    layout = await asyncio.to_thread(find_file_layout, file)
    read = partial(read_decisions, file, layout)
    return await asyncio.to_thread(
        write_refused_file, read, itemgetter(0), refused, layout.delimiter
    )


async def finish(
    ctx: Worker,
    id: int,
    tally: ImportTally,
    refused: list[LineRefusal],
    refused_file: bytes,
    *,
    done_with: bytes = b"",
) -> None:
    """Store the outcome of an import and delete its progress, in one transaction."""
    name = await store_refused(ctx, refused_file) if refused_file else None
    async with ctx.db.transaction():
        now = ctx.resources.clock.now()
        await sql.orders.order_import.finish(ctx.db, id, tally, refused, refused_file=name, now=now)
        if done_with:
            await sql.orders.import_progress.clear(ctx.db, [done_with])


async def store_refused(ctx: Worker, body: bytes) -> str:
    """Store a file of refused lines. Returns its name."""
    name = f"{secrets.token_urlsafe(24)}.csv"
    await ctx.resources.storage.put(name, body)
    return name
