"""The signed-in account."""

from rpc import Member, query
from schema.account import Account


@query("/user/profile")
async def profile(ctx: Member) -> Account:
    """The account that is signed in, its publisher and its default site."""
    return ctx.account
