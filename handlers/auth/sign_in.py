"""Signing in with a password and, if required, a code; listing and ending sessions; signing out."""

from binascii import Error, unhexlify
from hashlib import sha256

import sql.accounts.account
import sql.accounts.login_directory
import sql.accounts.one_time_token
import sql.accounts.session
import sql.accounts.sign_in_failure
from handlers.auth.open_session import (
    find_refusal,
    lock_verified,
    open_session,
    require_admitted,
    require_second_step,
)
from handlers.auth.payment_hold import release_payments
from handlers.flows.accounts.memberships import memberships_of
from handlers.flows.accounts.oidc_identity import redeem_ticket
from handlers.flows.accounts.two_step import verify_code
from rpc import Code, Fault, Guest, Member, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import forbid_impersonation
from rpc.clicks.country import country_of
from rpc.clicks.user_agent import agent_name
from rpc.security.tokens import TWO_STEP
from schema.accounts.auth import SignedIn, SignIn
from schema.accounts.security import OpenSession, SessionRef
from schema.accounts.session_lifetimes import session_lifetimes
from schema.core.envelope import Results
from schema.core.field_errors import missing_field
from sql.accounts.account import NOBODY, Login
from sql.accounts.session import LiveSession

REFUSALS = [
    Code.PASSWORD_WRONG,
    Code.EMAIL_NOT_VERIFIED,
    Code.USER_LOCKED,
    Code.PASSWORD_EXPIRED,
    Code.TOO_MANY_ATTEMPTS,
    Code.THIRD_PARTY_UNKNOWN,
    Code.USER_ALREADY_BOUND,
    Code.SECOND_STEP_DUE,
    Code.VERIFICATION_CODE_INVALID,
    Code.TOKEN_INVALID,
]
PURPOSE = sql.accounts.one_time_token.TWO_STEP


@procedure("/auth/sign_in", raises=REFUSALS, atomic=False, hashes=True, secret=True)
async def sign_in(ctx: Guest, attributes: SignIn) -> SignedIn:
    """Sign in with a username or email address, a password and, if two-step sign-in is on, a code."""
    # An unknown account is refused like a wrong password.
    await ctx.resources.shared_limits.sign_in.spend(ctx.db, ctx.request.network, ctx.now)
    if missing := attributes.missing_field():
        raise missing_field(missing)
    if attributes.ticket is not None:
        return await complete_sign_in(ctx, attributes)
    identifier = sha256(attributes.login.encode()).digest()
    if not await sql.accounts.sign_in_failure.count(ctx.db, identifier, ctx.now):
        raise Fault(Code.TOO_MANY_ATTEMPTS)
    login = await sql.accounts.login_directory.find(ctx.db, attributes.login) or NOBODY
    owner = await sql.accounts.account.get(ctx.db, login.publisher_id, login.account_id)
    hash = owner.password_hash if owner else None
    password = attributes.password or ""
    matches = await ctx.resources.passwords.matches(hash, password)
    if owner is None or owner.closed_at or not matches:
        await record(ctx, login, "refused")
        raise Fault(Code.PASSWORD_WRONG)
    await sql.accounts.sign_in_failure.clear(ctx.db, identifier)
    await require_admitted(ctx, owner)
    if ctx.resources.passwords.needs_rehash(owner.password_hash):
        rehashed = await ctx.resources.passwords.hash(password)
        await sql.accounts.account.rehash(ctx.db, owner, rehashed)
    await require_second_step(ctx, owner)
    async with ctx.db.transaction():
        await lock_verified(ctx, owner, Code.PASSWORD_WRONG)
        await redeem_ticket(ctx, owner, attributes.third_ticket)
        return await open_session(ctx, owner, *session_lifetimes(attributes.remember))


@procedure("/auth/sign_out", permission=None, narrowed="account")
async def sign_out(ctx: Member) -> None:
    """End the current session."""
    await sql.accounts.session.end(ctx.db, ctx.publisher_id, ctx.session_hash, ctx.now)
    await record(ctx, Login(ctx.publisher_id, ctx.account.id))


@query("/auth/sessions", permission=None, narrowed="account")
async def sessions(ctx: Member) -> Results[OpenSession]:
    """List your open sessions, in all publishers that you work for, the most recently used first."""
    names = {each.uid: each.name for each in await memberships_of(ctx)}
    rows = await sql.accounts.session.list_live(ctx.db, [*names], ctx.account.id, ctx.now)
    return Results([session_view(row, names[row.publisher_id], ctx.session_hash) for row in rows])


@procedure("/auth/session_end", permission=None, narrowed="account")
async def session_end(ctx: Member, attributes: SessionRef) -> None:
    """End one of your sessions, of any publisher that you work for."""
    forbid_impersonation(ctx)
    uids, hash = [each.uid for each in await memberships_of(ctx)], session_hash_of(attributes.id)
    uid = await sql.accounts.session.end_one(ctx.db, uids, ctx.account.id, hash, ctx.now)
    if uid is None:
        raise Fault(Code.NOT_FOUND)
    await record(ctx, Login(uid, ctx.account.id))


async def complete_sign_in(ctx: Guest, attributes: SignIn) -> SignedIn:
    """Open a session with the ticket of the first step and a code. Raises 20068 if the ticket is not valid."""
    token = ctx.resources.tokens.read(TWO_STEP, attributes.ticket or "")
    link = token and await sql.accounts.one_time_token.find(
        ctx.db, token.owner, token.hash, purpose=PURPOSE
    )
    if not token or not link:
        raise Fault(Code.TOKEN_INVALID)
    owner = await sql.accounts.account.get(ctx.db, token.owner, link.account_id)
    if owner is None or owner.closed_at:
        raise Fault(Code.TOKEN_INVALID)
    if refusal := await find_refusal(ctx, owner):
        raise Fault(refusal)
    if not link.works(owner, ctx.now):
        raise Fault(Code.TOKEN_INVALID)
    await verify_code(ctx, owner, attributes.otp)
    async with ctx.db.transaction():
        await lock_verified(ctx, owner, Code.TOKEN_INVALID)
        if not await sql.accounts.one_time_token.use(
            ctx.db, token.owner, token.hash, purpose=PURPOSE, now=ctx.now
        ):
            raise Fault(Code.TOKEN_INVALID)
        await redeem_ticket(ctx, owner, attributes.third_ticket)
        await release_payments(ctx, owner, factor_since=owner.two_step_at)
        return await open_session(ctx, owner, *session_lifetimes(attributes.remember))


def session_view(session: LiveSession, publisher: str, current: bytes) -> OpenSession:
    """A session as its owner sees it. Its id is the hash of its token, with which nobody can sign in."""
    return OpenSession(
        id=session.hash.hex(),
        publisher=publisher,
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
    """The database key of the session with this id. For a malformed id, a key that no session has."""
    try:
        return unhexlify(id)
    except (Error, ValueError):
        return b""
