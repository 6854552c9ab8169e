"""Stopping a guarded change with the link in the mail about it, without signing in, and ending its wait in time."""

from datetime import timedelta

import structlog
from msgspec import structs

import sql.accounts.account
import sql.network.guarded_change
import sql.payments.guarded_change
from handlers.flows.accounts.account_mail import RETRIES, deliver
from handlers.flows.accounts.email_links import LANGUAGE, dead_link
from handlers.flows.accounts.guarded_changes import (
    find_concerned,
    get_change,
    lock,
    lock_concerned,
    settle_change,
    stop_change,
)
from rpc import Code, Fault, Guest, Worker, job, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import signed_in
from rpc.mail.mailer import render
from rpc.security.tokens import GUARDED_CHANGE
from schema.accounts.auth import DeadLink
from schema.accounts.notification import RECIPIENTS
from schema.core.envelope import Nothing
from schema.payments.guarded_change import (
    ChangeKind,
    ChangeStopped,
    ChangeToken,
    GuardedChange,
    GuardedMail,
)
from schema.payments.payee import METHOD_NAMES
from sql.accounts.account import Login
from sql.network.guarded_change import DueChange
from sql.payments.guarded_change import ChangeRow

log = structlog.get_logger()

REFUSALS = [Code.TRACK_USED, Code.TOKEN_INVALID]
STOPPED = "This change has been stopped already"
CHANGE_PAGE = "/auth/stop-change"
SETTLE_BATCH = 200
"""How many changes are settled before the next ones are looked for."""


@query("/auth/change_check", raises=REFUSALS)
async def change_check(ctx: Guest, attributes: ChangeToken) -> GuardedChange:
    """Get the change that a mailed link can stop. Nothing is stopped, and the link stays usable."""
    uid, change = await find_change(ctx, attributes.token)
    found = change.to_wire()
    if len(await find_concerned(ctx, uid, change)) > 1:
        # Who reads it may be of any of the person's publishers, and is told of no other.
        return structs.replace(found, publisher=change.member or "")
    return found


@procedure("/auth/change_stop", raises=REFUSALS, atomic=False)
async def change_stop(ctx: Guest, attributes: ChangeToken) -> ChangeStopped:
    """Stop a change and undo it. All sessions but those by passkey end, and payments are held.

    Whatever else the same person changed and still waits is undone with it; API tokens made since end, too. Payments
    are held for 72 hours, or until an owner signs in with a passkey or second step that is at least as old. What was
    stopped before can only be stopped again by an owner or finance member who is signed in.
    """
    await ctx.resources.shared_limits.verify.spend(ctx.db, ctx.request.network, ctx.now)
    uid, change = await find_change(ctx, attributes.token)
    if change.repeated:
        await require_member(ctx, await find_concerned(ctx, uid, change))
    async with ctx.db.transaction():
        stamps = await lock_concerned(ctx, uid, change)
        _, change = await find_change(ctx, attributes.token)
        stopped = await stop_change(ctx, uid, change, stamps)
        await record(
            ctx,
            Login(uid, 0),
            change=change.kind,
            before=change.before or "",
            after=change.after or "",
        )
    return stopped


@job("/auth/send_change", retries=RETRIES, atomic=False)
async def send_change(ctx: Worker, attributes: GuardedMail) -> None:
    """Mail a change to one address, with the link that stops it, unless it is stopped or no longer waits."""
    uid, change_id = attributes.publisher_id, attributes.change_id
    change = await sql.payments.guarded_change.get(ctx.db, uid, change_id)
    reader_uid = uid if attributes.reader_uid is None else attributes.reader_uid
    reader = await sql.accounts.account.get(ctx.db, reader_uid, attributes.account_id)
    if change is None or reader is None or not change.is_live or change.waits_until <= ctx.now:
        return
    token, hash = ctx.resources.tokens.make(GUARDED_CHANGE, uid)
    await sql.payments.guarded_change.add_hash(ctx.db, uid, change_id, hash)
    values = {
        "name": reader.name,
        "headline": change.headline,
        "kind": "role" if change.kind is ChangeKind.JOINED else change.kind.value,
        "what": what_changed(change),
        "who": change.changed_by or "",
        "reason": change.reason or "",
        "applied": "yes" if change.applied_at else "",
        "at": f"{change.created_at:%d %B %Y, %H:%M} UTC",
        "waits_until": f"{change.waits_until:%d %B %Y, %H:%M} UTC",
        "link": f"{ctx.resources.settings.public_url}{CHANGE_PAGE}?token={token}",
    }
    message = render("guarded_change", LANGUAGE, values)
    await deliver(ctx, reader, "guarded_change", message, to=attributes.email)


@job("/auth/settle_changes", every=timedelta(minutes=5), atomic=False)
async def settle_changes(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Put changes into force, or let them stay for good, whose wait is over."""
    last = DueChange()
    while due := await sql.network.guarded_change.find_due(ctx.db, ctx.now, last, SETTLE_BATCH):
        for each in due:
            try:
                await settle_one(ctx, each)
            except Exception:
                # It is tried again with the next start, and stops no other publisher's.
                log.exception("change not settled", uid=each.publisher_id, id=each.change_id)
        last = due[-1]


def what_changed(change: ChangeRow) -> str:
    """What was replaced by what, for a mail: `PayPal: a•••@example.com → b•••@example.com`."""
    values = " → ".join(each for each in (change.before, change.after) if each)
    return f"{METHOD_NAMES[change.method]}: {values}" if change.method else values


async def settle_one(ctx: Worker, due: DueChange) -> None:
    """Settle a change, unless it was stopped or settled meanwhile."""
    async with ctx.db.transaction():
        await lock(ctx, due.publisher_id)
        change = await get_change(ctx, due.publisher_id, due.change_id)
        if change.is_live and change.waits_until <= ctx.now:
            await settle_change(ctx, due.publisher_id, change)


async def require_member(ctx: Guest, uids: list[int]) -> None:
    """Raise 401 for guests, and NOT_ALLOWED for all but the owners and finance members of these publishers."""
    member = await signed_in(ctx)
    roles = RECIPIENTS["guarded_change"]
    if member.publisher_id not in uids or not roles.intersection(member.account.roles):
        raise Fault(Code.NOT_ALLOWED)


async def find_change(ctx: Guest, token: str) -> tuple[int, ChangeRow]:
    """The publisher and the change of a link. Raises 20067 if it was stopped, 20068 if it no longer waits."""
    link = ctx.resources.tokens.read(GUARDED_CHANGE, token)
    if link is None:
        raise dead_link(Code.TOKEN_INVALID, None)
    change = await sql.payments.guarded_change.find(ctx.db, link.owner, link.hash)
    if change is None:
        raise dead_link(Code.TOKEN_INVALID, None)
    if change.stopped_at is not None:
        raise Fault(Code.TRACK_USED, STOPPED)
    if not change.is_live or change.waits_until <= ctx.now:
        raise Fault(Code.TOKEN_INVALID, data=DeadLink("expired"))
    return link.owner, change
