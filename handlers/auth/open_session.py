"""Opens sessions for accounts whose credentials have been verified."""

from datetime import timedelta

import sql.accounts.account
import sql.accounts.one_time_token
import sql.accounts.session
from handlers.flows.accounts.credentials import issue_token
from rpc import Code, Fault, Guest
from rpc.calls.audit import record
from rpc.security.tokens import SESSION, TWO_STEP
from schema.accounts.auth import EmailRef, SignedIn
from schema.accounts.session_lifetimes import SECOND_STEP_LIFETIME
from schema.accounts.two_step import SecondStep
from sql.accounts.account import Login, Owner
from sql.accounts.session import Staff


async def lock_verified(ctx: Guest, owner: Owner, refusal: Code) -> None:
    """Lock the account in the caller's transaction, before any of its tokens or sessions is changed.

    Raises `refusal` if the credentials changed after `owner` was read, as the verification no longer holds.
    """
    if not await sql.accounts.account.lock_unchanged(ctx.db, owner):
        raise Fault(refusal)


async def require_admitted(ctx: Guest, owner: Owner, *, by_password: bool = True) -> None:
    """Raise and record the refusal of an account that is locked, unverified or needs a new password."""
    refusal = owner.refusal(by_password=by_password)
    if refusal is None:
        return
    await record(ctx, Login(owner.publisher_id, owner.account_id), refusal.name.lower())
    # Whoever has the password or the passkey may see which address waits for its mail to be opened.
    waiting = EmailRef(owner.email) if refusal is Code.EMAIL_NOT_VERIFIED else None
    raise Fault(refusal, data=waiting)


async def open_session(
    ctx: Guest,
    owner: Owner,
    idle: timedelta,
    lifetime: timedelta,
    *,
    kind: str = "password",
    staff: Staff | None = None,
) -> SignedIn:
    """Open a session, in the transaction that locked the account. `staff` is the operator who acts in it, if any.

    The session carries the stamp of the verified credentials, and ends as soon as the account's stamp changes.
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
