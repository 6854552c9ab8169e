"""Reports requested as files: checked, told from the same one in progress, and queued."""

import secrets
from datetime import date
from typing import Any

import sql.accounts.download
from handlers.flows.exports.reports import EXPORTS
from handlers.flows.reports.questions import Reader
from rpc import Code, Fault, Publisher
from rpc.calls.audit import record
from rpc.calls.reauth import forbid_impersonation
from rpc.jobs.job import Job
from schema.accounts.download import Download, DownloadKind
from schema.core.days import Days
from schema.network.retention import DOWNLOADS
from schema.reports.export import (
    QUEUED_MAX,
    ExportRequest,
    MakeReport,
    ReportExport,
    export_digest,
    normal_filter,
)
from sql.accounts.account import Login

KIND = DownloadKind.REPORT
QUEUE_FULL = f"{QUEUED_MAX} exports are waiting already; one is made at a time, so try again when they are ready"
RETRY_AFTER = 30


async def request_report(ctx: Publisher, given: ReportExport, job: Job[MakeReport]) -> Download:
    """Queue an export. Raises the refusals of the report's own call, and 20203 with the same one in progress."""
    forbid_impersonation(ctx)
    reader = Reader.of(ctx)
    export = EXPORTS[given.report]
    filter = export.read_filter(given.filter)
    try:
        await export.open_rows(reader, filter)
    except Fault as fault:
        raise within_attributes(fault) from None
    request = ExportRequest(
        report=given.report,
        format=given.format,
        filter=normal_filter(filter),
        zone=reader.zone,
        currency=reader.currency,
    )
    login = Login(ctx.publisher_id, ctx.account.id)
    digest = export_digest(request)
    unfinished = await sql.accounts.download.count_unfinished(ctx.db, ctx.publisher_id, KIND)
    found = await sql.accounts.download.get_unfinished(ctx.db, ctx.publisher_id, KIND, digest)
    if found is not None:
        raise Fault(Code.DOWNLOAD_DUPLICATE, data=found.to_wire(None))
    if unfinished > QUEUED_MAX:
        raise Fault(Code.TOO_MANY_REQUESTS, QUEUE_FULL, wait=RETRY_AFTER)
    id = await sql.accounts.download.add(
        ctx.db,
        login,
        KIND,
        digest=digest,
        filename=f"{name_of(request, Days.last(1, ctx.now, reader.zone).end)}.{given.format}",
        file=f"{secrets.token_urlsafe(24)}.{given.format}",
        now=ctx.now,
        expires_at=ctx.now + DOWNLOADS,
        request=request,
    )
    assert id is not None
    await job.later(ctx.db, MakeReport(ctx.publisher_id, id))
    await record(ctx, login, report=given.report, format=given.format)
    made = await sql.accounts.download.get(ctx.db, ctx.publisher_id, id)
    assert made is not None
    return made.to_wire(None)


def name_of(request: ExportRequest, today: date) -> str:
    """The file's name: the report and its days, or the day on which it was requested."""
    filter: dict[str, Any] = request.filter
    days = [filter["start_date"], filter["end_date"]] if "end_date" in filter else [str(today)]
    return "-".join([request.report, *days])


def within_attributes(fault: Fault) -> Fault:
    """The same refusal of a filter that stands in `attributes`."""
    if not fault.field.startswith("filter."):
        return fault
    text = str(fault).replace("`filter.", "`attributes.filter.")
    return Fault(fault.code, text, field=f"attributes.{fault.field}", number=fault.number)
