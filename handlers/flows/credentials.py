"""An account's security stamp: one-time tokens carry it, and what carried the former one ends when it changes."""

from datetime import timedelta
from typing import Any

import sql.accounts.account
import sql.accounts.download
import sql.accounts.one_time_token
import sql.accounts.session
import sql.network.account
from rpc import Guest, Member, Worker
from rpc.calls.audit import record
from rpc.calls.reauth import lock_credentials
from rpc.jobs.notify import notify_account
from sql.accounts.account import Login, Owner


async def issue_token(
    ctx: Guest | Worker,
    owner: Owner,
    salt: str,
    *,
    purpose: str,
    lifetime: timedelta,
    payload: dict[str, Any] | None = None,
) -> str:
    """A new one-time token, in the caller's transaction; earlier ones of its purpose stop working.

    It carries the security stamp of `owner` as it was read, and opens nothing once the account has another.
    """
    token, hash = ctx.resources.tokens.make(salt, owner.publisher_id)
    await sql.accounts.one_time_token.replace(
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
    return token


async def end_access(
    ctx: Guest, owner: Owner, security_stamp: int, *, keep: bytes | None = None
) -> None:
    """End all that the account's former credentials opened, in the transaction that changed them.

    `security_stamp` is the account's new one, and `keep` the caller's own session, which goes on under it. What is
    not ended here, because it begins just now or waits in the queue, carries the old stamp and opens nothing.
    """
    of = Login(owner.publisher_id, owner.account_id)
    await sql.accounts.session.end_all(
        ctx.db, of.publisher_id, of.account_id, ctx.now, but=keep or b""
    )
    if keep is not None:
        await sql.accounts.session.restamp(ctx.db, of.publisher_id, keep, security_stamp)
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
        await record(ctx, of)
        await notify_account(ctx, of, "account_closed")
