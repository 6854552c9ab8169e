"""The watch's heartbeats, the outages between them, and the watch's lock."""

from datetime import datetime

from schema.core.service import Outage
from sql.core.db import Connection, fetch, one_value, run, text

LOCK = "select pg_try_advisory_lock(hashtextextended('watch', 0))"
UNLOCK = "select pg_advisory_unlock(hashtextextended('watch', 0))"


async def lock(db: Connection) -> bool:
    """Try to become the worker that runs the watch; only one does at a time."""
    return bool(await one_value(db, text(LOCK)))


async def unlock(db: Connection) -> None:
    await one_value(db, text(UNLOCK))


async def beat(db: Connection, name: str, now: datetime) -> datetime | None:
    """Record a heartbeat; returns the time of the previous one."""
    query = text("select at from heartbeat where name = :name", name=name)
    before: datetime | None = await one_value(db, query)
    query = text(
        """
        insert into heartbeat (name, at) values (:name, :now)
            on conflict (name) do update set at = excluded.at
        """,
        name=name,
        now=now,
    )
    await run(db, query)
    return before


async def add_outage(
    db: Connection, name: str, since: datetime, until: datetime, *, redirected: bool = False
) -> None:
    """Record an outage; `redirected`: visitors were led on, as only the database was away."""
    query = text(
        """
        insert into outage (name, since, until, redirected) values (:name, :since, :until, :redirected)
            on conflict do nothing
        """,
        name=name,
        since=since,
        until=until,
        redirected=redirected,
    )
    await run(db, query)


async def outages(db: Connection, since: datetime) -> list[tuple[datetime, datetime]]:
    query = text(
        "select since, until from outage where until >= :since order by since", since=since
    )
    return [(row["since"], row["until"]) for row in await fetch(db, query)]


async def named_outages(db: Connection, name: str, since: datetime) -> list[Outage]:
    """The outages of this name that ended after a time."""
    query = text(
        "select since, until, redirected from outage where name = :name and until >= :since",
        name=name,
        since=since,
    )
    return [Outage(*row) for row in await fetch(db, query)]


async def last_beats(db: Connection) -> dict[str, datetime]:
    """The last heartbeat of each name."""
    return {
        row["name"]: row["at"] for row in await fetch(db, text("select name, at from heartbeat"))
    }
