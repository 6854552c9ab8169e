"""Expected dates by the rule that the past fits best, on a generated record of 24 months."""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import cache
from random import Random

import pytest

from schema.core.expected_date import (
    DateCase,
    DateCounts,
    DateRule,
    PastDate,
    SharedDates,
    find_rule,
    known_rule,
    next_month_day,
)

FIRST, DAYS = date(2024, 11, 15), 730
LEARNED_FROM, YEAR = 20, timedelta(days=365)
AGREED = 30
Draw = Callable[[date, Random], date]


def after(days: int, spread: float) -> Draw:
    """Decides so many days after an order."""
    return lambda day, chance: day + timedelta(days=round(days + chance.gauss(0, spread)))


def monthly(month_day: int, wait: int, spread: float) -> Draw:
    """Decides on a day of each month what was ordered long enough before."""
    return lambda day, chance: (
        next_month_day(day + timedelta(days=wait), month_day)
        + timedelta(days=round(chance.gauss(0, spread)))
    )


def early_at_times(days: int, share: float) -> Draw:
    def draw(day: date, chance: Random) -> date:
        took = chance.randint(4, 9) if chance.random() < share else days + chance.randint(0, 2)
        return day + timedelta(days=took)

    return draw


def anyhow(least: int, most: int) -> Draw:
    return lambda day, chance: day + timedelta(days=chance.randint(least, most))


PUNCTUAL: dict[str, Draw] = {
    "30 days": after(30, 1.1),
    "45 days": after(45, 1.3),
    "a day after": after(1, 0.4),
    "the 12th": monthly(12, 20, 1.0),
    "the 1st of the month after": monthly(1, 30, 0.7),
    "the 28th": monthly(28, 5, 1.2),
    "30 days, 6 % at once": early_at_times(30, 0.06),
}
ERRATIC: dict[str, Draw] = {"5 to 90 days": anyhow(5, 90), "20 to 75 days": anyhow(20, 75)}


def best_rule(past: list[PastDate]) -> DateRule:
    return find_rule(past)


def median(past: list[PastDate]) -> DateRule:
    """The control: the median of what decisions took, whatever day of a month they come on."""
    waits = sorted(each.days for each in past)
    return DateRule(waits[len(waits) // 2])


def replay(draw: Draw, rule_of: Callable[[list[PastDate]], DateRule]) -> Iterator[tuple[int, int]]:
    """How many days each date was off, and how many it took, told by what was known on the day of the order."""
    chance = Random(7)
    dates = [
        PastDate(day, draw(day, chance))
        for day in (FIRST + timedelta(days=number) for number in range(DAYS))
    ]
    rule: DateRule | None = None
    for number, each in enumerate(dates):
        today = each.started_on
        if number % 28 == 0:
            known = [one for one in dates if today - YEAR <= one.came_on < today]
            rule = rule_of(known) if len(known) >= LEARNED_FROM else None
        if rule is not None:
            yield (each.came_on - rule.expect(today)).days, each.days


@cache
def count(draw: Draw, rule_of: Callable[[list[PastDate]], DateRule]) -> DateCounts:
    pairs = list(replay(draw, rule_of))
    return DateCounts(Counter(off for off, _ in pairs), Counter(took for _, took in pairs))


def share_kept(draws: dict[str, Draw], rule_of: Callable[[list[PastDate]], DateRule]) -> float:
    counts = [count(draw, rule_of) for draw in draws.values()]
    return sum(each.hits for each in counts) / sum(each.total for each in counts)


class TestGeneratedRecord:
    def test_nine_of_ten_expected_dates_of_punctual_brands_come_true(self) -> None:
        assert share_kept(PUNCTUAL, best_rule) >= 0.9

    @pytest.mark.parametrize("brand", PUNCTUAL)
    def test_each_punctual_brand_is_said_to_keep_its_dates(self, brand: str) -> None:
        record = count(PUNCTUAL[brand], best_rule).to_record()

        assert record is not None
        assert record.keeps_dates
        assert record.kept_percent >= 90

    def test_expecting_dates_by_the_median_alone_is_right_less_than_nine_times_in_ten(self) -> None:
        assert share_kept(PUNCTUAL, median) < 0.9

    @pytest.mark.parametrize("brand", ERRATIC)
    def test_brand_with_erratic_delays_is_not_said_to_keep_dates(self, brand: str) -> None:
        record = count(ERRATIC[brand], best_rule).to_record()

        assert record is not None
        assert not record.keeps_dates
        assert record.kept_percent < 50
        assert 60 <= record.p90_days <= 85

    def test_payments_by_a_brand_on_one_day_of_each_month_are_expected_on_that_day(self) -> None:
        chance = Random(1)
        months = [next_month_day(FIRST + timedelta(days=31 * number), 1) for number in range(24)]
        paid = [
            next_month_day(month + timedelta(days=62), 12) + timedelta(days=chance.randint(-1, 1))
            for month in months
        ]
        cases = [
            DateCase(month, month + timedelta(days=32), day)
            for month, day in zip(months, paid, strict=True)
        ]
        off = [
            abs((day - rule.expect(case.started_on)).days)
            for case, day in zip(cases, paid, strict=True)
            if (rule := known_rule(cases, case.told_on))
        ]

        assert len(off) >= 18
        assert sum(days <= 3 for days in off) >= 0.9 * len(off)


class TestRule:
    def test_date_of_a_brand_with_few_past_dates_is_expected_by_their_median(self) -> None:
        start = date(2026, 3, 1)
        past = [PastDate(start, start + timedelta(days=days)) for days in (4, 30, 6)]

        assert find_rule(past) == DateRule(6)

    def test_usual_day_of_the_month_is_found_with_the_wait_before_it(self) -> None:
        rule = find_rule(
            [
                PastDate(day, next_month_day(day + timedelta(days=20), 12))
                for day in (FIRST + timedelta(days=number) for number in range(200))
            ]
        )

        assert rule == DateRule(20, 12)
        assert rule.expect(date(2026, 1, 23)) == date(2026, 2, 12)
        assert rule.expect(date(2026, 1, 24)) == date(2026, 3, 12)

    def test_no_date_is_expected_before_three_past_ones_are_known(self) -> None:
        day = date(2026, 3, 1)
        cases = [DateCase(day, day, day + timedelta(days=number)) for number in (5, 6, 40)] + [
            DateCase(day, day, None)
        ]

        assert known_rule(cases, day + timedelta(days=39)) is None
        assert known_rule(cases, day + timedelta(days=40)) == DateRule(6)


class TestSharedDates:
    @pytest.mark.parametrize(
        ("publishers", "cases", "largest", "shown"),
        [
            (6, 45, 15, True),
            (5, 45, 15, False),
            (6, 44, 14, True),
            (9, 34, 5, False),
            (9, 90, 31, False),
        ],
    )
    def test_date_record_of_all_publishers_is_shown_only_if_it_reveals_no_publisher(
        self, publishers: int, cases: int, largest: int, shown: bool
    ) -> None:
        shared = SharedDates(
            mid=1, cases=cases, publishers=publishers, largest=largest, hits=cases - 3, early_days=0,
            late_days=2, p90_days=31,
        )  # fmt: skip

        record = shared.to_record()

        assert (record is not None) == shown
        if record is not None:
            assert (record.dates, record.kept_percent) == (30, 93)
