"""Demonstration data: a publisher with a year behind it, created once, step by step.

A step is one transaction that leaves its mark, so that a killed run is completed by the next one. A feature that is
added later adds its own step, which databases that are already filled get too.
"""

import asyncio
from collections.abc import Awaitable, Callable

import sql.network.retention
from handlers.demo.catalogue import (
    brand_logos,
    campaigns,
    neighbours,
    network,
    programmes,
)
from handlers.demo.core.steps import Write, claim, done_steps
from handlers.demo.orders import (
    alert_tasks,
    books,
    cases,
    faults,
    late_faults,
    money,
    others,
    payment_documents,
    postbacks,
    reasons,
    year,
)
from handlers.demo.people import (
    broken_links,
    links,
    memberships,
    news,
    owners,
    payment_methods,
    people,
    saved_views,
    tokens,
)
from rpc.process.resources import Resources
from sql.core.clock import RETRYABLE
from sql.core.db import Connection

TRIES = 12
"""How often a step is attempted. Each attempt waits for its locks until the lock timeout."""
Step = Callable[[Connection, Resources], Awaitable[Write]]
"""Prepares the slow part of a step before the transaction that writes it, which may not be idle for long."""
STEPS: dict[str, Step] = {
    "people": people.make,
    "programmes": programmes.make,
    "year": year.make,
    "payee": payment_methods.make,
    "money": money.make,
    "documents": payment_documents.make,
    "news": news.make,
    "marks": brand_logos.make,
    "broken": broken_links.make,
    "links": links.make,
    "cases": cases.make,
    "reasons": reasons.make,
    "postbacks": postbacks.make,
    "reports": saved_views.make,
    "tokens": tokens.make,
    "faults": faults.make,
    "neighbours": neighbours.make,
    "others": others.make,
    "alert_tasks": alert_tasks.make,
    "campaigns": campaigns.make,
    "late faults": late_faults.make,
    "books": books.make,
    "memberships": memberships.make,
    "owners": owners.make,
    "payee proposal": payment_methods.make_proposal,
}
"""The steps in their order. The names must never change."""


async def fill(portal: Resources, *, notify: Callable[[str], None] = lambda _: None) -> bool:
    """Create the missing demonstration data. Returns whether any was missing. `notify` is called before that.

    Raises a Fault if another account has a name that the data needs.
    """
    async with portal.pool.acquire() as db:
        await network.update_addresses(db, portal.settings.public_url)
        done = await done_steps(db)
        missing = [name for name in STEPS if name not in done]
        if missing:
            notify("Making the demonstration data, which takes some seconds")
        for name in missing:
            await make(name, db, portal)
        if missing:
            # Delete what a step wrote that is older than its retention period, such as events.
            await sql.network.retention.purge_publishers(db, portal.clock.now())
    return bool(missing)


async def make(name: str, db: Connection, portal: Resources) -> None:
    """Do a step once. Waits for another process that is doing it, as a killed run may leave one behind."""
    write = await STEPS[name](db, portal)
    for tries_left in reversed(range(TRIES)):
        try:
            async with db.transaction():
                if await claim(db, name):
                    await write(db)
                return
        except RETRYABLE:
            if not tries_left:
                raise
            await asyncio.sleep(1)
