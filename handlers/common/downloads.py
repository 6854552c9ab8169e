"""Requested downloads: listing, retrying and deleting them, and removing expired ones."""

from datetime import timedelta

import sql.exports.download
import sql.exports.download_state
import sql.network.expired_download
from rpc import Code, Fault, Member, Worker, job, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import forbid_impersonation
from rpc.jobs.job import job_for
from schema.accounts.upload import FILES_PATH
from schema.core.envelope import CursorPage, Nothing, Page
from schema.core.field_errors import missing_field
from schema.exports.download import (
    STALL_TIMEOUT,
    STOPPED_MESSAGE,
    Download,
    DownloadDel,
    DownloadKind,
    DownloadRef,
    DownloadStatus,
    MakeDownload,
)
from schema.exports.export import BUSY_SECONDS, MakeReport
from schema.network.retention import DOWNLOADS
from sql.accounts.account import Login

SWEEP_BATCH = 500
JOBS = {DownloadKind.ACCOUNT: MakeDownload, DownloadKind.REPORT: MakeReport}
"""The job that builds each kind of download, by the type of its payload."""


@query("/common/download_list", permission=None, narrowed="channels")
async def download_list(ctx: Member, page: Page) -> CursorPage[Download]:
    """List requested downloads with their progress or their link, newest first."""
    login = Login(ctx.publisher_id, ctx.account.id)
    part = await sql.exports.download.page(ctx.db, login, page, ctx.now)
    return CursorPage([to_download(ctx, row) for row in part.rows], part.total, part.next)


@procedure("/common/download_del", permission=None, narrowed="channels")
async def download_del(ctx: Member, attributes: DownloadDel) -> None:
    """Delete one requested download, or all of them."""
    forbid_impersonation(ctx)
    if not attributes.id and not attributes.clear_all:
        raise missing_field("id")
    login, id = Login(ctx.publisher_id, ctx.account.id), attributes.id
    deleted = await sql.exports.download.expire(
        ctx.db, login, None if attributes.clear_all else id, ctx.now
    )
    if not deleted and not attributes.clear_all:
        raise Fault(Code.NOT_FOUND, field="attributes.id")


@procedure(
    "/common/download_retry", permission=None, narrowed="channels", raises=[Code.DOWNLOAD_DUPLICATE]
)
async def download_retry(ctx: Member, attributes: DownloadRef) -> Download:
    """Retry a failed download. A download in any other state stays unchanged."""
    forbid_impersonation(ctx)
    login = Login(ctx.publisher_id, ctx.account.id)
    row = await sql.exports.download.get_own(ctx.db, login, attributes.id, ctx.now)
    if row is None:
        raise Fault(Code.NOT_FOUND)
    if row.status is not DownloadStatus.FAILED:
        return to_download(ctx, row)
    await sql.exports.download.count_unfinished(ctx.db, login.publisher_id, row.kind)
    expires_at = ctx.now + DOWNLOADS
    if not await sql.exports.download.retry(
        ctx.db, login.publisher_id, attributes.id, now=ctx.now, expires_at=expires_at
    ):
        raise Fault(Code.DOWNLOAD_DUPLICATE)
    payload = JOBS[row.kind](login.publisher_id, attributes.id)
    await job_for(type(payload)).later(ctx.db, payload)
    await record(ctx, login)
    again = await sql.exports.download.get_own(ctx.db, login, attributes.id, ctx.now)
    assert again is not None
    return again.to_wire(None)


@job("/common/sweep_downloads", every=timedelta(hours=1))
async def sweep_downloads(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001
    """Delete expired downloads, and mark downloads whose worker has died as failed."""
    await sql.network.expired_download.fail_stalled(ctx.db, ctx.now - STALL_TIMEOUT)
    for expired in await sql.network.expired_download.remove_expired(ctx.db, ctx.now, SWEEP_BATCH):
        await ctx.resources.storage.remove(expired.file)


@job("/common/fail_abandoned", every=timedelta(minutes=1))
async def fail_abandoned(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Mark downloads without a job as failed, so that they can be requested again."""
    paths = {kind: job_for(payload).path for kind, payload in JOBS.items()}
    before = ctx.now - timedelta(seconds=BUSY_SECONDS)
    for row in await sql.network.expired_download.find_abandoned(ctx.db, paths, before):
        await sql.exports.download_state.fail(
            ctx.db, row.publisher_id, row.download_id, STOPPED_MESSAGE
        )


def to_download(ctx: Member, row: sql.exports.download.DownloadRow) -> Download:
    """The download as its owner sees it; if it is ready, with a URL that works for this session only."""
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
