"""Signing in with a passkey, and confirming a call with one in place of the password.

A passkey proves possession and, by a fingerprint or PIN, the person: no code is asked for after it.
"""

from datetime import datetime
from hmac import compare_digest
from typing import Any, NamedTuple

import msgspec

import sql.accounts.account
import sql.accounts.one_time_token
import sql.accounts.passkey
from handlers.auth.held_payments import release_payments
from handlers.auth.open_session import lock_verified, open_session, require_admitted
from handlers.flows.accounts.credentials import add_token
from handlers.flows.accounts.oidc_identity import redeem_ticket
from handlers.flows.accounts.passkey_challenges import (
    give_out,
    known_to,
    not_accepted,
    redeem,
    require_relying_party,
)
from rpc import Code, Fault, Guest, Rule, procedure
from rpc.calls.audit import record
from rpc.calls.decoding.fault import fault_of
from rpc.calls.reauth import signed_in, step_up_binding
from rpc.calls.registry import registry
from rpc.calls.registry_entry import Procedure
from rpc.security.relying_party import Signed, decode_base64url
from rpc.security.tokens import STEP_UP
from schema.accounts.passkey import (
    STEP_UP_LIFETIME,
    Assertion,
    PasskeyBegin,
    PasskeyFinish,
    PasskeyFinished,
    PasskeyOptions,
)
from schema.accounts.reauth import StepUp
from schema.accounts.session_lifetimes import session_lifetimes
from sql.accounts.account import NOBODY, Login, Owner
from sql.accounts.passkey import Challenge

REFUSALS = [
    Code.VERIFICATION_CODE_INVALID,
    Code.EMAIL_NOT_VERIFIED,
    Code.USER_LOCKED,
    Code.THIRD_PARTY_UNKNOWN,
    Code.USER_ALREADY_BOUND,
]
HAS_NONE = "This account has no passkey yet: give its password"
ASKS_NOTHING = "does not ask for a password"


class Verified(NamedTuple):
    """The account whose passkey signed, and what its authenticator reported."""

    owner: Owner
    passkey_id: int
    passkey_since: datetime
    signed: Signed

    @property
    def login(self) -> Login:
        return Login(self.owner.publisher_id, self.owner.account_id)


@procedure("/auth/passkey_begin", atomic=False, secret=True)
async def passkey_begin(ctx: Guest, attributes: PasskeyBegin) -> PasskeyOptions:
    """Start a sign-in with a passkey or, signed in, the step-up for a call that asks for the password."""
    await ctx.resources.shared_limits.passkey.spend(ctx.db, ctx.request.network, ctx.now)
    party = require_relying_party(ctx)
    if attributes.path is None:
        return await give_out(ctx, "sign_in", {}, party.ask())
    member = await signed_in(ctx)
    bound = step_up_binding(
        member, attributes.path, read_call(attributes.path, attributes.attributes)
    )
    known = await known_to(ctx, member.home)
    if not known:
        raise Fault(Code.NOT_ALLOWED, HAS_NONE)
    return await give_out(ctx, "step_up", bound, party.ask(known))


@procedure("/auth/passkey_finish", raises=REFUSALS, atomic=False, secret=True)
async def passkey_finish(ctx: Guest, attributes: PasskeyFinish) -> PasskeyFinished:
    """Sign in with a passkey's signature, or get the ticket of a step-up. All invalid passkeys get the same error."""
    await ctx.resources.shared_limits.passkey.spend(ctx.db, ctx.request.network, ctx.now)
    require_relying_party(ctx)
    challenge = await redeem(ctx, attributes.credential.client_data)
    if challenge.purpose == "sign_in":
        return await sign_in(ctx, attributes)
    if challenge.purpose == "step_up":
        return await step_up(ctx, challenge, attributes.credential)
    raise not_accepted()


