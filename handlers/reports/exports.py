"""Requesting reports as files, and the job that builds them."""

import sql.exports.download
from handlers.reports.export_build import EXPORT_ATTEMPTS, EXPORT_WAIT, build_report
from handlers.reports.export_queue import queue_report
from handlers.reports.export_table import EXPORTS, FILTERS
from handlers.reports.report_queries import REPORT_CODES, Reader
from rpc import Code, Fault, Publisher, Rule, Worker, job, procedure
from rpc.calls.audit import record
from rpc.calls.reauth import forbid_impersonation
from schema.exports.download import Download, DownloadKind
from schema.exports.export import (
    QUEUED_MAX,
    ExportFormat,
    ExportRequest,
    ExportTimes,
    MakeReport,
    ReportExport,
    export_digest,
    normalize_filter,
)
from sql.accounts.account import Login

KIND = DownloadKind.REPORT
QUEUE_FULL = f"{QUEUED_MAX} exports are waiting already; one is made at a time, so try again when they are ready"
TIMES_OF_CSV = "is for CSV alone: other formats have times of their own"
RETRY_AFTER = 30


@procedure(
    "/reports/export",
    permission="report.read",
    narrowed="channels",
    raises=[*REPORT_CODES, Code.DOWNLOAD_DUPLICATE],
    filters=FILTERS,
)
async def export(ctx: Publisher, attributes: ReportExport) -> Download:
    """Request all rows of a report as a file. /common/download_list shows its progress."""
    forbid_impersonation(ctx)
    reader = Reader.of(ctx)
    export = EXPORTS[attributes.report]
    if not export.permissions.issubset(ctx.permissions):
        raise Fault(Code.NOT_ALLOWED)
    if attributes.times is not ExportTimes.ISO and attributes.format is not ExportFormat.CSV:
        raise Fault(
            Code.REQUEST_INVALID,
            field="attributes.times",
            rule=Rule.NOT_APPLICABLE,
            why=TIMES_OF_CSV,
        )
    filter = await export.read_filter(reader, attributes.filter)
    request = ExportRequest(
        report=attributes.report,
        format=attributes.format,
        filter=normalize_filter(filter),
        zone=reader.zone,
        currency=reader.currency,
        times=attributes.times,
    )
    login = Login(ctx.publisher_id, ctx.account.id)
    digest = export_digest(request, login.account_id)
    unfinished = await sql.exports.download.count_unfinished(ctx.db, ctx.publisher_id, KIND)
    duplicate = await sql.exports.download.get_unfinished(ctx.db, ctx.publisher_id, KIND, digest)
    if duplicate is not None:
        raise Fault(Code.DOWNLOAD_DUPLICATE, data=duplicate.to_wire(None))
    if unfinished > QUEUED_MAX:
        raise Fault(Code.TOO_MANY_REQUESTS, QUEUE_FULL, wait=RETRY_AFTER)
    await ctx.resources.shared_limits.report_export.spend(ctx.db, str(ctx.publisher_id), ctx.now)
    id = await queue_report(ctx, login, request)
    assert id is not None
    await record(ctx, login, report=attributes.report, format=attributes.format)
    download = await sql.exports.download.get(ctx.db, ctx.publisher_id, id)
    assert download is not None
    return download.to_wire(None)


@job("/reports/make_export", attempts=EXPORT_ATTEMPTS, atomic=False)
async def make_export(ctx: Worker, attributes: MakeReport) -> None:
    """Build the file of a requested report, or retry later if another one of the publisher's is being built."""
    if not await build_report(ctx, attributes):
        await make_export.later(ctx.db, attributes, after=EXPORT_WAIT)
