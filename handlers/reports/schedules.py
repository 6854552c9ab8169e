"""Schedules of exports to a publisher's own S3 bucket or SFTP server: listing, saving, deleting and running them."""

from datetime import timedelta
from urllib.parse import urlsplit
from uuid import uuid4

import msgspec

import sql.accounts.publisher
import sql.exports.schedule
import sql.network.due_schedule
import sql.reports.saved_view
from handlers.reports.export_table import EXPORTS, FILTERS
from handlers.reports.report_queries import REPORT_CODES, Reader
from handlers.reports.schedule_run import run_due
from rpc import Code, Fault, Publisher, Rule, Worker, job, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import forbid_impersonation, lock_credentials, require_reauth
from rpc.outbound.http_client import Forbidden, is_web_port
from rpc.outbound.sftp_client import fingerprint_of
from schema.accounts.permission import SCHEDULE_EDIT
from schema.core.envelope import CursorPage, Listing, Nothing, Page
from schema.exports.export import ExportReport
from schema.exports.schedule import (
    SCHEDULES_MAX,
    ExportSchedule,
    RunSchedule,
    ScheduleDraft,
    ScheduleRef,
    ScheduleRun,
    ScheduleRunFilter,
    Target,
    TargetKind,
    associated_data,
    is_sftp_port,
)
from schema.reports.saved_view import filter_on
from sql.accounts.account import Login
from sql.core.db import Connection
from sql.exports.schedule import KeptSecret

DUE_AT_ONCE = 1_000
PUBLIC_ONLY = f"{Code.URL_FORBIDDEN.message}: only public servers are called"
HTTPS_ONLY = f"{Code.URL_FORBIDDEN.message}: begin with https://, so that nobody reads the files on their way"
SECRET = "attributes.secret"  # noqa: S105 - the name of a field
IS_STOPPED = "This schedule is stopped: save it again to let it go on"


@query("/reports/schedule_list", permission=SCHEDULE_EDIT)
async def schedule_list(ctx: Publisher) -> Listing[ExportSchedule]:
    """List the schedules, newest first, with their last and next runs."""
    schedules = await sql.exports.schedule.list_all(ctx.db, ctx.publisher_id)
    return Listing([to_wire(each) for each in schedules], len(schedules))


@procedure(
    "/reports/schedule_save",
    sandbox=False,
    permission=SCHEDULE_EDIT,
    raises=[*REPORT_CODES, Code.LOGIN_PASSWORD_INVALID, Code.URL_FORBIDDEN],
    filters=FILTERS,
    atomic=False,
    hashes=True,
)
async def schedule_save(ctx: Publisher, attributes: ScheduleDraft) -> ExportSchedule:
    """Have an export delivered to your own S3 bucket or SFTP server every hour, day or week. It first runs at once."""
    draft = attributes
    for flaw in draft.find_flaws():
        raise flaw.to_fault()
    await check_report(ctx, draft)
    await check_target(ctx, draft)
    owner = await require_reauth(ctx, draft)
    await ctx.resources.shared_limits.schedule_run.spend(ctx.db, str(ctx.publisher_id), ctx.now)
    login = Login(ctx.publisher_id, ctx.account.id)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        await sql.accounts.publisher.lock(ctx.db, ctx.publisher_id)
        id = await store(ctx, login, draft)
        await queue_run(ctx.db, RunSchedule(ctx.publisher_id, id))
        where = f"s3 {draft.bucket}" if draft.kind is TargetKind.S3 else f"sftp {draft.host}"
        await record(ctx, login, name=draft.name, report=draft.report, target=where)
        [saved] = await sql.exports.schedule.list_all(ctx.db, ctx.publisher_id, id)
    return to_wire(saved)


@procedure("/reports/schedule_del", permission=SCHEDULE_EDIT)
async def schedule_del(ctx: Publisher, attributes: ScheduleRef) -> None:
    """Delete a schedule with its log. What it delivered stays where it is."""
    forbid_impersonation(ctx)
    if not await sql.exports.schedule.remove(ctx.db, ctx.publisher_id, attributes.id):
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    await log_change(ctx, attributes.id)


