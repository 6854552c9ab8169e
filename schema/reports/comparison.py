"""The period that a report is compared with: its days and, if the report's are not over, the part of them."""

from datetime import date, datetime, timedelta
from typing import NamedTuple

from schema.core.days import (
    ONE_DAY,
    Days,
    day_of,
    first_instant,
    next_month,
    same_day_years_before,
    same_time_on,
)
from schema.reports.report import Compare, GroupBy

WEEKDAYS_FROM = 14
"""From this many days on, days and weeks are compared with those of the same weekday; fewer, with those just before."""


class Span(NamedTuple):
    """From an instant up to another one, which is excluded."""

    start: datetime
    end: datetime


class Comparison(NamedTuple):
    """The days that a range is compared with.

    If the range is not over, they end on the day that corresponds to today, at the present time of day: `until`, after
    which nothing counts. None if the whole day counts.
    """

    days: Days
    until: datetime | None

    @classmethod
    def of(cls, days: Days, compare: Compare, now: datetime | None, zone: str) -> "Comparison":
        whole = days.previous_year() if compare is Compare.YEAR else days.previous()
        if now is None or not days.start <= (today := day_of(now, zone)) <= days.end:
            return cls(whole, None)
        last = (
            same_day_years_before(today)
            if compare is Compare.YEAR
            else whole.start + (today - days.start)
        )
        return cls(Days(whole.start, last), same_time_on(last, now, zone))


class BucketPairs(NamedTuple):
    """The days, weeks or months of a range, each with its counterpart in the earlier period.

    The current one is compared with the same part of its counterpart: `rest` is what comes after that part and does not
    count for it, though it does for the totals. If there is no such part, the current one has no counterpart.
    """

    buckets: dict[date, date]
    rest: Span | None


def pair_buckets(
    group: GroupBy, days: Days, compare: Compare, now: datetime | None, zone: str
) -> BucketPairs:
    pairs = pair_whole_buckets(group, days, compare)
    if now is None or not days.start <= (today := day_of(now, zone)) <= days.end:
        return BucketPairs(pairs, None)
    [running] = Days(today, today).buckets(group.value)
    partner = pairs.get(running)
    if partner is None:
        return BucketPairs(pairs, None)
    counted, until = Comparison.of(days, compare, now, zone)
    last, reached = bucket_end(group, partner), partner + (today - running)
    end = first_instant(last + ONE_DAY, zone)
    part_end = end if reached > last else same_time_on(reached, now, zone)
    counted_end = until or counted.bounds(zone)[1]
    begins_alike = max(running, days.start) - running == max(partner, counted.start) - partner
    if not begins_alike or part_end > counted_end:
        del pairs[running]
        return BucketPairs(pairs, None)
    rest = Span(part_end, min(end, counted_end))
    return BucketPairs(pairs, rest if rest.start < rest.end else None)


def pair_whole_buckets(group: GroupBy, days: Days, compare: Compare) -> dict[date, date]:
    """Pair the days, weeks or months of a range with those of the earlier period, whole.

    Compared with the year before, a date corresponds to the same date. Compared with the days before, in ranges of two
    weeks or more, days and weeks correspond to those of the same weekday, so that the first ones may have no
    counterpart. Anything else corresponds to what is at the same position.
    """
    own = days.buckets(group.value)
    if compare is Compare.YEAR and group is GroupBy.DATE:
        return {day: same_day_years_before(day) for day in own}
    earlier = (days.previous_year() if compare is Compare.YEAR else days.previous()).buckets(
        group.value
    )
    if compare is Compare.YEAR or group is GroupBy.MONTH or days.length < WEEKDAYS_FROM:
        return dict(zip(own, earlier, strict=False))
    back = timedelta(weeks=-(-days.length // 7))
    return {first: first - back for first in own if first - back in set(earlier)}


def bucket_end(group: GroupBy, first: date) -> date:
    """The last day of the day, week or month that begins on `first`."""
    if group is GroupBy.MONTH:
        return next_month(first) - ONE_DAY
    return first + timedelta(days=6) if group is GroupBy.WEEK else first
