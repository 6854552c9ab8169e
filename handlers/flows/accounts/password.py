"""Choosing a new password: in a session, or by the link of a mail."""

from hashlib import sha256

import sql.accounts.account
import sql.accounts.one_time_token
import sql.accounts.sign_in_failure
from handlers.flows.accounts.credentials import end_access
from handlers.flows.accounts.email_links import dead_link
from rpc import Code, Fault, Guest
from rpc.calls.audit import record
from rpc.jobs.notify import notify_account
from rpc.security.tokens import Token
from schema.accounts.auth import (
    AccountCheck,
    LinkAccount,
    email_login,
    personal_words,
    username_login,
)
from sql.accounts.account import Login, Owner
from sql.accounts.one_time_token import OneTimeToken

REFUSALS = [
    Code.PASSWORD_INVALID,
    Code.PASSWORDS_DIFFER,
    Code.PASSWORD_RESET_FAILED,
    Code.TRACK_USED,
    Code.TOKEN_INVALID,
]
"""Of a reset."""
PURPOSE = sql.accounts.one_time_token.RESET
LINK_USED = "This link has been used"


def check_with_account(ctx: Guest, account: AccountCheck) -> None:
    """20005 with the reason if a password that somebody wants for a new account is easy to guess."""
    if account.password is not None:
        words = personal_words(account.username, account.email or "")
        ctx.resources.passwords.check_strength(account.password, words)


async def hash_new_password(ctx: Guest, owner: Owner, password: str) -> str:
    """The hash of a password that somebody chose. 20005 with the reason if it is easy to guess."""
    words = personal_words(owner.username, owner.email)
    ctx.resources.passwords.check_strength(password, words)
    return await ctx.resources.passwords.hash(password)


async def change_password(
    ctx: Guest, owner: Owner, hash: str, *, keep: bytes | None = None
) -> None:
    """Set the password of an account that the caller has locked; of its sessions only `keep` goes on."""
    of = Login(owner.publisher_id, owner.account_id)
    stamp = await sql.accounts.account.set_password(
        ctx.db, of.publisher_id, of.account_id, hash, ctx.now
    )
    await end_access(ctx, owner, stamp, keep=keep)
    for login in (username_login(owner.username), email_login(owner.email)):
        await sql.accounts.sign_in_failure.clear(ctx.db, sha256(login.encode()).digest())
    await record(ctx, of)
    await notify_account(ctx, of, "password_changed")


async def reset_password(ctx: Guest, token: Token, password: str) -> LinkAccount:
    """Set a new password for the account the link was mailed to. A link works once."""
    link, owner = await find_reset_link(ctx, token)
    if owner.closed_at:
        raise Fault(Code.PASSWORD_RESET_FAILED)
    if not link.works(owner, ctx.now):
        raise dead_link(Code.TOKEN_INVALID, link)
    hash = await hash_new_password(ctx, owner, password)
    async with ctx.db.transaction():
        unchanged = await sql.accounts.account.lock_unchanged(ctx.db, owner)
        if not await sql.accounts.one_time_token.use(
            ctx.db, token.owner, token.hash, purpose=PURPOSE, now=ctx.now
        ):
            raise Fault(Code.TRACK_USED, LINK_USED)
        if not unchanged:
            raise dead_link(Code.TOKEN_INVALID, link)
        await sql.accounts.account.mark_email_verified(
            ctx.db, token.owner, owner.account_id, ctx.now
        )
        await change_password(ctx, owner, hash)
    return LinkAccount(owner.email)


async def owner_of_reset_link(ctx: Guest, token: Token) -> Owner:
    """The account whose password a working link resets."""
    link, owner = await find_reset_link(ctx, token)
    if not link.works(owner, ctx.now):
        raise dead_link(Code.TOKEN_INVALID, link)
    return owner


async def find_reset_link(ctx: Guest, token: Token) -> tuple[OneTimeToken, Owner]:
    """The link and its account. 20067 when it was used, 20068 when it is unknown or expired."""
    link = await sql.accounts.one_time_token.find(ctx.db, token.owner, token.hash, purpose=PURPOSE)
    if link is not None and link.used_at:
        raise Fault(Code.TRACK_USED, LINK_USED)
    if link is None or link.expires_at <= ctx.now:
        raise dead_link(Code.TOKEN_INVALID, link)
    owner = await sql.accounts.account.get(ctx.db, token.owner, link.account_id)
    if owner is None:
        raise dead_link(Code.TOKEN_INVALID, None)
    return link, owner
