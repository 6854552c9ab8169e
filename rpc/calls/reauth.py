"""Reauthentication: calls that touch money, email, secrets or sign-in ask for the password again."""

import sql.accounts.account
import sql.accounts.session
from rpc.calls.context import Member
from schema.core.errors import Code, Fault
from sql.accounts.account import Owner


def forbid_impersonation(ctx: Member) -> None:
    """Raise NOT_ALLOWED for a session that was opened by impersonation."""
    if ctx.account.impersonated_by is not None:
        raise Fault(Code.NOT_ALLOWED)


async def require_password(ctx: Member, password: str) -> Owner:
    """The signed-in account, if this is its password; otherwise raise 20050.

    For calls that are not `atomic`, so that a wrong guess stays counted, and that declare `hashes`. A session
    opened by impersonation is refused.
    """
    forbid_impersonation(ctx)
    key = f"{ctx.publisher_id}:{ctx.account.id}"
    await ctx.resources.shared_limits.password.spend(ctx.db, key, ctx.now)
    owner = await sql.accounts.account.get(ctx.db, ctx.publisher_id, ctx.account.id)
    hash = owner.password_hash if owner else None
    if not await ctx.resources.passwords.matches(hash, password) or owner is None:
        raise Fault(Code.LOGIN_PASSWORD_INVALID)
    return owner


async def lock_session(ctx: Member) -> Owner:
    """Lock and read the account in the caller's transaction. Raises 401 if the session ended since the call began."""
    await sql.accounts.account.lock(ctx.db, ctx.publisher_id, ctx.account.id)
    owner = await sql.accounts.account.get(ctx.db, ctx.publisher_id, ctx.account.id)
    key = ctx.publisher_id, ctx.session_hash
    session = (await sql.accounts.session.find(ctx.db, [key], ctx.now)).get(key)
    if owner is None or session is None or session.ended:
        raise Fault(Code.UNAUTHORIZED)
    return owner


async def lock_credentials(ctx: Member, owner: Owner) -> None:
    """Lock the account in the caller's transaction. Raises 20050 if its credentials have changed since `owner`'s
    password was verified: an operation must not complete with the old one.
    """
    if not await sql.accounts.account.lock_unchanged(ctx.db, owner):
        raise Fault(Code.LOGIN_PASSWORD_INVALID)
