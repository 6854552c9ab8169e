"""The people who work for a publisher: inviting them, changing their roles, and ending their access."""

from msgspec import UNSET

import sql.accounts.account
import sql.accounts.invitation
import sql.accounts.login_directory
import sql.accounts.member
import sql.channels.channel
from handlers.flows.accounts.account_mail import RETRIES, deliver
from handlers.flows.accounts.email_links import LANGUAGE
from handlers.flows.accounts.guarded_changes import record_change, record_role
from handlers.flows.accounts.members import (
    end_membership,
    give_access,
    reauthenticate,
    require_other_owner,
)
from rpc import Code, Fault, Member, Rule, Worker, job, procedure, query
from rpc.calls.audit import record
from rpc.jobs.account_mail import notify_account
from rpc.mail.mailer import render
from rpc.security.tokens import INVITATION
from schema.accounts.auth import email_login
from schema.accounts.permission import TEAM_EDIT, Role
from schema.accounts.team import (
    INVITATION_LIFETIME,
    MEMBERS_MAX,
    Access,
    InvitationMail,
    InvitationRef,
    Team,
    TeamInvite,
    TeamInvited,
    TeamLeave,
    TeamRef,
    TeamRole,
)
from schema.payments.guarded_change import ChangeKind, Waiting
from sql.accounts.account import Login, Owner
from sql.accounts.member import MemberState

PAGE = "/auth/invitation"
UNUSABLE = "This address belongs to an account that cannot join a team; ask for another address"
MEMBER_ALREADY = "This address belongs to a member of your team already"
FULL = f"you already have {MEMBERS_MAX} members and invitations"
MEMBER_GONE = "There is no such member: they may have left meanwhile"
ONESELF = "To stop working for this publisher yourself, leave the team"
OWNER_ALREADY = "This member is an owner already"


@query("/user/team_list", permission="team.read", narrowed="channels")
async def team_list(ctx: Member) -> Team:
    """List the members of your publisher; for owners, also those who are invited."""
    members = await sql.accounts.member.list_all(ctx.db, ctx.publisher_id)
    if TEAM_EDIT not in ctx.permissions:
        return Team(members=[each.for_members() for each in members], invitations=[])
    invitations = await sql.accounts.invitation.list_waiting(ctx.db, ctx.publisher_id)
    return Team(members=members, invitations=invitations)


@procedure(
    "/user/team_invite",
    permission="team.edit",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.EMAIL_TAKEN, Code.SITE_INVALID],
    atomic=False,
    hashes=True,
)
async def team_invite(ctx: Member, attributes: TeamInvite) -> TeamInvited:
    """Invite somebody to your team by mail. An earlier invitation of the same address stops working.

    Who has an account joins with it, and works for several publishers then.
    """
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    uid, login = ctx.publisher_id, email_login(attributes.email)
    access = Access(
        role=attributes.role,
        site_ids=await find_channels(ctx, attributes.site_ids),
        with_money=attributes.with_money,
    )
    async with reauthenticate(ctx, attributes) as members:
        if refusal := await find_refusal(ctx, login):
            raise Fault(Code.EMAIL_TAKEN, refusal, field="attributes.email")
        await sql.accounts.invitation.replace(ctx.db, uid, login, ctx.now)
        waiting = await sql.accounts.invitation.list_waiting(ctx.db, uid)
        if len(members) + len(waiting) >= MEMBERS_MAX:
            raise Fault(
                Code.REQUEST_INVALID,
                field="attributes.email",
                rule=Rule.FULL,
                why=FULL,
                limit=MEMBERS_MAX,
            )
        await ctx.resources.shared_limits.team_mail.spend(ctx.db, str(uid), ctx.now)
        await ctx.resources.shared_limits.mail.spend(ctx.db, login, ctx.now)
        own = Login(uid, ctx.account.id)
        id = await sql.accounts.invitation.add(
            ctx.db,
            own,
            email=attributes.email,
            login=login,
            access=access,
            now=ctx.now,
            expires_at=ctx.now + INVITATION_LIFETIME,
        )
        await send_invitation.later(ctx.db, InvitationMail(uid, id))
        await record(ctx, own, email=attributes.email, role=attributes.role, sees=describe(access))
    return TeamInvited(id=id)


