"""The publishers that the signed-in person works for, and switching from one to another."""

import sql.accounts.account
from handlers.flows.accounts.memberships import memberships_of, switch_session
from rpc import Code, Fault, Member, procedure, query
from rpc.calls.reauth import forbid_impersonation, lock_session
from schema.accounts.auth import SignedIn
from schema.accounts.team import Membership, PublisherRef
from schema.core.envelope import Results
from sql.accounts.account import Login

ENDED = "You no longer work for this publisher: ask its owner for an invitation"


@query("/user/publishers", permission=None, narrowed="account")
async def publishers(ctx: Member) -> Results[Membership]:
    """List the publishers that you work for, with your role in each. Every session acts for one of them."""
    return Results(await memberships_of(ctx))


@procedure(
    "/user/publisher_switch",
    permission=None,
    narrowed="account",
    raises=[Code.STATE_FORBIDS, Code.USER_LOCKED],
    atomic=False,
    secret=True,
)
async def publisher_switch(ctx: Member, attributes: PublisherRef) -> SignedIn:
    """Switch to another publisher that you work for. Returns a session for it; the one that made the call ends."""
    forbid_impersonation(ctx)
    to = Login(attributes.uid, ctx.account.id)
    async with ctx.db.transaction():
        await lock_session(ctx)
        await sql.accounts.account.lock(ctx.db, to.publisher_id, to.account_id)
        row = await sql.accounts.account.get(ctx.db, to.publisher_id, to.account_id)
        if row is None:
            raise Fault(Code.NOT_FOUND, field="attributes.uid")
        if row.closed_at is not None:
            raise Fault(Code.STATE_FORBIDS, ENDED)
        if row.locked_at is not None:
            raise Fault(Code.USER_LOCKED)
        return await switch_session(ctx, to)
