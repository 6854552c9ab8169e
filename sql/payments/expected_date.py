"""Expected dates of decisions and payments as shown to publishers, and when they came true."""

from collections.abc import Sequence
from datetime import date

from schema.core.expected_date import (
    WITHIN_DAYS,
    CountedDates,
    DateKind,
    DateRecord,
    SharedDates,
    count_dates,
)
from schema.core.shared_figure import measured_since
from sql.core.db import Connection, all_rows, text

NO_BRAND = 0
"""Stands for the brand in expected dates that depend on the network alone: the arrival of payments."""


async def get_records(
    db: Connection, publisher_id: int, kind: DateKind, mids: Sequence[int], today: date
) -> dict[int, DateRecord]:
    """How well these brands kept expected dates: those of this publisher or, if they are few, of all publishers."""
    own = count_dates(await count_own(db, publisher_id, kind, mids, today))
    records = {mid: record for mid, each in own.items() if (record := each.to_record())}
    missing = [mid for mid in mids if mid not in records]
    for each in await get_shared(db, kind, missing) if missing else []:
        record = each.to_record()
        if record is not None:
            records[each.mid] = record
    return records


async def count_own(
    db: Connection, publisher_id: int, kind: DateKind, mids: Sequence[int], today: date
) -> list[CountedDates]:
    """A publisher's expected dates since measured_since() that came true or are overdue, by the days off and taken."""
    query = text(
        """
        select mid, least(came_on, :today::date) - expected_on as off,
               least(came_on, :today::date) - started_on as took, sum(dates)::int as dates
          from expected_date
         where publisher_id = :publisher_id and kind = :kind and mid = any(:mids::bigint[])
           and started_on >= :since::date
           and (came_on < 'infinity' or expected_on < :today::date - :within::int)
         group by 1, 2, 3
        """,
        publisher_id=publisher_id,
        kind=kind,
        mids=mids,
        today=today,
        since=measured_since(today),
        within=WITHIN_DAYS,
    )
    return await all_rows(db, query, CountedDates)


async def get_shared(db: Connection, kind: DateKind, mids: Sequence[int]) -> list[SharedDates]:
    """The summed expected dates of all publishers, by brand."""
    query = text(
        """
        select mid, cases, publishers, largest, kept as hits, early_days, late_days, p90_days
          from brand_record where kind = :kind and mid = any(:mids::bigint[])
        """,
        kind=kind,
        mids=mids,
    )
    return await all_rows(db, query, SharedDates)
