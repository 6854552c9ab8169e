"""How well services kept what is promised of them, counted by day (schema/core/service.py).

A table of the coordinator: it belongs to no publisher.
"""

from collections.abc import Sequence
from datetime import date

from schema.core.service import DayCount
from sql.core.db import Connection, all_rows, run, text


async def add(db: Connection, counts: Sequence[DayCount]) -> None:
    """Add to the counts of days."""
    query = text(
        """
        insert into service_day as kept (day, service, good, within, count)
        select * from unnest(:days::date[], :services::text[], :good::boolean[], :within::double precision[],
                             :counts::bigint[])
            on conflict (day, service, good, within) do update set count = kept.count + excluded.count
        """,
        days=[each.day for each in counts],
        services=[each.service for each in counts],
        good=[each.good for each in counts],
        within=[each.within for each in counts],
        counts=[each.count for each in counts],
    )
    await run(db, query)


async def since(db: Connection, day: date) -> list[DayCount]:
    """The counts of a day and all after it."""
    query = text(
        "select day, service, good, within, count from service_day where day >= :day", day=day
    )
    return await all_rows(db, query, DayCount)
