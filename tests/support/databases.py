"""Databases as tests make them: by address, from outside any event loop."""

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


def renamed(url: str, name: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