@procedure("/user/team_withdraw", permission="team.edit")
async def team_withdraw(ctx: Member, attributes: InvitationRef) -> None:
    """Withdraw an invitation: its link stops working."""
    uid = ctx.publisher_id
    email = await sql.accounts.invitation.withdraw(ctx.db, uid, attributes.id, ctx.now)
    if not email:
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    await record(ctx, Login(uid, ctx.account.id), email=email)


@procedure(
    "/user/team_role",
    permission="team.edit",
    raises=[
        Code.LOGIN_PASSWORD_INVALID,
        Code.CHANGED_MEANWHILE,
        Code.STATE_FORBIDS,
        Code.SITE_INVALID,
    ],
    atomic=False,
    hashes=True,
)
async def team_role(ctx: Member, attributes: TeamRole) -> None:
    """Give a member another role, or show them other channels, or amounts or none.

    They are signed out, and their API tokens and invitations end.
    """
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    site_ids = attributes.site_ids and await find_channels(ctx, attributes.site_ids)
    async with reauthenticate(ctx, attributes) as members:
        member = find_member(members, attributes.id)
        if member.role != attributes.was:
            raise Fault(Code.CHANGED_MEANWHILE, field="attributes.was")
        seen, now = member.access.possible, attributes
        check_seen(seen.site_ids, now.was_site_ids, "attributes.was_site_ids")
        check_seen(seen.with_money, now.was_with_money, "attributes.was_with_money")
        access = Access(
            role=attributes.role,
            site_ids=seen.site_ids if site_ids is UNSET else site_ids,
            with_money=seen.with_money if attributes.with_money is UNSET else attributes.with_money,
        ).possible
        if access == seen:
            return
        if attributes.role is not Role.OWNER:
            require_other_owner(ctx, members, attributes.id)
        await change_access(ctx, member, access)


@procedure(
    "/user/team_remove",
    permission="team.edit",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.STATE_FORBIDS],
    atomic=False,
    hashes=True,
)
async def team_remove(ctx: Member, attributes: TeamRef) -> None:
    """Remove a member: they are signed out for good, and their API tokens, invitations and mails end.

    What they do for other publishers is none of it: they go on there.
    """
    async with reauthenticate(ctx, attributes) as members:
        find_member(members, attributes.id)
        require_other_owner(ctx, members, attributes.id)
        if attributes.id == ctx.account.id:
            raise Fault(Code.STATE_FORBIDS, ONESELF)
        removed = await end_membership(ctx, Login(ctx.publisher_id, attributes.id))
        await record(ctx, Login(ctx.publisher_id, ctx.account.id), member=removed.name)
        await tell(ctx, removed, "")


@procedure(
    "/user/team_leave",
    permission="team.read",
    narrowed="account",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.STATE_FORBIDS],
    atomic=False,
    hashes=True,
)
async def team_leave(ctx: Member, attributes: TeamLeave) -> None:
    """Leave the team: your account ends, with its API tokens, invitations and mails.

    If you work for other publishers, you go on there.
    """
    own = Login(ctx.publisher_id, ctx.account.id)
    async with reauthenticate(ctx, attributes) as members:
        require_other_owner(ctx, members, own.account_id)
        await record(ctx, own)
        await end_membership(ctx, own)


@procedure(
    "/user/team_transfer",
    permission="team.edit",
    raises=[Code.LOGIN_PASSWORD_INVALID, Code.STATE_FORBIDS],
    atomic=False,
    hashes=True,
)
async def team_transfer(ctx: Member, attributes: TeamRef) -> Waiting:
    """Make another member the owner in your place, after three days: then you are a manager, and both are signed out.

    Until then any owner or finance member can stop it.
    """
    own = Login(ctx.publisher_id, ctx.account.id)
    async with reauthenticate(ctx, attributes) as members:
        heir = find_member(members, attributes.id)
        if heir.role == Role.OWNER:
            raise Fault(Code.STATE_FORBIDS, OWNER_ALREADY)
        owner = await sql.accounts.account.get(ctx.db, own.publisher_id, heir.account_id)
        assert owner is not None
        await record(ctx, own, member=owner.name)
        change = await record_change(
            ctx,
            own.publisher_id,
            ChangeKind.TRANSFER,
            f"transfer:{own.account_id}",
            account_id=own.account_id,
            subject_id=heir.account_id,
            applied=False,
            before=ctx.account.nickname or ctx.account.username,
            after=owner.name,
        )
    return Waiting(waits_until=change.waits_until)


