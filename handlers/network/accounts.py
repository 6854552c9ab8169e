"""Calls for the network's staff: publishers' accounts, and how long their data is kept."""

from datetime import timedelta

import sql.network.account
import sql.network.retention
from handlers.flows.accounts import two_step
from handlers.flows.imports.stored_file import purge_imports
from handlers.flows.network import account_lock as _account_lock
from handlers.flows.network import details
from rpc import Code, Operator, Worker, job, procedure, query
from schema.core.envelope import History, Nothing, Page
from schema.network.account import (
    AccountFilter,
    AccountInfo,
    AccountLock,
    NetworkAccount,
    TwoStepOff,
    UidRef,
)


@query("/network/accounts")
async def accounts(ctx: Operator, filter: AccountFilter, page: Page) -> History[NetworkAccount]:
    """List publishers and how their owners sign in, newest first."""
    return await sql.network.account.page(ctx.db, filter, page)


@query("/network/account_info", permission="account.lock", raises=[Code.USER_NOT_FOUND])
async def account_info(ctx: Operator, attributes: UidRef) -> AccountInfo:
    """Get a publisher's account, company and settings."""
    return await details.get_account(ctx, attributes.uid)


@procedure("/network/two_step_end", permission="account.lock", raises=[Code.USER_NOT_FOUND])
async def two_step_end(ctx: Operator, attributes: TwoStepOff) -> None:
    """Turn off two-step sign-in for a publisher who lost phone and recovery codes. Their sessions end."""
    await two_step.end_for_owner(ctx, attributes)


@procedure("/network/account_lock", permission="account.lock", raises=[Code.USER_NOT_FOUND])
async def account_lock(ctx: Operator, attributes: AccountLock) -> None:
    """Lock or unlock a publisher's account, or require a new password."""
    await _account_lock.set_lock(ctx, attributes)


@job("/network/purge_expired", every=timedelta(days=1), atomic=False)
async def purge_expired(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Delete whatever has outlived its retention period."""
    await sql.network.retention.purge_shared(ctx.db, ctx.now)
    await purge_imports(ctx)
    await sql.network.retention.purge_publishers(ctx.db, ctx.now)
