"""Puts the rows of a report beside those of the period it is compared with."""

from datetime import date

from schema.core.days import Days, year_before
from schema.core.figures import NOTHING
from schema.reports.report import Compare, GroupBy, PerformanceRow


def compared_days(days: Days, compare: Compare) -> Days:
    return days.year_before() if compare is Compare.YEAR else days.before()


def aligned(
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
    partners = beside(group, days, compare)
    found = {getattr(row, group.value): row for row in before}
    return [found.get(partners.get(getattr(row, group.value))) or nothing(row) for row in rows]


def beside(group: GroupBy, days: Days, compare: Compare) -> dict[date, date]:
    own = days.buckets(group.value)
    if compare is Compare.YEAR and group is GroupBy.DATE:
        return {day: year_before(day) for day in own}
    return dict(zip(own, compared_days(days, compare).buckets(group.value), strict=False))


def nothing(row: PerformanceRow) -> PerformanceRow:
    """Zeros, where the row has figures at all."""
    zeros = NOTHING if row.clicks is not None else NOTHING._replace(clicks=None)
    return PerformanceRow(**zeros.named(row.currency))
