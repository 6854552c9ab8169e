"""A password asked for again, and a new one chosen."""

from hashlib import sha256

import sql.accounts.account
import sql.accounts.one_time_token
import sql.accounts.session
import sql.accounts.sign_in_failure
from rpc import Code, Fault, Guest
from rpc.calls.audit import record
from rpc.jobs.notify import notify_account
from schema.accounts.auth import email_login, personal_words, username_login
from sql.accounts.account import Login, Owner

REFUSALS = [
    Code.PASSWORD_INVALID,
    Code.PASSWORDS_DIFFER,
    Code.PASSWORD_RESET_FAILED,
    Code.TRACK_USED,
    Code.TOKEN_INVALID,
]
"""Of a reset."""


async def new_hash(ctx: Guest, owner: Owner, password: str) -> str:
    """The hash of a password somebody chose. 20005 with the reason if it is easy to guess."""
    await ctx.resources.passwords.check_strength(
        password, personal_words(owner.username, owner.email)
    )
    return await ctx.resources.passwords.hash(password)


async def change(ctx: Guest, owner: Owner, hash: str, *, but: bytes = b"") -> None:
    """From now on this is the password: sessions (perhaps but one) and links of before are over."""
    of = Login(owner.publisher_id, owner.account_id)
    await sql.accounts.account.lock(ctx.db, of.publisher_id, of.account_id)
    await sql.accounts.account.set_password(ctx.db, of.publisher_id, of.account_id, hash, ctx.now)
    await sql.accounts.session.end_all(ctx.db, of.publisher_id, of.account_id, ctx.now, but=but)
    for left in (sql.accounts.one_time_token.RESET, sql.accounts.one_time_token.EMAIL):
        await sql.accounts.one_time_token.retire(
            ctx.db, of.publisher_id, of.account_id, purpose=left, now=ctx.now
        )
    for login in (username_login(owner.username), email_login(owner.email)):
        await sql.accounts.sign_in_failure.clear(ctx.db, sha256(login.encode()).digest())
    await record(ctx, of)
    await notify_account(ctx, of, "password_changed")


async def reset(ctx: Guest, publisher_id: int, token_hash: bytes, password: str) -> None:
    """A new password for whom the link was mailed to, once."""
    link = await link_to_reset(ctx, publisher_id, token_hash)
    owner = await sql.accounts.account.get(ctx.db, publisher_id, link.account_id)
    if owner is None or owner.closed_at:
        raise Fault(Code.PASSWORD_RESET_FAILED)
    hash = await new_hash(ctx, owner, password)
    async with ctx.db.transaction():
        account_id = await sql.accounts.one_time_token.use(
            ctx.db, publisher_id, token_hash, purpose=sql.accounts.one_time_token.RESET, now=ctx.now
        )
        if account_id is None:
            raise Fault(Code.TRACK_USED, USED)
        await sql.accounts.account.verify(ctx.db, publisher_id, account_id, ctx.now)
        await change(ctx, owner, hash)


USED = "This link has been used"


async def link_to_reset(
    ctx: Guest, publisher_id: int, hash: bytes
) -> sql.accounts.one_time_token.Link:
    """The link if it still works; 20067 when it was used, 20068 when it is unknown, old or late."""
    link = await sql.accounts.one_time_token.find(
        ctx.db, publisher_id, hash, purpose=sql.accounts.one_time_token.RESET
    )
    if link is not None and link.used_at:
        raise Fault(Code.TRACK_USED, USED)
    if link is None or link.expires_at <= ctx.now:
        raise Fault(Code.TOKEN_INVALID)
    return link
