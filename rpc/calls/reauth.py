"""The password, asked for again by what touches money, mail, secrets and sign-in."""

import sql.accounts.account
from rpc.calls.context import Member
from schema.core.errors import Code, Fault
from sql.accounts.account import Owner


def forbid_impersonation(ctx: Member) -> None:
    """Refuse a session that somebody else opened for the account."""
    if ctx.account.impersonated_by is not None:
        raise Fault(Code.NOT_ALLOWED)


async def require_password(ctx: Member, password: str) -> Owner:
    """Who is signed in, if this is their password; else 20050.

    For calls that are not `atomic`, so that a guess stays counted, and that declare `hashes`. A session
    which somebody else opened for the account may not do it at all.
    """
    forbid_impersonation(ctx)
    who = f"{ctx.publisher_id}:{ctx.account.id}"
    await ctx.resources.shared_limits.password.spend(ctx.db, who, ctx.now)
    owner = await sql.accounts.account.get(ctx.db, ctx.publisher_id, ctx.account.id)
    hash = owner.password_hash if owner else None
    if not await ctx.resources.passwords.matches(hash, password) or owner is None:
        raise Fault(Code.LOGIN_PASSWORD_INVALID)
    return owner
