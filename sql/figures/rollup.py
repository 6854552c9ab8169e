"""Figures by day, added in the same transaction that writes the orders or files the clicks.

So a report cannot disagree with its rows.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cache

from schema.core.figures import COUNTERS, FIGURES, KEY_COLUMNS, Delta
from sql.core.db import Connection, Text, fetch, run, text

Key = tuple[int, str, date, int]
"""(publisher_id, grain, day, key)"""

ROLLUP_KEYS = """
    ('day', day, 0), ('brand', day, mid), ('site', day, site_id), ('link', day, link_id),
    ('month', date_trunc('month', day::timestamp)::date, mid),
    ('month_link', date_trunc('month', day::timestamp)::date, link_id),
    ('month_all', date_trunc('month', day::timestamp)::date, 0)
"""
"""The roll-ups to which a change is added, as in rollup_keys() below."""


@cache
def upsert_statement(figures: tuple[str, ...]) -> str:
    """The statement that adds changes of some figures: a click changes one, and arrays for all take ten times as long.

    PostgreSQL adds each change to its roll-ups: to send a row for each took eight times as long in Python.
    """
    # The sum of integers is a bigint; the sum of bigints would be a numeric, which is slower.
    kinds = {name: "integer" if name in COUNTERS else "numeric" for name in figures}
    arrays = ", ".join(
        f"${number}::text::{kind}[]" for number, kind in enumerate(kinds.values(), start=6)
    )
    sums = ", ".join(f"sum({name}) as {name}" for name in kinds)
    names = ", ".join(figures)
    some = " or ".join(f"{name} <> 0" for name in figures)
    added = ", ".join(f"{name} = kept.{name} + excluded.{name}" for name in (*figures, "writes"))
    # A day is written even if the changes cancel out: its write count shows that there were some.
    return f"""
        insert into rollup as kept (publisher_id, grain, day, key, {names}, writes)
        select *, 1 from (
            select publisher_id, place.grain, place.day, place.key, {sums}
              from unnest($1::text::bigint[], $2::text::date[], $3::text::bigint[], $4::text::bigint[],
                          $5::text::bigint[], {arrays})
                   as given (publisher_id, day, mid, site_id, link_id, {names})
             cross join lateral (values {ROLLUP_KEYS}) as place (grain, day, key)
             group by 1, 2, 3, 4
             order by 1, 2, 3, 4) as changed
         where grain = 'day' or {some}
            on conflict (publisher_id, grain, day, key) do update set {added}
    """  # noqa: S608 - names of our own columns


LOCK = 0x666967 << 34
"""Distinguishes the locks of publishers' figures from others; the rest is the publisher's number."""


async def lock_shared(db: Connection, publisher_ids: Iterable[int]) -> None:
    """Keep these publishers' figures in their time zone until we commit. Call it before reading the time zone.

    Writers do not wait for each other, only for a change of the time zone.
    """
    query = text(
        "select pg_advisory_xact_lock_shared(key) from unnest($1::bigint[]) as given (key)",
        [LOCK + publisher_id for publisher_id in sorted(publisher_ids)],
    )
    await fetch(db, query)


async def lock_exclusive(db: Connection, publisher_id: int) -> None:
    """Wait until nobody else has locked the publisher's figures, and keep others out until we commit."""
    await run(db, text("select pg_advisory_xact_lock($1::bigint)", LOCK + publisher_id))


async def add(db: Connection, deltas: Iterable[Delta]) -> None:
    """Add changes to all their roll-ups, in one statement.

    All writers update rows in the same order, so that they wait and do not deadlock.
    """
    columns = list(zip(*deltas, strict=True))
    where, amounts = columns[:KEY_COLUMNS], columns[KEY_COLUMNS:]
    used = {name: arrays for name, arrays in zip(FIGURES, amounts, strict=False) if any(arrays)}
    if used:
        arrays = map(encode_array, (*where, *used.values()))
        await run(db, Text(upsert_statement(tuple(used)), tuple(arrays)))


def encode_array(values: Sequence[object]) -> str:
    """An array as PostgreSQL writes it: for dates and amounts, asyncpg's binary form takes four times as long."""
    return "{" + ",".join(map(str, values)) + "}"


def rollup_keys(delta: Delta) -> Iterator[Key]:
    """The roll-ups of a change: by day, also by brand, site and link; by month, also by brand and link."""
    publisher_id, day, mid, site_id, link_id = delta[:5]
    month = day.replace(day=1)
    yield publisher_id, "day", day, 0
    yield publisher_id, "brand", day, mid
    yield publisher_id, "site", day, site_id
    yield publisher_id, "link", day, link_id
    yield publisher_id, "month", month, mid
    yield publisher_id, "month_link", month, link_id
    yield publisher_id, "month_all", month, 0
