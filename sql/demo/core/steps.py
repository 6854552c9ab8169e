"""The marks that the steps of the demonstration data leave, beside the keys that are kept."""

from collections.abc import Awaitable, Callable

from sql.core.db import Connection, fetch, run, text

Write = Callable[[Connection], Awaitable[None]]
"""The writing of a step, in its transaction."""
PREFIX = "demo:"


async def done_steps(db: Connection) -> set[str]:
    query = text("select name from kept_key where starts_with(name, $1)", PREFIX)
    rows = await fetch(db, query)
    return {name.removeprefix(PREFIX) for (name,) in rows}


async def claim(db: Connection, name: str) -> bool:
    """Whether the step is ours to do. Another process that does it is waited for."""
    query = text(
        "insert into kept_key (name, value) values ($1, '') on conflict do nothing", PREFIX + name
    )
    return bool(await run(db, query))