@procedure(
    "/reports/schedule_run",
    permission=SCHEDULE_EDIT,
    sandbox=False,
    raises=[Code.STATE_FORBIDS],
)
async def schedule_run(ctx: Publisher, attributes: ScheduleRef) -> ExportSchedule:
    """Run a schedule now, besides its planned times. One that is running is not run twice."""
    forbid_impersonation(ctx)
    uid, id = ctx.publisher_id, attributes.id
    if not await sql.exports.schedule.list_all(ctx.db, uid, id):
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    await ctx.resources.shared_limits.schedule_run.spend(ctx.db, str(uid), ctx.now)
    if not await sql.exports.schedule.bring_forward(ctx.db, uid, id, ctx.now):
        raise Fault(Code.STATE_FORBIDS, IS_STOPPED, field="attributes.id")
    await queue_run(ctx.db, RunSchedule(uid, id))
    await log_change(ctx, id)
    [schedule] = await sql.exports.schedule.list_all(ctx.db, uid, id)
    return to_wire(schedule)


@query("/reports/schedule_log", permission=SCHEDULE_EDIT)
async def schedule_log(
    ctx: Publisher, filter: ScheduleRunFilter, page: Page
) -> CursorPage[ScheduleRun]:
    """List the runs of a schedule, newest first: what each delivered, or why it did not."""
    runs = await sql.exports.schedule.page_of_runs(ctx.db, ctx.publisher_id, filter.id, page)
    if not runs.rows and not await sql.exports.schedule.list_all(
        ctx.db, ctx.publisher_id, filter.id
    ):
        raise Fault(Code.NOT_FOUND, field="filter.id")
    return runs


