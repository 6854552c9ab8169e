"""The publishers that one person works for: where sessions begin, what is logged in each, and how the home moves."""

from datetime import timedelta

import sql.accounts.account
import sql.accounts.home_publisher
import sql.accounts.membership
import sql.accounts.session
import sql.payments.guarded_change
from rpc import Guest, Member
from rpc.calls.audit import record
from rpc.security.tokens import SESSION
from schema.accounts.auth import SignedIn, email_login, username_login
from schema.accounts.team import Membership
from schema.payments.guarded_change import ChangeKind
from sql.accounts.account import Login, Owner
from sql.accounts.session import Staff


async def find_last_used(ctx: Guest, home: Owner) -> Owner:
    """The membership in which a person's session begins: of the publisher used last, else the home one.

    Memberships that the network has locked are passed over while there is another.
    """
    rows = await sql.accounts.membership.open_rows(ctx.db, home.account_id)
    return next((row for row in rows if row.locked_at is None), home)


async def memberships_of(ctx: Member) -> list[Membership]:
    """The publishers that the caller works for. Staff who act for a member see nothing of other publishers."""
    rows = await sql.accounts.membership.list_all(ctx.db, Login(ctx.publisher_id, ctx.account.id))
    return [row for row in rows if row.current] if ctx.operator_id is not None else rows


async def begin_session(
    ctx: Guest,
    owner: Owner,
    idle: timedelta,
    lifetime: timedelta,
    *,
    kind: str,
    staff: Staff | None = None,
) -> SignedIn:
    """Open a session of one membership, in the transaction that locked the credentials.

    The session carries the membership's stamp as it was read, and ends as soon as that changes.
    """
    token, hash = ctx.resources.tokens.make(SESSION, owner.publisher_id)
    await sql.accounts.session.add(
        ctx.db,
        owner.publisher_id,
        owner.account_id,
        hash=hash,
        idle=idle,
        expires_at=ctx.now + lifetime,
        user_agent=ctx.request.user_agent,
        ip=ctx.request.ip,
        now=ctx.now,
        security_stamp=owner.security_stamp,
        kind=kind,
        staff=staff,
    )
    if staff is None:
        await sql.accounts.membership.use(ctx.db, owner.login, ctx.now)
    await record(ctx, owner.login, operator_id=staff.id if staff else None)
    return SignedIn(token, ctx.now + lifetime)


async def record_everywhere(
    ctx: Guest, of: Login, result: str = "ok", *, operator_id: int | None = None, **details: str
) -> None:
    """Record in the activity log of each publisher that one of its members changed how they sign in."""
    uids = [each.publisher_id for each in await sql.accounts.membership.all_logins(ctx.db, of)]
    for row in await sql.accounts.account.get_several(ctx.db, uids, of.account_id):
        if row.closed_at is None or row.login == of:
            await record(ctx, row.login, result, operator_id=operator_id, **details)


async def move_home(ctx: Guest, home: Owner, to: Owner) -> None:
    """Move a person's credentials to another of their memberships, because the home one ends.

    What guards them goes along: a former address that may come back, and passkeys that were removed.
    """
    logins, credential_ids = [username_login(home.username), email_login(home.email)], []
    for change in await sql.payments.guarded_change.of_subject(ctx.db, home.login):
        if change.former is None:
            continue
        if change.kind is ChangeKind.EMAIL:
            logins.append(email_login(change.former["email"]))
        elif change.kind is ChangeKind.PASSKEY_REMOVED:
            credential_ids.append(bytes.fromhex(change.former["credential_id"]))
    await sql.accounts.home_publisher.move(
        ctx.db,
        home.login,
        to.publisher_id,
        logins=logins,
        reserved_credentials=credential_ids,
    )


async def switch_session(ctx: Member, to: Login) -> SignedIn:
    """Open a session for another membership in place of the caller's, in the transaction that locked the credentials.

    It lasts no longer than the caller's would have, and counts as opened in the same way.
    """
    owner = await sql.accounts.account.get(ctx.db, to.publisher_id, to.account_id)
    terms = await sql.accounts.session.get_terms(ctx.db, *ctx.session_key)
    assert owner is not None
    session = await begin_session(
        ctx, owner, terms.idle, terms.expires_at - ctx.now, kind=terms.kind
    )
    await sql.accounts.session.end(ctx.db, *ctx.session_key, ctx.now)
    return session
