"""Local times in statements: the database is not passed a time zone but the periods of its offsets (decision 145).

The same statement gives the same days on every node of a cluster, whatever time zone a session or a server is set to,
and whichever edition of the time zone database the server was built with.
"""

from datetime import UTC, datetime
from typing import Any, LiteralString

from schema.core.days import ONE_DAY, Days
from schema.core.time_zones import all_periods, offset_periods

EVER = datetime(1, 1, 1, tzinfo=UTC)
"""The start of the first offset period in a statement, so that every time lies in one."""


def local_time(column: LiteralString) -> LiteralString:
    """The SQL for a column's local time, as a `timestamp`; the statement takes the values of `zone_values()`.

    The difference of two `timestamptz` and a `timestamp` plus an interval are immutable; a `timestamptz` plus an
    interval, or cast to a date, depends on the session's time zone.
    """
    return (
        f"({utc_time(column)} + (:zone_offsets::interval[])"
        f"[width_bucket({column}, :zone_starts::timestamptz[])])"
    )


def local_day(column: LiteralString) -> LiteralString:
    """The SQL for a column's local date."""
    return f"{local_time(column)}::date"


def utc_time(column: LiteralString) -> LiteralString:
    """The SQL for a column's time in UTC, as a `timestamp`."""
    return f"(timestamp '2000-01-01' + ({column} - timestamptz '2000-01-01 00:00+00'))"


def zone_values(zone: str, days: Days | None = None) -> dict[str, list[Any]]:
    """The parameters of a statement with `local_time()`, by name: for times on these days, or for all times."""
    if days is None:
        starts, offsets = all_periods(zone)
    else:
        first, after = days.bounds(zone)
        # An offset change at the very end of the range is included, so that a time beyond it is not counted within.
        starts, offsets = offset_periods(zone, first - ONE_DAY, after + ONE_DAY)
    return {"zone_starts": [EVER, *starts[1:]], "zone_offsets": offsets}
