"""A lock of a publisher's account by the network's staff."""

import sql.network.account
from rpc import Code, Fault, Operator
from rpc.calls.audit import record
from schema.network.account import AccountLock
from sql.accounts.account import Login


async def set_lock(ctx: Operator, lock: AccountLock) -> None:
    """Lock or unlock the account, or require a new password, and write it into its log."""
    uid = lock.uid
    if lock.kind == "lock":
        exists = await sql.network.account.lock(ctx.db, uid, lock.reason, ctx.now)
    elif lock.kind == "unlock":
        exists = await sql.network.account.unlock(ctx.db, uid)
    else:
        exists = await sql.network.account.ask_new_password(ctx.db, uid, ctx.now)
    if not exists:
        raise Fault(Code.USER_NOT_FOUND)
    await record(ctx, Login(uid, 0), operator_id=ctx.account.id, kind=lock.kind)
