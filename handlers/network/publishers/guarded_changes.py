"""Calls for the network's staff: guarded changes that wait, and ending a wait or a hold, which takes two of them."""

import sql.network.guarded_change
import sql.payments.guarded_change
import sql.payments.payment_method
from handlers.flows.accounts.guarded_changes import (
    end_wait,
    lock,
    lock_concerned,
    stop_change,
)
from rpc import Code, Fault, Operator, procedure, query
from rpc.calls.audit import record
from rpc.jobs.account_mail import notify_team
from schema.accounts.account import NETWORK
from schema.core.envelope import CursorPage, Page
from schema.payments.guarded_change import (
    HOLD,
    STAFF_AGE,
    ChangeFilter,
    ChangeHasten,
    ChangeStopped,
    Hastened,
    NetworkChange,
)
from sql.accounts.account import Login
from sql.payments.guarded_change import ChangeRow

OVER = "Its wait is over, or nothing is held any more"
TOO_NEW = "Your account is younger than three days: somebody else has to be the second"


@query("/network/changes", permission="account.lock", heavy=True)
async def changes(ctx: Operator, filter: ChangeFilter, page: Page) -> CursorPage[NetworkChange]:
    """List changes that wait or can be undone, and those whose stop holds payments, newest first."""
    return await sql.network.guarded_change.page(ctx.db, filter, page, ctx.now)


@procedure(
    "/network/change_hasten", permission="account.lock", raises=[Code.STATE_FORBIDS], atomic=False
)
async def change_hasten(ctx: Operator, attributes: ChangeHasten) -> Hastened:
    """Ask to end the wait of a change, or the hold of payments that its stop began.

    It ends once two members of staff have asked; the second must have been one for three days.
    """
    uid, reason = attributes.uid, attributes.reason
    async with ctx.db.transaction():
        await lock(ctx, uid)
        change = await find_change(ctx, uid, attributes.id)
        # Who began a change counts as the first for its wait, but not for the hold of those who stopped it.
        began = change.operator_id if change.stopped_at is None else None
        first = change.hastened_by or began
        if first is None or first == ctx.account.id:
            await sql.payments.guarded_change.hasten(
                ctx.db,
                uid,
                change.id,
                operator_id=ctx.account.id,
                name=ctx.account.nickname or ctx.account.username,
                reason=reason,
                now=ctx.now,
            )
            await log(ctx, uid, change, reason, ended=False)
            return Hastened(done=False)
        if not await sql.payments.guarded_change.is_staff_since(
            ctx.db, NETWORK, ctx.account.id, STAFF_AGE, ctx.now
        ):
            raise Fault(Code.STATE_FORBIDS, TOO_NEW)
        if change.stopped_at is None:
            await end_wait(ctx, uid, change)
        else:
            await sql.payments.payment_method.release(ctx.db, uid)
        await log(ctx, uid, change, reason, ended=True)
        await notify_team(ctx, uid, "change_hastened", change=change.summary, reason=reason)
    return Hastened(done=True)


@procedure(
    "/network/change_stop", permission="account.lock", raises=[Code.STATE_FORBIDS], atomic=False
)
async def change_stop(ctx: Operator, attributes: ChangeHasten) -> ChangeStopped:
    """Stop a change for a publisher who cannot. One member of staff is enough."""
    change = await find_change(ctx, attributes.uid, attributes.id)
    async with ctx.db.transaction():
        stamps = await lock_concerned(ctx, attributes.uid, change)
        change = await find_change(ctx, attributes.uid, attributes.id)
        if change.stopped_at is not None:
            raise Fault(Code.STATE_FORBIDS, OVER)
        stopped = await stop_change(ctx, attributes.uid, change, stamps)
        await log(ctx, attributes.uid, change, attributes.reason, ended=True)
    return stopped


async def find_change(ctx: Operator, uid: int, change_id: int) -> ChangeRow:
    """A change that waits, or whose stop may hold payments. Raises STATE_FORBIDS if it does neither."""
    change = await sql.payments.guarded_change.get(ctx.db, uid, change_id)
    if change is None:
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    if change.stopped_at is not None:
        waits = change.stopped_at + HOLD > ctx.now
    else:
        waits = change.settled_at is None and change.waits_until > ctx.now
    if not waits:
        raise Fault(Code.STATE_FORBIDS, OVER)
    return change


async def log(ctx: Operator, uid: int, change: ChangeRow, reason: str, *, ended: bool) -> None:
    """Record in the publisher's activity log which member of staff asked for what, and why."""
    of = Login(uid, change.subject_id or 0)
    result = "ok" if ended else "asked"
    await record(
        ctx, of, result, operator_id=ctx.account.id, change=change.kind.value, reason=reason
    )
