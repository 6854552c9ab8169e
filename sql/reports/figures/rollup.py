"""Figures by day, added in the same transaction that writes the orders or files the clicks.

A report therefore cannot disagree with its rows.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from typing import LiteralString

from schema.core.figures import COUNTERS, FIGURES, KEY_COLUMNS, Delta
from sql.core.db import Connection, Template, fetch, run, text
from sql.core.sql_template import compose

Key = tuple[int, str, date, int]
"""(publisher_id, grain, day, key)"""

USUAL_KEYS: LiteralString = """
    ('day', day, 0), ('brand', day, mid), ('site', day, site_id), ('link', day, link_id),
    ('month', date_trunc('month', day::timestamp)::date, mid),
    ('month_link', date_trunc('month', day::timestamp)::date, link_id),
    ('month_all', date_trunc('month', day::timestamp)::date, 0)
"""
"""The roll-ups to which every change is added."""
VALUE_KEYS: LiteralString = """
    ('page', day, page_id), ('placement', day, placement_id),
    ('month_page', date_trunc('month', day::timestamp)::date, page_id),
    ('month_placement', date_trunc('month', day::timestamp)::date, placement_id)
"""
"""The roll-ups by page and placement."""
ROLLUP_KEYS: LiteralString = f"{USUAL_KEYS}, {VALUE_KEYS}"
"""The roll-ups to which a change may be added, as in rollup_keys() below."""
HAS_KEY: LiteralString = """
    (key <> 0 or grain not in ('page', 'placement', 'month_page', 'month_placement'))
"""
"""The condition for the roll-ups of a change: what has no page or placement is in none by these.

It is the difference from the figures of the day or month, so that nothing has to be added for it.
"""


@cache
def upsert_template(figures: tuple[str, ...]) -> Template:
    """The statement that adds changes of some figures: a click changes one, and arrays for all take ten times as long.

    PostgreSQL expands each change into its roll-ups: sending a row for each took eight times as long in Python.
    """
    # The sum of integers is a bigint; the sum of bigints would be a numeric, which is slower.
    kinds = {name: "integer" if name in COUNTERS else "numeric" for name in figures}
    arrays = ", ".join(f":{name}::text::{kind}[]" for name, kind in kinds.items())
    sums = ", ".join(f"sum({name}) as {name}" for name in kinds)
    names = ", ".join(figures)
    some = " or ".join(f"{name} <> 0" for name in figures)
    added = ", ".join(f"{name} = kept.{name} + excluded.{name}" for name in (*figures, "writes"))
    # A day is written even if its changes cancel out, so that its write count shows that there were changes.
    return compose(
        "insert into rollup as kept (publisher_id, grain, day, key,",
        names,
        """, writes)
        select *, 1 from (
            select publisher_id, place.grain, place.day, place.key,""",
        sums,
        """
              from unnest(:publisher_id::text::bigint[], :day::text::date[], :mid::text::bigint[],
                          :site_id::text::bigint[], :link_id::text::bigint[],
                          :page_id::text::bigint[], :placement_id::text::bigint[],""",
        arrays,
        ") as given (publisher_id, day, mid, site_id, link_id, page_id, placement_id,",
        names,
        ") cross join lateral (values",
        ROLLUP_KEYS,
        """) as place (grain, day, key)
             where""",
        HAS_KEY,
        """
             group by 1, 2, 3, 4
             order by 1, 2, 3, 4) as changed
         where grain = 'day' or""",
        some,
        "on conflict (publisher_id, grain, day, key) do update set",
        added,
    )


LOCK = 0x666967 << 34
"""Distinguishes the locks of publishers' figures from others; the rest is the publisher's number."""


async def lock_shared(db: Connection, publisher_ids: Iterable[int]) -> None:
    """Keep these publishers' figures in their time zone until we commit. Call it before reading the time zone.

    Writers do not wait for each other, only for a change of the time zone.
    """
    query = text(
        "select pg_advisory_xact_lock_shared(key) from unnest(:lock_keys::bigint[]) as given (key)",
        lock_keys=[LOCK + publisher_id for publisher_id in sorted(publisher_ids)],
    )
    await fetch(db, query)


async def lock_exclusive(db: Connection, publisher_id: int) -> None:
    """Wait until nobody else has locked the publisher's figures, and keep others out until we commit."""
    await run(
        db, text("select pg_advisory_xact_lock(:lock_key::bigint)", lock_key=LOCK + publisher_id)
    )


async def add(db: Connection, deltas: Iterable[Delta]) -> None:
    """Add changes to all their roll-ups, in one statement.

    All writers update rows in the same sequence, so that they wait and do not deadlock.
    """
    columns = list(zip(*deltas, strict=True))
    where, amounts = columns[:KEY_COLUMNS], columns[KEY_COLUMNS:]
    used = {name: arrays for name, arrays in zip(FIGURES, amounts, strict=False) if any(arrays)}
    if used:
        named = {**dict(zip(Delta._fields, where, strict=False)), **used}
        values = {name: encode_array(arrays) for name, arrays in named.items()}
        await run(db, text(upsert_template(tuple(used)), **values))


def encode_array(values: Sequence[object]) -> str:
    """An array as PostgreSQL writes it: for dates and amounts, asyncpg's binary form takes four times as long."""
    return "{" + ",".join(map(str, values)) + "}"


def rollup_keys(delta: Delta) -> Iterator[Key]:
    """The roll-ups of a change: by day, also by brand, site and link; by month, also by brand and link.

    If it has a page or a placement, also by these, by day and by month.
    """
    publisher_id, day, mid, site_id, link_id, page_id, placement_id = delta[:7]
    month = day.replace(day=1)
    yield publisher_id, "day", day, 0
    yield publisher_id, "brand", day, mid
    yield publisher_id, "site", day, site_id
    yield publisher_id, "link", day, link_id
    yield publisher_id, "month", month, mid
    yield publisher_id, "month_link", month, link_id
    yield publisher_id, "month_all", month, 0
    if page_id:
        yield publisher_id, "page", day, page_id
        yield publisher_id, "month_page", month, page_id
    if placement_id:
        yield publisher_id, "placement", day, placement_id
        yield publisher_id, "month_placement", month, placement_id
