"""Opening a session for a verified account, and showing sessions to their owner."""

from binascii import Error, unhexlify
from datetime import timedelta

import sql.accounts.account
import sql.accounts.one_time_token
import sql.accounts.session
from handlers.flows.accounts.credentials import issue_token
from rpc import Code, Fault, Guest
from rpc.calls.audit import record
from rpc.clicks.geo import agent_name, country_of
from rpc.security.tokens import SESSION, TWO_STEP
from schema.accounts.auth import SignedIn
from schema.accounts.security import OpenSession
from schema.accounts.two_step import SecondStep
from sql.accounts.account import Login, Owner
from sql.accounts.session import LiveSession, Staff

TICKET_LIFETIME = timedelta(minutes=10)
"""How long somebody may take to find their phone."""


async def lock_verified(ctx: Guest, owner: Owner, refusal: Code) -> None:
    """Lock the account in the caller's transaction, before any token or session of it.

    Raises `refusal` if its credentials changed after `owner` was read: what was verified no longer holds.
    """
    if not await sql.accounts.account.lock_unchanged(ctx.db, owner):
        raise Fault(refusal)


async def open_session(
    ctx: Guest,
    owner: Owner,
    idle: timedelta,
    lifetime: timedelta,
    *,
    kind: str = "password",
    staff: Staff | None = None,
) -> SignedIn:
    """Open a session, in the transaction that locked the account; `staff` acts in it if not its owner.

    It carries the stamp of the credentials that were verified, and is over as soon as the account has another.
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
    of = Login(owner.publisher_id, owner.account_id)
    await record(ctx, of, operator_id=staff.id if staff else None)
    return SignedIn(token, ctx.now + lifetime)


async def require_second_step(ctx: Guest, owner: Owner, *, next: str | None = None) -> None:
    """If the account asks for a second step, refuse with 320 and a ticket to continue with.

    `next` is where a sign-in by a provider was to lead, which the browser has forgotten by now.
    """
    if owner.two_step_at is None:
        return
    async with ctx.db.transaction():
        purpose = sql.accounts.one_time_token.TWO_STEP
        token = await issue_token(ctx, owner, TWO_STEP, purpose=purpose, lifetime=TICKET_LIFETIME)
    raise Fault(Code.SECOND_STEP_DUE, data=SecondStep(token, next))


def session_view(session: LiveSession, current: bytes) -> OpenSession:
    """A session as its owner sees it. Its id is the hash of its token and opens nothing."""
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


def session_hash_of(id: str) -> bytes:
    """The key of a session's row. For a malformed id, a key that no row has."""
    try:
        return unhexlify(id)
    except (Error, ValueError):
        return b""
