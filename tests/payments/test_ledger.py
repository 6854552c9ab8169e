"""Random ledgers, checked by exact fractions; and a random history of a publisher's money over HTTP."""

from collections import defaultdict
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from handlers.network.money.reconcile import check_publisher
from schema.core.days import first_instant
from schema.core.money import minor_unit
from schema.payments.ledger import (
    Line,
    PaymentSums,
    Posting,
    PostingKind,
    bonus_lines,
    brand_paid_lines,
    processing_lines,
    sent_lines,
    settlement_lines,
    undone_lines,
)
from sql.payments.ledger import add as add_postings
from tests.support.orders.orders import deal
from tests.support.orders.payouts import add_method, pay, set_state
from tests.support.orders.settling import earn, month_before, settle
from tests.support.portal import Portal

LEDGERS = 2_000
"""Of each currency."""
LARGEST = 10**14
STEPS = ("settle", "brand_paid", "bonus", "process", "send", "fail", "return")


def lines_of(step: str, amount: Decimal, sums: PaymentSums) -> tuple[Line, ...]:
    return {
        "settle": lambda: settlement_lines(amount),
        "brand_paid": lambda: brand_paid_lines(amount),
        "bonus": lambda: bonus_lines(amount),
        "process": lambda: processing_lines(sums),
        "send": lambda: sent_lines(sums),
        "fail": lambda: undone_lines(sums, sent=False),
        "return": lambda: undone_lines(sums, sent=True),
    }[step]()


def expected_gains(
    step: str, amount: Fraction, fee: Fraction, vat: Fraction
) -> dict[str, Fraction]:
    """What each account gains, calculated independently."""
    net = amount - fee + vat
    return {
        "settle": {"receivable": amount, "publisher": -amount},
        "brand_paid": {"bank": amount, "receivable": -amount},
        "bonus": {"bonus": amount, "publisher": -amount},
        "process": {"publisher": amount, "fee": -fee, "vat": vat, "clearing": -net},
        "send": {"clearing": net, "bank": -net},
        "fail": {"publisher": -amount, "fee": fee, "vat": -vat, "clearing": net},
        "return": {"publisher": -amount, "fee": fee, "vat": -vat, "bank": net},
    }[step]


@pytest.mark.parametrize("currency", ["JPY", "GBP", "KWD"])
def test_ledger_accounts_are_exact_and_sum_to_zero(currency: str) -> None:
    chance = Random(currency)
    for _ in range(LEDGERS):
        steps = [random_step(chance) for _ in range(chance.randrange(12))]
        check_ledger(currency, steps)


def random_step(chance: Random) -> tuple[str, int, int, int]:
    """A step, and three numbers of the currency's smallest amount."""
    largest = chance.choice((10, 10_000, LARGEST))
    amount, fee, vat = (chance.randrange(largest) for _ in range(3))
    return chance.choice(STEPS), chance.choice((-1, 1)) * amount, fee, vat


def check_ledger(currency: str, steps: list[tuple[str, int, int, int]]) -> None:
    """What each account holds after these steps is what fractions say."""
    unit = minor_unit(currency)
    held: defaultdict[str, Decimal] = defaultdict(Decimal)
    meant: defaultdict[str, Fraction] = defaultdict(Fraction)
    for step, *numbers in steps:
        amount, fee, vat = (unit * number for number in numbers)
        for account, change in lines_of(step, amount, PaymentSums(amount, fee, vat)):
            held[account] += change
        for name, exact in expected_gains(step, *map(Fraction, (amount, fee, vat))).items():
            meant[name] += exact
    assert {name: Fraction(sum) for name, sum in held.items() if sum} == {
        name: sum for name, sum in meant.items() if sum
    }
    assert sum(held.values()) == 0


async def test_ledger_posting_that_does_not_sum_to_zero_is_not_written(portal: Portal) -> None:
    lines = settlement_lines(Decimal(1))[:1]
    async with portal.db() as db:
        with pytest.raises(ValueError, match="does not sum to zero"):
            now = portal.resources.clock.now()
            await add_postings(db, [Posting(1, PostingKind.SETTLED, "EUR", lines)], now)


@pytest.mark.parametrize("seed", range(3))
async def test_ledger_of_a_random_history_balances(portal: Portal, seed: int) -> None:
    """Months are closed, orders corrected, payments made and lost, in any order."""
    chance = Random(seed)
    it = await deal(portal, publisher={"currency": "EUR"}, prepaid=True, currency="EUR")
    await add_method(it)
    payments: list[dict[str, Any]] = []
    for months in (4, 3, 2, 1):
        amounts = [f"{chance.randrange(1, 90_000) / 100:.2f}" for _ in range(6)]
        oids = await earn(it, *amounts, months=months, currency="EUR")
        await settle(portal, it.brand.mcid, months=months)
        for oid in chance.sample(oids, 2):
            await it.review(oid, status="Rejected", reason_code="other")
        await decided_now(it, months)
        if chance.random() < 0.8 and (await portal.post("/payments/request", it.who)).code == 0:
            payments += (await portal.ok("/payments/summary", it.who))["list"][:1]
            await pay(portal)
            states = chance.choice(
                [
                    ("sent", "paid"),
                    ("failed", "processing", "sent"),
                    ("sent", "returned"),
                    ("failed", "cancelled"),
                ]
            )
            await set_state(portal, payments[-1], *states)
        async with portal.db() as db:
            assert await check_publisher(db, it.who.uid) == []
    assert payments
    found = await portal.ok("/payments/balance", it.who)
    rows = await it.rows("settlement")
    assert sum(
        Fraction(found[s]) for s in ("withdrawable", "on_the_way", "needs_you", "paid")
    ) == sum(Fraction(row["amount"]) for row in rows)


async def decided_now(it: Any, months: int) -> None:
    """Corrections belong to the month after the one that was closed, so that the next closing takes them."""
    async with it.portal.db() as db:
        rows = await db.fetch(
            "select item_id, oid from conversion_item where publisher_id = $1"
            " and corrects is not null and settlement_id is null",
            it.who.uid,
        )
        at = first_instant(month_before(it.portal, months - 1), "UTC")
        for row in rows:
            await db.execute(
                "update conversion_item set validation_date = $4"
                " where publisher_id = $1 and oid = $2 and item_id = $3",
                *(it.who.uid, row["oid"], row["item_id"], at),
            )
