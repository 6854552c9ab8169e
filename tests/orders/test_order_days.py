"""A range of days composed of months and added or subtracted days equals the range."""

from collections import Counter
from datetime import date, timedelta

import pytest

from schema.core.days import Days, MonthSplit

TODAY = date(2026, 11, 20)
RANGES = [
    (date(2024, 11, 21), TODAY),
    (date(2026, 10, 22), TODAY),
    (date(2026, 2, 1), date(2026, 2, 28)),
    (date(2024, 2, 2), date(2024, 2, 29)),
    (date(2026, 5, 20), date(2026, 5, 21)),
    (date(2025, 12, 3), date(2026, 1, 30)),
    (date(2026, 11, 1), date(2026, 12, 31)),
    (TODAY, TODAY),
]


@pytest.mark.parametrize("today", [None, TODAY])
@pytest.mark.parametrize("days", [Days(*range) for range in RANGES])
def test_date_range_is_split_into_months_and_days_that_add_up_to_it(
    days: Days, today: date | None
) -> None:
    assert count_days(days.split_months(today)) == dict.fromkeys(days.dates(), 1)


def test_date_range_up_to_today_subtracts_later_days_from_the_current_month() -> None:
    days = Days(date(2026, 11, 1), date(2026, 11, 5))
    assert not days.split_months().months
    found = days.split_months(date(2026, 11, 5))
    assert found.months == (date(2026, 11, 1),)
    assert not found.added_days
    assert found.removed_days == tuple(date(2026, 11, day) for day in range(6, 31))


def count_days(pieces: MonthSplit) -> dict[date, int]:
    """How often each day is in them."""
    found = Counter(pieces.added_days)
    for month in pieces.months:
        day = month
        while day.month == month.month:
            found[day] += 1
            day += timedelta(days=1)
    found.subtract(pieces.removed_days)
    return {day: times for day, times in found.items() if times}
