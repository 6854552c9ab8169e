"""Ranges of days: their bounds as instants of a time zone, their weeks and months, and the preceding range."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import NamedTuple

from schema.core.time_zones import get_zone

EARLIEST, LATEST = date(2000, 1, 1), date(2099, 12, 31)
"""The first and last day of a report, so that the preceding range and the following day are valid dates too."""
YEARS_MAX = 5
ONE_DAY = timedelta(days=1)


class Days(NamedTuple):
    """A range of days from `start` to `end`, both inclusive."""

    start: date
    end: date

    @classmethod
    def last(cls, count: int, now: datetime, zone: str) -> "Days":
        """The last `count` days, up to today in a time zone."""
        today = day_of(now, zone)
        return cls(today - timedelta(days=count - 1), today)

    @property
    def length(self) -> int:
        return (self.end - self.start).days + 1

    def bounds(self, zone: str) -> tuple[datetime, datetime]:
        """The first instant of the range and the first one after it, in UTC."""
        return first_instant(self.start, zone), first_instant(self.end + ONE_DAY, zone)

    def previous(self) -> "Days":
        """The range of equally many days immediately before this one."""
        return Days(self.start - timedelta(days=self.length), self.start - ONE_DAY)

    def previous_year(self) -> "Days":
        """The same dates a year earlier; February 29 becomes February 28."""
        return Days(same_day_years_before(self.start), same_day_years_before(self.end))

    def buckets(self, kind: str) -> list[date]:
        """The range's dates, or the first days of its weeks or months; empty for any other kind."""
        kinds = {"date": self.dates, "week": self.weeks, "month": self.months}
        return kinds[kind]() if kind in kinds else []

    def dates(self) -> list[date]:
        return [self.start + timedelta(days=n) for n in range(self.length)]

    def weeks(self) -> list[date]:
        """The Mondays of the weeks that the range touches."""
        first = self.start - timedelta(days=self.start.weekday())
        return [first + timedelta(days=n) for n in range(0, (self.end - first).days + 1, 7)]

    def months(self) -> list[date]:
        """The first days of the months that the range touches."""
        return list(month_starts(self.start.replace(day=1), self.end))

    def split_months(self, today: date | None = None) -> "MonthSplit":
        """Split the range into months, with as few days as possible to add to them and to remove from them.

        Days after `today` have no figures, so they cost nothing; without `today` all days count alike.
        """
        return split_months(self, today)

    @property
    def is_too_long(self) -> bool:
        return same_day_years_before(self.end, YEARS_MAX) >= self.start


class MonthSplit(NamedTuple):
    """The months that a range is split into, by their first days, and the days to add and to subtract."""

    months: tuple[date, ...]
    added_days: tuple[date, ...]
    removed_days: tuple[date, ...]
    """Days of these months that are outside the range."""


@lru_cache(maxsize=500)
def split_months(days: Days, today: date | None) -> MonthSplit:
    whole, added, removed = list[date](), list[date](), list[date]()
    for month in days.months():
        if days.start <= month and next_month(month) - ONE_DAY <= days.end:
            whole.append(month)
            continue
        within, beyond = list[date](), list[date]()
        for n in range((next_month(month) - month).days):
            day = month + timedelta(days=n)
            (within if days.start <= day <= days.end else beyond).append(day)
        if sum(today is None or day <= today for day in beyond) < len(within):
            whole.append(month)
            removed += beyond
        else:
            added += within
    return MonthSplit(tuple(whole), tuple(added), tuple(removed))


def day_of(at: datetime, zone: str) -> date:
    """The date of an instant in a time zone."""
    return at.astimezone(get_zone(zone)).date()


def first_instant(day: date, zone: str) -> datetime:
    """The first instant of a day: the first midnight if there are two, the next instant if there is none."""
    return datetime.combine(day, time(), get_zone(zone)).astimezone(UTC)


def same_time_on(day: date, at: datetime, zone: str) -> datetime:
    """The instant on a day at which the clocks of a time zone show the same time as at `at`."""
    local = at.astimezone(get_zone(zone)).time()
    return datetime.combine(day, local, get_zone(zone)).astimezone(UTC)


def same_day_years_before(day: date, years: int = 1) -> date:
    leap = (day.month, day.day) == (2, 29) and years % 4
    return day.replace(year=day.year - years, day=28 if leap else day.day)


def next_month(month: date) -> date:
    return (month + timedelta(days=32)).replace(day=1)


def months_before(day: date, months: int) -> date:
    """The first day of the month that is so many months before the month of a day."""
    number = day.year * 12 + day.month - 1 - months
    return date(number // 12, number % 12 + 1, 1)


def month_starts(first: date, last: date) -> Iterator[date]:
    while first <= last:
        yield first
        first = next_month(first)
