"""Signing in with a password, and with a code where one is due."""

from hashlib import sha256

import sql.accounts.account
import sql.accounts.login_directory
import sql.accounts.sign_in_failure
from handlers.flows.accounts import two_step
from handlers.flows.accounts.oidc_sign_in import redeem_ticket
from handlers.flows.accounts.sign_in import lock_verified, open_session, require_second_step
from rpc import Code, Fault, Guest
from rpc.calls.audit import record
from schema.accounts.auth import EmailRef, SignedIn, SignIn
from schema.accounts.session_lifetimes import session_lifetimes
from schema.core.rules import missing_field
from sql.accounts.account import NOBODY

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


async def sign_in(ctx: Guest, attributes: SignIn) -> SignedIn:
    """Open a session for whoever knows the password. An unknown account is refused like a wrong password."""
    if missing := attributes.missing_field():
        raise missing_field(missing)
    if attributes.ticket is not None:
        return await two_step.complete_sign_in(ctx, attributes)
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
    if refusal := owner.refusal():
        await record(ctx, login, refusal.name.lower())
        # Whoever knows the password may see which address waits for its mail to be opened.
        waiting = EmailRef(owner.email) if refusal is Code.EMAIL_NOT_VERIFIED else None
        raise Fault(refusal, data=waiting)
    if ctx.resources.passwords.needs_rehash(owner.password_hash):
        rehashed = await ctx.resources.passwords.hash(password)
        await sql.accounts.account.rehash(ctx.db, owner, rehashed)
    await require_second_step(ctx, owner)
    async with ctx.db.transaction():
        await lock_verified(ctx, owner, Code.PASSWORD_WRONG)
        await redeem_ticket(ctx, owner, attributes.third_ticket)
        return await open_session(ctx, owner, *session_lifetimes(attributes.remember))
