"""What the network's staff do for an account's owner who cannot sign in to do it."""

import sql.accounts.account
import sql.accounts.two_step
from handlers.flows.credentials import end_access
from handlers.flows.two_step import OFF
from rpc import Code, Fault, Operator
from rpc.calls.audit import record
from rpc.jobs.notify import notify_account
from schema.network.account import TwoStepOff
from sql.accounts.account import Login


async def turn_off_two_step(ctx: Operator, asked: TwoStepOff) -> None:
    """Ask an account for no code any more, in the caller's transaction.

    20198 for no such publisher, 21008 where no second step is due.
    """
    of = await sql.accounts.account.owner_of(ctx.db, asked.uid)
    owner = of and await sql.accounts.account.get(ctx.db, of.publisher_id, of.account_id)
    if not owner or owner.closed_at:
        raise Fault(Code.USER_NOT_FOUND)
    of = Login(owner.publisher_id, owner.account_id)
    await sql.accounts.account.lock(ctx.db, of.publisher_id, of.account_id)
    stamp = await sql.accounts.two_step.end(ctx.db, of)
    if stamp is None:
        raise Fault(Code.NOT_ALLOWED, OFF)
    await end_access(ctx, owner, stamp)
    await record(ctx, of, operator_id=ctx.account.id, reason=asked.reason)
    await notify_account(ctx, of, "two_step_ended", reason=asked.reason)
