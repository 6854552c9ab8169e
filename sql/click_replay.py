"""Clicks that were kept elsewhere while the database was away, and come home once."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sql.click import REPEAT, Click
from sql.db import Connection, Text, text

TYPES = {
    "publisher_id": "bigint",
    "link_id": "bigint",
    "site_id": "bigint",
    "mid": "bigint",
    "click_time": "timestamptz",
    "click_id": "uuid",
    "visitor": "bytea",
}
"""Of the columns that are no text."""
INSERT = f"""
insert into click ({", ".join(Click._fields)})
select * from unnest({
    ", ".join(f"${n}::{TYPES.get(name, 'text')}[]" for n, name in enumerate(Click._fields, start=1))
})
    on conflict (publisher_id, click_time, click_id) do nothing
returning publisher_id, click_time, click_id
"""  # noqa: S608 - names of our own columns


async def add(db: Connection, clicks: Sequence[Click]) -> set[tuple[int, datetime, UUID]]:
    """Write the clicks that are not there; the keys of those."""
    query = Text(INSERT, tuple(list(column) for column in zip(*clicks, strict=True)))
    return {tuple(row) for row in await db.fetch(query.statement, *query.values)}


async def repeating(db: Connection, clicks: Sequence[Click]) -> set[UUID]:
    """Those with a counted click of the same visitor and link so close by that they repeat it.

    Close before or after: a click that came later may be home already.
    """
    if not clicks:
        return set()
    times = [click.click_time for click in clicks]
    query = text(
        """
        select asked.click_id
          from unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::timestamptz[], $5::uuid[])
               as asked (publisher_id, link_id, visitor, click_time, click_id)
          join click on click.publisher_id = asked.publisher_id
                    and click.link_id = asked.link_id
                    and click.visitor = asked.visitor
                    and click.click_time > asked.click_time - $6::interval
                    and click.click_time < asked.click_time + $6::interval
                    and click.click_id <> asked.click_id
         where click.publisher_id = any($1) and verdict = 'valid'
           and click.click_time > $7 and click.click_time < $8
        """,
        [click.publisher_id for click in clicks],
        [click.link_id for click in clicks],
        [click.visitor for click in clicks],
        times,
        [click.click_id for click in clicks],
        REPEAT,
        min(times) - REPEAT,
        max(times) + REPEAT,
    )
    return {row["click_id"] for row in await db.fetch(query.statement, *query.values)}
