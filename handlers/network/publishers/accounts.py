"""Calls for the network's staff: publishers' accounts, their second step and their locks."""

import sql.accounts.account
import sql.accounts.api_token
import sql.accounts.two_step
import sql.network.account
from handlers.flows.accounts.credentials import end_access
from handlers.flows.accounts.two_step import IS_OFF
from rpc import Code, Fault, Operator, procedure, query
from rpc.calls.audit import record
from rpc.jobs.notify import notify_account
from schema.core.envelope import CursorPage, Page
from schema.network.account import (
    AccountFilter,
    AccountInfo,
    AccountLock,
    NetworkAccount,
    TwoStepOff,
    UidRef,
)
from sql.accounts.account import Login


@query("/network/accounts", permission="account.lock", heavy=True)
async def accounts(ctx: Operator, filter: AccountFilter, page: Page) -> CursorPage[NetworkAccount]:
    """List publishers and how their owners sign in, newest first."""
    return await sql.network.account.page(ctx.db, filter, page)


@query("/network/account_info", permission="account.lock", raises=[Code.USER_NOT_FOUND])
async def account_info(ctx: Operator, attributes: UidRef) -> AccountInfo:
    """Get a publisher's account, company and settings."""
    account = await sql.network.account.get(ctx.db, attributes.uid)
    if account is None:
        raise Fault(Code.USER_NOT_FOUND)
    return account


@procedure("/network/two_step_end", permission="account.lock", raises=[Code.USER_NOT_FOUND])
async def two_step_end(ctx: Operator, attributes: TwoStepOff) -> None:
    """Turn off two-step sign-in for a publisher who lost phone and recovery codes. Their sessions end."""
    of = await sql.accounts.account.owner_of(ctx.db, attributes.uid)
    owner = of and await sql.accounts.account.get(ctx.db, of.publisher_id, of.account_id)
    if not owner or owner.closed_at:
        raise Fault(Code.USER_NOT_FOUND)
    of = Login(owner.publisher_id, owner.account_id)
    await sql.accounts.account.lock(ctx.db, of.publisher_id, of.account_id)
    stamp = await sql.accounts.two_step.end(ctx.db, of)
    if stamp is None:
        raise Fault(Code.NOT_ALLOWED, IS_OFF)
    await sql.accounts.two_step.mark_reset(ctx.db, of, ctx.now)
    await end_access(ctx, owner, stamp)
    await record(ctx, of, operator_id=ctx.account.id, reason=attributes.reason)
    await notify_account(ctx, of, "two_step_ended", reason=attributes.reason)


@procedure("/network/account_lock", permission="account.lock", raises=[Code.USER_NOT_FOUND])
async def account_lock(ctx: Operator, attributes: AccountLock) -> None:
    """Lock or unlock a publisher's account, or require a new password."""
    uid = attributes.uid
    if attributes.kind == "lock":
        exists = await sql.network.account.lock(ctx.db, uid, attributes.reason, ctx.now)
        # Unlocking must not revive tokens that the lock was meant to revoke.
        await sql.accounts.api_token.revoke_publishers(ctx.db, uid, ctx.now)
    elif attributes.kind == "unlock":
        exists = await sql.network.account.unlock(ctx.db, uid)
    else:
        exists = await sql.network.account.ask_new_password(ctx.db, uid, ctx.now)
    if not exists:
        raise Fault(Code.USER_NOT_FOUND)
    await record(ctx, Login(uid, 0), operator_id=ctx.account.id, kind=attributes.kind)
