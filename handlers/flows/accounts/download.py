"""Downloads as their owner sees them, and retries of those that failed."""

from datetime import timedelta

import sql.accounts.download
import sql.exports.download_state
import sql.network.download
from rpc import Code, Fault, Member, Worker
from rpc.calls.audit import record
from rpc.calls.reauth import forbid_impersonation
from rpc.jobs.job import job_for
from schema.accounts.download import (
    STOPPED_MESSAGE,
    Download,
    DownloadKind,
    DownloadStatus,
    MakeDownload,
)
from schema.accounts.upload import FILES_PATH
from schema.network.retention import DOWNLOADS
from schema.reports.export import BUSY_SECONDS, MakeReport
from sql.accounts.account import Login

JOBS = {DownloadKind.ACCOUNT: MakeDownload, DownloadKind.REPORT: MakeReport}
"""The payload of the job that makes each kind."""


async def fail_without_job(ctx: Worker) -> None:
    """Fail the downloads whose job was given up because its worker died too often."""
    paths = {kind: job_for(payload).path for kind, payload in JOBS.items()}
    before = ctx.now - timedelta(seconds=BUSY_SECONDS)
    for row in await sql.network.download.find_abandoned(ctx.db, paths, before):
        await sql.exports.download_state.fail(
            ctx.db, row.publisher_id, row.download_id, STOPPED_MESSAGE
        )


def to_download(ctx: Member, row: sql.accounts.download.DownloadRow) -> Download:
    """A download for its owner; a ready one has a URL that works for this session only."""
    if row.status is not DownloadStatus.READY or ctx.account.impersonated_by is not None:
        return row.to_wire(None)
    ticket = ctx.resources.signed_urls.make(
        row.file,
        row.filename,
        ctx.now,
        publisher_id=ctx.publisher_id,
        session=ctx.session_hash,
    )
    return row.to_wire(f"{FILES_PATH}{row.file}?ticket={ticket}")


async def retry_download(ctx: Member, id: int) -> Download:
    """Queue again a download that failed; any other stays as it is. Raises 20203 if the same one is in progress."""
    forbid_impersonation(ctx)
    login = Login(ctx.publisher_id, ctx.account.id)
    row = await sql.accounts.download.get_own(ctx.db, login, id, ctx.now)
    if row is None:
        raise Fault(Code.NOT_FOUND)
    if row.status is not DownloadStatus.FAILED:
        return to_download(ctx, row)
    await sql.accounts.download.count_unfinished(ctx.db, login.publisher_id, row.kind)
    expires_at = ctx.now + DOWNLOADS
    if not await sql.accounts.download.retry(
        ctx.db, login.publisher_id, id, now=ctx.now, expires_at=expires_at
    ):
        raise Fault(Code.DOWNLOAD_DUPLICATE)
    payload = JOBS[row.kind](login.publisher_id, id)
    await job_for(type(payload)).later(ctx.db, payload)
    await record(ctx, login)
    again = await sql.accounts.download.get_own(ctx.db, login, id, ctx.now)
    assert again is not None
    return again.to_wire(None)
