"""Saved views of reports: listing, saving and deleting an account's own, and mailing those that are due."""

from datetime import timedelta

import msgspec

import sql.network.due_saved_view
import sql.reports.saved_view
from handlers.reports.export_table import EXPORTS, FILTERS
from handlers.reports.report_queries import REPORT_CODES, Reader
from handlers.reports.saved_view_mail import mail_saved_view
from rpc import Code, Fault, Publisher, Rule, Worker, job, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import forbid_impersonation
from schema.core.envelope import Listing, Nothing
from schema.exports.export import ExportReport
from schema.reports.saved_view import (
    VIEWS_MAX,
    MailView,
    StoredView,
    View,
    ViewDraft,
    ViewFilter,
    ViewRef,
    filter_on,
)
from schema.reports.saved_view_schedule import next_mail
from sql.accounts.account import Login

DUE_AT_ONCE = 1_000
NAME_TAKEN = "there is a view of this name already"
DAYS_TWICE = "must have no dates where `attributes.days` counts them from today"


@query("/reports/view_list", permission="report.read", narrowed="channels")
async def view_list(ctx: Publisher, filter: ViewFilter) -> Listing[View]:
    """List the account's saved views, the default one of each report first."""
    stored = await sql.reports.saved_view.of_account(ctx.db, login_of(ctx), filter.report)
    views = [await to_wire(Reader.of(ctx), view) for view in stored]
    return Listing(views, len(views))


@procedure(
    "/reports/view_save",
    permission="report.edit",
    narrowed="channels",
    raises=[*REPORT_CODES, Code.VIEW_OUT_OF_DATE],
    filters=FILTERS,
)
async def view_save(ctx: Publisher, attributes: ViewDraft) -> View:
    """Save the filter of a report under a name, to be opened again or mailed every week or month."""
    draft = attributes
    forbid_impersonation(ctx)
    reader, of = Reader.of(ctx), login_of(ctx)
    if draft.days is not None and draft.filter and {"start_date", "end_date"} & draft.filter.keys():
        raise Fault(
            Code.REQUEST_INVALID,
            field="attributes.filter",
            rule=Rule.NOT_APPLICABLE,
            why=DAYS_TWICE,
        )
    await sql.reports.saved_view.lock_account(ctx.db, of)
    views = {view.id: view for view in await sql.reports.saved_view.of_account(ctx.db, of, None)}
    before = views.get(draft.id) if draft.id else None
    if draft.id and (before is None or before.report is not draft.report):
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    name_taken = any(
        (view.report, view.name) == (draft.report, draft.name) and view.id != draft.id
        for view in views.values()
    )
    if name_taken:
        raise Fault(Code.REQUEST_INVALID, field="attributes.name", rule=Rule.TAKEN, why=NAME_TAKEN)
    if draft.filter is None and before is not None:
        if await is_out_of_date(reader, before):
            raise Fault(Code.VIEW_OUT_OF_DATE, field="attributes.filter")
        draft = msgspec.structs.replace(draft, filter=before.filter, days=before.days)
    else:
        dated = filter_on(draft.filter or {}, draft.days, reader.today)
        await EXPORTS[ExportReport(draft.report)].read_filter(reader, dated)
    if draft.is_default:
        await sql.reports.saved_view.clear_default(ctx.db, of, draft.report)
    saved = await store(ctx, draft, before, len(views))
    await record(ctx, of, report=draft.report, view=draft.name, mailed=draft.mailed)
    [view] = [
        each
        for each in await sql.reports.saved_view.of_account(ctx.db, of, None)
        if each.id == saved
    ]
    return await to_wire(reader, view)


@procedure("/reports/view_del", permission="report.edit", narrowed="channels")
async def view_del(ctx: Publisher, attributes: ViewRef) -> None:
    """Delete a saved view."""
    forbid_impersonation(ctx)
    if not await sql.reports.saved_view.remove(ctx.db, login_of(ctx), attributes.id):
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    await record(ctx, login_of(ctx), view=str(attributes.id))


@job("/reports/mail_due_views", every=timedelta(minutes=10))
async def mail_due_views(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Queue the saved views that are due to be mailed."""
    for due in await sql.network.due_saved_view.find_due(ctx.db, ctx.now, DUE_AT_ONCE):
        await mail_view.later(ctx.db, due, key=f"view {due.publisher_id} {due.view_id}")


@job("/reports/mail_view", attempts=5)
async def mail_view(ctx: Worker, attributes: MailView) -> None:
    """Mail a saved view with its totals, and queue its file."""
    await mail_saved_view(ctx, attributes)


async def store(ctx: Publisher, draft: ViewDraft, before: StoredView | None, count: int) -> int:
    """Store a validated view and return its id. If it is mailed as often as before, its next mailing day stays."""
    if before is None:
        if count >= VIEWS_MAX:
            why = f"you already have {VIEWS_MAX} views; delete one first"
            raise Fault(
                Code.REQUEST_INVALID,
                field="attributes.name",
                rule=Rule.FULL,
                why=why,
                limit=VIEWS_MAX,
            )
        mail_at = next_mail(draft.mailed, ctx.now, ctx.account.time_zone)
        of = login_of(ctx)
        added = await sql.reports.saved_view.add(ctx.db, of, draft, mail_at=mail_at, now=ctx.now)
        assert added is not None
        return added
    begun = before.mail_after if before.mailed is draft.mailed else ctx.now
    changed = msgspec.structs.replace(
        before,
        days=draft.days,
        is_default=draft.is_default,
        mailed=draft.mailed,
        mail_after=begun,
        mail_at=next_mail(draft.mailed, begun, ctx.account.time_zone),
    )
    await sql.reports.saved_view.replace(ctx.db, changed, draft.name, draft.filter or {})
    return before.id


async def is_out_of_date(reader: Reader, view: StoredView) -> bool:
    """Whether a view's report no longer accepts its filter."""
    try:
        await EXPORTS[ExportReport(view.report)].read_filter(reader, view.filter_on(reader.today))
    except Fault:
        return True
    return False


async def to_wire(reader: Reader, view: StoredView) -> View:
    return View(
        id=view.id,
        report=view.report,
        name=view.name,
        filter=view.filter_on(reader.today),
        days=view.days,
        is_default=view.is_default,
        mailed=view.mailed,
        next_mail_at=view.mail_at,
        out_of_date=await is_out_of_date(reader, view),
    )


def login_of(ctx: Publisher) -> Login:
    return Login(ctx.publisher_id, ctx.account.id)
