"""Figures by day, kept in the transaction that writes what they count, so that no report can disagree with its rows."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache
from typing import Any

from schema.figures import FIGURES, Delta
from sql.db import Connection, Text, run, text

Key = tuple[int, str, date, int]
"""(publisher_id, grain, day, key)"""

COUNTS = ("clicks", "orders", "items")
"""What the names of whole numbers end with; the others are amounts."""


@cache
def upsert(figures: tuple[str, ...]) -> str:
    """The statement that adds to some figures: a click changes one, and fourteen arrays cost ten times as much."""
    arrays = ", ".join(
        f"${place}::{'bigint' if name.endswith(COUNTS) else 'numeric'}[]"
        for place, name in enumerate(figures, start=5)
    )
    added = ", ".join(f"{name} = kept.{name} + excluded.{name}" for name in (*figures, "writes"))
    return f"""
        insert into rollup as kept (publisher_id, grain, day, key, {", ".join(figures)}, writes)
        select *, 1 from unnest($1::bigint[], $2::text[], $3::date[], $4::bigint[], {arrays}) as given
            on conflict (publisher_id, grain, day, key) do update set {added}
    """  # noqa: S608 - names of our own columns


LOCK = 0x666967 << 34
"""Tells the locks of publishers' figures from others; the publisher's number fills the rest."""


async def hold(db: Connection, publisher_ids: Iterable[int]) -> None:
    """Keep these publishers' figures in the time zone they are in until we commit. Ask before reading the zone.

    Writers do not wait for one another, only for who puts figures into another zone.
    """
    query = text(
        "select pg_advisory_xact_lock_shared(key) from unnest($1::bigint[]) as given (key)",
        [LOCK + publisher_id for publisher_id in sorted(publisher_ids)],
    )
    await db.fetch(query.statement, *query.values)


async def hold_alone(db: Connection, publisher_id: int) -> None:
    """Wait until nobody holds the publisher's figures, and keep others out until we commit."""
    await run(db, text("select pg_advisory_xact_lock($1::bigint)", LOCK + publisher_id))


async def add(db: Connection, deltas: Iterable[Delta]) -> None:
    """Add changes to every roll-up they belong to, in one statement.

    Rows are touched in one order by everybody, so that two writers wait and never deadlock.
    """
    sums: defaultdict[Key, list[Any]] = defaultdict(lambda: [0] * len(FIGURES))
    for delta in deltas:
        figures = [(position, figure) for position, figure in enumerate(delta[5:]) if figure]
        for key in places(delta):
            kept = sums[key]
            for position, figure in figures:
                kept[position] += figure
    if not any(any(kept) for kept in sums.values()):
        return
    # A day is written also where its parts outweigh one another: its mark tells that they changed.
    changed = sorted((key, kept) for key, kept in sums.items() if any(kept) or key[1] == "day")
    keys = [list(column) for column in zip(*(key for key, _ in changed), strict=True)]
    used = {
        name: list(column)
        for name, column in zip(
            FIGURES, zip(*(kept for _, kept in changed), strict=True), strict=True
        )
        if any(column)
    }
    await run(db, Text(upsert(tuple(used)), (*keys, *used.values())))


def places(delta: Delta) -> Iterator[Key]:
    """The roll-ups a change belongs to: a day's, a day's by brand, site and link, a month's by brand and link."""
    publisher_id, day, mid, site_id, link_id = delta[:5]
    month = day.replace(day=1)
    yield publisher_id, "day", day, 0
    yield publisher_id, "brand", day, mid
    yield publisher_id, "site", day, site_id
    yield publisher_id, "link", day, link_id
    yield publisher_id, "month", month, mid
    yield publisher_id, "month_link", month, link_id
