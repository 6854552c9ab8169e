"""The overview of what waits for the network: its numbers are those of the lists."""

from decimal import Decimal
from typing import Any

from rpc import Code
from tests.support.orders.orders import deal
from tests.support.orders.payouts import pay, request, set_state, withdrawable
from tests.support.orders.settling import earn, settle
from tests.support.portal import Portal

PATH = "/network/overview"


async def overview(portal: Portal) -> dict[str, dict[str, Any]]:
    found = await portal.ok(PATH, await portal.operator())
    return {row["name"]: row for row in found["list"]}


def growth(before: dict[str, Any], now: dict[str, Any], name: str) -> tuple[int, Decimal]:
    """By how much a row has grown: its number, and its euros."""
    euros = [Decimal((each[name]["amounts"] or {}).get("EUR", 0)) for each in (before, now)]
    return now[name]["count"] - before[name]["count"], euros[1] - euros[0]


class TestOverview:
    async def test_numbers_are_the_totals_of_the_lists(self, portal: Portal) -> None:
        brand, someone = await portal.brand(approval="manual"), await portal.someone()
        await portal.ok("/brands/apply", someone, attributes={"mcids": [brand.mcid]})
        it = await deal(portal)
        await it.report(it.order(code=None))
        operator = await portal.operator()

        rows = await overview(portal)

        for name, path, filter in (
            ("applications", "/network/relationships", {"status": 1}),
            ("channels", "/network/sites", {"status": 0}),
            ("vat_claims", "/network/vat_reviews", {"state": "waiting"}),
            ("cases", "/network/cases", {"state": "open"}),
            ("alerts", "/network/alerts", {"task": "open"}),
            ("payments_failed", "/network/payments", {"status": "failed"}),
        ):
            listed = await portal.ok(path, operator, filter=filter, page={"perPage": 1})
            assert (name, rows[name]["count"]) == (name, listed["total"])
        assert rows["applications"]["count"] >= 1
        assert rows["refused_reports"]["count"] >= 1

    async def test_payments_count_with_their_sums_by_state(self, portal: Portal) -> None:
        it = await withdrawable(portal, "300.00")
        before = await overview(portal)
        made = await request(it)
        requested = await overview(portal)
        await pay(portal)
        await set_state(portal, made, "failed")
        failed = await overview(portal)

        assert growth(before, requested, "payments_requested") == (1, 30)
        assert growth(requested, failed, "payments_failed") == (1, 30)

    async def test_months_that_brands_owe_count_once_their_payment_days_are_over(
        self, portal: Portal
    ) -> None:
        before = await overview(portal)
        for payment_days, months in ((0, 2), (365, 2)):
            it = await deal(
                portal, publisher={"currency": "EUR"}, currency="EUR", payment_days=payment_days
            )
            await earn(it, "100.00", months=months, currency="EUR")
            await settle(portal, it.brand.mcid, months=months)

        assert growth(before, await overview(portal), "brands_overdue") == (1, 10)

    async def test_publisher_may_not_read_the_overview(self, portal: Portal) -> None:
        await portal.refuses(Code.NOT_ALLOWED, PATH, await portal.someone())
