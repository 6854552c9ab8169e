"""Demonstration data: a publisher with a year behind it, made once, step by step.

A step is one transaction that leaves its mark, so that a killed run is completed by the next one. A capability that
comes later adds a step of its own, and databases that are filled already get it too.
"""

from collections.abc import Awaitable, Callable

from sql.db import Connection
from sql.demo import figures, network, people, programmes, year
from sql.demo.portal import Portal
from sql.demo.steps import mark, marked

Step = Callable[[Connection, Portal], Awaitable[None]]
STEPS: dict[str, Step] = {
    "people": people.make,
    "programmes": programmes.make,
    "year": year.make,
    "figures": figures.make,
}
"""Done in this order; a name is for ever."""


async def fill(portal: Portal, *, tell: Callable[[str], None] = lambda _: None) -> bool:
    """Make what is not there yet; whether there was any. `tell` hears of it before it takes its time.

    Raises a Fault where somebody else has a name that the data need.
    """
    async with portal.pool.acquire() as db:
        await network.follow(db, portal.settings.public_url)
        done = await marked(db)
        missing = [name for name in STEPS if name not in done]
        if missing:
            tell("Making the demonstration data, which takes some seconds")
        for name in missing:
            async with db.transaction():
                if await mark(db, name):
                    await STEPS[name](db, portal)
    return bool(missing)
