"""Figures by day, kept in the transaction that writes what they count, so that no report can disagree with its rows."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from schema.figures import FIGURES, Delta
from sql.db import Connection, Text, run

Key = tuple[int, str, date, int]
"""(publisher_id, grain, day, key)"""

UPSERT = f"""
insert into rollup as kept (publisher_id, grain, day, key, {", ".join(FIGURES)})
select * from unnest(
    $1::bigint[], $2::text[], $3::date[], $4::bigint[],
    {
    ", ".join(
        f"${5 + n}::{'bigint' if name.endswith(('clicks', 'orders', 'items')) else 'numeric'}[]"
        for n, name in enumerate(FIGURES)
    )
}
) as given
    on conflict (publisher_id, grain, day, key) do update
   set {", ".join(f"{name} = kept.{name} + excluded.{name}" for name in FIGURES)}
"""  # noqa: S608 - names of our own columns


async def add(db: Connection, deltas: Iterable[Delta]) -> None:
    """Add changes to every roll-up they belong to, in one statement.

    Rows are touched in one order by everybody, so that two writers wait and never deadlock.
    """
    sums: defaultdict[Key, list[Any]] = defaultdict(lambda: [0] * len(FIGURES))
    for delta in deltas:
        figures: tuple[Any, ...] = delta[4:]
        for key in places(delta):
            kept = sums[key]
            for position, figure in enumerate(figures):
                if figure:
                    kept[position] += figure
    changed = sorted((key, kept) for key, kept in sums.items() if any(kept))
    if not changed:
        return
    columns = zip(*((*key, *kept) for key, kept in changed), strict=True)
    await run(db, Text(UPSERT, tuple(list(column) for column in columns)))


def places(delta: Delta) -> Iterator[Key]:
    """The roll-ups a change belongs to: a day's, a day's by brand and by site, a month's by brand."""
    publisher_id, day, mid, site_id = delta[:4]
    yield publisher_id, "day", day, 0
    yield publisher_id, "brand", day, mid
    yield publisher_id, "site", day, site_id
    yield publisher_id, "month", day.replace(day=1), mid
