"""T21: random ledgers equal exact fractions, and months end where the database ends them."""

from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings

from rpc import Code
from schema.core.days import first_instant, next_month
from sql.core.db import one_value
from sql.core.local_time import local_time, zone_values
from sql.core.sql_template import compose
from tests.orders.test_money import ZONES
from tests.support.payments.ledgers import PLANS, Plan, check, half_even
from tests.support.portal import Portal

LEDGERS = 5_000
"""All 100,000 are in `make soak TRIALS=ledgers`."""


@settings(max_examples=LEDGERS, deadline=None, database=None, suppress_health_check=[*HealthCheck])
@given(PLANS)
def test_balances_of_random_ledgers_are_exact(plan: Plan) -> None:
    check(plan)


def test_binary_floating_point_would_not_be_exact_on_random_ledgers() -> None:
    """The control: the same commission in binary floating point is another one now and then."""
    exact = [half_even(Fraction(cents, 100) * Fraction("0.0725"), "EUR") for cents in range(2_000)]
    rough = [round(cents / 100 * 0.0725, 2) for cents in range(2_000)]
    assert any(
        Fraction(Decimal(str(found))) != meant for found, meant in zip(rough, exact, strict=True)
    )


async def test_database_and_portal_agree_on_the_end_of_a_month(portal: Portal) -> None:
    """Each instant about the end of a month with a change of the clock is of one month, in every zone."""
    query = compose("select date_trunc('month',", local_time(":at::timestamptz"), ")::date")
    async with portal.db() as db:
        for zone in ZONES:
            for month in (date(2026, 3, 1), date(2026, 10, 1)):
                end = first_instant(next_month(month), zone)
                for at, meant in (
                    (end - timedelta(microseconds=1), month),
                    (end, next_month(month)),
                ):
                    found = await one_value(db, query.bind({"at": at, **zone_values(zone)}))
                    assert found == meant, (zone, at)


@pytest.mark.parametrize("amount", ["NaN", "Infinity", "-Infinity", "1e18", "0"])
async def test_invalid_amount_of_money_is_refused(portal: Portal, amount: str) -> None:
    who = await portal.someone()
    given = {"uid": who.uid, "amount": amount, "reference": "r", "note": "n"}
    reply = await portal.refuses(
        Code.REQUEST_INVALID, "/network/bonus_add", await portal.operator(), attributes=given
    )
    assert "amount" in reply.message
