"""Expected dates: the rule that past dates fit best, and how often the expected dates shown to publishers came true."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from enum import IntEnum
from itertools import accumulate
from typing import Literal, NamedTuple

from msgspec import Struct

from schema.core.shared_figure import OWN_MIN, count_step, is_spread

WITHIN_DAYS = 3
"""How many days early or late an event may be for its expected date to count as right."""
SPREAD_MOST = 15
"""If eight of ten events were further off than this many days, early or late, no date is expected."""
RULE_LEAST = 3
"""How many past dates of a publisher are needed for a rule."""
RULE_LATEST = 24
"""The maximum number of past dates considered: two years of monthly ones."""
BEST_SHARE = 0.6
"""Where at least this share of past dates lies within WITHIN_DAYS of one number of days, that number is expected."""
GATHERED_LEAST = 10
"""With fewer past dates than this, the median wait is expected."""
MONTHLY_GAIN = 0.05
"""The share by which a day of the month must fit the past better than a number of days."""
MONTH_DAYS_TRIED = 5
LAST_MONTH_DAY = 28
DECISION_HISTORY = timedelta(days=365)
"""How far back a brand's decisions are read to find its rhythm."""
DECISIONS_LEAST = 20
"""How many decisions a brand must have made before a day is expected for its next one."""


class DateKind(IntEnum):
    """What is expected: a brand's decision on an item, its payment of a month, or a payment's arrival."""

    DECISION = 1
    BRAND_PAYMENT = 2
    PAYMENT = 3


class PastDate(NamedTuple):
    """How many orders, months or payments started on one day and were decided or paid on another."""

    started_on: date
    came_on: date
    times: int = 1

    @property
    def days(self) -> int:
        return (self.came_on - self.started_on).days


class DateCase(NamedTuple):
    """An order, month or payment: its first day, the day on which a date was expected, and when that came true."""

    started_on: date
    told_on: date
    came_on: date | None


class DateRule(NamedTuple):
    """When something is expected: so many days after its start, or on the next such day of a month after those."""

    wait: int
    month_day: int | None = None

    def expect(self, start: date) -> date:
        earliest = start + timedelta(days=self.wait)
        return earliest if self.month_day is None else next_month_day(earliest, self.month_day)


def known_rule(cases: Iterable[DateCase], on: date) -> DateRule | None:
    """The rule by the latest dates that had come true by a day; None if they are too few."""
    known = sorted((each.came_on, each) for each in cases if each.came_on and each.came_on <= on)
    if len(known) < RULE_LEAST:
        return None
    return find_rule([PastDate(each.started_on, came_on) for came_on, each in known[-RULE_LATEST:]])


def next_month_day(day: date, month_day: int) -> date:
    """The first date with this day of the month that is not before `day`."""
    if day.day <= month_day:
        return day.replace(day=month_day)
    return (day.replace(day=1) + timedelta(days=31)).replace(day=month_day)


def previous_month_day(day: date, month_day: int) -> date:
    """The last date with this day of the month before `day`."""
    if day.day > month_day:
        return day.replace(day=month_day)
    return (day.replace(day=1) - timedelta(days=1)).replace(day=month_day)


def find_rule(past: Sequence[PastDate]) -> DateRule:
    """The rule that would have been right about most of these dates. There must be at least one date."""
    plain = DateRule(usual_wait(past))
    best, share = plain, share_kept(plain, past) + MONTHLY_GAIN
    for month_day in likely_month_days(past):
        rule = DateRule(wait_for(month_day, past), month_day)
        if (fit := share_kept(rule, past)) > share:
            best, share = rule, fit
    return best


def usual_wait(past: Iterable[PastDate]) -> int:
    """The number of days near which most dates came true; the median, if they are too far apart for that."""
    waits: Counter[int] = Counter()
    for each in past:
        waits[each.days] += each.times
    near = max(
        ({day: waits[day] for day in range(middle - WITHIN_DAYS, middle + WITHIN_DAYS + 1)}
         for middle in sorted(waits)),
        key=lambda days: sum(days.values()),
    )  # fmt: skip
    total = waits.total()
    gathered = total >= GATHERED_LEAST and sum(near.values()) >= BEST_SHARE * total
    return max(0, quantile(near if gathered else waits, 0.5))


def likely_month_days(past: Iterable[PastDate]) -> list[int]:
    """The days of the month near which most dates came true."""
    days: Counter[int] = Counter()
    for each in past:
        days[min(each.came_on.day, LAST_MONTH_DAY)] += each.times
    near = {
        middle: sum(
            times for day, times in days.items() if day_distance(day, middle) <= WITHIN_DAYS
        )
        for middle in range(1, LAST_MONTH_DAY + 1)
    }
    fitting = [day for day in near if near[day] >= BEST_SHARE * days.total()]
    return sorted(fitting, key=lambda day: (-near[day], -days[day]))[:MONTH_DAYS_TRIED]


