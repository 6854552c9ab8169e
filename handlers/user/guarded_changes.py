"""Guarded changes that wait, as the people they concern see and stop them."""

from collections.abc import Sequence
from itertools import groupby

from msgspec import structs

import sql.accounts.membership
import sql.payments.guarded_change
from handlers.flows.accounts.guarded_changes import lock_concerned, stop_change
from rpc import Code, Fault, Member, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import forbid_impersonation
from schema.accounts.notification import RECIPIENTS
from schema.core.envelope import Results
from schema.payments.guarded_change import (
    OF_PERSON,
    ChangeRef,
    ChangeStopped,
    GuardedChange,
)
from sql.accounts.account import Login
from sql.payments.guarded_change import ChangeRow

OVER = "This change was stopped already, or its wait is over"


@query("/user/changes", permission=None, narrowed="account", sandbox=True)
async def changes(ctx: Member) -> Results[GuardedChange]:
    """List the changes that can still be stopped, newest first.

    Owners and finance members see all of their publisher, others those of their own account.
    """
    if ctx.account.sandbox:
        return Results([])  # where nothing is changed that could be stopped
    live = await sql.payments.guarded_change.list_live(ctx.db, ctx.publisher_id, ctx.now)
    own = [each.to_wire() for each in live if may_stop(ctx, each)]
    elsewhere = [
        # Which other publisher somebody works for is none of this one's business.
        structs.replace(each.to_wire(), publisher=each.member or "")
        for _, found in await find_elsewhere(ctx)
        for each in found
    ]
    return Results(sorted(own + elsewhere, key=lambda each: each.id, reverse=True))


@procedure(
    "/user/change_stop",
    permission=None,
    narrowed="account",
    sandbox=False,
    raises=[Code.STATE_FORBIDS],
    atomic=False,
)
async def change_stop(ctx: Member, attributes: ChangeRef) -> ChangeStopped:
    """Stop a change, as the link in the mail about it does.

    Your own session ends, too, unless you signed in with a passkey.
    """
    forbid_impersonation(ctx)
    uid, change = await find_change(ctx, attributes.id)
    async with ctx.db.transaction():
        stamps = await lock_concerned(ctx, uid, change)
        locked = await sql.payments.guarded_change.get(ctx.db, uid, change.id)
        if locked is None or not locked.is_live or locked.waits_until <= ctx.now:
            raise Fault(Code.STATE_FORBIDS, OVER)
        stopped = await stop_change(ctx, uid, locked, stamps)
        await record(ctx, Login(ctx.publisher_id, ctx.account.id), change=change.kind)
    return stopped


async def find_change(ctx: Member, change_id: int) -> tuple[int, ChangeRow]:
    """A change that the caller may stop, with its publisher. Raises NOT_FOUND if there is none."""
    change = await sql.payments.guarded_change.get(ctx.db, ctx.publisher_id, change_id)
    if change is not None and may_stop(ctx, change):
        return ctx.publisher_id, change
    for uid, found in await find_elsewhere(ctx):
        for each in found:
            if each.id == change_id:
                return uid, each
    raise Fault(Code.NOT_FOUND, field="attributes.id")


async def find_elsewhere(ctx: Member) -> list[tuple[int, Sequence[ChangeRow]]]:
    """Changes of how members sign in whose credentials are in another publisher, as far as the caller may stop them."""
    homes = await sql.accounts.membership.find_elsewhere(ctx.db, ctx.publisher_id)
    found: list[tuple[int, Sequence[ChangeRow]]] = []
    for uid, logins in groupby(homes, key=lambda home: home.publisher_id):
        people = {login.account_id for login in logins}
        live = await sql.payments.guarded_change.list_live(ctx.db, uid, ctx.now)
        found.append(
            (
                uid,
                [
                    each
                    for each in live
                    if each.kind in OF_PERSON and each.subject_id in people and may_stop(ctx, each)
                ],
            )
        )
    return found


def may_stop(ctx: Member, change: ChangeRow) -> bool:
    """Whether a member may stop a change: an owner or finance member any, others those of their own account.

    So may those who see some channels.
    """
    roles = RECIPIENTS["guarded_change"]
    sees_all = ctx.site_ids is None and bool(roles.intersection(ctx.account.roles))
    return sees_all or change.subject_id == ctx.account.id
