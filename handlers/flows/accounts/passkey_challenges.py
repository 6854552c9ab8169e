"""Challenges that browsers sign with passkeys: given out for one purpose, and redeemed once."""

from typing import Any

import sql.accounts.passkey
from rpc import Code, Fault, Guest
from rpc.security.relying_party import Known, Prompt, RelyingParty, challenge_hash_of
from schema.accounts.passkey import CHALLENGE_LIFETIME, PasskeyOptions
from sql.accounts.account import Login
from sql.accounts.passkey import Challenge, Purpose

ARE_OFF = "Passkeys are off: they need an address with https and a host name (PUBLIC_URL)"
NOT_ACCEPTED = "This passkey was not accepted"


def require_relying_party(ctx: Guest) -> RelyingParty:
    """The portal as the relying party of passkeys. Raises NOT_ALLOWED if passkeys are off."""
    if ctx.resources.relying_party is None:
        raise Fault(Code.NOT_ALLOWED, ARE_OFF)
    return ctx.resources.relying_party


def not_accepted() -> Fault:
    """The one Fault for any passkey that does not work, so that it does not tell which accounts and passkeys exist."""
    return Fault(Code.VERIFICATION_CODE_INVALID, NOT_ACCEPTED)


async def known_to(ctx: Guest, of: Login) -> list[Known]:
    """The credentials of an account's passkeys."""
    rows = await sql.accounts.passkey.known_credentials(ctx.db, of)
    return [Known(row.credential_id, row.transports) for row in rows]


async def give_out(
    ctx: Guest, purpose: Purpose, bound: dict[str, Any], prompt: Prompt
) -> PasskeyOptions:
    """Store a challenge with the data it is bound to. Returns the options to pass to the browser."""
    expires_at = ctx.now + CHALLENGE_LIFETIME
    await sql.accounts.passkey.add_challenge(
        ctx.db, prompt.challenge_hash, purpose, bound, expires_at
    )
    return PasskeyOptions(prompt.options)


async def redeem(ctx: Guest, client_data: str) -> Challenge:
    """Redeem the challenge that the browser had signed. Raises 20060 if it is unknown, used or expired."""
    challenge = await sql.accounts.passkey.redeem_challenge(
        ctx.db, challenge_hash_of(client_data), ctx.now
    )
    if challenge is None:
        raise not_accepted()
    return challenge
