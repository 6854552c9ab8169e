"""Builds a report's file: from one snapshot, streamed to disk, visible once complete, restarted if the worker dies."""

import asyncio
import os
from datetime import timedelta
from tempfile import TemporaryFile
from time import monotonic
from typing import IO

import sql.accounts.member
import sql.core.outbox
import sql.exports.download
import sql.exports.download_state
from handlers.reports.export_rows import ExportRows
from handlers.reports.export_table import EXPORTS
from handlers.reports.report_queries import Reader
from rpc import Code, Fault, Worker
from rpc.exports.file_writer import open_writer
from schema.accounts.team import Access
from schema.core.event import Event, EventType
from schema.exports.download import STOPPED_MESSAGE, DownloadStatus
from schema.exports.export import BUSY_SECONDS, ExportRequest, MakeReport
from sql.accounts.account import Login
from sql.core.copy_text import read_alone
from sql.core.narrowing import narrow

EXPORT_ATTEMPTS = 5
EXPORT_WAIT = timedelta(seconds=2)
"""How long a report that waits for another one waits before it retries."""
PAUSES = 2.0
"""The length of a pause relative to the work before it. The database and the writer of the file rest meanwhile."""
PAUSE_MAX = 0.1
"""The maximum length of one pause, in seconds."""
PROGRESS_INTERVAL = 1.0
"""Seconds between two progress reports."""


class Pace:
    """Throttles the writing of a file: after each chunk of rows, which takes milliseconds, pause twice as long.

    Reading and writing both pause, so that neither keeps a processor core from calls that wait for an answer.
    """

    def __init__(self) -> None:
        self._rested_at = monotonic()

    async def rest(self) -> None:
        worked = monotonic() - self._rested_at
        await asyncio.sleep(min(worked * PAUSES, PAUSE_MAX))
        self._rested_at = monotonic()


class Progress:
    """The number of rows written so far, and the number expected."""

    def __init__(self) -> None:
        self.rows = 0
        self.expected = 0

    @property
    def percent(self) -> int:
        return min(99, 100 * self.rows // max(1, self.expected))


async def build_report(ctx: Worker, making: MakeReport) -> bool:
    """Build a requested report. False if another of the publisher's is being built, so that this one has to wait."""
    uid, id = making.publisher_id, making.download_id
    row = await sql.exports.download.get(ctx.db, uid, id)
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
    """Write the rows and save the progress meanwhile. Returns the number of rows, None if the download was deleted."""
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
    """Read the report in one snapshot, as its requester may see it, and write it. Returns the number of rows."""
    access = await get_access(ctx, making)
    reader = Reader(
        db=narrow(ctx.db, access.site_ids),
        publisher_id=making.publisher_id,
        zone=request.zone,
        currency=request.currency,
        now=ctx.now,
        public_url=ctx.resources.settings.public_url,
        site_ids=access.site_ids,
        with_money=access.with_money,
        permissions=access.permissions,
    )
    async with ctx.db.transaction(isolation="repeatable_read", readonly=True):
        await read_alone(ctx.db)
        rows = await EXPORTS[request.report].read_rows(reader, request.filter)
        progress.expected = rows.expected
        return await send_to_file(rows, request, file, progress, Pace())


async def get_access(ctx: Worker, making: MakeReport) -> Access:
    """What the account that requested the file may see. Raises NOT_ALLOWED if it may not see the report any more."""
    row = await sql.exports.download.get(ctx.db, making.publisher_id, making.download_id)
    access = row and await sql.accounts.member.get_access(
        ctx.db, Login(making.publisher_id, row.account_id)
    )
    if not access:
        raise Fault(Code.NOT_ALLOWED)
    return access


async def send_to_file(
    rows: ExportRows,
    request: ExportRequest,
    file: IO[bytes],
    progress: Progress,
    pace: Pace | None = None,
) -> int:
    async with open_writer(request, rows.columns, file) as writer:

        async def write(lines: bytes) -> None:
            await writer.write(lines)
            progress.rows += lines.count(b"\n")
            if pace is not None:
                await pace.rest()

        return await rows.send(write)


async def report_progress(ctx: Worker, making: MakeReport, progress: Progress) -> None:
    """Save the progress at intervals, until the download is deleted."""
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