def read_call(path: str, attributes: dict[str, Any]) -> StepUp:
    """The attributes of the call to confirm, decoded as that call decodes them."""
    call = registry.find(path, Procedure)
    if not issubclass(call.attributes, StepUp):
        raise Fault(
            Code.REQUEST_INVALID,
            field="attributes.path",
            rule=Rule.NOT_APPLICABLE,
            why=ASKS_NOTHING,
        )
    try:
        return msgspec.convert(attributes, call.attributes)
    except msgspec.ValidationError as error:
        raise fault_of(error, ".req.attributes.attributes", call.topic) from None


async def sign_in(ctx: Guest, attributes: PasskeyFinish) -> PasskeyFinished:
    """Open a session for the account whose passkey signed."""
    assertion = attributes.credential
    of = await sql.accounts.passkey.find_login(ctx.db, bytes_of(assertion.id)) or NOBODY
    if assertion.user_handle is None:
        raise await refuse(ctx, of)
    verified = await verify(ctx, of, assertion)
    owner = verified.owner
    await require_admitted(ctx, owner, by_password=False)
    async with ctx.db.transaction():
        await lock_verified(ctx, owner, Code.VERIFICATION_CODE_INVALID)
        if await count_use(ctx, verified):
            await redeem_ticket(ctx, owner, attributes.third_ticket)
            lifetimes = session_lifetimes(attributes.remember)
            session = await open_session(ctx, owner, *lifetimes, kind="passkey")
            await release_payments(ctx, owner, factor_since=verified.passkey_since)
            return PasskeyFinished(token=session.token, stepup=None, expires_at=session.expires_at)
    raise await refuse(ctx, of)


async def step_up(ctx: Guest, challenge: Challenge, assertion: Assertion) -> PasskeyFinished:
    """Issue a ticket for the call that the challenge was given out for, in the same session."""
    member = await signed_in(ctx)
    if challenge.bound["session"] != member.session_hash.hex():
        raise not_accepted()
    of = member.home
    verified = await verify(ctx, of, assertion)
    async with ctx.db.transaction():
        await lock_verified(ctx, verified.owner, Code.VERIFICATION_CODE_INVALID)
        if await count_use(ctx, verified):
            ticket = await add_token(
                ctx,
                verified.owner,
                STEP_UP,
                purpose=sql.accounts.one_time_token.STEP_UP,
                lifetime=STEP_UP_LIFETIME,
                payload={**challenge.bound, "passkey_id": verified.passkey_id},
            )
            expires_at = ctx.now + STEP_UP_LIFETIME
            return PasskeyFinished(token=None, stepup=ticket.token, expires_at=expires_at)
    raise await refuse(ctx, of)


async def verify(ctx: Guest, of: Login, assertion: Assertion) -> Verified:
    """The account whose passkey signed. An unknown or removed passkey is refused like a wrong signature."""
    party = require_relying_party(ctx)
    stored = await sql.accounts.passkey.find(ctx.db, of, bytes_of(assertion.id))
    owner = await sql.accounts.account.get(ctx.db, of.publisher_id, of.account_id)
    signed = party.verify(stored.credential if stored else None, assertion)
    if stored is None or signed is None or owner is None or owner.closed_at:
        raise await refuse(ctx, of)
    if assertion.user_handle is not None and not compare_digest(
        bytes_of(assertion.user_handle), stored.user_handle
    ):
        raise await refuse(ctx, of)
    return Verified(owner, stored.passkey_id, stored.created_at, signed)


async def count_use(ctx: Guest, verified: Verified) -> bool:
    """Record the use of a passkey, in the transaction that locked the account. False if its counter shows a copy."""
    counter, synced = verified.signed
    return await sql.accounts.passkey.use(
        ctx.db,
        verified.login,
        verified.passkey_id,
        counter=counter,
        synced=synced,
        now=ctx.now,
    )


async def refuse(ctx: Guest, of: Login) -> Fault:
    """Record a failed passkey in the account's activity log, and return the Fault."""
    await record(ctx, of, "passkey_refused")
    return not_accepted()


def bytes_of(encoded: str) -> bytes:
    """Decode base64url. Malformed text gives no bytes, which match no credential and no account."""
    try:
        return decode_base64url(encoded)
    except ValueError:
        return b""
