"""The watch's heartbeats, the outages between them, and the watch's lock."""

from datetime import datetime
from typing import NamedTuple

from schema.core.service import Outage
from sql.core.db import Connection, fetch, one_value, run, text

LOCK = "select pg_try_advisory_lock(hashtextextended('watch', 0))"
UNLOCK = "select pg_advisory_unlock(hashtextextended('watch', 0))"


async def lock(db: Connection) -> bool:
    """Try to become the worker that runs the watch; only one does at a time."""
    return bool(await one_value(db, text(LOCK)))


async def unlock(db: Connection) -> None:
    await one_value(db, text(UNLOCK))


class Beats(NamedTuple):
    """The previous heartbeat, and the last one of an older release; None if there was none."""

    before: datetime | None
    older_at: datetime | None


async def beat(db: Connection, name: str, now: datetime) -> Beats:
    """Record a heartbeat; returns those before it."""
    query = text("select at from heartbeat where name = :name", name=name)
    before: datetime | None = await one_value(db, query)
    query = text(
        """
        insert into heartbeat as h (name, at, known_at) values (:name, :now, :now)
            on conflict (name) do update
           set at = excluded.at, known_at = excluded.at,
               older_at = case when h.known_at = h.at then h.older_at else h.at end
        returning older_at
        """,
        name=name,
        now=now,
    )
    return Beats(before, await one_value(db, query))


async def add_outage(
    db: Connection, name: str, since: datetime, until: datetime, *, redirected: bool = False
) -> None:
    """Record an outage; `redirected`: visitors were still redirected, because only the database was unreachable."""
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
