"""Replays clicks that were stored elsewhere while the database was unreachable, exactly once."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sql.clicks.click import DUPLICATE_WINDOW, Click
from sql.core.db import Connection, Text, fetch, text

COLUMN_TYPES = {
    "publisher_id": "bigint",
    "link_id": "bigint",
    "site_id": "bigint",
    "mid": "bigint",
    "click_time": "timestamptz",
    "click_id": "uuid",
    "visitor": "bytea",
}
"""The types of columns that are not text."""
# A click that is pending already was written just before its link changed, by a process that died before removing it.
ADD = f"""
insert into click_intake ({", ".join(Click._fields)})
select given.* from unnest({
    ", ".join(
        f"${n}::{COLUMN_TYPES.get(name, 'text')}[]" for n, name in enumerate(Click._fields, start=1)
    )
}) as given ({", ".join(Click._fields)})
    on conflict (publisher_id, link_id, visitor, click_time, click_id) do update
   set verdict = excluded.verdict, verdict_reason = excluded.verdict_reason
 where click_intake.verdict = 'valid' and excluded.verdict = 'blocked'
returning publisher_id, click_time, click_id
"""  # noqa: S608 - names of our own columns


async def add(db: Connection, clicks: Sequence[Click]) -> set[tuple[int, datetime, UUID]]:
    """Add the clicks that do not exist, and block existing ones as given; returns the keys of both.

    The caller keeps those of these publishers from being filed meanwhile.
    """
    filed = await find_filed(db, clicks)
    new = [click for click in clicks if (click[0], click[1], click[2]) not in filed]
    if not new:
        return set()
    columns = tuple(list(column) for column in zip(*new, strict=True))
    return {tuple(row) for row in await fetch(db, Text(ADD, columns))}


async def find_filed(db: Connection, clicks: Sequence[Click]) -> set[tuple[int, datetime, UUID]]:
    """The keys of clicks that are filed already. Apart, for a cluster asks each node about its own alone."""
    if not clicks:
        return set()
    times = [click.click_time for click in clicks]
    query = text(
        """
        select publisher_id, click_time, click_id from click
         where publisher_id = any($1::bigint[]) and click_id = any($2::uuid[])
           and click_time >= $3 and click_time <= $4
        """,
        [click.publisher_id for click in clicks],
        [click.click_id for click in clicks],
        min(times),
        max(times),
    )
    return {tuple(row) for row in await fetch(db, query)}


async def find_repeats(db: Connection, clicks: Sequence[Click]) -> set[UUID]:
    """Clicks soon after another one by the same visitor on the same link, or soon before one that was counted.

    A later click may have been stored already. Only filed clicks are considered, because they do not change; pending
    ones are judged together.
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
         where click.publisher_id = any($1)
           and (verdict = 'valid' or verdict = 'duplicate'
                and (click.click_time, click.click_id) < (asked.click_time, asked.click_id))
           and click.click_time > $7 and click.click_time < $8
        """,
        [click.publisher_id for click in clicks],
        [click.link_id for click in clicks],
        [click.visitor for click in clicks],
        times,
        [click.click_id for click in clicks],
        DUPLICATE_WINDOW,
        min(times) - DUPLICATE_WINDOW,
        max(times) + DUPLICATE_WINDOW,
    )
    return {row["click_id"] for row in await fetch(db, query)}
