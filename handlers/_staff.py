"""What the network's staff do to an account at its owner's word, who cannot sign in to do it."""

import sql.account
import sql.one_time_token
import sql.session
import sql.two_step
from handlers._two_step import OFF
from rpc import Code, Fault, Operator
from rpc.audit import note
from rpc.told import tell
from schema.network_account import TwoStepOff
from sql.account import Login


async def end_second_step(ctx: Operator, asked: TwoStepOff) -> None:
    """In the caller's transaction. 20198 for no such publisher, 21008 where no second step is due."""
    of = await sql.account.owner_of(ctx.db, asked.uid)
    owner = of and await sql.account.get(ctx.db, of.publisher_id, of.account_id)
    if not owner or owner.closed_at:
        raise Fault(Code.USER_NOT_FOUND)
    of = Login(owner.publisher_id, owner.account_id)
    await sql.account.lock(ctx.db, of.publisher_id, of.account_id)
    if not await sql.two_step.end(ctx.db, of):
        raise Fault(Code.NOT_ALLOWED, OFF)
    await sql.one_time_token.retire(
        ctx.db, of.publisher_id, of.account_id, purpose=sql.one_time_token.TWO_STEP, now=ctx.now
    )
    await sql.session.end_all(ctx.db, of.publisher_id, of.account_id, ctx.now)
    await note(ctx, of, operator_id=ctx.account.id, reason=asked.reason)
    await tell(ctx, of, "two_step_ended", reason=asked.reason)
