"""Creating databases, by address and without an event loop."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit, urlunsplit

import asyncpg


def execute(url: str, *statements: str) -> list[asyncpg.Record]:
    """Run statements from outside any event loop; the rows of the last."""

    async def run() -> list[asyncpg.Record]:
        db = await asyncpg.connect(url)
        try:
            return [await db.fetch(statement) for statement in statements][-1]
        finally:
            await db.close()

    with ThreadPoolExecutor(1) as thread:  # a thread of its own has no loop that could be disturbed
        return thread.submit(asyncio.run, run()).result()


def with_name(url: str, name: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def earlier(column: str, by: str) -> str:
    """SQL that sets a time back by a parameter ("$2") or so long ("25 hours").

    A cluster refuses the plain difference in an update: the zone of the session would decide it.
    """
    interval = f"{by}::interval" if by.startswith("$") else f"interval '{by}'"
    return f"{column} = ({column} at time zone 'UTC' - {interval}) at time zone 'UTC'"
