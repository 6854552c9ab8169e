"""Saved views of reports: listed, saved and deleted by the account they belong to."""

from typing import Any

import msgspec

import sql.exports.saved_view
from handlers.flows.exports.export_request import within_attributes
from handlers.flows.exports.reports import EXPORTS
from handlers.flows.reports.report_queries import (
    Reader,
    click_query,
    order_query,
    performance_query,
)
from rpc import Code, Fault, Publisher
from rpc.calls.audit import record
from rpc.calls.reauth import forbid_impersonation
from schema.core.days import Days
from schema.core.envelope import Listing, Page
from schema.reports.saved_view import (
    VIEWS_MAX,
    StoredView,
    View,
    ViewDraft,
    ViewReport,
    filter_on,
    next_mail,
)
from sql.accounts.account import Login

DUE_AT_ONCE = 1_000
NAME_TAKEN = "there is a view of this name already"
DAYS_TWICE = "must have no dates where `attributes.days` counts them from today"


async def list_views(ctx: Publisher, report: ViewReport | None) -> Listing[View]:
    """The caller's views."""
    stored = await sql.exports.saved_view.of_account(ctx.db, login_of(ctx), report)
    views = [await to_wire(Reader.of(ctx), view) for view in stored]
    return Listing(views, len(views))


async def save_view(ctx: Publisher, draft: ViewDraft) -> View:
    """Add a view or change one. Raises the refusals of the report's own call, and VIEW_OUT_OF_DATE."""
    forbid_impersonation(ctx)
    reader, of = Reader.of(ctx), login_of(ctx)
    if draft.days is not None and draft.filter and {"start_date", "end_date"} & draft.filter.keys():
        raise Fault(Code.REQUEST_INVALID, field="attributes.filter", why=DAYS_TWICE)
    await sql.exports.saved_view.lock_account(ctx.db, of)
    views = {view.id: view for view in await sql.exports.saved_view.of_account(ctx.db, of, None)}
    before = views.get(draft.id) if draft.id else None
    if draft.id and (before is None or before.report is not draft.report):
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    name_taken = any(
        (view.report, view.name) == (draft.report, draft.name) and view.id != draft.id
        for view in views.values()
    )
    if name_taken:
        raise Fault(Code.REQUEST_INVALID, field="attributes.name", why=NAME_TAKEN)
    if draft.filter is None and before is not None:
        if await is_out_of_date(reader, before):
            raise Fault(Code.VIEW_OUT_OF_DATE, field="attributes.filter")
        draft = msgspec.structs.replace(draft, filter=before.filter, days=before.days)
    else:
        await check_filter(reader, draft)
    if draft.is_default:
        await sql.exports.saved_view.clear_default(ctx.db, of, draft.report)
    saved = await store(ctx, draft, before, len(views))
    await record(ctx, of, report=draft.report, view=draft.name, mailed=draft.mailed)
    [view] = [
        each
        for each in await sql.exports.saved_view.of_account(ctx.db, of, None)
        if each.id == saved
    ]
    return await to_wire(reader, view)


async def store(ctx: Publisher, draft: ViewDraft, before: StoredView | None, count: int) -> int:
    """Write a checked view; returns its id. One whose mails go on keeps its next day."""
    if before is None:
        if count >= VIEWS_MAX:
            why = f"you already have {VIEWS_MAX} views; delete one first"
            raise Fault(Code.REQUEST_INVALID, field="attributes.name", why=why)
        mail_at = next_mail(draft.mailed, ctx.now, ctx.account.time_zone)
        of = login_of(ctx)
        added = await sql.exports.saved_view.add(ctx.db, of, draft, mail_at=mail_at, now=ctx.now)
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
    await sql.exports.saved_view.replace(ctx.db, changed, draft.name, draft.filter or {})
    return before.id


async def delete_view(ctx: Publisher, view_id: int) -> None:
    forbid_impersonation(ctx)
    if not await sql.exports.saved_view.remove(ctx.db, login_of(ctx), view_id):
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    await record(ctx, login_of(ctx), view=str(view_id))


async def check_filter(reader: Reader, draft: ViewDraft) -> None:
    """Raises the refusals of the report's call."""
    today = Days.last(1, reader.now, reader.zone).end
    await open_filter(reader, draft.report, filter_on(draft.filter or {}, draft.days, today))


async def open_filter(reader: Reader, report: ViewReport, filter: dict[str, Any]) -> Any:
    """A filter as the report's call reads it. Raises its refusals."""
    export = EXPORTS[report.export]
    read = export.read_filter(filter)
    try:
        await report_query(reader, report, read)
    except Fault as fault:
        raise within_attributes(fault) from None
    return read


async def report_query(reader: Reader, report: ViewReport, filter: Any) -> Any:
    """The query of the report's own call. Raises its refusals."""
    if report is ViewReport.PERFORMANCE:
        return await performance_query(reader, filter, Page())
    if report is ViewReport.TRANSACTIONS:
        return await order_query(reader, filter)
    return await click_query(reader, filter)


async def is_out_of_date(reader: Reader, view: StoredView) -> bool:
    """Whether its report refuses its filter by now."""
    today = Days.last(1, reader.now, reader.zone).end
    try:
        await open_filter(reader, view.report, view.filter_on(today))
    except Fault:
        return True
    return False


async def to_wire(reader: Reader, view: StoredView) -> View:
    today = Days.last(1, reader.now, reader.zone).end
    return View(
        id=view.id,
        report=view.report,
        name=view.name,
        filter=view.filter_on(today),
        days=view.days,
        is_default=view.is_default,
        mailed=view.mailed,
        next_mail_at=view.mail_at,
        out_of_date=await is_out_of_date(reader, view),
    )


def login_of(ctx: Publisher) -> Login:
    return Login(ctx.publisher_id, ctx.account.id)
