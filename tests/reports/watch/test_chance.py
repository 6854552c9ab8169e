"""The closed forms of the watch equal exact sums, and the tabulated distributions."""

from fractions import Fraction
from math import comb, log, sqrt

import pytest

from schema.reports.probability import (
    Amounts,
    beta_binomial_cdf,
    estimate_rho,
    fallen_amount,
    fallen_share,
    gamma_poisson_cdf,
    student_cdf,
)

NEAR = 1e-10


def sum_logs(amounts: list[float]) -> Amounts:
    logs = [log(amount) for amount in amounts]
    return Amounts(len(logs), sum(logs), sum(value * value for value in logs))


def rising(start: int, steps: int) -> Fraction:
    product = Fraction(1)
    for n in range(steps):
        product *= start + n
    return product


def exact_beta_binomial(k: int, n: int, a: int, b: int) -> Fraction:
    """By rational numbers, so that nothing is rounded."""
    terms = (comb(n, i) * rising(a, i) * rising(b, n - i) for i in range(k + 1))
    return sum(terms, Fraction(0)) / rising(a + b, n)


def exact_gamma_poisson(k: int, mean: int, shape: int) -> Fraction:
    share = Fraction(shape, shape + mean)
    term = total = share**shape
    for i in range(k):
        term *= (shape + i) * (1 - share) / (i + 1)
        total += term
    return total


@pytest.mark.parametrize(
    ("k", "n", "a", "b"), [(0, 50, 3, 97), (3, 200, 7, 300), (10, 500, 20, 400), (1, 1000, 12, 500)]
)
def test_beta_binomial_probability_equals_the_exact_sum(k: int, n: int, a: int, b: int) -> None:
    exact = float(exact_beta_binomial(k, n, a, b))
    assert beta_binomial_cdf(k, n, a, b) == pytest.approx(exact, rel=NEAR)


@pytest.mark.parametrize(
    ("k", "mean", "shape"), [(0, 15, 49), (3, 20, 8), (40, 100, 8), (100, 400, 30)]
)
def test_gamma_poisson_probability_equals_the_exact_sum(k: int, mean: int, shape: int) -> None:
    exact = float(exact_gamma_poisson(k, mean, shape))
    assert gamma_poisson_cdf(k, mean, shape) == pytest.approx(exact, rel=NEAR)


@pytest.mark.parametrize(
    ("t", "freedom", "chance"),
    [
        (-1.0, 1, 0.25),  # the Cauchy distribution
        (-2.0, 2, 0.5 - 2 / (2 * sqrt(6))),  # its closed form
        (2.228138852, 10, 0.975),  # tables of the t distribution
        (-2.228138852, 10, 0.025),
        (-3.169272673, 10, 0.005),
        (1.812461123, 10, 0.95),
    ],
)
def test_students_t_distribution_equals_tabulated_values(
    t: float, freedom: float, chance: float
) -> None:
    assert student_cdf(t, freedom) == pytest.approx(chance, abs=1e-9)


def test_estimated_dispersion_is_low_for_equal_days_and_high_for_uneven_ones() -> None:
    assert estimate_rho([(20, 1000)] * 28) == 0.75 * 0.02
    assert estimate_rho([(30, 1000), (10, 1000)] * 14) > 0.1
    assert estimate_rho([]) == 0.02


def test_dispersion_makes_a_fall_more_likely_by_chance() -> None:
    calm, rough = (fallen_share(5, 1000, (560, 28_000), 1, rho) for rho in (0.001, 0.1))
    assert calm < 1e-3 < rough


def test_halved_commission_amounts_are_improbable_and_equal_ones_are_not() -> None:
    usual = sum_logs([8.0, 10.0, 12.0, 9.0, 11.0] * 10)
    halved = sum_logs([4.0, 5.0, 6.0, 4.5, 5.5] * 2)
    assert fallen_amount(halved, usual) < 1e-6
    assert fallen_amount(sum_logs([8.0, 10.0, 12.0, 9.0, 11.0] * 2), usual) > 0.1
    assert fallen_amount(Amounts(3, -9.0, 27.0), usual) == 1.0, "too few to say"
