"""How a session is opened, once it is known for whom, and how it is shown."""

from binascii import Error, unhexlify
from datetime import timedelta

import sql.account
import sql.session
from rpc import Guest
from rpc.audit import note
from rpc.place import agent_name, country
from rpc.tokens import SESSION
from schema.auth import SignedIn
from schema.login import OpenSession
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


def shown(session: sql.session.LiveSession, current: bytes) -> OpenSession:
    """A session for its owner. Its id is the hash of what opens it, and opens nothing."""
    return OpenSession(
        id=session.hash.hex(),
        device=agent_name(session.user_agent),
        country=country(session.ip),
        ip=session.ip,
        kind=session.kind,
        current=session.hash == current,
        created_at=session.created_at,
        last_seen=session.last_seen,
        expires_at=session.expires_at,
    )


def hash_of(id: str) -> bytes:
    """The key of a session's row; of what is no id, that of none."""
    try:
        return unhexlify(id)
    except (Error, ValueError):
        return b""
