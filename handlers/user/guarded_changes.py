"""Guarded changes that wait, as the people they concern see and stop them."""

import sql.payments.guarded_change
from handlers.flows.accounts.guarded_changes import lock, stop_change
from rpc import Code, Fault, Member, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import forbid_impersonation
from schema.accounts.mailing import RECIPIENTS
from schema.core.envelope import Results
from schema.payments.guarded_change import ChangeRef, ChangeStopped, GuardedChange
from sql.accounts.account import Login
from sql.payments.guarded_change import ChangeRow

OVER = "This change was stopped already, or its wait is over"


@query("/user/changes", permission=None)
async def changes(ctx: Member) -> Results[GuardedChange]:
    """List the changes that can still be stopped, newest first.

    Owners and finance members see all of their publisher, others those of their own account.
    """
    live = await sql.payments.guarded_change.list_live(ctx.db, ctx.publisher_id, ctx.now)
    return Results([each.to_wire() for each in live if may_stop(ctx, each)])


@procedure("/user/change_stop", permission=None, raises=[Code.STATE_FORBIDS], atomic=False)
async def change_stop(ctx: Member, attributes: ChangeRef) -> ChangeStopped:
    """Stop a change, as the link in the mail about it does.

    Your own session ends, too, unless you signed in with a passkey.
    """
    forbid_impersonation(ctx)
    async with ctx.db.transaction():
        stamps = await lock(ctx, ctx.publisher_id)
        change = await sql.payments.guarded_change.get(ctx.db, ctx.publisher_id, attributes.id)
        if change is None or not may_stop(ctx, change):
            raise Fault(Code.NOT_FOUND, field="attributes.id")
        if not change.is_live or change.waits_until <= ctx.now:
            raise Fault(Code.STATE_FORBIDS, OVER)
        stopped = await stop_change(ctx, ctx.publisher_id, change, stamps)
        await record(ctx, Login(ctx.publisher_id, ctx.account.id), change=change.kind)
    return stopped


def may_stop(ctx: Member, change: ChangeRow) -> bool:
    """Whether a member may stop a change: an owner or finance member any, others those of their own account."""
    roles = RECIPIENTS["guarded_change"]
    return change.subject_id == ctx.account.id or bool(roles.intersection(ctx.account.roles))
