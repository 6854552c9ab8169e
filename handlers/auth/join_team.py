"""Joining a team with the link of an invitation: with a new account, or with the one that the invited person has."""

import sql.accounts.account
import sql.accounts.invitation
import sql.accounts.login_directory
import sql.accounts.member
import sql.accounts.membership
from handlers.auth.open_session import open_session
from handlers.flows.accounts.email_links import dead_link
from handlers.flows.accounts.guarded_changes import record_role
from handlers.flows.accounts.members import tell_team
from handlers.flows.accounts.memberships import switch_session
from rpc import Code, Fault, Guest, Member, procedure, query
from rpc.calls.reauth import forbid_impersonation, lock_session
from rpc.security.tokens import INVITATION
from schema.accounts.account import NETWORK
from schema.accounts.auth import (
    DeadLink,
    SignedIn,
    email_login,
    mask_email,
    personal_words,
    username_login,
)
from schema.accounts.session_lifetimes import SHORT_LIFETIMES
from schema.accounts.team import InvitationOf, InvitationToken, TeamAccept
from sql.accounts.account import Login
from sql.accounts.invitation import InvitationRow

REFUSALS = [
    Code.USERNAME_TAKEN,
    Code.EMAIL_TAKEN,
    Code.PASSWORD_INVALID,
    Code.PASSWORDS_DIFFER,
    Code.REGISTRATION_FAILED,
    Code.TRACK_USED,
    Code.TOKEN_INVALID,
]
ACCEPTED = "This invitation has been accepted: sign in"
ADDRESS_TAKEN = "This address has an account: sign in with it to join"
OF_ANOTHER = "This invitation is for another address: sign in with the account of {email}"
MEMBER_ALREADY = "You work for {publisher} already"
OF_STAFF = "The network's staff work for no publisher: ask to be invited at another address"


@query("/auth/team_check", raises=[Code.TRACK_USED, Code.TOKEN_INVALID])
async def team_check(ctx: Guest, attributes: InvitationToken) -> InvitationOf:
    """Check whether an invitation's link still works, and get what it invites to. The link remains usable."""
    _, row = await find_invitation(ctx, attributes.token)
    holder = await sql.accounts.login_directory.find(ctx.db, email_login(row.email))
    return InvitationOf(
        publisher=row.publisher,
        role=row.role,
        email=row.email,
        invited_by=row.invited_by or "",
        has_account=holder is not None,
    )


@procedure("/auth/team_accept", raises=REFUSALS, atomic=False, hashes=True, secret=True)
async def team_accept(ctx: Guest, attributes: TeamAccept) -> SignedIn:
    """Join a team with an invitation's link: create an account for the invited address, and sign in."""
    await ctx.resources.shared_limits.invitation.spend(ctx.db, ctx.request.network, ctx.now)
    if attributes.password != attributes.confirm_password:
        raise Fault(Code.PASSWORDS_DIFFER, field="attributes.confirm_password")
    uid, row = await find_invitation(ctx, attributes.token)
    logins = [username_login(attributes.username), email_login(row.email)]
    taken = await sql.accounts.login_directory.find_taken(ctx.db, logins)
    if logins[0] in taken:
        raise Fault(Code.USERNAME_TAKEN, field="attributes.username")
    if logins[1] in taken:
        raise Fault(Code.EMAIL_TAKEN, ADDRESS_TAKEN)
    words = personal_words(attributes.username, row.email)
    ctx.resources.passwords.check_strength(attributes.password, words)
    hash = await ctx.resources.passwords.hash(attributes.password)
    async with ctx.db.transaction():
        # As for every change of the team, so that nobody joins by the invitation of a member who is being removed.
        await sql.accounts.member.lock_all(ctx.db, uid)
        await find_invitation(ctx, attributes.token)
        if not await sql.accounts.invitation.accept(ctx.db, uid, row.invitation_id, ctx.now):
            raise Fault(Code.TRACK_USED, ACCEPTED)
        account_id = await sql.accounts.account.add(
            ctx.db,
            uid,
            username=attributes.username,
            email=row.email,
            password_hash=hash,
            role=row.role,
            now=ctx.now,
        )
        await sql.accounts.account.mark_email_verified(ctx.db, uid, account_id, ctx.now)
        login = Login(uid, account_id)
        access = row.access.possible
        await sql.accounts.member.set_access(ctx.db, login, access)
        await tell_team(ctx, login, None, access)
        if not await sql.accounts.login_directory.claim(ctx.db, logins, login):
            raise Fault(Code.REGISTRATION_FAILED)
        await record_role(ctx, login, row.account_id, None, access)
        owner = await sql.accounts.account.get(ctx.db, uid, account_id)
        assert owner is not None
        return await open_session(ctx, owner, *SHORT_LIFETIMES)


@procedure(
    "/auth/team_join",
    permission=None,
    narrowed="account",
    raises=[Code.TRACK_USED, Code.TOKEN_INVALID, Code.STATE_FORBIDS],
    atomic=False,
    secret=True,
)
async def team_join(ctx: Member, attributes: InvitationToken) -> SignedIn:
    """Join a team with an invitation's link and the account that you have: your password and passkeys stay the same.

    Returns a session for the publisher that you joined. The one that made the call ends.
    """
    forbid_impersonation(ctx)
    await ctx.resources.shared_limits.invitation.spend(ctx.db, ctx.request.network, ctx.now)
    uid, row = await find_invitation(ctx, attributes.token)
    if ctx.publisher_id == NETWORK:
        raise Fault(Code.STATE_FORBIDS, OF_STAFF)
    async with ctx.db.transaction():
        home = await lock_session(ctx)
        if email_login(home.email) != email_login(row.email):
            raise Fault(Code.STATE_FORBIDS, OF_ANOTHER.format(email=mask_email(row.email)))
        members = await sql.accounts.member.lock_all(ctx.db, uid)
        if any(each.account_id == home.account_id for each in members):
            raise Fault(Code.STATE_FORBIDS, MEMBER_ALREADY.format(publisher=row.publisher))
        await find_invitation(ctx, attributes.token)
        if not await sql.accounts.invitation.accept(ctx.db, uid, row.invitation_id, ctx.now):
            raise Fault(Code.TRACK_USED, ACCEPTED)
        access = row.access.possible
        login = await sql.accounts.membership.add(ctx.db, home, uid, access, ctx.now)
        await tell_team(ctx, login, None, access)
        await record_role(ctx, login, row.account_id, None, access)
        return await switch_session(ctx, login)


async def find_invitation(ctx: Guest, token: str) -> tuple[int, InvitationRow]:
    """The publisher and the invitation of a link. Raises 20067 if it was used, 20068 with the reason if it is void."""
    link = ctx.resources.tokens.read(INVITATION, token)
    if link is None:
        raise dead_link(Code.TOKEN_INVALID, None)
    row = await sql.accounts.invitation.find(ctx.db, link.owner, link.hash)
    if row is None:
        raise dead_link(Code.TOKEN_INVALID, None)
    if row.ended == "accepted":
        raise Fault(Code.TRACK_USED, ACCEPTED)
    if row.ended is not None:
        raise Fault(
            Code.TOKEN_INVALID,
            data=DeadLink("replaced" if row.ended == "replaced" else "withdrawn"),
        )
    if row.expires_at <= ctx.now:
        raise Fault(Code.TOKEN_INVALID, data=DeadLink("expired"))
    if row.invited_by is None:
        raise Fault(Code.TOKEN_INVALID, data=DeadLink("withdrawn"))
    return link.owner, row
