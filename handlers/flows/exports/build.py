"""Makes the file of a report: from one snapshot, streamed to disk, visible once complete, restarted after a kill."""

import asyncio
import os
from datetime import timedelta
from tempfile import TemporaryFile
from typing import IO

import sql.accounts.download
import sql.core.outbox
import sql.exports.download_state
from handlers.flows.exports.reports import EXPORTS
from handlers.flows.exports.rows import ExportRows
from handlers.flows.reports.report_queries import Reader
from rpc import Fault, Worker
from rpc.exports.file_writer import open_writer
from schema.accounts.download import STOPPED_MESSAGE, DownloadStatus
from schema.core.event import Event, EventType
from schema.reports.export import BUSY_SECONDS, ExportRequest, MakeReport

EXPORT_ATTEMPTS = 5
EXPORT_WAIT = timedelta(seconds=2)
"""How long a report that waits for another one waits before it asks again."""
PROGRESS_INTERVAL = 1.0
"""Seconds between two progress reports."""


class Progress:
    """How many rows are written, of about how many."""

    def __init__(self) -> None:
        self.rows = 0
        self.expected = 0

    @property
    def percent(self) -> int:
        return min(99, 100 * self.rows // max(1, self.expected))


async def build_report(ctx: Worker, making: MakeReport) -> bool:
    """Make a requested report. False if another of the publisher is being made, so that this one has to wait."""
    uid, id = making.publisher_id, making.download_id
    row = await sql.accounts.download.get(ctx.db, uid, id)
    request = await sql.exports.download_state.get_request(ctx.db, uid, id)
    if row is None or request is None or row.status > DownloadStatus.PROCESSING:
        return True
    now = ctx.resources.clock.now()
    async with ctx.db.transaction():
        since = now - timedelta(seconds=BUSY_SECONDS)
        if not await sql.exports.download_state.claim(ctx.db, uid, id, now=now, busy_since=since):
            return False
    try:
        await make(ctx, making, request, row.file, row.filename)
    except Exception as error:
        if ctx.attempt >= EXPORT_ATTEMPTS:
            await sql.exports.download_state.fail(ctx.db, uid, id, STOPPED_MESSAGE)
        else:
            await sql.exports.download_state.requeue(ctx.db, uid, id, now)
        if isinstance(error, Fault):  # final for a job, but storage that is down comes back
            raise RuntimeError(str(error)) from error
        raise
    return True


async def make(
    ctx: Worker, making: MakeReport, request: ExportRequest, name: str, filename: str
) -> None:
    """Write the file and store it, unless the download is deleted meanwhile."""
    uid, id = making.publisher_id, making.download_id
    with TemporaryFile(dir=ctx.resources.settings.data_dir) as file:
        rows = await write_watched(ctx, making, request, file)
        if rows is None:
            return
        size = file.seek(0, os.SEEK_END)
        await ctx.resources.storage.put_file(name, file)
    now = ctx.resources.clock.now()
    async with ctx.db.transaction():
        if await sql.exports.download_state.finish(ctx.db, uid, id, rows=rows, size=size, now=now):
            body = {"download_id": id, "note": filename}
            await sql.core.outbox.add(ctx.db, [Event(uid, EventType.DOWNLOAD_READY, body)], now)


async def write_watched(
    ctx: Worker, making: MakeReport, request: ExportRequest, file: IO[bytes]
) -> int | None:
    """Write the rows and report the progress beside it. Returns their number, None if the download is gone."""
    progress = Progress()
    writing = asyncio.create_task(write_rows(ctx, making, request, file, progress))
    watching = asyncio.create_task(report_progress(ctx, making, progress))
    try:
        await asyncio.wait({writing, watching}, return_when=asyncio.FIRST_COMPLETED)
        if writing.done():
            return await writing
        await watching
        return None
    finally:
        for task in (writing, watching):
            task.cancel()
        await asyncio.gather(writing, watching, return_exceptions=True)


async def write_rows(
    ctx: Worker, making: MakeReport, request: ExportRequest, file: IO[bytes], progress: Progress
) -> int:
    """Read the report in one snapshot and write it. Returns the number of rows."""
    export = EXPORTS[request.report]
    reader = Reader(
        db=ctx.db,
        publisher_id=making.publisher_id,
        zone=request.zone,
        currency=request.currency,
        now=ctx.now,
        public_url=ctx.resources.settings.public_url,
    )
    async with ctx.db.transaction(isolation="repeatable_read", readonly=True):
        rows = await export.open_rows(reader, export.read_filter(request.filter))
        progress.expected = rows.expected
        return await send_to_file(rows, request, file, progress)


async def send_to_file(
    rows: ExportRows, request: ExportRequest, file: IO[bytes], progress: Progress
) -> int:
    async with open_writer(request.format, rows.columns, request.zone, file) as writer:

        async def write(lines: bytes) -> None:
            await writer.write(lines)
            progress.rows += lines.count(b"\n")

        return await rows.send(write)


async def report_progress(ctx: Worker, making: MakeReport, progress: Progress) -> None:
    """Save the progress now and then; ends when the download has been deleted."""
    while True:
        await asyncio.sleep(PROGRESS_INTERVAL)
        async with ctx.resources.pool.acquire() as db:
            if not await sql.exports.download_state.set_progress(
                db,
                making.publisher_id,
                making.download_id,
                progress=progress.percent,
                rows=progress.rows,
                now=ctx.resources.clock.now(),
            ):
                return
