"""The watch: what its rules find of seeded faults and tell of traffic without any, and how long a round takes."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from math import pi, sin
from types import SimpleNamespace
from typing import Any, NamedTuple

import psutil

from handlers import _registry  # noqa: F401 - registers the jobs that a round queues
from handlers.reports.watch.watch import look_at_all
from rpc import Worker
from schema.reports.alert import AlertKind
from schema.reports.chance import gamma_poisson_cdf
from schema.reports.sale_days import is_sale_day
from schema.reports.watch import (
    ALPHA,
    DAYS_READ,
    Control,
    Finding,
    UnitDays,
    judge_conversion,
    make_baseline,
)
from sql.core.db import open_pool
from sql.server import embedded
from tests.bench.budget import Budget, table
from tests.bench.false_alerts import QUIET, SimulatedBrand, count_by_month, draw_amounts
from tests.bench.machine import FOLDER
from tests.bench.reports import data
from tests.bench.reports.reports import SETTINGS, SIZE, SMALL, make_database, run
from tests.bench.seed import Seeded
from tests.support.reports.watch_simulation import tells_stop
from tests.support.reports.watch_traffic import ROUGH, SMOOTH, START, Roughness, Traffic

ROUND_SECONDS = 20
FOUND, FALSE_SMOOTH, FALSE_ROUGH = 0.95, 0.02, 0.05
UNITS = 3
"""Brands of a simulated publisher."""
WHOLE_MONTHS = 24
"""From so many months on, the figures are held to the bounds themselves."""
POISSON = 1e9
"""The shape at which a gamma-Poisson distribution is Poisson's."""
LATEST = 60
STOP_COST, FALL_COST = 40, 150
BATCHES = (1, 1, 1, 1, 7)
"""Days between two reports: most brands report at once or daily, which is the same to whole days."""


class Fault(NamedTuple):
    """A seeded fault, and what became of it: orders lost that could have been reported, before it was found."""

    left: float
    cost: float
    found_after: float | None


def measure(_: Seeded, *, rounds: int, seconds: float) -> tuple[str, list[Budget]]:
    """The section of the report, and its budgets; fewer publishers and orders where rounds are short."""
    small = seconds < 2
    budgets = judge_simulation(*((20, 6, 60) if small else (100, 24, 500)))
    with ThreadPoolExecutor(1) as thread:  # the caller has a loop of its own
        took = thread.submit(asyncio.run, time_rounds(SMALL if small else SIZE)).result()
    budgets += [
        Budget(
            "processor seconds of the first round of a day", ROUND_SECONDS, took[:1], at_most=True
        ),
        Budget("processor seconds of a round", ROUND_SECONDS, took[1:], at_most=True),
    ]
    text = f"""## Watch

Alerts of all statistical kinds together (stops, conversion, clicks, commission of an order, approval), on simulated
traffic of 50 to 5,000 clicks a day at 0.5 to 10 %, with a weekly pattern, drift, Black Friday, January,
traffic that is bought for weeks, and brands that report in files once a week. A round looks at all {data.PUBLISHERS:,}
publishers, with one connection: the time is that of its process and of the database's. The first of a day judges
the day of each.

{table(budgets)}
"""
    return text, budgets


