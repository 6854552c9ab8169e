"""Queues the files of reports, for people and for schedules."""

import secrets
from datetime import date
from typing import Any

import sql.exports.download
import sql.network.expired_download
from rpc import Publisher, Worker
from rpc.jobs.job import job_for
from schema.core.days import Days
from schema.exports.download import DownloadKind
from schema.exports.export import ExportRequest, MakeReport, export_digest
from schema.network.retention import DOWNLOADS
from sql.accounts.account import Login
from sql.core.db import Connection


async def queue_report(ctx: Publisher | Worker, login: Login, request: ExportRequest) -> int | None:
    """Queue the file of a report. Returns the download's id, or None if the same one is in progress."""
    today = Days.last(1, ctx.now, request.zone).end
    id = await sql.exports.download.add(
        ctx.db,
        login,
        DownloadKind.REPORT,
        digest=export_digest(request, login.account_id),
        filename=f"{name_of(request, today)}.{request.format}",
        file=f"{secrets.token_urlsafe(24)}.{request.format}",
        now=ctx.now,
        expires_at=ctx.now + DOWNLOADS,
        request=request,
    )
    if id is not None:
        await job_for(MakeReport).later(ctx.db, MakeReport(login.publisher_id, id))
    return id


async def queue_waiting(db: Connection) -> None:
    """Queue jobs for reports that were requested without one, as in the demonstration data."""
    for waiting in await sql.network.expired_download.find_queued(db):
        await job_for(MakeReport).later(
            db, waiting, key=f"export {waiting.publisher_id} {waiting.download_id}"
        )


def name_of(request: ExportRequest, today: date) -> str:
    """The file's name: the report and its days, or the day on which it was requested."""
    filter: dict[str, Any] = request.filter
    start, end = filter.get("start_date"), filter.get("end_date")
    days = [start, end] if start and end else [str(today)]
    return "-".join([request.report, *days])
