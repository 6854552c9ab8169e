"""Puts the rows of a report beside those of the period it is compared with."""

from datetime import date

from schema.core.days import Days, same_day_years_before
from schema.core.figures import ZERO_SUMS
from schema.reports.report import Compare, GroupBy, PerformanceRow


def comparison_days(days: Days, compare: Compare) -> Days:
    return days.previous_year() if compare is Compare.YEAR else days.previous()


def align_rows(
    rows: list[PerformanceRow],
    before: list[PerformanceRow],
    *,
    group: GroupBy,
    days: Days,
    compare: Compare,
) -> list[PerformanceRow]:
    """For each row, in its order, the row before that stands in the same place; zeros where there is none.

    A date stands beside the same date of the year before, anything else beside what has its number in the
    period before.
    """
    partners = pair_buckets(group, days, compare)
    found = {getattr(row, group.value): row for row in before}
    return [found.get(partners.get(getattr(row, group.value))) or zero_row(row) for row in rows]


def pair_buckets(group: GroupBy, days: Days, compare: Compare) -> dict[date, date]:
    own = days.buckets(group.value)
    if compare is Compare.YEAR and group is GroupBy.DATE:
        return {day: same_day_years_before(day) for day in own}
    return dict(zip(own, comparison_days(days, compare).buckets(group.value), strict=False))


def zero_row(row: PerformanceRow) -> PerformanceRow:
    """Zeros, where the row has figures at all."""
    zeros = ZERO_SUMS if row.clicks is not None else ZERO_SUMS._replace(clicks=None)
    return PerformanceRow(**zeros.to_dict(row.currency))
