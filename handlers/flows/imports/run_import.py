"""Imports a file that was queued: its progress, then each refused line; restarted after a kill, without duplicates."""

import asyncio
import secrets
from functools import partial
from operator import itemgetter
from pathlib import Path

import msgspec

import sql.orders.import_progress
import sql.orders.order_import
from handlers.flows.imports.decisions import DELIMITER, decide_file
from handlers.flows.imports.decisions import read_rows as read_decisions
from handlers.flows.imports.import_batches import Share, import_share, scan_file
from handlers.flows.imports.orders_file import read_row_keys, read_rows
from handlers.flows.imports.refused_file import write_refused_file
from handlers.flows.imports.stored_file import local_copy
from rpc import Fault, Worker
from schema.accounts.download import DownloadStatus
from schema.network.order_import import ImportKind
from schema.orders.import_mapping import ImportFault, ImportMapping, RefusedLine
from schema.orders.import_reasons import to_plain_words
from sql.orders.import_progress import ImportTally

IMPORT_ATTEMPTS = 5
WHOLE = Share(0, 1)
"""The one share of a file that a single process imports."""
STOPPED_MESSAGE = "The import stopped before it finished. What was imported is kept; import the file again for the rest"


async def run_import(ctx: Worker, id: int) -> bool:
    """Import a queued file. False if another import of the same file has not ended, so that this one has to wait."""
    row = await sql.orders.order_import.get(ctx.db, id)
    if row is None or row.status > DownloadStatus.PROCESSING:
        return True
    try:
        async with local_copy(ctx, row.file) as file:
            if row.kind is ImportKind.DECISIONS:
                tally, refused = await decide_file(ctx, id, file)
                await finish(ctx, id, tally, refused, await write_decisions(file, refused))
                return True
            assert row.mapping is not None
            return await import_orders(ctx, id, file, row.mapping)
    except ImportFault as fault:
        await sql.orders.order_import.fail(ctx.db, id, str(fault), ctx.resources.clock.now())
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
    """Import the orders of a file. False if somebody else imports it now."""
    scan = await asyncio.to_thread(scan_file, file, mapping)
    key = WHOLE.key(scan.digest)
    async with sql.orders.import_progress.lock(ctx.resources.pool, scan.digest) as locked:
        if not locked:
            return False
        await sql.orders.order_import.start(ctx.db, id, scan.lines)

        async def report() -> None:
            done = (await sql.orders.import_progress.get_tally(ctx.db, [key])).lines
            await sql.orders.order_import.set_progress(ctx.db, id, done)

        await import_share(ctx.resources, file, mapping, scan, WHOLE, report)
        tally = await sql.orders.import_progress.get_tally(ctx.db, [key])
        refused = [
            msgspec.structs.replace(line, reason=to_plain_words(line.reason, mapping))
            for line in await sql.orders.import_progress.get_refused_lines(ctx.db, [key])
        ]
        body = await write_orders(file, mapping, refused)
        await finish(ctx, id, tally, refused, body, done_with=key)
    await sql.orders.import_progress.analyze(ctx.resources.pool)
    return True


async def write_orders(file: Path, mapping: ImportMapping, refused: list[RefusedLine]) -> bytes:
    """The file of refused lines of a file of orders."""
    read = partial(read_rows, file, mapping)
    key_of = read_row_keys(file, mapping)
    return await asyncio.to_thread(write_refused_file, read, key_of, refused, mapping.delimiter)


async def write_decisions(file: Path, refused: list[RefusedLine]) -> bytes:
    """The file of refused lines of a file of decisions, in which each row is for itself."""
    read = partial(read_decisions, file)
    return await asyncio.to_thread(write_refused_file, read, itemgetter(0), refused, DELIMITER)


async def finish(
    ctx: Worker,
    id: int,
    tally: ImportTally,
    refused: list[RefusedLine],
    refused_file: bytes,
    *,
    done_with: bytes = b"",
) -> None:
    """Store the outcome and delete the progress, in one transaction."""
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
