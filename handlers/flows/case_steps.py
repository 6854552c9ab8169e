"""The steps of a case: which may follow which, who is notified, and how they are shown."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NoReturn

import sql.core.outbox
import sql.home.notice
import sql.orders.order_case
from handlers.flows.staff_mail import notify_staff
from rpc import Code, Fault, Guest
from rpc.jobs.account_mail import notify_team
from schema.accounts.upload import FILES_PATH
from schema.core.money import format_money
from schema.home.own_notice import case_notice
from schema.orders.order_case import (
    PUBLISHER,
    AcceptedOrder,
    CaseState,
    CaseStep,
    Evidence,
    EvidenceFile,
    StoredCase,
    StoredStep,
)


def forbid_decided(state: CaseState) -> NoReturn:
    why = f"This case has already been {state.value}"
    raise Fault(Code.STATE_FORBIDS, why, field="attributes.case_id")


async def take_step(
    ctx: Guest,
    uid: int,
    case_id: int,
    *,
    by: str,
    before: CaseState,
    after: CaseState,
    note: str,
    evidence: Sequence[Evidence] = (),
    accepted: AcceptedOrder | None = None,
) -> None:
    """Record a case's step and new state, queue the mails about it, and notify the publisher of what others did."""
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
    cases = await sql.orders.order_case.for_events(ctx.db, uid, [case_id])
    await sql.core.outbox.add(ctx.db, [each.to_event(before, note) for each in cases], ctx.now)
    is_mailed = await may_mail(ctx, uid, by)
    if by == PUBLISHER and not is_mailed:
        return
    case = await sql.orders.order_case.lock(ctx.db, uid, case_id)
    assert case is not None
    if by != PUBLISHER:
        notice = case_notice(case_id, after, case.subject)
        await sql.home.notice.add_own(ctx.db, uid, notice, ctx.now)
    if is_mailed:
        step = "replied" if after is CaseState.OPEN else after.value
        await mail_step(ctx, uid, case, step, by=by, note=note, accepted=accepted)


async def mail_opened(ctx: Guest, uid: int, opened: Sequence[tuple[int, str]]) -> None:
    """Queue a mail with the number and note of each opened case, until the limit of mails is reached."""
    for case_id, note in opened:
        if not await may_mail(ctx, uid, PUBLISHER):
            return
        case = await sql.orders.order_case.lock(ctx.db, uid, case_id)
        assert case is not None
        await mail_step(ctx, uid, case, "opened", by=PUBLISHER, note=note)


async def may_mail(ctx: Guest, uid: int, by: str) -> bool:
    """Count a mail about a publisher's cases. Returns whether the limit allows it.

    The limit is per publisher and author: whoever writes a hundred steps does not hold up the mails about anybody
    else's.
    """
    limit = ctx.resources.shared_limits.case_mail
    return await limit.try_spend(ctx.db, f"{uid} {by}", ctx.now) is None


async def mail_step(
    ctx: Guest,
    uid: int,
    case: StoredCase,
    step: str,
    *,
    by: str,
    note: str,
    accepted: AcceptedOrder | None = None,
) -> None:
    values = {"subject": case.subject, "kind": case.kind.value}
    # Processes of the release before read these two.
    values |= {"brand": case.brand_name or "", "order": case.order_id}
    values |= {"case_id": str(case.case_id), "step": step, "note": note}
    values |= {
        "amount": format_money(accepted.amount, case.currency) if accepted else "",
        "commission": format_commission(accepted, case.currency) if accepted else "",
        "pay_on": f"{case.pay_on:%-d %B %Y}" if case.pay_on else "",
    }
    await notify_team(ctx, uid, "case_step", mailing="payments", **values)
    if by == PUBLISHER:
        await notify_staff(ctx, "case_waiting", **values)


def format_commission(accepted: AcceptedOrder, currency: str) -> str:
    if accepted.commission is None:
        return "not known until the network has the order's exchange rate"
    return format_money(accepted.commission, currency)


async def steps_of(ctx: Guest, uid: int, case_ids: Sequence[int]) -> dict[int, list[CaseStep]]:
    """The steps of each of a publisher's cases, with links to their files that work for ten minutes."""
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
