"""Notifies every process that a link, or data that decides whether its clicks count, has changed."""

from sql.core.db import Connection, run, text

ROUTE_CHANNEL = "route"
"""The channel of notifications that links, channels, brands or relationships have changed."""


async def notify_routes(db: Connection) -> None:
    """Have all link caches load their links again, once this transaction has committed.

    Call it after every change that decides whether clicks count.
    """
    await run(db, text("select pg_notify(:channel, '')", channel=ROUTE_CHANNEL))
