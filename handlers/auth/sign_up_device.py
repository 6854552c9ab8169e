"""Signs in the browser that was used to sign up: its cookie and the mailed link together open the first session.

Neither is enough alone. A mail scanner or another device that opens the link has no cookie, a cookie of another
account is not accepted, and the cookie without the link opens nothing.
"""

from datetime import timedelta

import sql.accounts.account
import sql.accounts.one_time_token
from handlers.auth.open_session import open_session, require_second_step
from handlers.flows.accounts.credentials import issue_token
from rpc import Guest
from rpc.security.tokens import DEVICE
from schema.accounts.auth import SignedIn
from schema.accounts.session_lifetimes import SHORT_LIFETIMES, SIGN_UP_DEVICE_LIFETIME
from sql.accounts.account import Login, Owner

PURPOSE = sql.accounts.one_time_token.DEVICE


def cookie_name(ctx: Guest) -> str:
    """The cookie's name. Over HTTPS it has the prefix `__Host-`, so that browsers accept it from this host only."""
    return "__Host-sign-up" if is_secure(ctx) else "sign-up"


def is_secure(ctx: Guest) -> bool:
    return ctx.resources.settings.public_url.startswith("https:")


async def remember_browser(ctx: Guest, of: Login) -> None:
    """Set a cookie with a one-time secret of the account just added, in the caller's transaction."""
    owner = await sql.accounts.account.get(ctx.db, of.publisher_id, of.account_id)
    if owner is None:
        return
    secret = await issue_token(
        ctx, owner, DEVICE, purpose=PURPOSE, lifetime=SIGN_UP_DEVICE_LIFETIME
    )
    ctx.request.cookies.set(
        cookie_name(ctx), secret, SIGN_UP_DEVICE_LIFETIME, secure=is_secure(ctx)
    )


async def sign_in_browser(ctx: Guest, owner: Owner) -> SignedIn | None:
    """Open a session if this browser signed the account up, and use up its secret.

    Returns None if the browser has no secret, another account's or an expired one, or if the account may not sign in.
    Raises 320 if a second step is required.
    """
    secret = ctx.resources.tokens.read(DEVICE, ctx.request.cookies.get(cookie_name(ctx)))
    if secret is None or secret.owner != owner.publisher_id or owner.refusal():
        return None
    link = await sql.accounts.one_time_token.find(
        ctx.db, secret.owner, secret.hash, purpose=PURPOSE
    )
    if link is None or link.account_id != owner.account_id or not link.works(owner, ctx.now):
        return None
    async with ctx.db.transaction():
        unchanged = await sql.accounts.account.lock_unchanged(ctx.db, owner)
        if not unchanged or not await sql.accounts.one_time_token.use(
            ctx.db, secret.owner, secret.hash, purpose=PURPOSE, now=ctx.now
        ):
            return None
        ctx.request.cookies.set(cookie_name(ctx), "", timedelta(0), secure=is_secure(ctx))
        if owner.two_step_at is None:
            return await open_session(ctx, owner, *SHORT_LIFETIMES)
    await require_second_step(ctx, owner)
    return None
