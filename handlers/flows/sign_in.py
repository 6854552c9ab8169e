"""How a session is opened, once it is known for whom, and how it is shown."""

from binascii import Error, unhexlify
from datetime import timedelta

import sql.accounts.account
import sql.accounts.one_time_token
import sql.accounts.session
from handlers.flows.one_time_tokens import issued
from rpc import Code, Fault, Guest
from rpc.calls.audit import record
from rpc.clicks.geo import agent_name, country_of
from rpc.security.tokens import SESSION, TWO_STEP
from schema.accounts.auth import SignedIn
from schema.accounts.security import OpenSession
from schema.accounts.two_step import SecondStep
from sql.accounts.account import Login, Owner
from sql.accounts.session import Staff

PHONE_WITHIN = timedelta(minutes=10)
"""How long one may look for the phone."""


async def open_session(
    ctx: Guest,
    owner: Owner,
    idle: timedelta,
    in_all: timedelta,
    *,
    kind: str = "password",
    staff: Staff | None = None,
) -> SignedIn:
    """A new session, which may rest `idle` long and lives `in_all`; `staff` acts in it, if not its owner."""
    token, hash = ctx.resources.tokens.make(SESSION, owner.publisher_id)
    async with ctx.db.transaction():
        await sql.accounts.account.lock(ctx.db, owner.publisher_id, owner.account_id)
        await sql.accounts.session.add(
            ctx.db,
            owner.publisher_id,
            owner.account_id,
            hash=hash,
            idle=idle,
            expires_at=ctx.now + in_all,
            user_agent=ctx.request.user_agent,
            ip=ctx.request.ip,
            now=ctx.now,
            kind=kind,
            staff=staff,
        )
        of = Login(owner.publisher_id, owner.account_id)
        await record(ctx, of, operator_id=staff.id if staff else None)
    return SignedIn(token, ctx.now + in_all)


async def due(ctx: Guest, owner: Owner, *, next: str | None = None) -> None:
    """Nothing, unless the account asks for a second step: then 320, with a ticket to come back with.

    `next` is where a journey to a provider was to end, which the browser has forgotten.
    """
    if owner.two_step_at is None:
        return
    async with ctx.db.transaction():
        token = await issued(
            ctx, owner, TWO_STEP, purpose=sql.accounts.one_time_token.TWO_STEP, within=PHONE_WITHIN
        )
    raise Fault(Code.SECOND_STEP_DUE, data=SecondStep(token, next))


def shown(session: sql.accounts.session.LiveSession, current: bytes) -> OpenSession:
    """A session for its owner. Its id is the hash of what opens it, and opens nothing."""
    return OpenSession(
        id=session.hash.hex(),
        device=agent_name(session.user_agent),
        country=country_of(session.ip),
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
