"""The query of a report, and the select list of its sources: the groups' columns, then those of a roll-up."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from schema.core.days import Days, MonthSplit, day_of
from schema.core.figures import COUNTERS, FIGURES, MIXED_COUNTERS, Sums
from schema.orders.counters import found_counter
from schema.reports.comparison import BucketPairs, Comparison, Span, pair_buckets
from schema.reports.report import Compare, DateBasis, GroupBy, StatusFilter
from sql.core.sql_template import piece

MID, SITE_ID, LINK_ID = "mid", "site_id", "link_id"
PAGE_ID, PLACEMENT_ID = "page_id", "placement_id"
GROUP_KEYS: dict[GroupBy, str] = {group: group.value for group in GroupBy} | {
    GroupBy.BRAND: MID,
    GroupBy.SITE: SITE_ID,
    GroupBy.LINK: LINK_ID,
    GroupBy.PAGE: PAGE_ID,
    GroupBy.PLACEMENT: PLACEMENT_ID,
}
"""The column by which each group is aggregated, before names are joined."""
SUM_TYPES = {name: "bigint" if name in COUNTERS else "numeric" for name in FIGURES}
"""A roll-up's columns and their types."""
REPORTED = {name: kind for name, kind in SUM_TYPES.items() if name not in MIXED_COUNTERS}
"""The columns that a report sums; the others replace some of them under a status filter."""
OWN_COUNTERS = {
    "pending_orders": "pending",
    "approved_orders": "approved",
    "rejected_orders": "rejected",
}


ONCE = {name: f"{name}_once" for name in OWN_COUNTERS}
"""The columns that count an order only in its first line, for the totals when several lines can contain it."""
TIME_STEPS = {GroupBy.DATE: "day", GroupBy.WEEK: "week", GroupBy.MONTH: "month"}
"""The units into which a range can be divided."""
SUM_EXPRESSIONS = {name: name for name in Sums._fields} | {
    "sales": "pending_sales + approved_sales + rejected_sales"
}
"""The sums of a line; no others, because every sum takes time."""
LINE_TYPES = REPORTED | {"sales": "numeric"}

LIST_COLUMNS = {
    "country": ("coalesce(c.country, '')", "text"),
    "device": ("coalesce(c.device, '')", "text"),
    LINK_ID: ("c.link_id", "bigint"),
    PAGE_ID: ("c.page_id", "bigint"),
    PLACEMENT_ID: ("c.placement_id", "bigint"),
}
"""The columns besides brand and channel that a report can be narrowed to several values of, and their types."""


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
    lists: dict[str, list[Any]] = field(default_factory=dict)
    """The values of which orders and clicks must have one, by column (LIST_COLUMNS)."""
    sort: tuple[str, ...] = ()
    """Columns of the report, preceded by `-` for descending order; after them, lines are sorted by the groups."""
    size: int = 1_000
    offset: int = 0
    compare: Compare | None = None
    """The period with which the report's figures are compared."""
    lapsed: bool = False
    """Whether groups with figures only in the compared period have a line too."""
    now: datetime | None = None
    """The current time: no figures are later, and a running period is compared with the same part of the earlier."""
    until: datetime | None = None
    """The instant on the last day after which nothing counts."""

    @cached_property
    def month_split(self) -> MonthSplit:
        """The months and days that the query's range consists of."""
        return self.days.split_months(self.now and day_of(self.now, self.zone))

    @property
    def fills_gaps(self) -> bool:
        """Whether the report is grouped only by day, week or month, and so also shows those without figures."""
        return len(self.groups) == 1 and self.groups[0] in TIME_STEPS

    @cached_property
    def earlier(self) -> "ReportQuery | None":
        """The same query for the days that the report is compared with; None without a comparison."""
        if self.compare is None:
            return None
        days, until = Comparison.of(self.days, self.compare, self.now, self.zone)
        return replace(self, days=days, until=until, compare=None, sort=())

    @cached_property
    def bucket_pairs(self) -> dict[GroupBy, BucketPairs]:
        """For each group of days, weeks or months: the earlier bucket that each bucket is compared with.

        With a group of days, only days are paired: weeks and months are then those of the day.
        """
        if self.compare is None:
            return {}
        of_time = [group for group in TIME_STEPS if group in self.groups]
        paired = [GroupBy.DATE] if GroupBy.DATE in of_time else of_time
        return {
            group: pair_buckets(group, self.days, self.compare, self.now, self.zone)
            for group in paired
        }

    @property
    def rest(self) -> Span | None:
        """The span of earlier lines beyond the part with which the running day, week or month is compared."""
        return next((pairs.rest for pairs in self.bucket_pairs.values()), None)


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
    lists: tuple[str, ...]
    sort: tuple[str, ...]
    fills_gaps: bool
    compared_source: str = ""
    """The source of the figures of the compared period; empty without a comparison."""
    lapsed: bool = False
    whole: bool = False
    """Whether to select every column of a roll-up, not only those of a report."""
    cut: bool = False
    """Whether part of the last day does not count."""
    compared_cut: bool = False
    rest: bool = False
    """Whether a line of the earlier period contains more than the part that is compared."""

    @property
    def sums(self) -> dict[str, str]:
        return SUM_TYPES if self.whole else REPORTED

    @property
    def of_compared(self) -> "ReportShape":
        """The shape of the query for the earlier lines."""
        return replace(
            self,
            source=self.compared_source,
            compared_source="",
            sort=(),
            cut=self.compared_cut,
            compared_cut=False,
            rest=False,
        )

    @property
    def by_day(self) -> bool:
        """Whether each line is a day whose figures are in one row."""
        return self.source == "day" and self.groups == (GroupBy.DATE,) and not self.cut

    @property
    def time_groups(self) -> tuple[GroupBy, ...]:
        return tuple(group for group in self.groups if group in TIME_STEPS)

    @property
    def repeats_orders(self) -> bool:
        """Whether an order can be in several lines, because its items may have been decided on different days."""
        return self.basis is DateBasis.VALIDATION and bool(self.time_groups)

    @property
    def counts_clicks(self) -> bool:
        """Whether the report has clicks, which have neither a status nor a validation date."""
        return self.status is StatusFilter.ALL and self.basis is DateBasis.ORDER


def select_list(shape: ReportShape, groups: Mapping[GroupBy, str], sums: Mapping[str, str]) -> str:
    """The list after `select`: an expression for each group, then for each sum its expression or zero."""
    own = [f"{groups[group]} as {GROUP_KEYS[group]}" for group in shape.groups]
    return ", ".join([*own, *(sum_column(shape, name, sums) for name in shape.sums)])


def sum_column(shape: ReportShape, name: str, sums: Mapping[str, str]) -> str:
    expression = sums.get(name) if stored_column(name, shape.status) else None
    return f"{expression or f'0::{SUM_TYPES[name]}'} as {name}"


def stored_column(name: str, status: StatusFilter) -> str | None:
    """The roll-up's column that a sum is read from, or None if it is 0.

    Under a status filter, amounts are those of items with the status, orders with such an item count by their own
    status, and there are no item counts for an approval rate.
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
    return piece("(select step::date as bucket from", series, "step) bucket")


def group_by_clause(columns: Iterable[Any]) -> str:
    """The `group by` clause for the first columns; empty without any."""
    numbers = ", ".join(str(n) for n, _ in enumerate(columns, 1))
    return f"group by {numbers}" if numbers else ""
