"""A copy of all of an account's data, built in the background and downloaded by its owner only."""

import asyncio
import os
import secrets
from dataclasses import dataclass
from tempfile import TemporaryFile

import msgspec

import sql.accounts.account
import sql.exports.data_export
import sql.exports.download
import sql.exports.download_state
from rpc import Code, Fault, Member, Worker, job, procedure
from rpc.calls.audit import record
from rpc.calls.reauth import forbid_impersonation
from rpc.exports.zip_writer import ZipWriter
from rpc.jobs.job import job_for
from schema.accounts.security import AccountMail
from schema.exports.download import (
    STOPPED_MESSAGE,
    Download,
    DownloadKind,
    DownloadStatus,
    MakeDownload,
)
from schema.network.retention import DOWNLOADS
from sql.accounts.account import Login

ATTEMPTS = 5
README = """A copy of the data this portal holds about you, made on {day}.

account.json     you and your company
*.csv            one table each, in UTF-8, with the column names in the first line
files/           the files you uploaded

Times include their offset from UTC; amounts are decimal numbers in the currency beside them.
A text that a spreadsheet would read as a formula begins with a '.
Of payment methods only the last characters are shown. Passwords, keys and tokens are not in it: of most the portal
holds only a digest.
"""


@procedure("/user/export", permission=None, narrowed="account", raises=[Code.DOWNLOAD_DUPLICATE])
async def export(ctx: Member) -> Download:
    """Request a copy of all your data, and as an owner your publisher's. /common/download_list shows its progress."""
    forbid_impersonation(ctx)
    login, kind = Login(ctx.publisher_id, ctx.account.id), DownloadKind.ACCOUNT
    id = await sql.exports.download.add(
        ctx.db,
        login,
        kind,
        digest=str(login.account_id),
        filename=f"my-data-{ctx.now:%Y-%m-%d}.zip",
        file=f"{secrets.token_urlsafe(24)}.zip",
        now=ctx.now,
        expires_at=ctx.now + DOWNLOADS,
    )
    if id is None:
        unfinished = await sql.exports.download.get_unfinished(
            ctx.db, login.publisher_id, kind, str(login.account_id)
        )
        raise Fault(Code.DOWNLOAD_DUPLICATE, data=unfinished and unfinished.to_wire(None))
    await ctx.resources.shared_limits.export.spend(
        ctx.db, f"{login.publisher_id}:{login.account_id}", ctx.now
    )
    await make_export.later(ctx.db, MakeDownload(login.publisher_id, id))
    await record(ctx, login)
    download = await sql.exports.download.get(ctx.db, login.publisher_id, id)
    assert download is not None
    return download.to_wire(None)


@job("/user/make_export", attempts=ATTEMPTS, atomic=False)
async def make_export(ctx: Worker, attributes: MakeDownload) -> None:
    """Build a requested copy of an account's data, and mail its owner when it is ready."""
    login = await build(ctx, attributes)
    if login is not None:
        mail = AccountMail(
            login.publisher_id, login.account_id, "export_ready", {}, ctx.resources.clock.now()
        )
        await job_for(AccountMail).later(ctx.db, mail)


class ExportCancelled(Exception):
    """Raised if the download was deleted meanwhile, or is ready already."""


@dataclass
class Progress:
    """The progress of a copy, saved after each page."""

    ctx: Worker
    making: MakeDownload
    expected: int
    rows: int = 0

    async def advance(self, rows: int = 0) -> None:
        """Count rows and save the progress. Raises ExportCancelled."""
        self.rows += rows
        if not await sql.exports.download_state.set_progress(
            self.ctx.db,
            self.making.publisher_id,
            self.making.download_id,
            progress=min(99, 100 * self.rows // self.expected),
            rows=self.rows,
            now=self.ctx.resources.clock.now(),
        ):
            raise ExportCancelled


async def build(ctx: Worker, making: MakeDownload) -> Login | None:
    """Build a copy and store it. Returns its owner once it is ready, None if there is nothing to do.

    If a worker dies, the next one starts over; the file is stored only once it is complete.
    """
    uid, id = making.publisher_id, making.download_id
    row = await sql.exports.download.get(ctx.db, uid, id)
    if row is None or row.status > DownloadStatus.PROCESSING:
        return None
    login = Login(uid, row.account_id)
    progress = Progress(
        ctx, making, max(1, await sql.exports.data_export.estimate_rows(ctx.db, uid))
    )
    try:
        with TemporaryFile(dir=ctx.resources.settings.data_dir) as file:
            await write_archive(login, ZipWriter(file, ctx.now), progress)
            size = file.seek(0, os.SEEK_END)
            await ctx.resources.storage.put_file(row.file, file)
    except ExportCancelled:
        return None
    except Exception as error:
        if ctx.attempt >= ATTEMPTS:
            await sql.exports.download_state.fail(ctx.db, uid, id, STOPPED_MESSAGE)
        if isinstance(
            error, Fault
        ):  # a Fault ends a job for good, but storage that is down comes back
            raise RuntimeError(str(error)) from error
        raise
    now = ctx.resources.clock.now()
    done = await sql.exports.download_state.finish(
        ctx.db, uid, id, rows=progress.rows, size=size, now=now
    )
    return login if done else None


async def write_archive(login: Login, archive: ZipWriter, progress: Progress) -> None:
    """Write all data to the archive, page by page: the publisher's only for its owners."""
    ctx = progress.ctx
    owner = await sql.accounts.account.get(ctx.db, login.publisher_id, login.account_id)
    assert owner is not None
    tables = sql.exports.data_export.tables_of(owner.role)
    archive.add("README.txt", README.format(day=f"{ctx.now.day} {ctx.now:%B %Y}").encode())
    async for page in sql.exports.data_export.read_pages(
        ctx.db, login, sql.exports.data_export.PERSON
    ):
        [person] = page.rows
        account = dict(zip(page.columns, person, strict=True))
        archive.add("account.json", msgspec.json.format(msgspec.json.encode(account), indent=2))
    for table in tables:
        started = False
        async for page in sql.exports.data_export.read_pages(ctx.db, login, table):
            if not started:
                archive.begin_table(f"{table.name}.csv", page.columns)
                started = True
            await asyncio.to_thread(archive.write_rows, page.rows)
            await progress.advance(len(page.rows))
    if sql.exports.data_export.FILES in tables:
        async for name in sql.exports.data_export.file_names(ctx.db, login):
            body = await ctx.resources.storage.get(name)
            if body is not None:
                await asyncio.to_thread(archive.add, f"files/{name}", body, compressed=True)
            await progress.advance()
    await asyncio.to_thread(archive.close)
