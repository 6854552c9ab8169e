"""How a session is opened, once it is known for whom."""

from datetime import timedelta

import sql.account
import sql.session
from rpc import Guest
from rpc.audit import note
from rpc.tokens import SESSION
from schema.auth import SignedIn
from sql.account import Login, Owner


async def open_session(ctx: Guest, owner: Owner, idle: timedelta, in_all: timedelta) -> SignedIn:
    """A new session, which may rest `idle` long and lives `in_all`."""
    token, hash = ctx.parts.tokens.make(SESSION, owner.publisher_id)
    async with ctx.db.transaction():
        await sql.account.lock(ctx.db, owner.publisher_id, owner.account_id)
        await sql.session.add(
            ctx.db,
            owner.publisher_id,
            owner.account_id,
            hash=hash,
            idle=idle,
            expires_at=ctx.now + in_all,
            user_agent=ctx.asked.user_agent,
            ip=ctx.asked.ip,
            now=ctx.now,
        )
        await note(ctx, Login(owner.publisher_id, owner.account_id))
    return SignedIn(token, ctx.now + in_all)
