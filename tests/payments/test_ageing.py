"""What brands have not paid, by age, and equal to the balance."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from handlers.payments.ageing import age_of
from schema.payments.ageing import Age
from tests.orders.cases.test_case_kinds import open_case, unpaid_deal
from tests.support.orders.orders import link_brand
from tests.support.orders.settling import earn, settle
from tests.support.portal import Portal

D = Decimal
DUE = date(2026, 6, 30)


@pytest.mark.parametrize(
    ("late", "age"),
    [(-5, Age.IN_TERM), (0, Age.IN_TERM), (1, Age.LATE), (30, Age.LATE), (31, Age.VERY_LATE)],
)
def test_unpaid_commission_is_grouped_by_days_overdue(late: int, age: Age) -> None:
    assert age_of(DUE, DUE + timedelta(days=late)) is age


async def test_overdue_groups_of_unpaid_commission_add_up_to_all_that_waits(portal: Portal) -> None:
    it, old = await unpaid_deal(portal, months=6, payment_days=30)
    await earn(it, "55.50", months=5)
    await settle(portal, it.brand.mcid, months=5)
    other = await link_brand(portal, await portal.brand(payment_days=365), it.who)
    await earn(other, "33.30", months=2)
    await settle(portal, other.brand.mcid, months=2)

    found = await portal.ok("/payments/ageing", it.who)

    balance = await portal.ok("/payments/balance", it.who)
    assert found["waiting"] == balance["waiting"]
    assert sum(D(found[age]) for age in Age) == D(found["waiting"])
    first, second = found["list"]
    assert (first["mcid"], second["mcid"]) == (it.brand.mcid, other.brand.mcid)
    assert (first["very_late"]["periods"][0], first["very_late"]["amount"]) == (old, "15.55")
    assert second["in_term"]["amount"] == second["total"] == "3.33"
    for row in found["list"]:
        assert sum(D(row[age]["amount"]) for age in Age) == D(row["total"])


async def test_one_case_can_be_about_all_months_of_an_overdue_group(portal: Portal) -> None:
    it, first = await unpaid_deal(portal, months=6)
    await earn(it, "55.50", months=5)
    await settle(portal, it.brand.mcid, months=5)
    [row] = (await portal.ok("/payments/ageing", it.who))["list"]
    group = row["very_late"]
    assert (group["periods"][0], len(group["periods"])) == (first, 2)

    opened = await open_case(
        portal, it, kind="unpaid", mcid=it.brand.mcid, periods=group["periods"]
    )

    assert opened["amount"] == group["amount"]
    [row] = (await portal.ok("/payments/ageing", it.who))["list"]
    assert row["case_id"] == opened["case_id"]


async def test_unpaid_commission_of_another_publisher_is_hidden(portal: Portal) -> None:
    await unpaid_deal(portal)
    found = await portal.ok("/payments/ageing", await portal.someone())
    assert (found["list"], found["waiting"]) == ([], "0.00")
