"""Stopping new payment details with the link in the mail about them, without signing in."""

from datetime import datetime

import sql.accounts.publisher
import sql.accounts.session
import sql.payments.payee_change
import sql.payments.payment_method
from handlers.flows.accounts.email_links import dead_link
from rpc import Code, Fault, Guest, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import signed_in
from rpc.jobs.notify import notify_team
from rpc.security.tokens import PAYEE_CHANGE
from schema.accounts.auth import DeadLink
from schema.accounts.mailing import RECIPIENTS
from schema.payments.payee import METHOD_NAMES
from schema.payments.payee_change import (
    FACTOR_AGE,
    HOLD,
    ChangeStopped,
    ChangeToken,
    PayeeChange,
)
from sql.accounts.account import Login
from sql.payments.payee_change import ChangeRow

REFUSALS = [Code.TRACK_USED, Code.TOKEN_INVALID]
STOPPED = "This change has been stopped already"


@query("/auth/change_check", raises=REFUSALS)
async def change_check(ctx: Guest, attributes: ChangeToken) -> PayeeChange:
    """Get the change of a payment method that a mailed link can stop. Nothing is stopped, and the link stays usable."""
    _, change = await find_change(ctx, attributes.token)
    return PayeeChange(
        publisher=change.publisher,
        kind=change.kind,
        payee=change.ending,
        former=change.former["ending"] if change.former else None,
        changed_by=change.changed_by,
        changed_at=change.created_at,
        usable_from=change.usable_from,
        needs_session=change.repeated,
    )


@procedure("/auth/change_stop", raises=REFUSALS, atomic=False)
async def change_stop(ctx: Guest, attributes: ChangeToken) -> ChangeStopped:
    """Stop the change of a payment method: undo it, hold payments, and end all sessions but those by passkey.

    Payments are held for 72 hours, or until an owner signs in with a passkey or second step that is at least as old. Of
    details that were stopped before, an owner or finance member has to be signed in.
    """
    await ctx.resources.shared_limits.verify.spend(ctx.db, ctx.request.network, ctx.now)
    uid, change = await find_change(ctx, attributes.token)
    if change.repeated:
        await require_member(ctx, uid)
    held_until = ctx.now + HOLD
    async with ctx.db.transaction():
        await sql.accounts.publisher.lock(ctx.db, uid)
        _, change = await find_change(ctx, attributes.token)
        # Sessions before methods, as in a sign-in that releases payments: otherwise the two could deadlock.
        await sql.accounts.session.end_without_passkey(
            ctx.db, uid, ctx.now, trusted_before=change.created_at - FACTOR_AGE
        )
        await undo(ctx, uid, change)
        await sql.payments.payee_change.stop(ctx.db, uid, change.change_id, ctx.now)
        await sql.payments.payment_method.hold(ctx.db, uid, held_until)
        login = Login(uid, 0)
        await record(
            ctx, login, method_id=str(change.method_id), kind=change.kind, payee=change.ending
        )
        await notify_team(
            ctx,
            uid,
            "payee_stopped",
            kind=METHOD_NAMES[change.kind],
            payee=change.ending,
            held_until=f"{held_until:%d %B %Y, %H:%M} UTC",
        )
    return ChangeStopped(held_until=held_until)


async def undo(ctx: Guest, uid: int, change: ChangeRow) -> None:
    """Put the former details back, or delete a method that is new."""
    if change.former is not None:
        usable_from = datetime.fromisoformat(change.former["usable_from"])
        await sql.payments.payment_method.restore(
            ctx.db, uid, change.method_id, usable_from, ctx.now
        )
        return
    await sql.payments.payment_method.remove(ctx.db, uid, change.method_id, ctx.now)
    methods = await sql.payments.payment_method.all_of(ctx.db, uid)
    if methods and not methods[0].is_default:
        await sql.payments.payment_method.set_default(ctx.db, uid, methods[0].id)


async def require_member(ctx: Guest, uid: int) -> None:
    """Raise 401 for guests, and NOT_ALLOWED for all but the publisher's owners and finance members."""
    member = await signed_in(ctx)
    roles = RECIPIENTS["payee_change"]
    if member.publisher_id != uid or not roles.intersection(member.account.roles):
        raise Fault(Code.NOT_ALLOWED)


async def find_change(ctx: Guest, token: str) -> tuple[int, ChangeRow]:
    """The publisher and the change of a link. Raises 20067 if it was stopped, 20068 if it no longer waits."""
    link = ctx.resources.tokens.read(PAYEE_CHANGE, token)
    if link is None:
        raise dead_link(Code.TOKEN_INVALID, None)
    change = await sql.payments.payee_change.find(ctx.db, link.owner, link.hash)
    if change is None:
        raise dead_link(Code.TOKEN_INVALID, None)
    if change.stopped_at is not None:
        raise Fault(Code.TRACK_USED, STOPPED)
    if not change.is_live or change.usable_from <= ctx.now:
        raise Fault(Code.TOKEN_INVALID, data=DeadLink("expired"))
    return link.owner, change
