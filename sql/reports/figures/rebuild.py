"""Recounts a publisher's figures from its rows, in any time zone, while orders and clicks keep coming.

New figures are counted month by month beside those in use. Then, while writers are locked out for a moment, months
that have changed meanwhile are counted again, and the new figures replace the old ones.
"""

from datetime import date, datetime, timedelta
from functools import cache
from typing import Any

from schema.core.days import Days, month_starts, next_month
from schema.core.figures import FIGURES, counting_mark
from schema.reports.report import DateBasis, GroupBy, StatusFilter
from sql.core.db import Connection, Template, fetch, fetch_row, run, text
from sql.core.local_time import zone_values
from sql.core.sql_template import compose
from sql.reports.figures import from_rows, rollup
from sql.reports.figures.report_query import SUM_TYPES, ReportShape

ONE_DAY = timedelta(days=1)
COLUMNS = ", ".join(FIGURES)
ALL_KEYS = ReportShape(
    source="rows",
    groups=(
        GroupBy.DATE,
        GroupBy.BRAND,
        GroupBy.SITE,
        GroupBy.LINK,
        GroupBy.PAGE,
        GroupBy.PLACEMENT,
    ),
    status=StatusFilter.ALL,
    basis=DateBasis.ORDER,
    mids=False,
    site_ids=False,
    uids=(),
    lists=(),
    sort=(),
    fills_gaps=False,
    whole=True,
)
"""The report that sums rows by all keys of the roll-ups."""
FORMER_PENDING = """
(select *, 0::bigint as page_id, 0::bigint as placement_id from click_pending where publisher_id = :publisher_id) c
"""
WriteCounts = dict[date, int]
"""How often each day's figures had been written when the rows were counted."""


async def find_months(db: Connection, publisher_id: int) -> list[date]:
    """The months, by their first days, in which a publisher can have figures in any time zone."""
    query = text(
        """
        select min(day) as first, max(day) as last from rollup
         where publisher_id = :publisher_id and grain = 'day'
        """,
        publisher_id=publisher_id,
    )
    row = await fetch_row(db, query)
    if row is None or row["first"] is None:
        return []
    first, last = row["first"] - ONE_DAY, row["last"] + ONE_DAY
    return list(month_starts(first.replace(day=1), last))


async def clear(db: Connection, publisher_id: int) -> None:
    """Delete new figures that were never used."""
    await run(
        db,
        text(
            "delete from rollup_next where publisher_id = :publisher_id", publisher_id=publisher_id
        ),
    )


async def count_month(db: Connection, publisher_id: int, zone: str, month: date) -> WriteCounts:
    """Recount a month; returns the write counts of the days that may contain rows of it.

    Call it in a `repeatable read` transaction, so that write counts and rows are consistent.
    """
    marks = await write_counts(db, publisher_id, month)
    last = next_month(month) - ONE_DAY
    out = text(
        """
        delete from rollup_next where publisher_id = :publisher_id and day >= :month and day <= :last
        """,
        publisher_id=publisher_id,
        month=month,
        last=last,
    )
    await run(db, out)
    days = Days(month, last)
    from_time, until_time = days.bounds(zone)
    values: dict[str, Any] = {
        "publisher_id": publisher_id,
        "from_time": from_time,
        "until_time": until_time,
        **zone_values(zone, days),
    }
    await run(db, count_template().bind(values))
    return marks


async def write_counts(db: Connection, publisher_id: int, month: date) -> WriteCounts:
    """The write counts of a month's days and of one day before and after, because time zones differ by up to a day."""
    query = text(
        """
        select day, writes from rollup
         where publisher_id = :publisher_id and grain = 'day' and day >= :first_day and day <= :last_day
        """,
        publisher_id=publisher_id,
        first_day=month - ONE_DAY,
        last_day=next_month(month),
    )
    return {row["day"]: row["writes"] for row in await fetch(db, query)}


