"""Marks that steps of the demonstration data are done, stored among the installation's keys."""

from collections.abc import Awaitable, Callable

from sql.core.db import Connection, fetch, run, text

Write = Callable[[Connection], Awaitable[None]]
"""The function that writes a step, in its transaction."""
PREFIX = "demo:"


async def done_steps(db: Connection) -> set[str]:
    query = text("select name from kept_key where starts_with(name, :prefix)", prefix=PREFIX)
    rows = await fetch(db, query)
    return {name.removeprefix(PREFIX) for (name,) in rows}


async def claim(db: Connection, name: str) -> bool:
    """Claim a step. False if another process has done it; waits for one that is doing it."""
    query = text(
        "insert into kept_key (name, value) values (:name, '') on conflict do nothing",
        name=PREFIX + name,
    )
    return bool(await run(db, query))
