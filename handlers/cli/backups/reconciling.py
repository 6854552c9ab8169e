"""Compares every figure and all money of a restored database."""

import sql.network.publisher
from handlers.network.money.reconcile import check_publisher
from sql.core.db import Connection


async def find_all_differences(db: Connection) -> list[str]:
    """A line for each difference, to the cent."""
    found = []
    for uid in await sql.network.publisher.all_ids(db):
        found += await check_publisher(db, uid)
    return found
