"""Cases that a publisher opens: about missing, incorrect and declined orders, unpaid months, and questions."""

import asyncio
from collections.abc import Sequence
from typing import Literal

import msgspec

import sql.brands.brand
import sql.network.case_times
import sql.orders.order_case
from handlers.flows import table_upload
from handlers.flows.case_steps import forbid_decided, steps_of, take_step
from handlers.flows.filter_checks import find_mid
from handlers.flows.owned_files import require_own_files
from handlers.reports.case_claims import forbid
from handlers.reports.case_file import read_case_file
from handlers.reports.case_opening import Opened, open_cases
from rpc import Code, Fault, Publisher, procedure, query
from schema.core.envelope import Listing, Page, Results
from schema.orders.order_case import (
    CASE_ANSWER_HISTORY,
    DISPUTE_DAYS,
    PUBLISHER,
    REPLIES_MAX,
    USUAL_CLAIM_DAYS,
    CaseDraft,
    CaseDrafts,
    CaseFile,
    CaseFilter,
    CaseKind,
    CaseOutcome,
    CaseRef,
    CaseReply,
    CaseState,
    CaseSummary,
    CaseTimes,
    CaseTimesFilter,
    OrderCase,
    StoredCase,
)

OPEN_ALREADY = {
    CaseKind.MISSING: ("order_id", "This order has"),
    CaseKind.INCORRECT: ("oid", "This order has"),
    CaseKind.DECLINED: ("oid", "This order has"),
    CaseKind.UNPAID: ("periods", "Some of these months have"),
    CaseKind.QUESTION: ("note", "The same question has"),
}
"""By kind of case, the field that names its subject, and the beginning of a sentence about an open case."""


@procedure(
    "/reports/case_open",
    permission="case.edit",
    narrowed="channels",
    raises=[Code.BRAND_UNKNOWN, Code.STATE_FORBIDS],
)
async def case_open(ctx: Publisher, attributes: CaseDraft) -> OrderCase:
    """Open a case about a missing, incorrect or declined order or unpaid months, or ask a question."""
    [opened] = await open_cases(ctx, [attributes])
    if isinstance(opened, Fault):
        raise opened
    if not opened.is_new:
        field, what = OPEN_ALREADY[attributes.kind]
        forbid(field, f"{what} an open case already: {opened.case_id} ({attributes.kind})")
    return await read_case(ctx, opened.case_id)


@procedure("/reports/cases_open", permission="case.edit", narrowed="channels", heavy=True)
async def cases_open(ctx: Publisher, attributes: CaseDrafts) -> Results[CaseOutcome]:
    """Open up to 1,000 cases at once, each with its own outcome. Repeating the call opens no case twice."""
    return await open_each(ctx, [*enumerate(attributes.cases, 1)], [])


@procedure("/reports/cases_file", permission="case.edit", narrowed="channels", heavy=True)
async def cases_file(ctx: Publisher, attributes: CaseFile) -> Results[CaseOutcome]:
    """Open a case for each line of an uploaded CSV file, at most 1,000. Repeating the call opens no case twice."""
    file = await table_upload.require_file(ctx, attributes.file_url)
    head, whole = await table_upload.read_head(ctx, file)
    drafts, refused = await asyncio.to_thread(
        read_case_file, head, whole=whole, zone=ctx.account.time_zone
    )
    return await open_each(ctx, drafts, refused)


@query(
    "/reports/case_times",
    permission="report.read",
    narrowed="channels",
    raises=[Code.BRAND_UNKNOWN],
)
async def case_times(ctx: Publisher, filter: CaseTimesFilter) -> CaseTimes:
    """Get how long cases about orders can be opened, and how long the network usually takes to answer."""
    mid = await find_mid(ctx, filter.mcid)
    days = USUAL_CLAIM_DAYS
    if mid is not None:
        days = await sql.brands.brand.get_claim_days(ctx.db, mid)
    usual = await sql.network.case_times.usual_hours(ctx.db, ctx.now - CASE_ANSWER_HISTORY)
    return CaseTimes(
        claim_days=days,
        dispute_days=DISPUTE_DAYS,
        usual_hours=None if usual is None else round(usual, 1),
    )


