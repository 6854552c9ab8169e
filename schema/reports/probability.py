"""The probability of a count or an amount by chance: closed forms in plain Python, some microseconds each.

Days differ by more than chance alone: conversion itself varies from day to day. Exact tests take such days for faults
(40 times as many false alarms at the same threshold), so every rule takes the over-dispersion `rho`, the variance of a
day's rate relative to its square.
"""

from collections.abc import Iterable
from math import exp, lgamma, log, sqrt
from typing import NamedTuple

CONVERSION_RHO = 0.02
"""The day-to-day over-dispersion of the share of clicks that become orders, assumed where little is known."""
CLICK_RHO = 0.12
"""The over-dispersion of the clicks of a channel or a link."""
PRIOR_DAYS = 7
"""How many days of a unit's own history have as much weight as the assumed value."""
LEAST_ORDERS = 8
"""With fewer amounts than this, the variance is too uncertain for a test."""
TINY = 1e-300


class Amounts(NamedTuple):
    """The sums of the logarithms of some amounts, and of their squares."""

    orders: int
    logs: float
    squares: float

    @property
    def mean(self) -> float:
        return self.logs / self.orders

    @property
    def variance(self) -> float:
        """The variance of the sample; never below 0 by rounding."""
        return max(0.0, (self.squares - self.logs**2 / self.orders) / (self.orders - 1))


def beta_binomial_cdf(k: float, n: float, a: float, b: float) -> float:
    """The chance of at most `k` of `n`, if each succeeds at a rate that is itself drawn from Beta(a, b)."""
    term = total = 1.0
    step = k
    scale = (
        lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
        + lgamma(k + a) + lgamma(n - k + b) - lgamma(n + a + b)
        + lgamma(a + b) - lgamma(a) - lgamma(b)
    )  # fmt: skip
    while step > 0 and term > 1e-15 * total:
        term *= step * (n - step + b) / ((n - step + 1) * (step - 1 + a))
        total += term
        step -= 1
    return min(1.0, exp(scale) * total) if scale > -700 else 0.0


def gamma_poisson_cdf(k: float, mean: float, shape: float) -> float:
    """The chance of at most `k` events, if their rate is drawn from a gamma distribution of this shape and mean."""
    if mean <= 0:
        return 1.0
    odds = mean / (shape + mean)
    scale = lgamma(shape + k) - lgamma(shape) - lgamma(k + 1) + k * log(odds)
    scale += shape * log(shape / (shape + mean))
    term = total = 1.0
    step = k
    while step > 0 and term > 1e-15 * total:
        term *= step / ((shape + step - 1) * odds)
        total += term
        step -= 1
    return min(1.0, exp(scale) * total) if scale > -700 else 0.0


def estimate_rho(
    days: Iterable[tuple[float, float]], prior: float = CONVERSION_RHO, weight: float = PRIOR_DAYS
) -> float:
    """The over-dispersion of a rate from (successes, trials) of some days, shrunk to `prior`, worth `weight` days.

    A day with fewer than ten expected successes counts for less, one with less than one for nothing.
    """
    seen = [(k, n) for k, n in days if n > 0]
    successes, trials = sum(k for k, _ in seen), sum(n for _, n in seen)
    if not successes:
        return prior
    rate = successes / trials
    weights = total = 0.0
    for k, n in seen:
        expected = n * rate
        if expected >= 1:
            share = min(1.0, expected / 10)
            excess = ((k - expected) ** 2 - expected * (1 - rate)) / expected**2
            total += min(excess, 36 * prior) * share
            weights += share
    return max(0.75 * prior, (prior * weight + total) / (weight + weights))


def history_shape(successes: float, rho: float, days: float) -> float:
    """How much is known about a rate: the size of its history, capped by the variance of ordinary days."""
    return 1 / (1 / (successes + 0.5) + rho / max(days, 1e-9))


def fallen_share(
    k: float, n: float, before: tuple[float, float], days: float, rho: float, season: float = 1.0
) -> float:
    """The chance of at most `k` of `n` in `days` days, after `before` = (successes, trials) of usual days.

    `season` is the factor by which a control has moved meanwhile: the expected rate is the usual one times `season`.
    The relative variance of a rate p drawn from Beta(a, a (1 - p) / p) is about (1 - p) / a, so that `rho`, which is a
    relative variance too, is divided by 1 - p: rates of approval are high.
    """
    successes, trials = before
    rate = min(0.999, (successes + 0.5) / (trials + 1) * season)
    if n <= 0:
        return 1.0
    shape = history_shape(successes, rho / (1 - rate), days)
    return beta_binomial_cdf(k, max(n, k), shape, shape * (1 - rate) / rate)


def fallen_count(
    k: float, expected: float, before: float, days: float, rho: float = CLICK_RHO
) -> float:
    """The chance of at most `k` events in `days` days, given the expected number and `before` past events."""
    return gamma_poisson_cdf(k, expected, history_shape(before, rho, days))


def fallen_amount(now: Amounts, before: Amounts) -> float:
    """The chance that amounts are as low as `now`, compared with `before`: Welch's test on their logarithms."""
    if now.orders < LEAST_ORDERS or before.orders < LEAST_ORDERS:
        return 1.0
    own, past = now.variance / now.orders, before.variance / before.orders
    error = own + past
    difference = now.mean - before.mean
    if error <= 0:
        return 1.0 if difference >= 0 else 0.0
    freedom = error**2 / (own**2 / (now.orders - 1) + past**2 / (before.orders - 1))
    return student_cdf(difference / sqrt(error), freedom)


def student_cdf(t: float, freedom: float) -> float:
    """Student's distribution: the chance of at most `t`."""
    tail = 0.5 * incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))
    return tail if t < 0 else 1 - tail


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (DLMF 8.17.22)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    value = c = 1.0
    d = 1 / nonzero(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 500):
        step = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / nonzero(1 + step * d)
        c = nonzero(1 + step / c)
        value *= d * c
        step = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / nonzero(1 + step * d)
        c = nonzero(1 + step / c)
        factor = d * c
        value *= factor
        if abs(factor - 1) < 1e-15:
            break
    return front * value


def nonzero(value: float) -> float:
    return value if abs(value) > TINY else TINY


def spread(expected: float, shape: float) -> float:
    """The standard deviation of a count, given the `shape` of its rate."""
    return sqrt(expected + expected**2 / shape)
