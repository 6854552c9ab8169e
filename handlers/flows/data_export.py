"""A copy of all data that are somebody's own, made in the background and fetched by its owner alone."""

import asyncio
import os
import secrets
from dataclasses import dataclass
from tempfile import TemporaryFile

import msgspec

import sql.accounts.data_export
import sql.accounts.download
from rpc import Code, Fault, Member, Worker
from rpc.calls.audit import record
from rpc.calls.reauth import forbid_impersonation
from rpc.jobs.job import Job
from rpc.outside.zip_export import ZipExport
from schema.accounts.download import STOPPED, Download, DownloadKind, DownloadStatus, Making
from schema.accounts.upload import DOOR
from schema.network.retention import DOWNLOADS
from sql.accounts.account import Login

ATTEMPTS = 5
README = """A copy of what this portal keeps of you, made on {day}.

account.json     you and your company
*.csv            one table each, UTF-8, with the names of its columns in the first line
files/           the files you uploaded

Times say their offset from UTC; amounts are decimal numbers in the currency beside them.
A text that a spreadsheet would take for a formula has a ' in front.
Of payment methods only the last characters are shown.
"""


async def ask(ctx: Member, making: Job[Making]) -> Download:
    """Queue a new copy, in place of the one before; 20203, with what is under way, while one is made."""
    forbid_impersonation(ctx)
    of, kind = Login(ctx.publisher_id, ctx.account.id), DownloadKind.ACCOUNT
    id = await sql.accounts.download.ask(
        ctx.db,
        of,
        kind,
        filename=f"my-data-{ctx.now:%Y-%m-%d}.zip",
        file=f"{secrets.token_urlsafe(24)}.zip",
        now=ctx.now,
        expires_at=ctx.now + DOWNLOADS,
    )
    if id is None:
        found = await sql.accounts.download.under_way(ctx.db, of, kind)
        raise Fault(Code.DOWNLOAD_DUPLICATE, data=found and found.to_wire(None))
    await ctx.resources.shared_limits.export.spend(
        ctx.db, f"{of.publisher_id}:{of.account_id}", ctx.now
    )
    await making.later(ctx.db, Making(of.publisher_id, id))
    await record(ctx, of)
    made = await sql.accounts.download.get(ctx.db, of.publisher_id, id)
    assert made is not None
    return made.to_wire(None)


def shown(ctx: Member, row: sql.accounts.download.DownloadRow) -> Download:
    """A download for its owner: a ready one with an address that opens it for this session alone."""
    if row.status is not DownloadStatus.READY or ctx.account.impersonated_by is not None:
        return row.to_wire(None)
    ticket = ctx.resources.signed_urls.make(
        row.file,
        row.filename,
        ctx.now,
        publisher_id=ctx.publisher_id,
        session=ctx.session_hash,
    )
    return row.to_wire(f"{DOOR}{row.file}?ticket={ticket}")


class NotWanted(Exception):
    """It was deleted while it was made, or is made already."""


@dataclass
class Progress:
    """How far a copy is; told after each page."""

    ctx: Worker
    making: Making
    expected: int
    rows: int = 0

    async def more(self, rows: int = 0) -> None:
        """Raises NotWanted."""
        self.rows += rows
        if not await sql.accounts.download.came_to(
            self.ctx.db,
            self.making.publisher_id,
            self.making.download_id,
            progress=min(99, 100 * self.rows // self.expected),
            rows=self.rows,
            now=self.ctx.resources.clock.now(),
        ):
            raise NotWanted


async def make(ctx: Worker, making: Making) -> Login | None:
    """Make a copy and put it where it is fetched from; whose it is, once, when it can be.

    A worker that dies leaves nothing behind: the next one begins anew, and the file appears whole.
    """
    uid, id = making.publisher_id, making.download_id
    row = await sql.accounts.download.get(ctx.db, uid, id)
    if row is None or row.status > DownloadStatus.PROCESSING:
        return None
    of = Login(uid, row.account_id)
    progress = Progress(ctx, making, max(1, await sql.accounts.data_export.expected(ctx.db, uid)))
    try:
        with TemporaryFile(dir=ctx.resources.settings.data_dir) as file:
            await write(of, ZipExport(file, ctx.now), progress)
            size = file.seek(0, os.SEEK_END)
            await ctx.resources.storage.put_file(row.file, file)
    except NotWanted:
        return None
    except Exception as error:
        if ctx.attempt >= ATTEMPTS:
            await sql.accounts.download.fail(ctx.db, uid, id, STOPPED)
        if isinstance(error, Fault):  # final for a job, but a store that is away comes back
            raise RuntimeError(str(error)) from error
        raise
    now = ctx.resources.clock.now()
    done = await sql.accounts.download.ready(
        ctx.db, uid, id, rows=progress.rows, size=size, now=now
    )
    return of if done else None


async def write(of: Login, archive: ZipExport, progress: Progress) -> None:
    """All of it, page by page."""
    ctx = progress.ctx
    archive.add("README.txt", README.format(day=f"{ctx.now.day} {ctx.now:%B %Y}").encode())
    async for page in sql.accounts.data_export.pages(ctx.db, of, sql.accounts.data_export.PERSON):
        [person] = page.rows
        told = dict(zip(page.columns, person, strict=True))
        archive.add("account.json", msgspec.json.format(msgspec.json.encode(told), indent=2))
    for table in sql.accounts.data_export.TABLES:
        begun = False
        async for page in sql.accounts.data_export.pages(ctx.db, of, table):
            if not begun:
                archive.begin_table(f"{table.name}.csv", page.columns)
                begun = True
            await asyncio.to_thread(archive.write_rows, page.rows)
            await progress.more(len(page.rows))
    async for name in sql.accounts.data_export.files(ctx.db, of):
        body = await ctx.resources.storage.get(name)
        if body is not None:
            await asyncio.to_thread(archive.add, f"files/{name}", body, compressed=True)
        await progress.more()
    await asyncio.to_thread(archive.close)
