"""The search over everything (Ctrl-K)."""

import sql.home.search
from rpc import Member, query
from schema.accounts.permission import PAYMENT_READ
from schema.home.search import SearchResult, SearchText


@query("/home/search", permission=None, narrowed="channels")
async def search(ctx: Member, attributes: SearchText) -> SearchResult:
    """Find brands by name, and your own orders and payments by number, links and channels: at most five of each."""
    keyword, uid = attributes.keyword.strip(), ctx.publisher_id
    if not keyword:
        return SearchResult(brands=[], orders=[], payments=[], links=[], channels=[])
    brands = await sql.home.search.brands(ctx.db, ctx.publisher_id, keyword)
    mcids = [each.mcid for each in brands]
    return SearchResult(
        brands=brands,
        orders=await sql.home.search.orders(ctx.db, uid, keyword),
        payments=await sql.home.search.payments(ctx.db, uid, keyword)
        if PAYMENT_READ in ctx.permissions
        else [],
        links=await sql.home.search.links(ctx.db, uid, keyword, mcids),
        channels=await sql.home.search.channels(ctx.db, uid, keyword),
    )
