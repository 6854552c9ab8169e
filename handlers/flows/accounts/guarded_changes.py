"""Guarded changes: recorded by the calls that make them, mailed to everyone who can stop them, stopped or settled."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from msgspec import convert, to_builtins

import sql.accounts.account
import sql.accounts.account_email
import sql.accounts.agent_grant
import sql.accounts.api_token
import sql.accounts.audit
import sql.accounts.invitation
import sql.accounts.login_directory
import sql.accounts.member
import sql.accounts.membership
import sql.accounts.oidc_identity
import sql.accounts.passkey
import sql.accounts.publisher
import sql.accounts.session
import sql.accounts.two_step
import sql.exports.schedule
import sql.exports.sheet
import sql.payments.guarded_change
import sql.payments.method_proposal
import sql.payments.payment_method
import sql.reports.saved_view
from handlers.flows.accounts.credentials import end_all_access
from handlers.flows.accounts.members import end_membership, give_access, tell_team
from handlers.flows.accounts.memberships import move_home
from rpc import Guest, Worker
from rpc.jobs.account_mail import notify_account, notify_team
from rpc.jobs.job import job_for
from schema.accounts.auth import email_login, username_login
from schema.accounts.notification import RECIPIENTS
from schema.accounts.permission import Role
from schema.accounts.team import Access, full_access
from schema.exports.delivery_failure import STOPPED_WITH_CHANGES
from schema.payments import guarded_change
from schema.payments.guarded_change import (
    FACTOR_AGE,
    OF_PERSON,
    ChangeKind,
    ChangeStopped,
    GuardedMail,
    digest_of,
)
from sql.accounts.account import Login
from sql.payments.guarded_change import ChangeRow, NewChange

MONEY_ROLES = frozenset({Role.OWNER, Role.MANAGER, Role.FINANCE})
"""The roles whose new members wait before they move money."""
ASKED_BY = {
    ChangeKind.FACTOR_RESET: "/network/two_step_end",
    ChangeKind.PASSKEY_REMOVED: "/user/passkey_del",
    ChangeKind.TRANSFER: "/user/team_transfer",
    ChangeKind.TWO_STEP_OFF: "/user/two_step_end",
}
"""The calls whose changes take effect after a wait, as the activity log names them."""


async def record_change(
    ctx: Guest,
    publisher_id: int,
    kind: ChangeKind,
    object: str,
    *,
    account_id: int | None,
    applied: bool,
    waits_until: datetime | None = None,
    subject_id: int | None = None,
    method_id: int | None = None,
    before: str | None = None,
    after: str | None = None,
    former: dict[str, Any] | None = None,
    mark: bytes | None = None,
    operator_id: int | None = None,
    reason: str | None = None,
) -> ChangeRow:
    """Record a change in the transaction that makes it, and queue the mails about it.

    If another change of the same `object` waits, this one takes its place: a stop leads back to what was there before
    both, and the links of both stop it.
    """
    waiting = await sql.payments.guarded_change.of_object(ctx.db, publisher_id, object)
    if waiting is not None and waiting.waits_until <= ctx.now:
        await settle_change(ctx, publisher_id, waiting)
    replaced = await sql.payments.guarded_change.take_over(ctx.db, publisher_id, object, ctx.now)
    change = NewChange(
        kind=kind,
        object=object,
        mark=mark or digest_of(object, kind, after),
        account_id=account_id,
        waits_until=waits_until or ctx.now + guarded_change.GUARD,
        applied=applied,
        subject_id=subject_id,
        method_id=method_id,
        operator_id=operator_id,
        before=replaced.before if replaced else before,
        after=after,
        former=replaced.former if replaced else former,
        reason=reason,
    )
    change_id = await sql.payments.guarded_change.add(
        ctx.db, publisher_id, change, replaced.hashes if replaced else [], ctx.now
    )
    row = await get_change(ctx, publisher_id, change_id)
    await tell(ctx, publisher_id, row)
    return row


async def tell(ctx: Guest, publisher_id: int, change: ChangeRow) -> None:
    """Queue the mails about a change, to each address once: to every publisher that it concerns."""
    addresses: set[str] = set()
    for uid in await find_concerned(ctx, publisher_id, change):
        known = await sql.accounts.account_email.recipients(
            ctx.db, uid, RECIPIENTS["guarded_change"], ctx.now, change.subject_id
        )
        for each in known:
            if each.email.lower() not in addresses:
                addresses.add(each.email.lower())
                mail = GuardedMail(publisher_id, change.id, each.account_id, each.email, uid)
                await job_for(GuardedMail).later(ctx.db, mail)


async def find_concerned(ctx: Guest | Worker, publisher_id: int, change: ChangeRow) -> list[int]:
    """The publishers that a change concerns, its own first: how somebody signs in concerns all that they work for."""
    if change.kind not in OF_PERSON or change.subject_id is None:
        return [publisher_id]
    rows = await sql.accounts.membership.open_rows(ctx.db, change.subject_id)
    return [publisher_id, *(row.publisher_id for row in rows if row.publisher_id != publisher_id)]


async def get_change(ctx: Guest | Worker, publisher_id: int, change_id: int) -> ChangeRow:
    row = await sql.payments.guarded_change.get(ctx.db, publisher_id, change_id)
    assert row is not None
    return row


async def record_role(ctx: Guest, of: Login, by: int, before: Access | None, after: Access) -> None:
    """Guard what somebody may newly do, or not do any more; `before` is None if they just joined.

    A new owner, manager or finance member, or one who sees all channels from now on, waits before they move money. An
    owner or finance member whose role is lowered is told with a link that stops it: a thief might lower those who would
    be warned of what follows.
    """
    was = before.role if before else None
    is_wider = before is None or after.role != was or (before.site_ids and not after.site_ids)
    raised = after.role in MONEY_ROLES and was != Role.OWNER and is_wider
    if not raised and was not in RECIPIENTS["guarded_change"]:
        return
    if raised:
        await sql.accounts.account.trust_from(ctx.db, of, ctx.now + guarded_change.GUARD)
    await record_change(
        ctx,
        of.publisher_id,
        ChangeKind.JOINED if before is None else ChangeKind.ROLE,
        f"role:{of.account_id}",
        account_id=by,
        subject_id=of.account_id,
        applied=True,
        before=was,
        after=after.role,
        former=None if before is None else to_builtins(before),
    )


async def lock(ctx: Guest | Worker, publisher_id: int) -> dict[int, int]:
    """Lock what a change can concern, in the order of all calls. Returns the security stamp of each account."""
    members = await sql.accounts.member.lock_all(ctx.db, publisher_id)
    await sql.accounts.publisher.lock(ctx.db, publisher_id)
    return {each.account_id: each.security_stamp for each in members}


async def lock_concerned(ctx: Guest, publisher_id: int, change: ChangeRow) -> dict[int, int]:
    """Lock what a stop of this change can concern, and return what lock() does.

    Credentials in other publishers come first, as wherever both are locked.
    """
    for account_id in sorted(people_of(change)):
        of = Login(publisher_id, account_id)
        home = await sql.accounts.account.get_home(ctx.db, of)
        if home is not None and home.publisher_id != publisher_id:
            await sql.accounts.account.lock(ctx.db, home.publisher_id, account_id)
    return await lock(ctx, publisher_id)


def people_of(change: ChangeRow) -> set[int]:
    """Who made a change, and whose account it is about."""
    return {id for id in (change.account_id, change.subject_id) if id is not None}


async def stop_change(
    ctx: Guest, publisher_id: int, change: ChangeRow, stamps: dict[int, int]
) -> ChangeStopped:
    """Stop a change, in the transaction that locked what it concerns; what else the same person changed goes with it.

    All is undone that still waits, in each publisher that the person works for. There sessions not opened with a
    passkey end, and so do API tokens, apps, invitations and connected accounts made since; payments are held. In every
    other publisher the sessions of the people concerned end.
    """
    stopped = await find_stopped(ctx, publisher_id, change)
    since = min(each.created_at for changes in stopped.values() for each in changes)
    held_until = ctx.now + guarded_change.HOLD
    for uid, changes in stopped.items():
        await stop_in(ctx, uid, changes, since)
        await sql.payments.payment_method.hold(ctx.db, uid, held_until)
    people: dict[int, int] = {}
    for uid, changes in stopped.items():
        for account_id in {id for each in changes for id in people_of(each)}:
            people.setdefault(account_id, uid)
    for account_id, uid in sorted(people.items()):
        before = stamps.get(account_id) if uid == publisher_id else None
        await end_stolen_access(ctx, Login(uid, account_id), since, stopped, before)
    for uid, changes in stopped.items():
        await notify_team(
            ctx,
            uid,
            "change_stopped",
            changes="; ".join(each.summary for each in changes),
            held_until=f"{held_until:%d %B %Y, %H:%M} UTC",
            reopened="yes" if any(each.kind is ChangeKind.CLOSED for each in changes) else "",
        )
    return ChangeStopped(held_until=held_until)


async def stop_in(
    ctx: Guest, publisher_id: int, changes: Sequence[ChangeRow], since: datetime
) -> None:
    """Stop the changes of one publisher, and end what may have been opened with the same credentials since."""
    # Sessions before methods, as in a sign-in that releases payments; and before passkeys are removed or put back.
    await sql.accounts.session.end_without_passkey(
        ctx.db, publisher_id, ctx.now, trusted_before=since - FACTOR_AGE
    )
    await sql.accounts.api_token.revoke_since(ctx.db, publisher_id, since, ctx.now)
    await sql.accounts.agent_grant.end_since(ctx.db, publisher_id, since, ctx.now)
    await sql.exports.sheet.end_since(ctx.db, publisher_id, since, ctx.now)
    await sql.exports.schedule.stop_since(
        ctx.db, publisher_id, since, ctx.now, STOPPED_WITH_CHANGES
    )
    await sql.accounts.invitation.withdraw_since(ctx.db, publisher_id, since, ctx.now)
    await sql.payments.method_proposal.remove_since(ctx.db, publisher_id, since)
    for each in changes:
        if each.applied_at is not None:
            await undo(ctx, publisher_id, each)
        await sql.payments.guarded_change.stop(ctx.db, publisher_id, each.id, ctx.now)


async def end_stolen_access(
    ctx: Guest,
    of: Login,
    since: datetime,
    stopped: Collection[int],
    before: int | None,
) -> None:
    """End what somebody's stolen credentials opened, in all publishers but those in which changes were stopped.

    What was asked for with them, such as a link for a new password, ends with the stamp. Sessions by passkey in the
    home publisher go on if it had the stamp `before`.
    """
    home = await sql.accounts.account.get_home(ctx.db, of)
    if home is None:
        return
    for identity in await sql.accounts.oidc_identity.of_account(ctx.db, home.login):
        if identity.bound_at >= since:
            await sql.accounts.oidc_identity.unbind(ctx.db, home.login, identity.provider)
    stamp = await sql.accounts.account.renew_stamp(ctx.db, home.login)
    if home.login == of and before is not None:
        await sql.accounts.session.restamp_all(
            ctx.db, of.publisher_id, of.account_id, before=before, after=stamp
        )
    elif home.publisher_id not in stopped:
        await end_sessions_since(ctx, home.login, since)
    for uid in await sql.accounts.membership.renew_others(ctx.db, home.login):
        if uid not in stopped:
            await end_sessions_since(ctx, Login(uid, of.account_id), since)


async def end_sessions_since(ctx: Guest, of: Login, since: datetime) -> None:
    """End the sessions of one membership, and the API tokens and invitations that it made since a time."""
    uid, account_id = of.publisher_id, of.account_id
    await sql.accounts.session.end_all(ctx.db, uid, account_id, ctx.now)
    await sql.accounts.api_token.revoke_since(ctx.db, uid, since, ctx.now, account_id)
    await sql.accounts.invitation.withdraw_since(ctx.db, uid, since, ctx.now, account_id)


async def find_stopped(
    ctx: Guest, publisher_id: int, change: ChangeRow
) -> dict[int, list[ChangeRow]]:
    """The changes that a stop ends, by publisher, newest first: this one, and those of the same person that wait, too.

    Other publishers in which there are some, or where a membership is opened again, are locked.
    """
    by, found = change.account_id, dict[int, list[ChangeRow]]()
    live = await sql.payments.guarded_change.list_live(ctx.db, publisher_id, ctx.now)
    found[publisher_id] = [
        each for each in live if each.id == change.id or (by and each.account_id == by)
    ]
    if by is None:
        return found
    opened = {uid for each in found[publisher_id] for uid in closed_elsewhere(each)}
    for uid in sorted(await sql.accounts.membership.publishers_of(ctx.db, by)):
        if uid == publisher_id:
            continue
        if uid in opened or await sql.payments.guarded_change.has_live(ctx.db, uid, by, ctx.now):
            await lock(ctx, uid)
            live = await sql.payments.guarded_change.list_live(ctx.db, uid, ctx.now)
            found[uid] = [each for each in live if each.account_id == by]
    return {uid: changes for uid, changes in found.items() if changes}


async def undo(ctx: Guest, publisher_id: int, change: ChangeRow) -> None:
    """Undo a change that is in force."""
    former = change.former
    if change.method_id is not None:
        await undo_details(ctx, publisher_id, change.method_id, former)
        return
    subject = change.object.partition(":")[0]
    of = await subject_of(ctx, publisher_id, change)
    if subject == "email" and former is not None:
        await undo_email(ctx, of, former["email"], change.created_at)
    elif subject == "two_step" and former is not None:
        await sql.accounts.two_step.restore(ctx.db, of, former)
    elif subject == "passkey":
        if former is not None:
            await sql.accounts.passkey.restore(ctx.db, of, former)
        else:
            await remove_passkey(ctx, of, passkey_of(change))
    elif subject == "role":
        await undo_role(ctx, of, former)
    elif subject == "closed" and former is not None:
        await reopen_accounts(ctx, publisher_id, former["accounts"], change.created_at)
        for uid in closed_elsewhere(change):
            members = await sql.accounts.member.lock_all(ctx.db, uid)
            if any(each.role == Role.OWNER for each in members):  # else it was closed meanwhile
                await reopen_accounts(ctx, uid, former["accounts"], change.created_at)


def closed_elsewhere(change: ChangeRow) -> list[int]:
    """The other publishers in which a closed account was a member."""
    is_closing = change.kind is ChangeKind.CLOSED and change.former is not None
    return sorted(change.former.get("publishers", ())) if is_closing and change.former else []


async def reopen_accounts(
    ctx: Guest, publisher_id: int, account_ids: Sequence[int], closed_at: datetime
) -> None:
    """Open accounts again that were closed at a time, with the role and the mailed views that they had.

    API tokens, apps and addresses for spreadsheets stay ended: somebody may have stolen them.
    """
    for account_id in await sql.accounts.account.reopen(
        ctx.db, publisher_id, account_ids, closed_at
    ):
        of = Login(publisher_id, account_id)
        await bring_home(ctx, of)
        await sql.reports.saved_view.resume_mails(ctx.db, of, ctx.now)
        await tell_team(ctx, of, None, await sql.accounts.member.get_access(ctx.db, of))


async def bring_home(ctx: Guest, of: Login) -> None:
    """Move credentials that went to another publisher back, if their membership there has ended meanwhile."""
    home = await sql.accounts.account.get_home(ctx.db, of)
    if home is None or home.login == of or home.closed_at is None:
        return
    logins = [username_login(home.username), email_login(home.email)]
    free = [
        login
        for login in logins
        if await sql.accounts.login_directory.find_holder(ctx.db, login) is None
    ]
    row = await sql.accounts.account.get(ctx.db, of.publisher_id, of.account_id)
    assert row is not None
    await move_home(ctx, home, row)
    await sql.accounts.login_directory.claim(ctx.db, free, of)


async def subject_of(ctx: Guest | Worker, publisher_id: int, change: ChangeRow) -> Login:
    """The account that a change is about: where its credentials are now, if it is about them."""
    of = Login(publisher_id, change.subject_id or 0)
    if change.kind not in OF_PERSON:
        return of
    home = await sql.accounts.account.get_home(ctx.db, of)
    return of if home is None else home.login


async def undo_details(
    ctx: Guest, publisher_id: int, method_id: int, former: dict[str, Any] | None
) -> None:
    """Put the former details of a payment method back, or delete one that is new."""
    if former is not None:
        await sql.payments.payment_method.restore(ctx.db, publisher_id, method_id, former, ctx.now)
    else:
        await sql.payments.payment_method.remove(ctx.db, publisher_id, method_id, ctx.now)
    methods = await sql.payments.payment_method.all_of(ctx.db, publisher_id)
    if methods and not methods[0].is_default:
        await sql.payments.payment_method.set_default(ctx.db, publisher_id, methods[0].id)


async def undo_email(ctx: Guest, of: Login, email: str, since: datetime) -> None:
    """Give an account its former address back, which nobody could claim meanwhile, and forget the other one."""
    owner = await sql.accounts.account.get(ctx.db, of.publisher_id, of.account_id)
    assert owner is not None
    await sql.accounts.login_directory.claim(ctx.db, [email_login(email)], of)
    if email_login(owner.email) != email_login(email):
        await sql.accounts.login_directory.release(ctx.db, email_login(owner.email), of)
    await sql.accounts.membership.set_email(ctx.db, of, email, ctx.now)
    for each in await sql.accounts.membership.all_logins(ctx.db, of):
        await sql.accounts.account_email.forget_other(
            ctx.db, each.publisher_id, each.account_id, email, since
        )


async def undo_role(ctx: Guest, of: Login, former: dict[str, Any] | None) -> None:
    """Give a member the former role back, or close the account of somebody who had only just joined."""
    await sql.accounts.account.trust_from(ctx.db, of, None)
    if former is None:
        await end_membership(ctx, of)
    else:
        await give_access(ctx, of, convert(former, Access))


def passkey_of(change: ChangeRow) -> int:
    """The id of the passkey that a change is about."""
    return int(change.object.rpartition(":")[2])


async def remove_passkey(ctx: Guest | Worker, of: Login, passkey_id: int) -> str | None:
    """Remove a passkey for good. Returns its name."""
    stored = await sql.accounts.passkey.snapshot(ctx.db, of, passkey_id)
    name = await sql.accounts.passkey.remove(ctx.db, of, passkey_id)
    if stored is not None:
        await sql.accounts.passkey.release(ctx.db, of, bytes.fromhex(stored["credential_id"]))
    return name


async def settle_change(ctx: Guest | Worker, publisher_id: int, change: ChangeRow) -> None:
    """Settle a change whose wait is over, in the transaction that locked the publisher: it takes effect, or stays."""
    of = await subject_of(ctx, publisher_id, change)
    applied = change.applied_at is not None
    if not applied:
        applied = await apply(ctx, of, change)
    elif change.kind is ChangeKind.EMAIL and change.former is not None:
        await release_email(ctx, of, change.former["email"])
    elif change.kind is ChangeKind.PASSKEY_REMOVED and change.former is not None:
        credential_id = bytes.fromhex(change.former["credential_id"])
        await sql.accounts.passkey.release(ctx.db, of, credential_id)
    await sql.payments.guarded_change.settle(
        ctx.db, publisher_id, change.id, ctx.now, applied=applied
    )


async def end_wait(ctx: Guest, publisher_id: int, change: ChangeRow) -> None:
    """Settle a change before its time, and let its payment method, or its member, do at once what would have waited."""
    if change.kind is ChangeKind.PAYEE and change.method_id is not None:
        await sql.payments.payment_method.end_wait(ctx.db, publisher_id, change.method_id, ctx.now)
    elif change.kind in {ChangeKind.ROLE, ChangeKind.JOINED}:
        of = Login(publisher_id, change.subject_id or 0)
        await sql.accounts.account.trust_from(ctx.db, of, None)
    await settle_change(ctx, publisher_id, change)


async def release_email(ctx: Guest | Worker, of: Login, email: str) -> None:
    """Let others use an address that an account had before, unless it has it again."""
    owner = await sql.accounts.account.get(ctx.db, of.publisher_id, of.account_id)
    if owner is None or email_login(owner.email) != email_login(email):
        await sql.accounts.login_directory.release(ctx.db, email_login(email), of)


async def apply(ctx: Guest | Worker, of: Login, change: ChangeRow) -> bool:
    """Put a change into force whose wait is over. False if there is nothing left to change."""
    owner = await sql.accounts.account.get(ctx.db, of.publisher_id, of.account_id)
    if owner is None or owner.closed_at is not None:
        return False
    if change.kind is ChangeKind.TRANSFER:
        handed_over = await hand_over(ctx, of, change.account_id or 0)
        if handed_over:
            await log(ctx, of, change)
        return handed_over
    if change.kind is ChangeKind.PASSKEY_REMOVED:
        name = await remove_passkey(ctx, of, passkey_of(change))
        if name is None:
            return False
        stamp = await sql.accounts.account.renew_stamp(ctx.db, of)
        await notify_account(ctx, of, "passkey_removed", passkey=name)
    else:
        turned_off = await sql.accounts.two_step.end(ctx.db, of)
        if turned_off is None:
            return False
        stamp = turned_off
        if change.kind is ChangeKind.FACTOR_RESET:
            await sql.accounts.two_step.mark_reset(ctx.db, of, ctx.now)
            await notify_account(ctx, of, "two_step_ended", reason=change.reason or "")
        else:
            await notify_account(ctx, of, "two_step_off")
    await end_all_access(ctx, owner, stamp)
    await log(ctx, of, change)
    return True


async def hand_over(ctx: Guest | Worker, heir: Login, owner_id: int) -> bool:
    """Make the heir the owner and the owner a manager, if both still are what they were."""
    members = await sql.accounts.member.lock_all(ctx.db, heir.publisher_id)
    roles = {each.account_id: each.role for each in members}
    if roles.get(owner_id) != Role.OWNER or roles.get(heir.account_id, Role.OWNER) == Role.OWNER:
        return False
    await give_access(ctx, heir, full_access(Role.OWNER))
    await sql.accounts.account.trust_from(ctx.db, heir, None)
    owner = Login(heir.publisher_id, owner_id)
    await give_access(ctx, owner, full_access(Role.MANAGER))
    return True


async def log(ctx: Guest | Worker, of: Login, change: ChangeRow) -> None:
    """Record in the activity log that what a call asked for took effect after its wait."""
    await sql.accounts.audit.add(
        ctx.db,
        of.publisher_id,
        of.account_id,
        ASKED_BY[change.kind],
        at=ctx.now,
        ip="",
        request_id="",
        result="applied",
        operator_id=change.operator_id,
    )
