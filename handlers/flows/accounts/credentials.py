"""An account's security stamp: one-time tokens carry it, and what carried the former one ends when it changes."""

from datetime import timedelta
from typing import Any, NamedTuple

import sql.accounts.account
import sql.accounts.api_token
import sql.accounts.download
import sql.accounts.one_time_token
import sql.accounts.session
import sql.exports.saved_view
import sql.network.account
from rpc import Guest, Member, Worker
from rpc.calls.audit import record
from rpc.calls.reauth import lock_credentials
from rpc.jobs.notify import notify_account
from sql.accounts.account import Login, Owner


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
    """A new one-time token, in the caller's transaction; earlier ones of its purpose stop working."""
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
    """A new one-time token, beside earlier ones of its purpose until `replace_older`.

    It carries the security stamp of `owner` as it was read, and opens nothing once the account has another.
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
    """End the tokens that were made before a new one, now that its owner has it."""
    await sql.accounts.one_time_token.replace_older(
        ctx.db,
        owner.publisher_id,
        owner.account_id,
        purpose=purpose,
        hash=new.hash,
        now=ctx.now,
    )


async def end_access(
    ctx: Guest, owner: Owner, security_stamp: int, *, keep: bytes | None = None
) -> None:
    """End all that the account's former credentials opened, in the transaction that changed them.

    `security_stamp` is the account's new one, and `keep` the caller's own session, which goes on under it; API tokens
    then go on, too, because their owner is there to revoke them. What is
    not ended here, because it begins just now or waits in the queue, carries the old stamp and opens nothing.
    """
    of = Login(owner.publisher_id, owner.account_id)
    await sql.accounts.session.end_all(
        ctx.db, of.publisher_id, of.account_id, ctx.now, but=keep or b""
    )
    if keep is not None:
        await sql.accounts.session.restamp(ctx.db, of.publisher_id, keep, security_stamp)
    else:
        await sql.accounts.api_token.revoke_all(ctx.db, of, ctx.now)
    await sql.accounts.one_time_token.expire_all(ctx.db, of, ctx.now)
    if owner.role == "operator":
        await sql.network.account.end_impersonations(ctx.db, of.account_id, ctx.now)


async def close_account(ctx: Member, owner: Owner) -> None:
    """Close an account whose password was just verified; all that it opened ends, and its exports are deleted."""
    of = Login(owner.publisher_id, owner.account_id)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        stamp = await sql.accounts.account.close(ctx.db, of, ctx.now)
        await end_access(ctx, owner, stamp)
        await sql.accounts.download.expire(ctx.db, of, None, ctx.now)
        await sql.exports.saved_view.stop_mails(ctx.db, of)
        await record(ctx, of)
        await notify_account(ctx, of, "account_closed")