def judge_simulation(publishers: int, months: int, faults: int) -> list[Budget]:
    smooth, rough = (
        count_all_false(publishers, months, roughness) for roughness in (SMOOTH, ROUGH)
    )
    seeded = [seed_fault(number) for number in range(faults)]
    stops = [each for each in seeded if not each.left and each.cost >= STOP_COST]
    falls = [each for each in seeded if each.left and each.cost >= FALL_COST]
    alarms = count_false(max(4, publishers // 10), months, SMOOTH, rule=is_half)
    smooth_bound, rough_bound = (
        rate if months >= WHOLE_MONTHS else chance_bound(rate, publishers * months)
        for rate in (FALSE_SMOOTH, FALSE_ROUGH)
    )
    return [
        Budget("false alerts a publisher and month, smooth", smooth_bound, [mean(smooth)], at_most=True),
        Budget("false alerts a publisher and month, rough", rough_bound, [mean(rough)], at_most=True),
        *worst_months(smooth, rough, publishers),
        Budget(f"found of {len(stops)} stops that cost {STOP_COST} orders", FOUND, [share(stops)]),
        Budget(f"found of {len(falls)} falls that cost {FALL_COST}", FOUND, [share(falls)]),
        Budget("control: false alerts of `below half of the mean`", 0.2, [mean(alarms)]),
        Budget(
            "control: found by a watch that is off", 0,
            [share([each._replace(found_after=None) for each in stops])], at_most=True,
        ),
    ]  # fmt: skip


def chance_bound(rate: float, months: int) -> float:
    """What a watch of this rate exceeds in one of twenty runs over so few months of publishers (Poisson)."""
    expected, count = rate * months, 0
    while gamma_poisson_cdf(count, expected, POISSON) < 0.95:
        count += 1
    return count / months


def worst_months(smooth: list[float], rough: list[float], publishers: int) -> list[Budget]:
    """The worst of the twelve calendar months, each of all its years, with a twelfth of the whole's months."""
    return [
        Budget(
            f"the same, in its worst month, {name}",
            chance_bound(bound, publishers * len(rates) // 12),
            [max(by_calendar_month(rates))],
            at_most=True,
        )
        for name, bound, rates in (("smooth", FALSE_SMOOTH, smooth), ("rough", FALSE_ROUGH, rough))
        if len(rates) >= WHOLE_MONTHS
    ]


def by_calendar_month(rates: list[float]) -> list[float]:
    return [mean(rates[month::12]) for month in range(12)]


def mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def share(faults: Sequence[Fault]) -> float:
    """The part that was found."""
    return mean([each.found_after is not None for each in faults])


def is_half(days: UnitDays, _: float, __: Control) -> Finding | None:
    """The rule that people think of first: below half of the mean, on at least a hundred clicks."""
    usual = make_baseline(days, -1)
    expected = usual.rate * days.clicks[-1]
    if days.clicks[-1] < 100 or usual.days < 28 or days.orders[-1] >= expected / 2:
        return None
    return Finding(AlertKind.CONVERSION_FALLEN, -1, expected, days.orders[-1], 0.5, 0.0)


def season(days: int) -> list[float]:
    """Conversion of all shops by day: more before Christmas and on the long weekend, less in January."""
    factors = []
    for n in range(days):
        day = START.date() + timedelta(days=n)
        factor = 1 + 0.15 * sin((day.timetuple().tm_yday - 250) / 365 * 2 * pi)
        factors.append(
            factor * (1.6 if is_sale_day(day) else 1.0) * (0.9 if day.month == 1 else 1.0)
        )
    return factors


def demand(chance: random.Random, days: int) -> list[float]:
    """Clicks by day: a third of the units buy traffic for some weeks."""
    factors = [1.0] * days
    if chance.random() < 1 / 3:
        for _ in range(days // 120):
            start, length = chance.randrange(days), chance.randrange(14, 40)
            factors[start : start + length] = [2.0] * len(factors[start : start + length])
    return factors


def count_false(
    publishers: int, months: int, rough: Roughness, rule: Any = judge_conversion
) -> list[float]:
    """By month, the episodes of conversion that a rule tells of a publisher without faults."""
    episodes = Counter[int]()
    for publisher in range(publishers):
        for brand in simulate_brands(publisher, months, rough):
            last = -QUIET
            for day in range(DAYS_READ, DAYS_READ + months * 30):
                days = brand.traffic.window(day + 1, brand.batch)
                if rule(days, ALPHA / UNITS, Control((), ())):
                    episodes[(day - DAYS_READ) // 30] += day - last >= QUIET
                    last = day
    return [episodes[month] / publishers for month in range(months)]


def count_all_false(publishers: int, months: int, rough: Roughness) -> list[float]:
    """By month, the episodes of all kinds that the watch tells of a publisher without faults."""
    counts = [
        count_by_month(simulate_brands(number, months, rough), months, random.Random(number))
        for number in range(publishers)
    ]
    return [sum(month) / publishers for month in zip(*counts, strict=True)]


def simulate_brands(publisher: int, months: int, rough: Roughness) -> list[SimulatedBrand]:
    """The brands of a publisher, with their traffic of so many months after the days that are read first."""
    length = DAYS_READ + months * 30 + 1
    factors = season(length)
    brands = []
    for unit in range(UNITS):
        chance = random.Random(publisher * 101 + unit)
        clicks, rate = draw_size(chance)
        batch = chance.choice(BATCHES)
        own = Traffic(
            chance, clicks, rate, rough=rough, season=factors, demand=demand(chance, length)
        )
        others = Traffic(chance, 20_000, rate, rough=SMOOTH, season=factors)
        for _ in range(length):
            own.add_day()
            others.add_day()
        amounts = [draw_amounts(chance, sum(day)) for day in own.orders]
        brands.append(SimulatedBrand(own, others, amounts, batch, clicks * rate))
    return brands


def draw_size(chance: random.Random) -> tuple[float, float]:
    """Clicks a day and conversion, of at least an order a day."""
    while True:
        clicks = 50 * 100 ** chance.random()
        rate = 0.005 * 20 ** chance.random()
        if clicks * rate >= 1:
            return clicks, rate


def seed_fault(seed: int) -> Fault:
    """A stop or a fall by half of one unit: the orders that it cost in all its days, and when it was told."""
    chance = random.Random(seed * 7_919)
    clicks, rate = draw_size(chance)
    left, batch = chance.choice((0.0, 0.5)), chance.choice(BATCHES)
    begins = DAYS_READ + chance.random()
    traffic = Traffic(chance, clicks, rate, fault_from=begins, left=left)
    for _ in range(DAYS_READ + LATEST):
        traffic.add_day()
    cost, found_after = 0.0, None
    for day in range(DAYS_READ, DAYS_READ + LATEST):
        usual = make_baseline(traffic.window(day))
        for hour in range(24):
            if day + hour / 24 >= begins:
                cost += traffic.clicks[day][hour] * rate * (1 - left)
                if (
                    found_after is None
                    and batch == 1
                    and tells_stop(traffic, usual, day, hour, ALPHA / UNITS)
                ):
                    found_after = cost
        if found_after is None and judge_conversion(traffic.window(day + 1, batch), ALPHA / UNITS):
            found_after = cost
    return Fault(left, cost, found_after)


async def time_rounds(size: int) -> list[float]:
    """The processor seconds of the first round of a day over so many orders, and of those after it."""
    folder = embedded.cluster_folder(FOLDER / "reports", chosen=True)
    server = await asyncio.to_thread(lambda: embedded.start(folder, durable=False))
    try:
        await run(server, *(f"alter system set {each}" for each in SETTINGS))
        await asyncio.to_thread(embedded.stop, folder)
        server = await asyncio.to_thread(lambda: embedded.start(folder, durable=False))
        async with make_database(server, "watch", size) as url:
            return await time_rounds_of(url)
    finally:
        await asyncio.to_thread(embedded.stop, folder)


async def time_rounds_of(url: str) -> list[float]:
    now = data.END + timedelta(hours=3)
    took = []
    own = psutil.Process()
    async with await open_pool(url) as pool, pool.acquire() as db:
        for n in range(4):
            at = now + n * timedelta(minutes=10)
            resources: Any = SimpleNamespace(
                clock=SimpleNamespace(now=lambda at=at: at),
                network_time_zone="UTC",
                settings=SimpleNamespace(sale_days={}),
            )
            backend = psutil.Process(await db.fetchval("select pg_backend_pid()"))
            before = processor_seconds(own) + processor_seconds(backend)
            seen = await look_at_all(Worker(db=db, now=at, resources=resources))
            took.append(processor_seconds(own) + processor_seconds(backend) - before)
            print(f"  a round: {took[-1]:.2f} s, {seen}", flush=True)
    return took


def processor_seconds(process: psutil.Process) -> float:
    """The processor seconds of a process so far."""
    times = process.cpu_times()
    return times.user + times.system
