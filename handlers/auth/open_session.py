"""Opens sessions for people whose credentials have been verified."""

from datetime import timedelta

from msgspec import structs

import sql.accounts.account
import sql.accounts.one_time_token
from handlers.flows.accounts.credentials import issue_token
from handlers.flows.accounts.memberships import begin_session, find_last_used
from rpc import Code, Fault, Guest
from rpc.calls.audit import record
from rpc.security.tokens import TWO_STEP
from schema.accounts.auth import EmailRef, SignedIn
from schema.accounts.session_lifetimes import SECOND_STEP_LIFETIME
from schema.accounts.two_step import SecondStep
from sql.accounts.account import Owner


async def lock_verified(ctx: Guest, owner: Owner, refusal: Code) -> None:
    """Lock the account in the caller's transaction, before any of its tokens or sessions is changed.

    Raises `refusal` if the credentials changed after `owner` was read, as the verification no longer holds.
    """
    if not await sql.accounts.account.lock_unchanged(ctx.db, owner):
        raise Fault(refusal)


async def find_refusal(ctx: Guest, owner: Owner, *, by_password: bool = True) -> Code | None:
    """The error code that keeps even the right credentials from opening a session; None if nothing does.

    A lock concerns one publisher: it does not keep out who also works for another.
    """
    if owner.locked_at is not None:
        locked_at = (await find_last_used(ctx, owner)).locked_at
        owner = structs.replace(owner, locked_at=locked_at)
    return owner.refusal(by_password=by_password)


async def require_admitted(ctx: Guest, owner: Owner, *, by_password: bool = True) -> None:
    """Raise and record the refusal of an account that is locked, unverified or needs a new password."""
    refusal = await find_refusal(ctx, owner, by_password=by_password)
    if refusal is None:
        return
    await record(ctx, owner.login, refusal.name.lower())
    # Whoever has the password or the passkey may see which address waits for its mail to be opened.
    waiting = EmailRef(owner.email) if refusal is Code.EMAIL_NOT_VERIFIED else None
    raise Fault(refusal, data=waiting)


async def open_session(
    ctx: Guest, owner: Owner, idle: timedelta, lifetime: timedelta, *, kind: str = "password"
) -> SignedIn:
    """Open a session in the publisher that the person used last, in the transaction that locked their credentials.

    `owner` is the row that has them. The session ends as soon as they change.
    """
    last_used = await find_last_used(ctx, owner)
    return await begin_session(ctx, last_used, idle, lifetime, kind=kind)


async def require_second_step(ctx: Guest, owner: Owner, *, next: str | None = None) -> None:
    """If the account uses two-step sign-in, raise 320 with a ticket to continue with.

    `next` is the page to which a sign-in with a provider was to lead; the browser no longer knows it.
    """
    if owner.two_step_at is None:
        return
    async with ctx.db.transaction():
        purpose = sql.accounts.one_time_token.TWO_STEP
        token = await issue_token(
            ctx, owner, TWO_STEP, purpose=purpose, lifetime=SECOND_STEP_LIFETIME
        )
    raise Fault(Code.SECOND_STEP_DUE, data=SecondStep(token, next))
