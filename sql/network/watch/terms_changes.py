"""Brands whose terms changed or are about to."""

from datetime import date, datetime

from sql.core.db import Connection, fetch, text


async def changed_brands(db: Connection, since: datetime, since_day: date) -> dict[int, datetime]:
    """The brands whose terms were saved since a time, or begin or end after a day, with their latest change."""
    query = text(
        """
        select mid, max(greatest(created_at, replaced_at)) as changed_at from terms
         where created_at >= :since or replaced_at >= :since or starts_at >= :since_day or ends_at >= :since_day
         group by mid
        """,
        since=since,
        since_day=since_day,
    )
    return {row["mid"]: row["changed_at"] for row in await fetch(db, query)}
