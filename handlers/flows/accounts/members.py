"""Changes of members and roles, for a publisher or the network: confirmed by whoever makes them, one at a time."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import sql.accounts.account
import sql.accounts.login_directory
import sql.accounts.member
import sql.accounts.membership
import sql.accounts.oidc_identity
import sql.core.outbox
import sql.exports.download
import sql.exports.schedule
import sql.payments.method_proposal
import sql.reports.saved_view
from handlers.flows.accounts.credentials import end_access
from handlers.flows.accounts.memberships import move_home
from rpc import Code, Fault, Guest, Member, Worker
from rpc.calls.reauth import is_over, require_reauth
from rpc.jobs.account_mail import notify_team
from schema.accounts.auth import email_login, username_login
from schema.accounts.permission import SCHEDULE_EDIT, Role
from schema.accounts.reauth import StepUp
from schema.accounts.team import Access, team_event
from schema.exports.delivery_failure import Failure
from sql.accounts.account import Login, Owner
from sql.accounts.member import MemberState

LAST_OWNER = "This is the only owner of more than three days: make another member an owner first"


@asynccontextmanager
async def reauthenticate(ctx: Member, attributes: StepUp) -> AsyncIterator[list[MemberState]]:
    """Check the caller's password or step-up, then open a transaction that locks all of the publisher's accounts.

    Raises LOGIN_PASSWORD_INVALID also if the caller's credentials or role changed in between.
    """
    home = await require_reauth(ctx, attributes)
    async with ctx.db.transaction():
        # Credentials in another publisher are locked before the members, and here with them, in their order.
        here = home.publisher_id == ctx.publisher_id
        unchanged = here or await sql.accounts.account.lock_unchanged(ctx.db, home)
        members = await sql.accounts.member.lock_all(ctx.db, ctx.publisher_id)
        stamps = {each.account_id: each.security_stamp for each in members}
        if here:
            unchanged = stamps.get(home.account_id) == home.security_stamp
        if not unchanged or await is_over(ctx):
            raise Fault(Code.LOGIN_PASSWORD_INVALID)
        yield members


def has_other_owner(ctx: Member, members: Sequence[MemberState], account_id: int) -> bool:
    """Whether a publisher has another owner who can sign in, and has been one for three days."""
    return any(
        each.role == Role.OWNER
        and each.active
        and each.account_id != account_id
        and (each.trusted_from is None or each.trusted_from <= ctx.now)
        for each in members
    )


def is_last_owner(ctx: Member, members: Sequence[MemberState], account_id: int) -> bool:
    """Whether an account is an owner of a publisher that has no other."""
    of = next((each for each in members if each.account_id == account_id), None)
    is_owner = of is not None and of.role == Role.OWNER
    return is_owner and not has_other_owner(ctx, members, account_id)


def require_other_owner(ctx: Member, members: Sequence[MemberState], account_id: int) -> None:
    """Raise STATE_FORBIDS if this is the last owner of a publisher."""
    if is_last_owner(ctx, members, account_id):
        raise Fault(Code.STATE_FORBIDS, LAST_OWNER)


async def give_access(ctx: Guest | Worker, of: Login, access: Access) -> Owner:
    """Change what a member whom the caller has locked may do and see, which ends all access that they have."""
    owner = await sql.accounts.account.get(ctx.db, of.publisher_id, of.account_id)
    assert owner is not None
    before = await sql.accounts.member.get_access(ctx.db, of)
    stamp = await sql.accounts.member.set_access(ctx.db, of, access)
    await tell_team(ctx, of, before, access)
    await end_access(ctx, owner, stamp)
    await sql.exports.download.expire(ctx.db, of, None, ctx.now)
    await sql.payments.method_proposal.remove_of(ctx.db, of)
    if SCHEDULE_EDIT not in access.permissions:
        await stop_schedules(ctx, of)
    return owner


async def close_account(ctx: Guest, of: Login) -> Owner:
    """Close an account that the caller has locked: its sessions, tokens, invitations, files, proposals and mails end.

    A person who also works for another publisher signs in there from then on.
    """
    owner = await sql.accounts.account.get(ctx.db, of.publisher_id, of.account_id)
    assert owner is not None
    before = await sql.accounts.member.get_access(ctx.db, of)
    stamp = await sql.accounts.account.close(ctx.db, of, ctx.now)
    await tell_team(ctx, of, before, None)
    await end_access(ctx, owner, stamp)
    await sql.exports.download.expire(ctx.db, of, None, ctx.now)
    await sql.payments.method_proposal.remove_of(ctx.db, of)
    await sql.reports.saved_view.pause_mails(ctx.db, of)
    if owner.is_home and (others := await sql.accounts.membership.open_rows(ctx.db, of.account_id)):
        await move_home(ctx, owner, others[0])
    return owner


async def end_membership(ctx: Guest, of: Login) -> Owner:
    """Close the account of a member who leaves a publisher that remains.

    Their logins can be used again, unless they work for another publisher: then they are theirs.
    """
    owner = await close_account(ctx, of)
    await sql.reports.saved_view.stop_mails(ctx.db, of)
    await stop_schedules(ctx, of)
    home = await sql.accounts.account.get_home(ctx.db, of)
    if home is None or home.login == of:
        await release_logins(ctx, owner)
    return owner


async def stop_schedules(ctx: Guest | Worker, of: Login) -> None:
    """Stop the schedules of a member who may have none any more. An owner who saves one takes it over."""
    reason = Failure.MAKER.words
    for name in await sql.exports.schedule.stop_of(ctx.db, of, ctx.now, reason):
        await notify_team(ctx, of.publisher_id, "schedule_stopped", schedule=name, reason=reason)


async def tell_team(
    ctx: Guest | Worker, of: Login, before: Access | None, after: Access | None
) -> None:
    """Write the event of a member who joined, left, or may do or see something else, in the caller's transaction."""
    if (before and before.possible) != (after and after.possible):
        event = team_event(of.publisher_id, of.account_id, before, after)
        await sql.core.outbox.add(ctx.db, [event], ctx.now)


async def release_logins(ctx: Guest, owner: Owner) -> None:
    """Let others use the logins of an account that is closed, and disconnect its providers."""
    for login in (username_login(owner.username), email_login(owner.email)):
        await sql.accounts.login_directory.release(ctx.db, login, owner.login)
    for identity in await sql.accounts.oidc_identity.of_account(ctx.db, owner.login):
        await sql.accounts.oidc_identity.unbind(ctx.db, owner.login, identity.provider)
