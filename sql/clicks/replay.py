"""Replays clicks that were stored elsewhere while the database was unreachable, exactly once."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from schema.clicks.click import DUPLICATE_WINDOW
from sql.clicks.click import Click
from sql.core.db import Connection, fetch, text
from sql.core.sql_template import compose

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
ADD = compose(
    "insert into click_intake (",
    ", ".join(Click._fields),
    ") select given.* from unnest(",
    ", ".join(f":{name}::{COLUMN_TYPES.get(name, 'text')}[]" for name in Click._fields),
    ") as given (",
    ", ".join(Click._fields),
    """)
    on conflict (publisher_id, link_id, visitor, click_time, click_id) do update
   set verdict = excluded.verdict, verdict_reason = excluded.verdict_reason
 where click_intake.verdict = 'valid' and excluded.verdict = 'blocked'
returning publisher_id, click_time, click_id""",
)


async def add(db: Connection, clicks: Sequence[Click]) -> set[tuple[int, datetime, UUID]]:
    """Add clicks that do not exist, and block pending ones that are given as blocked; returns the keys of both.

    The caller must keep these publishers' clicks from being filed meanwhile.
    """
    filed = await find_filed(db, clicks)
    new = [click for click in clicks if (click[0], click[1], click[2]) not in filed]
    if not new:
        return set()
    columns = (list(column) for column in zip(*new, strict=True))
    values = dict(zip(Click._fields, columns, strict=True))
    return {tuple(row) for row in await fetch(db, text(ADD, **values))}


async def find_filed(db: Connection, clicks: Sequence[Click]) -> set[tuple[int, datetime, UUID]]:
    """The keys of clicks already moved to their month. A separate query: each node of a cluster has only its own."""
    if not clicks:
        return set()
    times = [click.click_time for click in clicks]
    query = text(
        """
        select publisher_id, click_time, click_id from click
         where publisher_id = any(:publisher_ids::bigint[]) and click_id = any(:click_ids::uuid[])
           and click_time >= :first_time and click_time <= :last_time
        """,
        publisher_ids=[click.publisher_id for click in clicks],
        click_ids=[click.click_id for click in clicks],
        first_time=min(times),
        last_time=max(times),
    )
    return {tuple(row) for row in await fetch(db, query)}


async def find_repeats(db: Connection, clicks: Sequence[Click]) -> set[UUID]:
    """The clicks shortly after another by the same visitor on the same link, or shortly before one that was counted.

    A later click may have been stored already. Only filed clicks are considered, because they do not change; pending
    ones are judged together.
    """
    if not clicks:
        return set()
    times = [click.click_time for click in clicks]
    query = text(
        """
        select asked.click_id
          from unnest(:publisher_ids::bigint[], :link_ids::bigint[], :visitors::bytea[], :times::timestamptz[],
                      :click_ids::uuid[])
               as asked (publisher_id, link_id, visitor, click_time, click_id)
          join click on click.publisher_id = asked.publisher_id
                    and click.link_id = asked.link_id
                    and click.visitor = asked.visitor
                    and click.click_time > asked.click_time - :window::interval
                    and click.click_time < asked.click_time + :window::interval
                    and click.click_id <> asked.click_id
         where click.publisher_id = any(:publisher_ids)
           and (verdict = 'valid' or verdict = 'duplicate'
                and (click.click_time, click.click_id) < (asked.click_time, asked.click_id))
           and click.click_time > :after and click.click_time < :before
        """,
        publisher_ids=[click.publisher_id for click in clicks],
        link_ids=[click.link_id for click in clicks],
        visitors=[click.visitor for click in clicks],
        times=times,
        click_ids=[click.click_id for click in clicks],
        window=DUPLICATE_WINDOW,
        after=min(times) - DUPLICATE_WINDOW,
        before=max(times) + DUPLICATE_WINDOW,
    )
    return {row["click_id"] for row in await fetch(db, query)}
