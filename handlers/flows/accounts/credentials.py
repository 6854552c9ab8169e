"""Issues one-time tokens and ends access. A change of an account's security stamp invalidates all that carry it."""

from datetime import timedelta
from typing import Any, NamedTuple

import sql.accounts.account
import sql.accounts.api_token
import sql.accounts.invitation
import sql.accounts.membership
import sql.accounts.one_time_token
import sql.accounts.session
import sql.network.account
from rpc import Guest, Worker
from sql.accounts.account import Owner
from sql.accounts.session import Key


class NewToken(NamedTuple):
    token: str
    hash: bytes


async def issue_token(
    ctx: Guest | Worker,
    owner: Owner,
    salt: str,
    *,
    purpose: str,
    lifetime: timedelta,
    payload: dict[str, Any] | None = None,
) -> str:
    """Issue a one-time token, in the caller's transaction. Earlier ones for the same purpose stop working."""
    new = await add_token(ctx, owner, salt, purpose=purpose, lifetime=lifetime, payload=payload)
    await replace_older(ctx, owner, new, purpose)
    return new.token


async def add_token(
    ctx: Guest | Worker,
    owner: Owner,
    salt: str,
    *,
    purpose: str,
    lifetime: timedelta,
    payload: dict[str, Any] | None = None,
) -> NewToken:
    """Add a one-time token. Earlier ones for the same purpose keep working until replace_older() is called.

    The token carries the security stamp of `owner` as it was read, and stops working when the account's changes.
    """
    token, hash = ctx.resources.tokens.make(salt, owner.publisher_id)
    await sql.accounts.one_time_token.add(
        ctx.db,
        owner.publisher_id,
        owner.account_id,
        purpose=purpose,
        hash=hash,
        expires_at=ctx.now + lifetime,
        now=ctx.now,
        security_stamp=owner.security_stamp,
        payload=payload,
    )
    return NewToken(token, hash)


async def replace_older(ctx: Guest | Worker, owner: Owner, new: NewToken, purpose: str) -> None:
    """Expire the tokens that are older than a new one, once the new one has been sent to its owner."""
    await sql.accounts.one_time_token.replace_older(
        ctx.db,
        owner.publisher_id,
        owner.account_id,
        purpose=purpose,
        hash=new.hash,
        now=ctx.now,
    )


async def end_all_access(
    ctx: Guest | Worker, home: Owner, security_stamp: int, *, keep: Key | None = None
) -> None:
    """End all access gained with a person's former credentials, in the transaction that changed them.

    `home` is the row that has the credentials, `security_stamp` its new stamp. The stamps of the person's memberships
    in other publishers are renewed, too. `keep` is the caller's own session, which continues. Whatever is not ended
    here, because it is just being created or is still queued, carries an old stamp and does not work.
    """
    await end_access(ctx, home, security_stamp, keep=keep)
    uids = await sql.accounts.membership.renew_others(ctx.db, home.login)
    for other in await sql.accounts.account.get_several(ctx.db, uids, home.account_id):
        await end_access(ctx, other, other.security_stamp, keep=keep)


async def end_access(
    ctx: Guest | Worker, owner: Owner, security_stamp: int, *, keep: Key | None = None
) -> None:
    """End all access to one publisher that an account has, in the transaction that renewed its stamp.

    With `keep`, the caller's own session continues with the new stamp, and API tokens and invitations stay valid,
    because their owner is there to revoke them.
    """
    of, uid = owner.login, owner.publisher_id
    own_session = keep[1] if keep is not None and keep[0] == uid else b""
    await sql.accounts.session.end_all(ctx.db, uid, of.account_id, ctx.now, but=own_session)
    if own_session:
        await sql.accounts.session.restamp(ctx.db, uid, own_session, security_stamp)
    if keep is None:
        await sql.accounts.api_token.revoke_all(ctx.db, of, ctx.now)
        await sql.accounts.invitation.withdraw_all(ctx.db, of, ctx.now)
    await sql.accounts.one_time_token.expire_all(ctx.db, of, ctx.now)
    if owner.role == "operator":
        await sql.network.account.end_impersonations(ctx.db, of.account_id, ctx.now)
