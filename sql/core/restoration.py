"""Restores from a backup, after which nothing leaves the portal until it is released."""

from datetime import datetime

import msgspec

from schema.core.backup import Hold, Issued
from sql.core.db import Connection, maybe_row, one_value, run, text


async def is_held(db: Connection) -> bool:
    """Whether this database was restored and has not been released."""
    query = text("select exists (select from restoration where released_at is null)")
    return bool(await one_value(db, query))


async def add(db: Connection, *, reached_at: datetime, issued: Issued, now: datetime) -> None:
    query = text(
        """
        insert into restoration (restored_at, reached_at, left_after)
        values (:now, :reached_at, :left_after::text::jsonb)
        """,
        now=now,
        reached_at=reached_at,
        left_after=msgspec.json.encode(issued).decode(),
    )
    await run(db, query)


async def get(db: Connection) -> Hold | None:
    """The last restore that has not been released."""
    query = text(
        """
        select restoration_id, restored_at, reached_at, released_at, left_after as issued
          from restoration where released_at is null order by restoration_id desc limit 1
        """
    )
    return await maybe_row(db, query, Hold)


async def release(db: Connection, now: datetime) -> None:
    query = text("update restoration set released_at = :now where released_at is null", now=now)
    await run(db, query)
