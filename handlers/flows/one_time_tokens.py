"""Tokens that open one thing, once: they go out in a link or an answer, and their hashes are kept."""

from datetime import timedelta
from typing import Any

import sql.accounts.one_time_token
from rpc import Guest, Worker
from sql.accounts.account import Owner


async def issued(
    ctx: Guest | Worker,
    owner: Owner,
    salt: str,
    *,
    purpose: str,
    within: timedelta,
    payload: dict[str, Any] | None = None,
) -> str:
    """A token of an account, made within a transaction; those before it no longer work."""
    token, hash = ctx.resources.tokens.make(salt, owner.publisher_id)
    await sql.accounts.one_time_token.replace(
        ctx.db,
        owner.publisher_id,
        owner.account_id,
        purpose=purpose,
        hash=hash,
        expires_at=ctx.now + within,
        now=ctx.now,
        payload=payload,
    )
    return token
