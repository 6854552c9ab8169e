"""Pairs the rows of a report with those of the period it is compared with."""

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
    """For each row, the corresponding row of the earlier period; zeros if there is none.

    A date corresponds to the same date a year earlier, anything else to what is at the same position in the
    earlier period.
    """
    partners = pair_buckets(group, days, compare)
    row_by_group = {getattr(row, group.value): row for row in before}
    return [
        row_by_group.get(partners.get(getattr(row, group.value))) or zero_row(row) for row in rows
    ]


def pair_buckets(group: GroupBy, days: Days, compare: Compare) -> dict[date, date]:
    own = days.buckets(group.value)
    if compare is Compare.YEAR and group is GroupBy.DATE:
        return {day: same_day_years_before(day) for day in own}
    return dict(zip(own, comparison_days(days, compare).buckets(group.value), strict=False))


def zero_row(row: PerformanceRow) -> PerformanceRow:
    """Zeros for the figures that the row has."""
    zeros = ZERO_SUMS if row.clicks is not None else ZERO_SUMS._replace(clicks=None)
    return PerformanceRow(**zeros.to_dict(row.currency))
