"""Signing in with a password."""

from hashlib import sha256

import sql.accounts.account
import sql.accounts.sign_in_failure
from handlers.flows import two_step
from handlers.flows.oidc_sign_in import redeem
from handlers.flows.sign_in import due, open_session
from rpc import Code, Fault, Guest
from rpc.calls.audit import record
from schema.accounts.auth import SignedIn, SignIn
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


async def enter(ctx: Guest, attributes: SignIn) -> SignedIn:
    """A session for whoever knows the password; an unknown account is refused like a wrong one."""
    if missing := attributes.missing_field():
        raise missing_field(missing)
    if attributes.ticket is not None:
        return await two_step.enter(ctx, attributes)
    identifier = sha256(attributes.login.encode()).digest()
    if not await sql.accounts.sign_in_failure.count(ctx.db, identifier, ctx.now):
        raise Fault(Code.TOO_MANY_ATTEMPTS)
    found = await sql.accounts.account.find(ctx.db, attributes.login) or NOBODY
    owner = await sql.accounts.account.get(ctx.db, found.publisher_id, found.account_id)
    hash = owner.password_hash if owner else None
    password = attributes.password or ""
    right = await ctx.resources.passwords.matches(hash, password)
    if owner is None or owner.closed_at or not right:
        await record(ctx, found, "refused")
        raise Fault(Code.PASSWORD_WRONG)
    await sql.accounts.sign_in_failure.clear(ctx.db, identifier)
    if refusal := owner.refusal():
        await record(ctx, found, refusal.name.lower())
        raise Fault(refusal)
    if ctx.resources.passwords.outdated(owner.password_hash):
        fresh = await ctx.resources.passwords.hash(password)
        await sql.accounts.account.rehash(ctx.db, owner, fresh)
    await due(ctx, owner)
    async with ctx.db.transaction():
        await redeem(ctx, owner, attributes.third_ticket)
    return await open_session(ctx, owner, *attributes.lifetimes)