@query(
    "/reports/case_list", permission="report.read", narrowed="channels", raises=[Code.BRAND_UNKNOWN]
)
async def case_list(ctx: Publisher, filter: CaseFilter, page: Page) -> Listing[OrderCase]:
    """List cases with their steps and evidence, newest first."""
    mid = await find_mid(ctx, filter.mcid)
    rows, total = await sql.orders.order_case.page(ctx.db, ctx.publisher_id, filter, mid, page)
    return Listing(await with_steps(ctx, rows), total)


@procedure(
    "/reports/case_reply", permission="case.edit", narrowed="channels", raises=[Code.STATE_FORBIDS]
)
async def case_reply(ctx: Publisher, attributes: CaseReply) -> OrderCase:
    """Answer the network's question about a case, or add further information."""
    if attributes.evidence:
        await require_own_files(ctx, "evidence", *(file.file_url for file in attributes.evidence))
    uid = ctx.publisher_id
    case = await lock_undecided(ctx, attributes.case_id)
    if await sql.orders.order_case.count_unanswered(ctx.db, uid, case.case_id) >= REPLIES_MAX:
        why = "You have written a lot already; wait until the network has answered"
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.note")
    await take_step(
        ctx,
        uid,
        case.case_id,
        by=PUBLISHER,
        before=case.state,
        after=CaseState.OPEN,
        note=attributes.note,
        evidence=attributes.evidence,
    )
    return await read_case(ctx, case.case_id)


@procedure(
    "/reports/case_withdraw",
    permission="case.edit",
    narrowed="channels",
    raises=[Code.STATE_FORBIDS],
)
async def case_withdraw(ctx: Publisher, attributes: CaseRef) -> OrderCase:
    """Withdraw a case that has not been decided."""
    case = await lock_undecided(ctx, attributes.case_id)
    await take_step(
        ctx,
        ctx.publisher_id,
        attributes.case_id,
        by=PUBLISHER,
        before=case.state,
        after=CaseState.WITHDRAWN,
        note="",
    )
    return await read_case(ctx, attributes.case_id)


async def open_each(
    ctx: Publisher, drafts: Sequence[tuple[int, CaseDraft]], refused: Sequence[CaseOutcome]
) -> Results[CaseOutcome]:
    """Open cases. Returns an outcome for each row; a refused one has written nothing."""
    opened = await open_cases(ctx, [draft for _, draft in drafts])
    outcomes = [to_outcome(row, each) for (row, _), each in zip(drafts, opened, strict=True)]
    return Results(sorted([*refused, *outcomes], key=lambda each: each.row))


def to_outcome(row: int, opened: Opened | Fault) -> CaseOutcome:
    if isinstance(opened, Fault):
        field = opened.field.removeprefix("attributes.") or None
        return CaseOutcome(
            row=row, outcome="refused", case_id=None, field=field, reason=str(opened)
        )
    outcome: Literal["created", "unchanged"] = "created" if opened.is_new else "unchanged"
    return CaseOutcome(row=row, outcome=outcome, case_id=opened.case_id, field=None, reason=None)


async def lock_undecided(ctx: Publisher, case_id: int) -> StoredCase:
    """Lock a case and return it. Raises NOT_FOUND, or STATE_FORBIDS once the case is decided or withdrawn."""
    case = await sql.orders.order_case.lock(ctx.db, ctx.publisher_id, case_id)
    if case is None:
        raise Fault(Code.NOT_FOUND, field="attributes.case_id")
    if not case.state.is_undecided:
        forbid_decided(case.state)
    return case


async def read_case(ctx: Publisher, case_id: int) -> OrderCase:
    """Read one of the publisher's cases with its steps."""
    filter = CaseFilter(case_id=case_id)
    rows, _ = await sql.orders.order_case.page(ctx.db, ctx.publisher_id, filter, None, Page())
    return (await with_steps(ctx, rows))[0]


async def with_steps(ctx: Publisher, rows: Sequence[CaseSummary]) -> list[OrderCase]:
    """Add the steps to a publisher's cases."""
    of_case = await steps_of(ctx, ctx.publisher_id, [row.case_id for row in rows])
    return [OrderCase(**msgspec.structs.asdict(row), steps=of_case[row.case_id]) for row in rows]
