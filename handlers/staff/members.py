"""Changes to the network's staff, made by a member of staff or from the command line."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from secrets import token_hex, token_urlsafe

import sql.accounts.account
import sql.accounts.login_directory
import sql.network.staff
from handlers.flows.accounts.credentials import end_access
from rpc import Code, Fault, Operator
from rpc.calls.audit import record
from rpc.calls.reauth import require_reauth
from rpc.jobs.job import Job
from schema.accounts.account import NETWORK
from schema.accounts.auth import ResetMail, email_login, username_login
from schema.accounts.reauth import StepUp
from sql.accounts.account import Login, Owner
from sql.network.staff import StaffState

REFUSALS = [Code.LOGIN_PASSWORD_INVALID, Code.USER_NOT_FOUND]
ONESELF = "Ask another member of staff: nobody changes their own access"
LAST = "This is the last member of staff who can sign in"


@asynccontextmanager
async def reauthenticate(ctx: Operator, attributes: StepUp) -> AsyncIterator[list[StaffState]]:
    """Check the caller's password or step-up, then open a transaction in which all staff accounts are locked.

    Raises LOGIN_PASSWORD_INVALID also if the caller's credentials changed in between.
    """
    own = await require_reauth(ctx, attributes)
    async with ctx.db.transaction():
        staff = await sql.network.staff.lock_all(ctx.db)
        stamps = {each.account_id: each.security_stamp for each in staff}
        if stamps.get(own.account_id) != own.security_stamp:
            raise Fault(Code.LOGIN_PASSWORD_INVALID)
        yield staff


async def add_member(ctx: Operator, email: str, invite: Job[ResetMail]) -> int:
    """Add a member of staff, and mail them a link to choose a password. Raises EMAIL_TAKEN."""
    hash = await ctx.resources.passwords.hash(token_urlsafe(32))  # that nobody knows
    username = f"staff-{token_hex(4)}"
    id = await sql.network.staff.add(
        ctx.db, username=username, email=email, password_hash=hash, now=ctx.now
    )
    login = Login(NETWORK, id)
    logins = [username_login(username), email_login(email)]
    if not await sql.accounts.login_directory.claim(ctx.db, logins, login):
        raise Fault(Code.EMAIL_TAKEN, field="attributes.email")
    await invite.later(ctx.db, ResetMail(NETWORK, id, 0))
    await record(ctx, login, operator_id=ctx.account.id)
    return id


async def set_lock(
    ctx: Operator, staff: list[StaffState], id: int, *, locked: bool, reason: str | None = None
) -> None:
    """Lock a member of staff, which ends their sessions, tokens and links, or unlock them."""
    owner = await find_other(ctx, staff, id)
    if locked and not any(each.active and each.account_id != id for each in staff):
        raise Fault(Code.NOT_ALLOWED, LAST)
    if locked == (owner.locked_at is not None):
        return
    at = ctx.now if locked else None
    stamp = await sql.network.staff.set_lock(ctx.db, id, at, reason if locked else None)
    await end_access(ctx, owner, stamp)
    await record(
        ctx, Login(NETWORK, id), operator_id=ctx.account.id, kind="lock" if locked else "unlock"
    )


async def reset_password(
    ctx: Operator, staff: list[StaffState], id: int, send: Job[ResetMail]
) -> None:
    """End a member of staff's sessions, tokens and links, and mail them a link to choose a new password."""
    owner = await find_other(ctx, staff, id)
    stamp = await sql.network.staff.require_new_password(ctx.db, id)
    await end_access(ctx, owner, stamp)
    await send.later(ctx.db, ResetMail(NETWORK, id, stamp))
    await record(ctx, Login(NETWORK, id), operator_id=ctx.account.id, kind="new_password")


async def find_other(ctx: Operator, staff: list[StaffState], id: int) -> Owner:
    """The account of another member of staff. Raises NOT_ALLOWED for the caller's own, or USER_NOT_FOUND."""
    if id == ctx.account.id:
        raise Fault(Code.NOT_ALLOWED, ONESELF)
    owner = await sql.accounts.account.get(ctx.db, NETWORK, id)
    if owner is None or all(each.account_id != id for each in staff):
        raise Fault(Code.USER_NOT_FOUND)
    return owner
