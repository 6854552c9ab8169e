"""Payments by month: equal, to the cent, to the list of that month's payments."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from rpc import Code
from schema.core.days import first_instant
from tests.support.orders.orders import Deal
from tests.support.orders.payouts import pay, request, set_state, withdrawable
from tests.support.orders.settling import earn, month_before, settle
from tests.support.portal import Portal

NEW_YORK = "America/New_York"


async def paid_at(it: Deal, amount: str, at: datetime, *, months: int = 2) -> dict[str, Any]:
    """A payment of a tenth of this amount, earned and paid a number of months ago."""
    await earn(it, amount, currency="EUR", months=months)
    await settle(it.portal, it.brand.mcid, months=months)
    made = await request(it)
    await pay(it.portal)
    await set_state(it.portal, made, "sent", "paid")
    async with it.portal.db() as db:
        await db.execute(
            "update payment set paid_at = $3 where publisher_id = $1 and payment_id = $2",
            *(it.who.uid, made["payment_id"], at.astimezone(UTC)),
        )
    return made


async def months_of(it: Deal) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = (await it.portal.ok("/payments/months", it.who))["list"]
    return rows


class TestMonths:
    async def test_new_publisher_has_twelve_months_without_payments(self, portal: Portal) -> None:
        who = await portal.someone()

        found = await portal.ok("/payments/months", who)

        this = portal.resources.clock.now()
        assert found["total"] == 12
        assert [row["month"] for row in found["list"]][-1] == f"{this:%Y-%m}"
        assert {(row["payments"], row["gross"], row["net"]) for row in found["list"]} == {
            (0, "0.00", "0.00")
        }

    async def test_paid_month_equals_the_sum_of_its_payments(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.10")
        first = await request(it)
        await pay(portal)
        await set_state(portal, first, "sent", "paid")
        last_month = first_instant(month_before(portal), "UTC")
        await paid_at(it, "251.30", last_month)
        await paid_at(it, "377.70", last_month + timedelta(days=27), months=3)

        rows = await months_of(it)

        for row in rows:
            listed = await portal.ok(
                "/payments/summary", it.who, filter={"paid_month": row["month"]}
            )
            assert row["payments"] == listed["total"] == len(listed["list"])
            for figure in ("gross", "net"):
                assert Decimal(row[figure]) == sum(
                    (Decimal(each[figure]) for each in listed["list"]), Decimal()
                )
        assert [(row["payments"], row["gross"]) for row in rows[-2:]] == [
            (2, "62.90"),
            (1, "30.01"),
        ]
        balance = await portal.ok("/payments/balance", it.who)
        assert sum(Decimal(row["gross"]) for row in rows) == Decimal(balance["paid"])

    async def test_paid_months_follow_the_publishers_time_zone(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        await portal.ok("/user/edit", it.who, attributes={"time_zone": NEW_YORK})
        start = first_instant(month_before(portal), NEW_YORK)
        await paid_at(it, "400.00", start)
        await paid_at(it, "500.00", start - timedelta(microseconds=1), months=3)

        found = {row["month"]: row["gross"] for row in await months_of(it)}

        assert found[f"{month_before(portal):%Y-%m}"] == "70.00"
        assert found[f"{month_before(portal, 2):%Y-%m}"] == "50.00"

    async def test_paid_months_exclude_returned_payments_and_other_publishers(
        self, portal: Portal
    ) -> None:
        it = await withdrawable(portal, "300.00")
        other = await withdrawable(portal, "400.00")
        for each, states in ((it, ("sent", "paid", "returned")), (other, ("sent", "paid"))):
            made = await request(each)
            await pay(portal)
            await set_state(portal, made, *states)

        assert {row["payments"] for row in await months_of(it)} == {0}
        assert (await months_of(other))[-1]["gross"] == "40.00"


class TestSummary:
    async def test_payments_are_filtered_by_several_states(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        made = await request(it)
        under_way = ["requested", "processing", "sent"]

        for states, total in (
            ({"statuses": under_way}, 1),
            ({"statuses": ["paid", "failed"]}, 0),
            ({"statuses": under_way, "status": "requested"}, 1),
            ({"statuses": under_way, "status": "paid"}, 0),
            ({"statuses": under_way, "paid_month": "2026-01"}, 0),
        ):
            found = await portal.ok("/payments/summary", it.who, filter=states)
            assert found["total"] == total, states
        balance = await portal.ok("/payments/balance", it.who)
        assert balance["on_the_way"] == made["gross"]

    @pytest.mark.parametrize(
        "filter", [{"paid_month": "2026-13"}, {"paid_month": "2026-01\n"}, {"statuses": []}]
    )
    async def test_invalid_filter_of_payments_is_refused(
        self, portal: Portal, filter: dict[str, Any]
    ) -> None:
        who = await portal.someone()
        await portal.refuses(Code.REQUEST_INVALID, "/payments/summary", who, filter=filter)
