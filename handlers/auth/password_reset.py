"""Resetting a forgotten password with a mailed link."""

import sql.accounts.account
import sql.accounts.login_directory
import sql.accounts.one_time_token
from handlers.flows.accounts.account_mail import RETRIES
from handlers.flows.accounts.email_links import PASSWORD_RESET, dead_link, send_link
from handlers.flows.accounts.password import change_password, hash_new_password
from rpc import Code, Fault, Guest, Worker, job, procedure, query
from rpc.security.tokens import RESET, Token
from schema.accounts.auth import (
    EmailRef,
    LinkAccount,
    PasswordReset,
    ResetMail,
    ResetOf,
    ResetToken,
    email_login,
    mask_email,
)
from sql.accounts.account import NOBODY, Owner
from sql.accounts.one_time_token import OneTimeToken

REFUSALS = [
    Code.PASSWORD_INVALID,
    Code.PASSWORDS_DIFFER,
    Code.PASSWORD_RESET_FAILED,
    Code.TRACK_USED,
    Code.TOKEN_INVALID,
]
"""Why a password reset may be refused."""
PURPOSE = sql.accounts.one_time_token.RESET


@procedure("/auth/pwd_forget")
async def pwd_forget(ctx: Guest, attributes: EmailRef) -> None:
    """Mail a password-reset link. The answer does not reveal whether the address is known."""
    await ctx.resources.shared_limits.forget.spend(ctx.db, ctx.request.network, ctx.now)
    login = email_login(attributes.email)
    of = await sql.accounts.login_directory.find(ctx.db, login) or NOBODY
    if await ctx.resources.shared_limits.reset_mail.try_spend(ctx.db, login, ctx.now) is None:
        # Queued for unknown addresses too, so that timing reveals nothing; the job finds out.
        owner = await sql.accounts.account.get(ctx.db, of.publisher_id, of.account_id)
        stamp = owner.security_stamp if owner else 0
        await send_reset.later(ctx.db, ResetMail(of.publisher_id, of.account_id, stamp))


@query("/auth/pwd_reset_check", raises=[Code.TRACK_USED, Code.TOKEN_INVALID])
async def pwd_reset_check(ctx: Guest, attributes: ResetToken) -> ResetOf:
    """Check whether a password-reset link still works, and for which account. The link remains usable."""
    token = ctx.resources.tokens.read(RESET, attributes.token)
    if token is None:
        raise dead_link(Code.TOKEN_INVALID, None)
    link, owner = await find_reset_link(ctx, token)
    if not link.works(owner, ctx.now):
        raise dead_link(Code.TOKEN_INVALID, link)
    return ResetOf(mask_email(owner.email))


@procedure("/auth/pwd_reset", raises=REFUSALS, atomic=False, hashes=True)
async def pwd_reset(ctx: Guest, attributes: PasswordReset) -> LinkAccount:
    """Set a new password with a reset link. Every session ends; sign in with the new password."""
    await ctx.resources.shared_limits.reset.spend(ctx.db, ctx.request.network, ctx.now)
    if attributes.password != attributes.confirm_password:
        raise Fault(Code.PASSWORDS_DIFFER, field="attributes.confirm_password")
    token = ctx.resources.tokens.read(RESET, attributes.token)
    if token is None:
        raise dead_link(Code.TOKEN_INVALID, None)
    link, owner = await find_reset_link(ctx, token)
    if owner.closed_at:
        raise Fault(Code.PASSWORD_RESET_FAILED)
    if not link.works(owner, ctx.now):
        raise dead_link(Code.TOKEN_INVALID, link)
    hash = await hash_new_password(ctx, owner, attributes.password)
    async with ctx.db.transaction():
        unchanged = await sql.accounts.account.lock_unchanged(ctx.db, owner)
        if not await sql.accounts.one_time_token.use(
            ctx.db, token.owner, token.hash, purpose=PURPOSE, now=ctx.now
        ):
            raise Fault(Code.TRACK_USED)
        if not unchanged:
            raise dead_link(Code.TOKEN_INVALID, link)
        await sql.accounts.account.mark_email_verified(
            ctx.db, token.owner, owner.account_id, ctx.now
        )
        await change_password(ctx, owner, hash)
    return LinkAccount(owner.email)


@job("/auth/send_reset", retries=RETRIES, atomic=False)
async def send_reset(ctx: Worker, attributes: ResetMail) -> None:
    """Mail the password-reset link, unless the credentials changed since it was requested."""
    owner = await sql.accounts.account.get(ctx.db, attributes.publisher_id, attributes.account_id)
    if owner is None or owner.closed_at or owner.security_stamp != attributes.security_stamp:
        return
    await send_link(ctx, owner, PASSWORD_RESET)


async def find_reset_link(ctx: Guest, token: Token) -> tuple[OneTimeToken, Owner]:
    """The reset link and its account. Raises 20067 if the link was used, 20068 if it is unknown."""
    link = await sql.accounts.one_time_token.find(ctx.db, token.owner, token.hash, purpose=PURPOSE)
    if link is not None and link.used_at:
        raise Fault(Code.TRACK_USED)
    if link is None:
        raise dead_link(Code.TOKEN_INVALID, None)
    owner = await sql.accounts.account.get(ctx.db, token.owner, link.account_id)
    if owner is None:
        raise dead_link(Code.TOKEN_INVALID, None)
    return link, owner