@job("/reports/run_due_schedules", every=timedelta(minutes=1))
async def run_due_schedules(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Queue the schedules that are due."""
    for due in await sql.network.due_schedule.find_due(ctx.db, ctx.now, DUE_AT_ONCE):
        await queue_run(ctx.db, due)


@job("/reports/run_schedule", atomic=False, queue="schedules")
async def run_schedule(ctx: Worker, attributes: RunSchedule) -> None:
    """Deliver the file of a schedule. What fails is tried again as the schedule says, not as a job."""
    await run_due(ctx, attributes)
    # Those that came due meanwhile waited for it.
    uid = attributes.publisher_id
    for id in await sql.exports.schedule.find_due(ctx.db, uid, ctx.resources.clock.now()):
        await queue_run(ctx.db, RunSchedule(uid, id))


async def queue_run(db: Connection, due: RunSchedule) -> None:
    """Queue a run that is due now, unless it is queued already."""
    await run_schedule.later(db, due, key=f"schedule {due.publisher_id} {due.schedule_id}")


async def check_report(ctx: Publisher, draft: ScheduleDraft) -> None:
    """Raise the Faults of the report's own call for a filter that it does not take, or a report that is not allowed."""
    export = EXPORTS[draft.report]
    if not export.permissions.issubset(ctx.permissions):
        raise Fault(Code.NOT_ALLOWED, field="attributes.report")
    reader = Reader.of(ctx)
    if draft.view_id is not None:
        login = Login(ctx.publisher_id, ctx.account.id)
        views = await sql.reports.saved_view.of_account(ctx.db, login, None)
        view = next((each for each in views if each.id == draft.view_id), None)
        if view is None or ExportReport(view.report) is not draft.report:
            raise Fault(Code.NOT_FOUND, field="attributes.view_id")
        return
    raw = filter_on(draft.filter, draft.days, reader.today)
    if draft.incremental:
        today = reader.today.isoformat()
        raw = raw | {"start_date": today, "end_date": today}
    await export.read_filter(reader, raw)


async def check_target(ctx: Publisher, draft: ScheduleDraft) -> None:
    """Raise URL_FORBIDDEN for a server that may not be called. Each run checks it again."""
    http_client, target = ctx.resources.http_client, draft.target
    if draft.kind is TargetKind.SFTP:
        host, port, field, is_port = str(draft.host), draft.port or 0, "host", is_sftp_port
    else:
        address = urlsplit(target.url)
        field, is_port = "endpoint", is_web_port
        if address.scheme.lower() != "https" and not http_client.allowed:
            raise Fault(Code.URL_FORBIDDEN, HTTPS_ONLY, field=f"attributes.{field}")
        try:
            host, port = (
                address.hostname or "",
                address.port or (443 if address.scheme == "https" else 80),
            )
        except ValueError:
            raise Fault(
                Code.REQUEST_INVALID, field=f"attributes.{field}", rule=Rule.NOT_A_URL
            ) from None
    try:
        await http_client.check_host(host, port, caller=ctx.publisher_id, is_port=is_port)
    except Forbidden:
        raise Fault(Code.URL_FORBIDDEN, PUBLIC_ONLY, field=f"attributes.{field}") from None


async def store(ctx: Publisher, login: Login, draft: ScheduleDraft) -> int:
    """Store a schedule, in the transaction that locked its publisher. Returns its id."""
    uid = ctx.publisher_id
    if draft.id is None:
        if draft.secret is None:
            raise Fault(Code.REQUEST_INVALID, field=SECRET, rule=Rule.REQUIRED)
        if await sql.exports.schedule.count(ctx.db, uid) >= SCHEDULES_MAX:
            raise Fault(
                Code.REQUEST_INVALID, field="attributes.id", rule=Rule.FULL, limit=SCHEDULES_MAX
            )
        row_key = str(uuid4())
        return await sql.exports.schedule.add(
            ctx.db,
            login,
            draft,
            row_key=row_key,
            sealed=seal(ctx, draft.secret, row_key),
            next_at=ctx.now,
            now=ctx.now,
        )
    stored = await sql.exports.schedule.lock_secret(ctx.db, uid, draft.id)
    if stored is None:
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    target = draft.target
    await sql.exports.schedule.replace(
        ctx.db,
        login,
        draft.id,
        draft,
        sealed=keep_or_seal(ctx, draft, stored),
        host_key=pin(draft, stored),
        begins_anew=not draft.incremental or begins_anew(stored, target),
        next_at=ctx.now,
        now=ctx.now,
    )
    return draft.id


def begins_anew(stored: KeptSecret, target: Target) -> bool:
    """Whether an incremental schedule delivers all orders again, because its files go to another place now."""
    return not stored.incremental or (
        stored.target.whose,
        stored.target.bucket,
        stored.target.folder,
    ) != (
        target.whose,
        target.bucket,
        target.folder,
    )


def keep_or_seal(ctx: Publisher, draft: ScheduleDraft, stored: KeptSecret) -> str:
    """The sealed secret: a new one, or the old one, which is never sent to another server or as another user."""
    if draft.secret is not None:
        return seal(ctx, draft.secret, stored.row_key)
    if draft.target.whose != stored.target.whose:
        raise Fault(Code.REQUEST_INVALID, field=SECRET, rule=Rule.REQUIRED)
    return stored.sealed


def pin(draft: ScheduleDraft, stored: KeptSecret) -> str | None:
    """The host key: the one that was given or, on the same server, the one that is pinned."""
    if draft.host_key is not None and draft.host_key != fingerprint_of(stored.host_key):
        return draft.host_key
    same = (draft.host, draft.port) == (stored.target.host, stored.target.port)
    return stored.host_key if same else None


def seal(ctx: Publisher, secret: str, row_key: str) -> str:
    return ctx.resources.encryption.seal(secret, associated_data(ctx.publisher_id, row_key))


def to_wire(schedule: ExportSchedule) -> ExportSchedule:
    """The schedule with the fingerprint of its host key."""
    return msgspec.structs.replace(schedule, host_key=fingerprint_of(schedule.host_key))


async def log_change(ctx: Publisher, id: int) -> None:
    await record(ctx, Login(ctx.publisher_id, ctx.account.id), schedule_id=str(id))