def day_distance(day: int, other: int) -> int:
    apart = abs(day - other)
    return min(apart, 30 - apart)


def wait_for(month_day: int, past: Iterable[PastDate]) -> int:
    """The wait with which most dates fall on the occurrence of this day of the month that is next to them."""
    steps: dict[int, int] = defaultdict(int)
    for each in past:
        due = nearest_month_day(each.came_on, month_day)
        latest = (due - each.started_on).days
        earliest = (previous_month_day(due, month_day) - each.started_on).days + 1
        if latest >= 0:
            steps[max(0, earliest)] += each.times
            steps[latest + 1] -= each.times
    fitting = accumulate(steps[wait] for wait in sorted(steps))
    return max(zip(fitting, sorted(steps), strict=True), key=lambda pair: pair[0], default=(0, 0))[
        1
    ]


def nearest_month_day(day: date, month_day: int) -> date:
    later, earlier = next_month_day(day, month_day), previous_month_day(day, month_day)
    return later if later - day <= day - earlier else earlier


def share_kept(rule: DateRule, past: Iterable[PastDate]) -> float:
    """The share of these dates that the rule would have foreseen within WITHIN_DAYS."""
    hits = total = 0
    for each in past:
        total += each.times
        if abs((each.came_on - rule.expect(each.started_on)).days) <= WITHIN_DAYS:
            hits += each.times
    return hits / total if total else 0.0


def quantile(counts: Mapping[int, int], share: float) -> int:
    """The smallest value that this share of all counted values does not exceed."""
    least = share * sum(counts.values())
    reached = 0
    value = 0
    for value, count in sorted(counts.items()):
        reached += count
        if count and reached >= least:
            return value
    return value


class DateRecord(Struct, frozen=True, kw_only=True):
    """How well expected dates of twelve months were kept: `kept_percent` of `dates` came true within three days.

    Eight of ten came true between `early_days` before and `late_days` after the day that was told. If that is more than
    15 days either way, `keeps_dates` is false and no day should be relied on: nine of ten came true within `p90_days`
    of the order, of the end of the month, or of the request. From all publishers, `dates` is 30, 100 or 1,000, and
    means so many or more.
    """

    kept_percent: int
    dates: int
    early_days: int
    late_days: int
    p90_days: int
    keeps_dates: bool
    source: Literal["all", "own"]


class DateCounts(NamedTuple):
    """Dates that came true, or are overdue, by the days they were off and by the days they took."""

    off: Counter[int]
    took: Counter[int]

    @property
    def total(self) -> int:
        return self.off.total()

    @property
    def hits(self) -> int:
        return sum(times for days, times in self.off.items() if abs(days) <= WITHIN_DAYS)

    @property
    def early_days(self) -> int:
        return max(0, -quantile(self.off, 0.1))

    @property
    def late_days(self) -> int:
        return max(0, quantile(self.off, 0.9))

    @property
    def median_days(self) -> int:
        return max(0, quantile(self.took, 0.5))

    @property
    def p90_days(self) -> int:
        return max(0, quantile(self.took, 0.9))

    def to_record(self) -> DateRecord | None:
        """A publisher's own record, from OWN_MIN dates on."""
        if self.total < OWN_MIN:
            return None
        return DateRecord(
            kept_percent=100 * self.hits // self.total,
            dates=self.total,
            early_days=self.early_days,
            late_days=self.late_days,
            p90_days=self.p90_days,
            keeps_dates=max(self.early_days, self.late_days) <= SPREAD_MOST,
            source="own",
        )


class SharedDates(Struct, frozen=True, kw_only=True):
    """The expected dates of a kind, of all publishers; `largest` is the greatest number of one publisher."""

    mid: int
    cases: int
    publishers: int
    largest: int
    hits: int
    early_days: int
    late_days: int
    p90_days: int

    def to_record(self) -> DateRecord | None:
        """The record that every publisher may see; None if it would reveal a single publisher."""
        if not is_spread(self.publishers, self.cases, self.largest):
            return None
        return DateRecord(
            kept_percent=100 * self.hits // self.cases,
            dates=count_step(self.cases),
            early_days=self.early_days,
            late_days=self.late_days,
            p90_days=self.p90_days,
            keeps_dates=max(self.early_days, self.late_days) <= SPREAD_MOST,
            source="all",
        )


class CountedDates(Struct, frozen=True, kw_only=True):
    """So many dates of a brand; the days they were off and took, of which an overdue one's are those until today."""

    mid: int
    off: int
    took: int
    dates: int


def count_dates(rows: Iterable[CountedDates]) -> Mapping[int, DateCounts]:
    """Count each brand's dates by the days they were off and took."""
    counts: dict[int, DateCounts] = {}
    for row in rows:
        found = counts.setdefault(row.mid, DateCounts(Counter(), Counter()))
        found.off[row.off] += row.dates
        found.took[row.took] += row.dates
    return counts