async def switch(
    db: Connection, publisher_id: int, zone: str, counted: dict[date, WriteCounts]
) -> list[date]:
    """Replace the old figures with the new ones, in a transaction; returns the months that were counted again."""
    await rollup.lock_exclusive(db, publisher_id)
    wanted = sorted(counted.keys() | set(await find_months(db, publisher_id)))
    again = [
        month
        for month in wanted
        if await write_counts(db, publisher_id, month) != counted.get(month)
    ]
    for month in again:
        await count_month(db, publisher_id, zone, month)
    # Figures that do not come from orders or clicks keep their days.
    bonus = text(
        """
        insert into rollup_next as kept (publisher_id, grain, day, key, bonus)
        select publisher_id, grain, day, key, bonus from rollup
         where publisher_id = :publisher_id and bonus <> 0
            on conflict (publisher_id, grain, day, key) do update set bonus = excluded.bonus
        """,
        publisher_id=publisher_id,
    )
    await run(db, bonus)
    await run(
        db, text("delete from rollup where publisher_id = :publisher_id", publisher_id=publisher_id)
    )
    await run(db, move_template().bind({"publisher_id": publisher_id}))
    await clear(db, publisher_id)
    marked = text(
        "update publisher set time_zone = :zone, counted_by = :counted_by where publisher_id = :publisher_id",
        publisher_id=publisher_id,
        zone=zone,
        counted_by=counting_mark(zone),
    )
    await run(db, marked)
    return again


@cache
def count_template() -> Template:
    """The statement that adds a month's rows, aggregated by every key of the roll-ups."""
    # Pending clicks are not in their months yet. Those that an earlier version left pending are, but they must not be
    # counted in these figures.
    waiting = from_rows.build_part(
        ALL_KEYS, FORMER_PENDING, "c.click_time", from_rows.OF_PUBLISHER, {"clicks": "-count(*)"}
    )
    parts = (*from_rows.build_parts(ALL_KEYS, "click"), waiting)
    sums = ", ".join(f"coalesce(sum({name}), 0)" for name in SUM_TYPES)
    return compose(
        "insert into rollup_next (publisher_id, grain, day, key,",
        COLUMNS,
        ") with part as (",
        "\nunion all\n".join(parts),
        f") select :publisher_id::bigint, place.grain, place.day, place.key, {sums}",
        "from (select date as day, part.* from part) as part",
        f"cross join lateral (values {rollup.ROLLUP_KEYS}) as place (grain, day, key)",
        f"where {rollup.HAS_KEY} group by 2, 3, 4",
    )


@cache
def move_template() -> Template:
    return compose(
        "insert into rollup (publisher_id, grain, day, key,",
        COLUMNS,
        ") select publisher_id, grain, day, key,",
        COLUMNS,
        "from rollup_next",
        "where publisher_id = :publisher_id",
    )


async def start(db: Connection, publisher_id: int, zone: str, months: int, now: datetime) -> None:
    """Record that a rebuild starts, and how many months it has to count."""
    query = text(
        """
        insert into rollup_progress (publisher_id, time_zone, months, started_at)
        values (:publisher_id, :zone, :months, :now)
            on conflict (publisher_id) do update
           set time_zone = excluded.time_zone, months = excluded.months, done = 0,
               started_at = excluded.started_at, finished_at = null
        """,
        publisher_id=publisher_id,
        zone=zone,
        months=months,
        now=now,
    )
    await run(db, query)


async def set_progress(db: Connection, publisher_id: int, months_done: int) -> None:
    query = text(
        "update rollup_progress set done = :months_done where publisher_id = :publisher_id",
        publisher_id=publisher_id,
        months_done=months_done,
    )
    await run(db, query)


async def finish(db: Connection, publisher_id: int, now: datetime) -> None:
    query = text(
        "update rollup_progress set finished_at = :now where publisher_id = :publisher_id",
        publisher_id=publisher_id,
        now=now,
    )
    await run(db, query)


async def get_progress(db: Connection, publisher_id: int) -> tuple[int, int] | None:
    """How many months have been counted, and how many there are; None if no rebuild is running."""
    query = text(
        """
        select done, months from rollup_progress
         where publisher_id = :publisher_id and finished_at is null
        """,
        publisher_id=publisher_id,
    )
    row = await fetch_row(db, query)
    return None if row is None else (row["done"], row["months"])
