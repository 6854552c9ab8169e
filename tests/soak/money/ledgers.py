"""T21: a hundred thousand random ledgers of settlements and orders against fractions, and clock changes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from time import monotonic
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy

from tests.orders.test_money import ZONES, TestMoney, figure_key, first, ledgers, make_head
from tests.soak.support.tally import Tally
from tests.support.payments.ledgers import PLANS, check

STEP = timedelta(minutes=15)
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Size:
    ledgers: int


FULL, SMALL = Size(ledgers=100_000), Size(ledgers=2_000)


async def main(_: Path, __: list[int], size: Size) -> AsyncIterator[Tally]:
    test: Any = TestMoney.test_every_commission_and_total_equals_exact_fractions
    orders = test.hypothesis.inner_test
    kinds: dict[str, tuple[Callable[[Any], None], SearchStrategy[Any]]] = {
        "settlements and payments": (check, PLANS),
        "orders": (lambda ledger: orders(TestMoney(), ledger), ledgers()),
    }
    for name, (prove, strategy) in kinds.items():
        yield await asyncio.to_thread(random_ledgers, name, prove, strategy, size)
    yield changes()
    yield control()


def random_ledgers(
    name: str, prove: Callable[[Any], None], strategy: SearchStrategy[Any], size: Size
) -> Tally:
    tally, began, tried = Tally(f"T21 {name}"), monotonic(), 0

    @settings(
        max_examples=size.ledgers,
        deadline=None,
        database=None,
        suppress_health_check=[*HealthCheck],
    )
    @given(strategy)
    def exact(ledger: Any) -> None:
        nonlocal tried
        tried += 1
        prove(ledger)

    try:
        exact()
    except AssertionError as error:
        tally.unexpected = 1
        tally.notes.append(str(error)[:300])
    tally.must(tried >= size.ledgers, f"{tried} ledgers in {monotonic() - began:.0f} s")
    return tally


def changes() -> Tally:
    """Every quarter of an hour of the days about each change of 2026, in each zone, is in exactly one day."""
    tally, tried, found = Tally("T21 days"), 0, 0
    for zone in ZONES:
        where, at = ZoneInfo(zone), datetime(2026, 1, 1, tzinfo=UTC)
        while at < datetime(2027, 1, 1, tzinfo=UTC):
            if at.astimezone(where).utcoffset() != (at + DAY).astimezone(where).utcoffset():
                found += 1
                for n in range(-96, 288):
                    moment = at + n * STEP
                    day = figure_key(make_head(moment), where)[1]
                    tally.unexpected += not (first(day, where) <= moment < first(day + DAY, where))
                    tried += 1
            at += DAY
    tally.must(found >= 2 * 12, f"{tried} instants about {found} changes in {len(ZONES)} zones")
    return tally


def control() -> Tally:
    """Sums of cents in binary floating point."""
    tally = Tally("   control: float", control=True)
    for number in range(1, 2_000):
        rough = sum([number / 100] * 10)
        tally.lost += Decimal(rough) != Decimal(number) / 10
    return tally
