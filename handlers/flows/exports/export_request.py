"""Reports requested as files: checked, compared with exports in progress, and queued."""

import secrets
from datetime import date
from typing import Any

import sql.accounts.download
import sql.network.download
from handlers.flows.exports.reports import EXPORTS
from handlers.flows.reports.report_queries import Reader
from rpc import Code, Fault, Publisher, Worker
from rpc.calls.audit import record
from rpc.calls.reauth import forbid_impersonation
from rpc.jobs.job import Job, job_for
from schema.accounts.download import Download, DownloadKind
from schema.core.days import Days
from schema.network.retention import DOWNLOADS
from schema.reports.export import (
    QUEUED_MAX,
    ExportRequest,
    MakeReport,
    ReportExport,
    export_digest,
    normalize_filter,
)
from sql.accounts.account import Login
from sql.core.db import Connection

KIND = DownloadKind.REPORT
QUEUE_FULL = f"{QUEUED_MAX} exports are waiting already; one is made at a time, so try again when they are ready"
RETRY_AFTER = 30


async def request_report(
    ctx: Publisher, attributes: ReportExport, job: Job[MakeReport]
) -> Download:
    """Queue an export. Raises the refusals of the report's own call, and 20203 with the same one in progress."""
    forbid_impersonation(ctx)
    reader = Reader.of(ctx)
    export = EXPORTS[attributes.report]
    if export.permission not in ctx.permissions:
        raise Fault(Code.NOT_ALLOWED)
    filter = export.read_filter(attributes.filter)
    try:
        await export.open_rows(reader, filter)
    except Fault as fault:
        raise within_attributes(fault) from None
    request = ExportRequest(
        report=attributes.report,
        format=attributes.format,
        filter=normalize_filter(filter),
        zone=reader.zone,
        currency=reader.currency,
    )
    login = Login(ctx.publisher_id, ctx.account.id)
    digest = export_digest(request)
    unfinished = await sql.accounts.download.count_unfinished(ctx.db, ctx.publisher_id, KIND)
    duplicate = await sql.accounts.download.get_unfinished(ctx.db, ctx.publisher_id, KIND, digest)
    if duplicate is not None:
        raise Fault(Code.DOWNLOAD_DUPLICATE, data=duplicate.to_wire(None))
    if unfinished > QUEUED_MAX:
        raise Fault(Code.TOO_MANY_REQUESTS, QUEUE_FULL, wait=RETRY_AFTER)
    await ctx.resources.shared_limits.report_export.spend(ctx.db, str(ctx.publisher_id), ctx.now)
    id = await queue_report(ctx, login, request, job)
    assert id is not None
    await record(ctx, login, report=attributes.report, format=attributes.format)
    download = await sql.accounts.download.get(ctx.db, ctx.publisher_id, id)
    assert download is not None
    return download.to_wire(None)


async def queue_report(
    ctx: Publisher | Worker, login: Login, request: ExportRequest, job: Job[MakeReport]
) -> int | None:
    """Queue the file of a report. Returns its id, or None if the same one is in progress."""
    today = Days.last(1, ctx.now, request.zone).end
    id = await sql.accounts.download.add(
        ctx.db,
        login,
        KIND,
        digest=export_digest(request),
        filename=f"{name_of(request, today)}.{request.format}",
        file=f"{secrets.token_urlsafe(24)}.{request.format}",
        now=ctx.now,
        expires_at=ctx.now + DOWNLOADS,
        request=request,
    )
    if id is not None:
        await job.later(ctx.db, MakeReport(login.publisher_id, id))
    return id


async def queue_waiting(db: Connection) -> None:
    """Queue the reports that were asked for without a job, as the demonstration does."""
    for waiting in await sql.network.download.find_queued(db):
        await job_for(MakeReport).later(
            db, waiting, key=f"export {waiting.publisher_id} {waiting.download_id}"
        )


def name_of(request: ExportRequest, today: date) -> str:
    """The file's name: the report and its days, or the day on which it was requested."""
    filter: dict[str, Any] = request.filter
    start, end = filter.get("start_date"), filter.get("end_date")
    days = [start, end] if start and end else [str(today)]
    return "-".join([request.report, *days])


def within_attributes(fault: Fault) -> Fault:
    """The same refusal, for a filter inside `attributes`."""
    if not fault.field.startswith("filter."):
        return fault
    text = str(fault).replace("`filter.", "`attributes.filter.")
    return Fault(fault.code, text, field=f"attributes.{fault.field}", number=fault.number)
