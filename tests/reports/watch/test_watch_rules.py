"""The rules of the watch on simulated traffic: what they find, what they leave, and two controls that must fail."""

import random
from collections.abc import Callable
from datetime import timedelta

import pytest

from schema.reports.alert import AlertKind
from schema.reports.reporting_delay import find_rhythm, usual_rhythm
from schema.reports.sale_days import is_sale_day
from schema.reports.watch import (
    ALPHA,
    DAYS_READ,
    Control,
    Finding,
    UnitDays,
    has_recovered,
    judge_amounts,
    judge_clicks,
    judge_conversion,
    make_baseline,
)
from tests.support.reports.watch_simulation import Outcome, count_false, find_stop
from tests.support.reports.watch_traffic import ROUGH, SMOOTH, START, Traffic, instant

Rule = Callable[[UnitDays], Finding | None]
CLICKS = (200, 1_000, 5_000)


def judge(days: UnitDays) -> Finding | None:
    return judge_conversion(days, ALPHA)


def is_half(days: UnitDays) -> Finding | None:
    """The rule that people think of first: below half of the mean, on at least a hundred clicks."""
    usual = make_baseline(days, -1)
    clicks, orders = days.clicks[-1], days.orders[-1]
    if clicks < 100 or usual.days < 28 or orders >= usual.rate * clicks / 2:
        return None
    return Finding(AlertKind.CONVERSION_FALLEN, -1, usual.rate * clicks, orders, 0.5, 0.0)


def watch_nothing(_: UnitDays) -> None:
    """A watch that is switched off."""


def steady(days: int = DAYS_READ, clicks: float = 1_000, orders: float = 20) -> UnitDays:
    return UnitDays([clicks] * days, [orders] * days, [True] * days)


def test_false_alerts_are_rare_on_smooth_and_on_rough_traffic() -> None:
    smooth = sum(
        count_false(judge, clicks, months=12, seed=seed) for seed in range(6) for clicks in CLICKS
    )
    rough = sum(
        count_false(judge, clicks, months=6, seed=seed, rough=ROUGH)
        for seed in range(6)
        for clicks in CLICKS
    )
    assert smooth <= 4, "0.02 a month"
    assert rough <= 5, "0.05 a month"


def test_alerting_below_half_the_mean_would_raise_false_alerts() -> None:
    """The control."""
    months = [count_false(is_half, 200, months=12, seed=seed) for seed in range(6)]
    assert sum(months) > 10, "0.44 a month where there are few orders"


@pytest.mark.parametrize(("orders_a_day", "most"), [(1, 20), (5, 20), (20, 20), (100, 40)])
def test_stop_of_all_orders_is_detected_after_few_expected_ones(
    orders_a_day: int, most: int
) -> None:
    found = [find_stop(orders_a_day, seed=seed) for seed in range(8)]
    assert all(each.is_found for each in found)
    lost = sorted(each.lost for each in found)
    assert lost[-2] <= most, lost


def test_halved_number_of_orders_is_detected_within_four_days() -> None:
    found = [find_stop(100, seed=seed, left=0.5) for seed in range(6)]
    assert all(each.is_found and each.days <= 4 for each in found)


def test_disabled_rule_of_the_watch_detects_no_stop() -> None:
    """The control."""
    found = [find_stop(100, seed=seed, judge=watch_nothing, by_hour=False) for seed in range(3)]
    assert found == [Outcome(is_found=False, days=20, lost=each.lost) for each in found]


