"""The days, weeks and months of a comparison."""

from datetime import UTC, date, datetime, timedelta

import pytest

from schema.core.days import Days
from schema.reports.comparison import Comparison, pair_buckets
from schema.reports.report import Compare, GroupBy

NOW = datetime(2026, 11, 26, 10, 46, tzinfo=UTC)
"""A Thursday."""
TODAY = NOW.date()
ZONE = "UTC"


def last(count: int) -> Days:
    return Days.last(count, NOW, ZONE)


def pair(group: GroupBy, days: Days, compare: Compare = Compare.PREVIOUS) -> dict[date, date]:
    return pair_buckets(group, days, compare, NOW, ZONE).buckets


@pytest.mark.parametrize("count", [1, 7, 30, 365])
def test_date_range_including_today_is_compared_up_to_the_same_time_of_day(count: int) -> None:
    compared = Comparison.of(last(count), Compare.PREVIOUS, NOW, ZONE)
    assert compared.until == NOW - timedelta(days=count)
    assert compared.days == Days(
        TODAY - timedelta(days=2 * count - 1), TODAY - timedelta(days=count)
    )


def test_past_date_range_is_compared_in_full() -> None:
    days = Days(date(2026, 11, 1), date(2026, 11, 25))
    assert Comparison.of(days, Compare.PREVIOUS, NOW, ZONE) == (days.previous(), None)
    assert Comparison.of(days, Compare.YEAR, NOW, ZONE) == (days.previous_year(), None)


def test_future_days_are_not_compared() -> None:
    month = Days(date(2026, 11, 1), date(2026, 11, 30))
    compared = Comparison.of(month, Compare.YEAR, NOW, ZONE)
    assert compared.days == Days(date(2025, 11, 1), date(2025, 11, 26))
    assert compared.until == datetime(2025, 11, 26, 10, 46, tzinfo=UTC)


def test_time_of_day_in_a_comparison_follows_the_clocks_of_the_time_zone() -> None:
    now = datetime(
        2026, 3, 10, 15, 30, tzinfo=UTC
    )  # 11:30 in New York, in summer time since two days
    compared = Comparison.of(
        Days.last(7, now, "America/New_York"), Compare.PREVIOUS, now, "America/New_York"
    )
    assert compared.until == datetime(2026, 3, 3, 16, 30, tzinfo=UTC)


def test_ranges_from_two_weeks_on_are_compared_by_weekday() -> None:
    pairs = pair(GroupBy.DATE, last(30))
    assert all(own.weekday() == then.weekday() for own, then in pairs.items())
    assert pairs[TODAY] == TODAY - timedelta(days=35)
    assert len(pairs) == 25


def test_ranges_under_two_weeks_are_compared_with_the_days_before() -> None:
    assert pair(GroupBy.DATE, last(3)) == {
        TODAY - timedelta(days=n): TODAY - timedelta(days=n + 3) for n in range(3)
    }


def test_unfinished_day_is_compared_with_the_same_hours_of_the_earlier_day() -> None:
    """Of 30 days the earlier period ends at 10:46 five days after that counterpart, which counts whole in its total."""
    paired = pair_buckets(GroupBy.DATE, last(30), Compare.PREVIOUS, NOW, ZONE)
    then = NOW - timedelta(days=35)
    assert paired.rest == (then, datetime(2026, 10, 23, tzinfo=UTC))
    assert pair_buckets(GroupBy.DATE, last(28), Compare.PREVIOUS, NOW, ZONE).rest is None


def test_unfinished_week_is_compared_with_the_same_days_of_the_earlier_week() -> None:
    paired = pair_buckets(GroupBy.WEEK, last(90), Compare.PREVIOUS, NOW, ZONE)
    monday = TODAY - timedelta(days=3)
    assert paired.buckets[monday] == monday - timedelta(days=91)
    assert paired.rest == (NOW - timedelta(days=91), NOW - timedelta(days=90))


def test_unfinished_month_without_the_same_days_in_the_earlier_period_is_not_compared() -> None:
    year = Days(date(2026, 1, 1), TODAY)
    november = date(2026, 11, 1)
    assert november not in pair(GroupBy.MONTH, Days(date(2026, 10, 20), TODAY))
    assert pair(GroupBy.MONTH, year, Compare.YEAR)[november] == date(2025, 11, 1)
    assert pair_buckets(GroupBy.MONTH, year, Compare.YEAR, NOW, ZONE).rest is None


def test_unfinished_month_is_compared_with_the_same_days_of_a_longer_month() -> None:
    """From 1 January on, the 330 days before begin within a February and end with a whole December."""
    year = Days(date(2026, 1, 1), TODAY)
    paired = pair_buckets(GroupBy.MONTH, year, Compare.PREVIOUS, NOW, ZONE)
    assert paired.buckets[date(2026, 11, 1)] == date(2025, 12, 1)
    assert paired.rest == (
        datetime(2025, 12, 26, 10, 46, tzinfo=UTC),
        datetime(2025, 12, 31, 10, 46, tzinfo=UTC),
    )
