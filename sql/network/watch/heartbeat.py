"""The watch's heartbeats, the outages between them, and the watch's lock."""

from datetime import datetime

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


async def add_outage(db: Connection, name: str, since: datetime, until: datetime) -> None:
    query = text(
        "insert into outage (name, since, until) values (:name, :since, :until) on conflict do nothing",
        name=name,
        since=since,
        until=until,
    )
    await run(db, query)


async def outages(db: Connection, since: datetime) -> list[tuple[datetime, datetime]]:
    query = text(
        "select since, until from outage where until >= :since order by since", since=since
    )
    return [(row["since"], row["until"]) for row in await fetch(db, query)]