def test_brand_with_too_few_orders_is_not_judged_by_the_watch() -> None:
    few = UnitDays([20.0] * DAYS_READ, [0.0, 1.0] * (DAYS_READ // 2), [True] * DAYS_READ)
    assert make_baseline(few).too_few
    assert judge(UnitDays(few.clicks, [*few.orders[:-28], *[0.0] * 28], few.usable)) is None


def test_watch_ignores_days_of_an_outage() -> None:
    days = steady()
    orders, usable = list(days.orders), list(days.usable)
    orders[-3:] = [0.0] * 3
    assert judge(days._replace(orders=orders)) is not None
    usable[-3:] = [False] * 3
    assert judge(days._replace(orders=orders, usable=usable)) is None


def test_surge_of_clicks_without_orders_is_not_a_fall() -> None:
    days = steady()
    assert judge(days._replace(clicks=[*days.clicks[:-1], 8_000.0])) is None


def test_fall_shared_by_all_other_publishers_is_not_an_alert() -> None:
    days = steady()
    fallen = days._replace(orders=[*days.orders[:-7], *[8.0] * 7])
    assert judge_conversion(fallen, ALPHA) is not None
    others = Control([10_000.0] * DAYS_READ, [*[200.0] * (DAYS_READ - 7), *[80.0] * 7])
    assert judge_conversion(fallen, ALPHA, others) is None
    assert judge_conversion(fallen, ALPHA, Control([10_000.0] * DAYS_READ, [200.0] * DAYS_READ))


def test_end_of_bought_traffic_beside_usual_clicks_is_not_a_fall_of_clicks() -> None:
    usual, bought = [500.0] * 50, [1_500.0] * 27
    days = UnitDays([*usual, *bought, *[500.0] * 7], [], [True] * DAYS_READ)
    assert judge_clicks(days, ALPHA) is None
    below = UnitDays([*usual, *bought, *[100.0] * 7], [], [True] * DAYS_READ)
    assert judge_clicks(below, ALPHA), "clicks fell below those before, too"
    new = UnitDays([*[0.0] * 50, *bought, *[500.0] * 7], [], [True] * DAYS_READ)
    assert judge_clicks(new, ALPHA), "there is no traffic before that it could have gone back to"


def test_channel_with_bought_traffic_is_not_watched_for_clicks() -> None:
    usual = steady(clicks=300)
    gone = usual._replace(clicks=[*usual.clicks[:-1], 0.0])
    found = judge_clicks(gone, ALPHA)
    assert found is not None
    assert (found.kind, found.start) == (AlertKind.CLICKS_FALLEN, -1)
    bought = [300.0 if n % 7 < 4 else 0.0 for n in range(DAYS_READ)]
    assert judge_clicks(usual._replace(clicks=bought), ALPHA) is None


def test_halved_commission_per_order_is_detected() -> None:
    chance = random.Random(4)

    def day(mean: float) -> tuple[int, float, float]:
        logs = [chance.gauss(mean, 0.6) for _ in range(20)]
        return 20, sum(logs), sum(value**2 for value in logs)

    from schema.reports.probability import Amounts

    usual = [Amounts(*day(2.0)) for _ in range(32)]
    assert judge_amounts([*usual, *(Amounts(*day(2.0)) for _ in range(3))]) is None
    found = judge_amounts([*usual, *(Amounts(*day(1.3)) for _ in range(3))])
    assert found is not None
    assert found.seen < 0.6 * found.expected


def test_recovery_of_orders_needs_seven_orders_or_three_days_in_range() -> None:
    assert has_recovered(7, 6, 0, 0.0)
    assert not has_recovered(6.5, 6, 1, 0.0)
    assert has_recovered(4, 4, 3, 0.0)
    assert not has_recovered(10, 5, 3, 0.5), "what was seen while it was fallen"


class TestRhythm:
    def test_share_of_reported_orders_grows_with_time(self) -> None:
        rhythm = usual_rhythm(1)
        shares = [rhythm.share(hours) for hours in (0, 0.1, 2, 24, 240, 1000)]
        assert shares == sorted(shares)
        assert (shares[0], shares[-1]) == (0.0, 1.0)
        assert rhythm.share_of_day(48) > 0.9 > rhythm.share_of_day(0)

    def test_brand_that_reports_once_a_day_has_missed_no_report_between_two_files(self) -> None:
        now = instant(28.9)
        rhythm = find_rhythm(
            7, 200, [30.0] * 20, [1.0] * 20, [24 * n + 6 for n in range(28)],
            publishers=3, newest_order=instant(28), last_report=instant(28.25),
        )  # fmt: skip
        assert rhythm.gap_hours == 24
        assert rhythm.reportable_until(now) == instant(28)
        assert rhythm.missed_reports(now) == 0
        assert rhythm.missed_reports(instant(30.5)) == 2
        assert rhythm.reportable_until(instant(32)) == instant(30), "two reports are missing"

    def test_orders_reported_one_by_one_are_not_taken_for_reports_in_batches(self) -> None:
        chance = random.Random(1)
        hours = sorted({int(chance.random() * 672) for _ in range(300)})
        rhythm = find_rhythm(
            7,
            300,
            [0.1] * 20,
            [0.1] * 20,
            hours,
            publishers=3,
            newest_order=START,
            last_report=START,
        )
        assert rhythm.gap_hours is None

    def test_brand_with_few_orders_has_the_usual_rhythm(self) -> None:
        assert find_rhythm(
            7,
            5,
            [900.0] * 20,
            [1.0] * 20,
            [1, 200],
            publishers=1,
            newest_order=START,
            last_report=START,
        ) == usual_rhythm(7)


def test_days_around_black_friday_are_sale_days() -> None:
    friday = START.date().replace(year=2026, month=11, day=27)
    found = [n for n in range(-5, 10) if is_sale_day(friday + timedelta(days=n))]
    assert found == [-1, 0, 1, 2, 3]


def test_simulated_traffic_of_the_watch_tests_has_the_given_rates() -> None:
    traffic = Traffic(random.Random(3), 1_000, 0.02, rough=SMOOTH)
    for _ in range(200):
        traffic.add_day()
    days = traffic.window(200)
    assert 700 < sum(days.clicks) / DAYS_READ < 1_400
    assert 0.016 < sum(days.orders) / sum(days.clicks) < 0.024
