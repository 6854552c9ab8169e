"""Reauthentication: calls that touch money, email, secrets or sign-in ask for the password again, or for a passkey."""

from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

import msgspec

import sql.accounts.account
import sql.accounts.one_time_token
import sql.accounts.passkey
import sql.accounts.session
from rpc.calls.context import Guest, Member
from rpc.security.tokens import STEP_UP
from schema.accounts.api_token import PREFIX, TEST_PREFIX
from schema.accounts.reauth import StepUp
from schema.core.errors import Code, Fault, Rule
from sql.accounts.account import Login, Owner

STEP_UP_FIELD = "attributes.stepup"
EITHER = "Give your password, or the ticket of a step-up by passkey: one of them"
NO_LONGER = "`attributes.stepup` works once, within two minutes, for the call it was made for: confirm again"


class Confirmed(NamedTuple):
    """The home row of who confirmed a call, and when the passkey was added that they used; None for a password."""

    owner: Owner
    passkey_since: datetime | None


def forbid_impersonation(ctx: Member) -> None:
    """Raise NOT_ALLOWED for a session that was opened by impersonation."""
    if ctx.account.impersonated_by is not None:
        raise Fault(Code.NOT_ALLOWED)


async def require_reauth(ctx: Member, attributes: StepUp) -> Owner:
    """The home row of the signed-in account, if a call has its password or a ticket; otherwise raise 20050.

    For calls that are not `atomic`, so that a wrong guess stays counted, and that declare `hashes`. A session
    opened by impersonation is refused.
    """
    return (await confirm(ctx, attributes)).owner


async def confirm(ctx: Member, attributes: StepUp) -> Confirmed:
    """The same as require_reauth(), for calls that care whether a passkey confirmed them."""
    forbid_impersonation(ctx)
    password = attributes.current_password
    if attributes.stepup is None and password is None:
        field = f"attributes.{attributes.reauth_field}"
        raise Fault(Code.LOGIN_PASSWORD_INVALID, EITHER, field=field, rule=Rule.REQUIRED)
    if attributes.stepup is not None and password is not None:
        field, rule = STEP_UP_FIELD, Rule.NOT_APPLICABLE
        raise Fault(Code.LOGIN_PASSWORD_INVALID, EITHER, field=field, rule=rule)
    owner = await sql.accounts.account.get(ctx.db, ctx.home_uid, ctx.account.id)
    if password is None:
        since = None if owner is None else await redeem_step_up(ctx, owner, attributes)
        if owner is None or since is None:
            raise Fault(
                Code.LOGIN_PASSWORD_INVALID, NO_LONGER, field=STEP_UP_FIELD, rule=Rule.UNKNOWN
            )
        return Confirmed(owner, since)
    key = f"{ctx.home_uid}:{ctx.account.id}"
    await ctx.resources.shared_limits.password.spend(ctx.db, key, ctx.now)
    hash = owner.password_hash if owner else None
    if not await ctx.resources.passwords.matches(hash, password) or owner is None:
        raise Fault(Code.LOGIN_PASSWORD_INVALID)
    return Confirmed(owner, None)


async def redeem_step_up(ctx: Member, owner: Owner, attributes: StepUp) -> datetime | None:
    """Use up a step-up ticket. Returns when the passkey was added that it was issued for.

    None if the ticket was issued for another session, call, attributes or credentials, or used before.
    """
    token = ctx.resources.tokens.read(STEP_UP, attributes.stepup or "")
    if token is None or token.owner != owner.publisher_id:
        return None
    purpose = sql.accounts.one_time_token.STEP_UP
    ticket = await sql.accounts.one_time_token.find(
        ctx.db, token.owner, token.hash, purpose=purpose
    )
    if ticket is None or ticket.account_id != owner.account_id or not ticket.works(owner, ctx.now):
        return None
    bound = step_up_binding(ctx, ctx.request.path, attributes)
    if any(ticket.payload.get(name) != value for name, value in bound.items()):
        return None
    used_by = await sql.accounts.one_time_token.use(
        ctx.db, token.owner, token.hash, purpose=purpose, now=ctx.now
    )
    if used_by is None:
        return None
    of = Login(owner.publisher_id, owner.account_id)
    return await sql.accounts.passkey.added_at(ctx.db, of, ticket.payload.get("passkey_id", 0))


def step_up_binding(ctx: Member, path: str, attributes: StepUp) -> dict[str, str]:
    """What a step-up ticket is bound to: the session, the call's path, and a SHA-256 of its other attributes."""
    others = msgspec.to_builtins(attributes)
    for name in ("stepup", attributes.reauth_field):
        del others[name]
    digest = sha256(msgspec.json.encode(others, order="sorted")).hexdigest()
    return {"session": ctx.session_hash.hex(), "path": path, "digest": digest}


async def signed_in(ctx: Guest) -> Member:
    """The account that makes a call that guests may make, too. Raises 401 for guests; API tokens are refused.

    Tokens are refused unread, because loading one would need a second connection while the call holds its own.
    """
    if ctx.request.token.startswith((PREFIX, TEST_PREFIX)):
        raise Fault(Code.NOT_ALLOWED)
    member = await Member.authorize(ctx.db, ctx.now, ctx.resources, ctx.request)
    forbid_impersonation(member)
    return member


async def lock_session(ctx: Member) -> Owner:
    """Lock and read the home row in the caller's transaction. Raises 401 if the session ended since the call began."""
    await sql.accounts.account.lock(ctx.db, ctx.home_uid, ctx.account.id)
    owner = await sql.accounts.account.get(ctx.db, ctx.home_uid, ctx.account.id)
    if owner is None or await is_over(ctx):
        raise Fault(Code.UNAUTHORIZED)
    return owner


async def is_over(ctx: Member) -> bool:
    """Whether the session has ended since the call began, in a transaction that locks the account until it ends.

    A membership beside the home one is locked here.
    """
    if ctx.home_uid != ctx.publisher_id:
        await sql.accounts.account.lock(ctx.db, ctx.publisher_id, ctx.account.id)
    key = ctx.session_key
    session = (await sql.accounts.session.find(ctx.db, [key], ctx.now)).get(key)
    return session is None or session.ended


async def lock_credentials(ctx: Member, owner: Owner) -> None:
    """Lock the account in the caller's transaction. Raises 20050 if its credentials have changed since `owner` was
    read, or its role in this publisher: an operation must not complete with the old ones.
    """
    unchanged = await sql.accounts.account.lock_unchanged(ctx.db, owner)
    if not unchanged or (owner.publisher_id != ctx.publisher_id and await is_over(ctx)):
        raise Fault(Code.LOGIN_PASSWORD_INVALID)
