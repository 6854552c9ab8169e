"""The pages and placements of clicks: their texts by number, limited for each publisher and month."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Any, LiteralString, NamedTuple

from schema.core.page_and_placement import OTHER, VALUES_MAX, ValueKind, value_key
from sql.core.db import Connection, Template, fetch, run, text
from sql.core.local_time import utc_time
from sql.core.sql_template import compose, piece

MONTH: LiteralString = f"date_trunc('month', {utc_time('c.click_time')})::date"


class Subject(NamedTuple):
    """A publisher, kind of value and month: the number of values is limited for each."""

    publisher_id: int
    kind: str
    month: date


class NewValue(NamedTuple):
    """A value that no earlier click of the month has."""

    subject: Subject
    key: int
    value: str


def find_new(batch: LiteralString) -> Template:
    """The statement for the values of pending clicks that are new in their month, those with most clicks first."""
    return compose(
        "select publisher_id, kind, month, key, value from (",
        *(
            "select c.publisher_id, named.kind,",
            MONTH,
            "as month, named.key, named.value, count(*) as clicks",
        ),
        "from (select publisher_id, click_time, page, page_id, placement, placement_id from click_waiting where",
        batch,
        """and click_time >= :first and verdict = 'valid') c
         cross join lateral (values ('page', page_id, page), ('placement', placement_id, placement))
               as named (kind, key, value)
         where named.key <> 0
         group by 1, 2, 3, 4, 5) as found
         where not exists (
               select from click_value kept
                where kept.publisher_id = any(:publisher_ids) and kept.publisher_id = found.publisher_id
                  and kept.kind = found.kind and kept.month = found.month and kept.key = found.key)
         order by publisher_id, kind, month, clicks desc, key
        """,
    )


async def add(db: Connection, rows: Iterable[Any]) -> None:
    """Add new values, as find_new() returns them, up to the limit; beyond it only OTHER."""
    new = [NewValue(Subject(*row[:3]), row[3], row[4]) for row in rows]
    if not new:
        return
    counts = await count(db, {value.subject for value in new})
    await insert(db, list(limit(new, counts)))


def limit(new: Iterable[NewValue], counts: Mapping[Subject, int]) -> Iterator[NewValue]:
    """Keep as many values as the limit allows, and replace the others by OTHER, which does not count for the limit."""
    for subject, values in groupby(new, itemgetter(0)):
        room = VALUES_MAX - counts[subject]
        for value in values:
            if room > 0 or value.value == OTHER:
                yield value
                room -= 1
            else:
                yield NewValue(subject, value_key(OTHER), OTHER)
                break


async def count(db: Connection, subjects: Iterable[Subject]) -> Counter[Subject]:
    """The number of values that are stored for each publisher, kind and month."""
    wanted = list(subjects)
    query = text(
        """
        select publisher_id, kind, month, count(*) from click_value
         where publisher_id = any(:publisher_ids::bigint[]) and month = any(:months::date[]) and value <> :other
         group by 1, 2, 3
        """,
        publisher_ids=sorted({subject.publisher_id for subject in wanted}),
        months=sorted({subject.month for subject in wanted}),
        other=OTHER,
    )
    return Counter({Subject(*row[:3]): row[3] for row in await fetch(db, query)})


async def insert(db: Connection, values: list[NewValue]) -> None:
    query = text(
        """
        insert into click_value (publisher_id, kind, month, key, value)
        select * from unnest(:publisher_ids::bigint[], :kinds::text[], :months::date[], :keys::bigint[],
                             :texts::text[])
            on conflict (publisher_id, kind, month, key) do nothing
        """,
        publisher_ids=[value.subject.publisher_id for value in values],
        kinds=[value.subject.kind for value in values],
        months=[value.subject.month for value in values],
        keys=[value.key for value in values],
        texts=[value.value for value in values],
    )
    await run(db, query)


def kept_key(kind: ValueKind) -> str:
    """The SQL for the value that a click `c` is filed with, after JOINS: its own if it was kept, else OTHER or none."""
    return (
        f"coalesce(kept_{kind}.key, case when c.verdict = 'valid' and c.{kind}_id <> 0"
        f" then {value_key(OTHER)} else 0 end)"
    )


JOINS = piece(
    *(
        f"left join click_value kept_{kind} on kept_{kind}.publisher_id = c.publisher_id"
        f" and kept_{kind}.kind = '{kind}' and kept_{kind}.month = {MONTH} and kept_{kind}.key = c.{kind}_id"
        f" and kept_{kind}.publisher_id = any(:publisher_ids)"
        for kind in ValueKind
    )
)
"""The values that are kept of a click `c`."""
