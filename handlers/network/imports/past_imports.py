"""Deletes the records of imports that ended long ago."""

import sql.orders.order_import
from rpc import Worker
from schema.network.retention import ORDER_IMPORTS

PURGED_AT_ONCE = 100


async def purge_imports(ctx: Worker) -> None:
    """Delete the records of imports that ended long ago, with their files of refused lines."""
    before = ctx.now - ORDER_IMPORTS
    while names := await sql.orders.order_import.purge(ctx.db, before, PURGED_AT_ONCE):
        for name in filter(None, names):
            await ctx.resources.storage.remove(name)
