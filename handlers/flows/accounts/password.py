"""Setting a new password, in a session or with a mailed link."""

from hashlib import sha256

import sql.accounts.account
import sql.accounts.sign_in_failure
from handlers.flows.accounts.credentials import end_all_access
from handlers.flows.accounts.memberships import record_everywhere
from rpc import Guest
from rpc.jobs.account_mail import notify_account
from schema.accounts.auth import (
    email_login,
    personal_words,
    username_login,
)
from sql.accounts.account import Login, Owner
from sql.accounts.session import Key


async def hash_new_password(ctx: Guest, owner: Owner, password: str) -> str:
    """Check and hash a newly chosen password. Raises 20005 with the reason if it is easy to guess."""
    words = personal_words(owner.username, owner.email)
    ctx.resources.passwords.check_strength(password, words)
    return await ctx.resources.passwords.hash(password)


async def change_password(ctx: Guest, owner: Owner, hash: str, *, keep: Key | None = None) -> None:
    """Set the password of an account that the caller has locked. All of its sessions except `keep` end."""
    of = Login(owner.publisher_id, owner.account_id)
    stamp = await sql.accounts.account.set_password(
        ctx.db, of.publisher_id, of.account_id, hash, ctx.now
    )
    await end_all_access(ctx, owner, stamp, keep=keep)
    for login in (username_login(owner.username), email_login(owner.email)):
        await sql.accounts.sign_in_failure.clear(ctx.db, sha256(login.encode()).digest())
    await record_everywhere(ctx, of)
    await notify_account(ctx, of, "password_changed")
