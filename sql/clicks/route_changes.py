"""Tells every process that a link, or what its clicks are judged by, has changed."""

from sql.core.db import Connection, run, text

ROUTE_CHANNEL = "route"
"""The channel of notifications that links, channels, brands or relationships have changed."""


async def notify_routes(db: Connection) -> None:
    """Tell the caches of links to look them up again, once this transaction has committed.

    Call it in everything that changes what clicks are judged by.
    """
    await run(db, text("select pg_notify(:channel, '')", channel=ROUTE_CHANNEL))
