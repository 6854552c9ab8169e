"""Demonstration data: a publisher with a year behind it, made once, step by step.

A step is one transaction that leaves its mark, so that a killed run is completed by the next one. A capability that
comes later adds a step of its own, and databases that are filled already get it too.
"""

import asyncio
from collections.abc import Awaitable, Callable

import sql.network.retention
from sql.core.clock import RETRYABLE
from sql.core.db import Connection
from sql.demo.catalogue import brand_logos, figures, network, programmes
from sql.demo.core.portal import Portal
from sql.demo.core.steps import Write, claim, done_steps
from sql.demo.orders import cases, documents, money, postbacks, year
from sql.demo.people import broken_links, links, news, payment_methods, people, saved_views, tokens

TRIES = 12
"""Each waits as long as a lock may be waited for."""
Step = Callable[[Connection, Portal], Awaitable[Write]]
"""Works out what takes long before the transaction that writes it, which may not be idle for long."""
STEPS: dict[str, Step] = {
    "people": people.make,
    "programmes": programmes.make,
    "year": year.make,
    "figures": figures.make,
    "payee": payment_methods.make,
    "money": money.make,
    "documents": documents.make,
    "news": news.make,
    "marks": brand_logos.make,
    "broken": broken_links.make,
    "links": links.make,
    "cases": cases.make,
    "postbacks": postbacks.make,
    "reports": saved_views.make,
    "tokens": tokens.make,
}
"""Done in this order; a name is for ever."""


async def fill(portal: Portal, *, notify: Callable[[str], None] = lambda _: None) -> bool:
    """Make what is not there yet; whether there was any. `notify` is called before it takes its time.

    Raises a Fault where somebody else has a name that the data need.
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
            # What a step wrote of a year ago and is kept for a month only, such as events.
            await sql.network.retention.purge_publishers(db, portal.clock.now())
    return bool(missing)


async def make(name: str, db: Connection, portal: Portal) -> None:
    """A step, once: another process that makes it, as a killed run may leave one behind, is waited for."""
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
