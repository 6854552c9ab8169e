"""The query of a report, and what each of its sources selects: the groups' columns, then those of a roll-up."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import Any

from schema.core.days import Days, MonthSplit
from schema.core.figures import COUNTERS, FIGURES, MIXED_COUNTERS, Sums
from schema.orders.counters import found_counter
from schema.reports.report import DateBasis, GroupBy, StatusFilter

MID, SITE_ID, LINK_ID = "mid", "site_id", "link_id"
GROUP_KEYS: dict[GroupBy, str] = {group: group.value for group in GroupBy} | {
    GroupBy.BRAND: MID,
    GroupBy.SITE: SITE_ID,
    GroupBy.LINK: LINK_ID,
}
"""The column by which each group is aggregated, before names are joined."""
SUM_TYPES = {name: "bigint" if name in COUNTERS else "numeric" for name in FIGURES}
"""A roll-up's columns and their types."""
REPORTED = {name: kind for name, kind in SUM_TYPES.items() if name not in MIXED_COUNTERS}
"""The columns that a report adds up; the others replace some of them under a status filter."""
OWN_COUNTERS = {
    "pending_orders": "pending",
    "approved_orders": "approved",
    "rejected_orders": "rejected",
}


TIME_STEPS = {GroupBy.DATE: "day", GroupBy.WEEK: "week", GroupBy.MONTH: "month"}
"""The units into which a range can be divided."""
SUM_EXPRESSIONS = {name: name for name in Sums._fields} | {
    "sales": "pending_sales + approved_sales + rejected_sales"
}
"""What a line adds up, and no more, because every sum takes time."""
LINE_TYPES = REPORTED | {"sales": "numeric"}


@dataclass(frozen=True, kw_only=True)
class ReportQuery:
    """The query of a report. None sets no condition; an empty list matches nothing."""

    publisher_id: int
    zone: str
    currency: str
    days: Days
    groups: tuple[GroupBy, ...] = ()
    status: StatusFilter = StatusFilter.ALL
    basis: DateBasis = DateBasis.ORDER
    mids: list[int] | None = None
    site_ids: list[int] | None = None
    uids: dict[str, str] = field(default_factory=dict)
    sort: tuple[str, ...] = ()
    """Columns of the report, preceded by `-` for descending order; after them, lines are sorted by the groups."""
    size: int = 1_000
    offset: int = 0
    today: date | None = None
    """Today in the publisher's time zone; there are no figures after it."""

    @cached_property
    def month_split(self) -> MonthSplit:
        """The months and days of which its range consists."""
        return self.days.split_months(self.today)

    @property
    def fills_gaps(self) -> bool:
        """Whether it is only by day, week or month, and so shows those without figures too."""
        return len(self.groups) == 1 and self.groups[0] in TIME_STEPS

    def for_days(self, days: Days) -> "ReportQuery":
        """The same for other days: by day, week or month all lines in order of time, otherwise only the totals."""
        groups = self.groups if self.fills_gaps else ()
        size = len(days.buckets(groups[0].value)) if groups else 1
        return replace(self, days=days, groups=groups, sort=(), size=size, offset=0)


@dataclass(frozen=True, kw_only=True)
class ReportShape:
    """The part of a query on which the text of its statement depends."""

    source: str
    groups: tuple[GroupBy, ...]
    status: StatusFilter
    basis: DateBasis
    mids: bool
    site_ids: bool
    uids: tuple[str, ...]
    sort: tuple[str, ...]
    fills_gaps: bool
    whole: bool = False
    """Whether to select every column of a roll-up, not only those of a report."""

    @property
    def sums(self) -> dict[str, str]:
        return SUM_TYPES if self.whole else REPORTED

    @property
    def by_day(self) -> bool:
        """Whether each line is a day, whose figures are one row."""
        return self.source == "day" and self.groups == (GroupBy.DATE,)

    @property
    def counts_clicks(self) -> bool:
        """Clicks have neither a status nor a validation."""
        return self.status is StatusFilter.ALL and self.basis is DateBasis.ORDER


def select_list(shape: ReportShape, groups: Mapping[GroupBy, str], sums: Mapping[str, str]) -> str:
    """The list after `select`: an expression for each group, and one or zero for each sum."""
    own = [f"{groups[group]} as {GROUP_KEYS[group]}" for group in shape.groups]
    return ", ".join([*own, *(sum_column(shape, name, sums) for name in shape.sums)])


def sum_column(shape: ReportShape, name: str, sums: Mapping[str, str]) -> str:
    expression = sums.get(name) if stored_column(name, shape.status) else None
    return f"{expression or f'0::{SUM_TYPES[name]}'} as {name}"


def stored_column(name: str, status: StatusFilter) -> str | None:
    """The roll-up's column that a sum is read from, or None if it is 0.

    A status leaves the amounts of items that have it, the orders with such an item by their own status, and no items
    to tell a rate of approval by.
    """
    if status is StatusFilter.ALL:
        return name
    if name in OWN_COUNTERS:
        return found_counter(OWN_COUNTERS[name], status)
    of_status = {f"{status}_sales", f"{status}_commission"}
    if status is StatusFilter.APPROVED:
        of_status.add("paid_commission")
    return name if name in of_status else None


def bucket_series(shape: ReportShape) -> str:
    """The `from` clause for the days, weeks or months of the range, by their first days, as `bucket`."""
    step = TIME_STEPS[shape.groups[0]]
    first = f"date_trunc('{step}', :first_day::date::timestamp)"
    series = f"generate_series({first}, :last_day::date::timestamp, interval '1 {step}')"
    return f"(select step::date as bucket from {series} step) bucket"  # noqa: S608


def group_by_clause(columns: Iterable[Any]) -> str:
    """The `group by` clause for the first columns; empty without any."""
    numbers = ", ".join(str(n) for n, _ in enumerate(columns, 1))
    return f"group by {numbers}" if numbers else ""