@job("/user/send_invitation", retries=RETRIES, atomic=False)
async def send_invitation(ctx: Worker, attributes: InvitationMail) -> None:
    """Mail an invitation, unless it has ended meanwhile."""
    uid, id = attributes.publisher_id, attributes.invitation_id
    invitation = await sql.accounts.invitation.get(ctx.db, uid, id)
    if invitation is None or invitation.ended or invitation.invited_by is None:
        return
    inviter = await sql.accounts.account.get(ctx.db, uid, invitation.account_id)
    if inviter is None:
        return
    token, hash = ctx.resources.tokens.make(INVITATION, uid)
    await sql.accounts.invitation.set_hash(ctx.db, uid, id, hash)
    values = {
        "name": "",
        "inviter": invitation.invited_by,
        "publisher": invitation.publisher,
        "role": invitation.role.value,
        "link": f"{ctx.resources.settings.public_url}{PAGE}?token={token}",
        "days": INVITATION_LIFETIME.days,
    }
    message = render("team_invitation", LANGUAGE, values)
    await deliver(ctx, inviter, "team_invitation", message, to=invitation.email)


async def find_refusal(ctx: Member, login: str) -> str | None:
    """Why an address cannot be invited: its account is a member already, closed, or of the network's staff.

    Nobody is told whether an address has any other account.
    """
    holder = await sql.accounts.login_directory.find_holder(ctx.db, login)
    if holder is None:
        return None
    member = await sql.accounts.account.get(ctx.db, ctx.publisher_id, holder.account_id)
    if member is not None and member.closed_at is None:
        return MEMBER_ALREADY
    home = await sql.accounts.account.get(ctx.db, holder.publisher_id, holder.account_id)
    signs_in = await sql.accounts.login_directory.find(ctx.db, login) is not None
    if home is None or home.closed_at or home.role == "operator" or not signs_in:
        return UNUSABLE
    return None


def find_member(members: list[MemberState], id: int) -> MemberState:
    """The member with this id. Raises NOT_FOUND if there is none, or if they have left."""
    for member in members:
        if member.account_id == id:
            return member
    raise Fault(Code.NOT_FOUND, MEMBER_GONE, field="attributes.id")


async def find_channels(ctx: Member, site_ids: list[int] | None) -> list[int] | None:
    """The channels that a member will see, in order; None for all. Raises SITE_INVALID for others' channels."""
    if site_ids is None:
        return None
    found = await sql.channels.channel.in_order(ctx.db, ctx.publisher_id, site_ids)
    if len(found) < len(set(site_ids)):
        raise Fault(Code.SITE_INVALID, field="attributes.site_ids")
    return found


def check_seen(now: object, was: object, field: str) -> None:
    """Raise CHANGED_MEANWHILE if the caller acted on an outdated state; the order of channels does not matter."""
    if was is UNSET:
        return
    pair = [sorted(each) if isinstance(each, list) else each for each in (now, was)]
    if pair[0] != pair[1]:
        raise Fault(Code.CHANGED_MEANWHILE, field=field)


def describe(access: Access) -> str:
    """What a member sees, for the activity log."""
    numbers = ", ".join(map(str, sorted(access.site_ids or [])))
    channels = f"channels {numbers}" if numbers else "all channels"
    return channels if access.with_money else f"{channels}, no amounts"


async def change_access(ctx: Member, member: MemberState, access: Access) -> None:
    """Change what a locked member may do and see, which ends all access that they have."""
    of = Login(ctx.publisher_id, member.account_id)
    owner = await give_access(ctx, of, access)
    own = Login(ctx.publisher_id, ctx.account.id)
    await record(
        ctx, own, member=owner.name, was=member.role, role=access.role, sees=describe(access)
    )
    await tell(ctx, owner, access.role)
    await record_role(ctx, of, own.account_id, member.access, access)


async def tell(ctx: Member, owner: Owner, role: str) -> None:
    """Mail a member that their role was changed by another member, or that they were removed."""
    if owner.account_id == ctx.account.id:
        return
    company = ctx.account.company
    await notify_account(
        ctx,
        Login(owner.publisher_id, owner.account_id),
        "team_changed",
        email=owner.email,
        publisher=company.name if company else ctx.account.username,
        role=role,
    )
