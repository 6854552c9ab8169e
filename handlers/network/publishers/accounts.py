"""Calls for the network's staff: publishers' accounts, their second step and their locks."""

import sql.accounts.account
import sql.accounts.api_token
import sql.accounts.membership
import sql.accounts.session
import sql.accounts.two_step
import sql.network.account
from handlers.flows.accounts.guarded_changes import lock, record_change
from handlers.flows.accounts.memberships import record_everywhere
from handlers.flows.accounts.two_step import IS_OFF
from rpc import Code, Fault, Operator, procedure, query
from rpc.calls.audit import record
from schema.core.envelope import CursorPage, Page
from schema.network.account import (
    AccountFilter,
    AccountInfo,
    AccountLock,
    NetworkAccount,
    TwoStepOff,
    UidRef,
)
from schema.payments.guarded_change import ChangeKind, Waiting
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
async def two_step_end(ctx: Operator, attributes: TwoStepOff) -> Waiting:
    """Turn off two-step sign-in for somebody who lost phone and recovery codes, after 72 hours.

    Until then the account's holder, owners and finance members can stop it, and a second member of staff can end the
    wait (/network/change_hasten). Their sessions end with it.
    """
    uid = attributes.uid
    member = await find_member(ctx, uid, attributes.account_id)
    home = await sql.accounts.account.get_home(ctx.db, member)
    if home is None:
        raise Fault(Code.USER_NOT_FOUND)
    of = home.login
    await lock(ctx, of.publisher_id)
    owner = await sql.accounts.account.get(ctx.db, of.publisher_id, of.account_id)
    if owner is None or owner.closed_at:
        raise Fault(Code.USER_NOT_FOUND)
    if owner.two_step_at is None:
        raise Fault(Code.NOT_ALLOWED, IS_OFF)
    await record_everywhere(ctx, of, operator_id=ctx.account.id, reason=attributes.reason)
    change = await record_change(
        ctx,
        of.publisher_id,
        ChangeKind.FACTOR_RESET,
        f"two_step:{of.account_id}",
        account_id=None,
        operator_id=ctx.account.id,
        subject_id=of.account_id,
        applied=False,
        reason=attributes.reason,
        former=await sql.accounts.two_step.snapshot(ctx.db, of),
    )
    return Waiting(waits_until=change.waits_until)


async def find_member(ctx: Operator, uid: int, account_id: int | None) -> Login:
    """A member of a publisher, or, without an id, its first owner. Raises USER_NOT_FOUND if there is none."""
    of = Login(uid, account_id) if account_id else await sql.accounts.account.owner_of(ctx.db, uid)
    if of is None:
        raise Fault(Code.USER_NOT_FOUND)
    return of


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
    if attributes.kind != "unlock":
        await end_elsewhere(ctx, uid, new_password=attributes.kind != "lock")
    await record(ctx, Login(uid, 0), operator_id=ctx.account.id, kind=attributes.kind)


async def end_elsewhere(ctx: Operator, uid: int, *, new_password: bool) -> None:
    """End the sessions of a locked publisher's members in others that they work for, where they may sign in again.

    A new password is required where their credentials are. API tokens of others go on.
    """
    for account_id in await sql.accounts.membership.find_shared(ctx.db, uid):
        home = await sql.accounts.account.get_home(ctx.db, Login(uid, account_id))
        if home is None:
            continue
        if new_password:
            await sql.accounts.membership.require_new_password(ctx.db, home.login)
        await sql.accounts.account.renew_stamp(ctx.db, home.login)
        await sql.accounts.membership.renew_others(ctx.db, home.login)
        for of in await sql.accounts.membership.all_logins(ctx.db, home.login):
            await sql.accounts.session.end_all(ctx.db, of.publisher_id, of.account_id, ctx.now)
