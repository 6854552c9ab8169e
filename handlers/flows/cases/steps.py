"""The steps of a case: which may follow which, who is notified, and how they are shown."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NoReturn

import msgspec

import sql.accounts.profile
import sql.orders.order_case
from handlers.flows.owned_files import require_own_files
from handlers.flows.staff_mail import notify_staff
from rpc import Code, Fault, Guest, Publisher
from rpc.jobs.notify import notify_account
from schema.accounts.upload import FILES_PATH
from schema.core.envelope import Page
from schema.orders.order_case import (
    PUBLISHER,
    REPLIES_MAX,
    AcceptedOrder,
    CaseFilter,
    CaseReply,
    CaseState,
    CaseStep,
    CaseSummary,
    Evidence,
    EvidenceFile,
    OrderCase,
    StoredCase,
    StoredStep,
)


async def check_evidence(ctx: Publisher, evidence: Sequence[Evidence]) -> None:
    """Raises REQUEST_INVALID for files that are not the publisher's own."""
    if evidence:
        await require_own_files(ctx, "evidence", *(file.file_url for file in evidence))


async def reply(ctx: Publisher, reply: CaseReply) -> OrderCase:
    """Add what a publisher says to an undecided case, which waits for the network again."""
    await check_evidence(ctx, reply.evidence)
    uid = ctx.publisher_id
    case = await lock_undecided(ctx, uid, reply.case_id)
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
        note=reply.note,
        evidence=reply.evidence,
    )
    return await read_case(ctx, case.case_id)


async def withdraw(ctx: Publisher, case_id: int) -> OrderCase:
    """End an undecided case as its publisher wishes."""
    case = await lock_undecided(ctx, ctx.publisher_id, case_id)
    await take_step(
        ctx,
        ctx.publisher_id,
        case_id,
        by=PUBLISHER,
        before=case.state,
        after=CaseState.WITHDRAWN,
        note="",
    )
    return await read_case(ctx, case_id)


async def lock_undecided(ctx: Guest, uid: int, case_id: int) -> StoredCase:
    """The case, locked. Raises NOT_FOUND, or STATE_FORBIDS once it is decided or withdrawn."""
    case = await sql.orders.order_case.lock(ctx.db, uid, case_id)
    if case is None:
        raise Fault(Code.NOT_FOUND, field="attributes.case_id")
    if not case.state.is_undecided:
        forbid_decided(case.state)
    return case


def forbid_decided(state: CaseState) -> NoReturn:
    why = f"This case has already been {state.value}"
    raise Fault(Code.STATE_FORBIDS, why, field="attributes.case_id")


async def take_step(
    ctx: Guest,
    uid: int,
    case_id: int,
    *,
    by: str,
    before: CaseState | None,
    after: CaseState,
    note: str,
    evidence: Sequence[Evidence] = (),
    accepted: AcceptedOrder | None = None,
) -> None:
    """Write a step with the state it leads to, and queue the mails about it."""
    await sql.orders.order_case.set_state(ctx.db, uid, case_id, after, ctx.now, accepted=accepted)
    await sql.orders.order_case.add_step(
        ctx.db,
        uid,
        case_id,
        by=by,
        before=before,
        after=after,
        note=note,
        evidence=evidence,
        now=ctx.now,
    )
    case = await sql.orders.order_case.lock(ctx.db, uid, case_id)
    assert case is not None
    step = "opened" if before is None else "replied" if after is CaseState.OPEN else after.value
    values = {"brand": case.brand_name, "order": case.order_id, "kind": case.kind.value}
    values |= {"case_id": str(case_id), "step": step, "note": note}
    values |= {
        "amount": f"{accepted.amount:,} {case.currency}" if accepted else "",
        "commission": f"{accepted.commission:,} {case.currency}" if accepted else "",
    }
    limit = ctx.resources.shared_limits.case_mail
    # Per publisher and author: who writes a hundred steps keeps nobody else's from being told.
    if await limit.try_spend(ctx.db, f"{uid} {by}", ctx.now) is not None:
        return
    for login in await sql.accounts.profile.subscribed_accounts(ctx.db, uid, "payments"):
        await notify_account(ctx, login, "case_step", **values)
    if by == PUBLISHER:
        await notify_staff(ctx, "case_waiting", **values)


async def read_case(ctx: Publisher, case_id: int) -> OrderCase:
    """A case of the publisher's as it is now."""
    filter = CaseFilter(case_id=case_id)
    rows, _ = await sql.orders.order_case.page(ctx.db, ctx.publisher_id, filter, None, Page())
    return (await with_steps(ctx, ctx.publisher_id, rows))[0]


async def with_steps(ctx: Guest, uid: int, rows: Sequence[CaseSummary]) -> list[OrderCase]:
    """A publisher's cases with their steps."""
    of_case = await steps_of(ctx, uid, [row.case_id for row in rows])
    return [OrderCase(**msgspec.structs.asdict(row), steps=of_case[row.case_id]) for row in rows]


async def steps_of(ctx: Guest, uid: int, case_ids: Sequence[int]) -> dict[int, list[CaseStep]]:
    """The steps of each of a publisher's cases; their files open for ten minutes."""
    steps_by_case: defaultdict[int, list[CaseStep]] = defaultdict(list)
    for step in await sql.orders.order_case.steps(ctx.db, uid, case_ids):
        steps_by_case[step.case_id].append(to_wire(ctx, step))
    return steps_by_case


def to_wire(ctx: Guest, step: StoredStep) -> CaseStep:
    files = []
    for url, name in zip(step.evidence, step.evidence_names, strict=True):
        ticket = ctx.resources.signed_urls.make(url.removeprefix(FILES_PATH), name, ctx.now)
        files.append(EvidenceFile(name, f"{url}?ticket={ticket}"))
    return CaseStep(
        at=step.at,
        by=step.by,
        from_=step.from_state,
        to=step.to_state,
        note=step.note,
        evidence=files,
    )
