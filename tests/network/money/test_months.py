"""The list of past months: how many brands have closed each, and how many are ready to."""

from schema.payments.settlement import to_period
from tests.support.orders.orders import deal
from tests.support.orders.settling import earn, month_before, settle
from tests.support.portal import Portal


async def count(portal: Portal, months: int = 1) -> dict[str, int]:
    """How many brands are where with a month that is over; none if it is not listed."""
    rows = (await portal.ok("/network/months", await portal.operator()))["list"]
    period = to_period(month_before(portal, months))
    [row] = [row for row in rows if row["period"] == period] or [{}]
    return {name: row.get(name, 0) for name in ("closed", "closing", "open", "waiting")}


def difference(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    return {name: after[name] - before[name] for name in after if after[name] != before[name]}


class TestMonths:
    async def test_a_brands_month_is_open_then_closing_then_closed(self, portal: Portal) -> None:
        it = await deal(portal)
        before = await count(portal)
        await earn(it, "10.00")
        assert difference(before, await count(portal)) == {"open": 1}

        given = {"mcid": it.brand.mcid, "period": to_period(month_before(portal))}
        await portal.ok("/network/settle", await portal.operator(), attributes=given)
        assert difference(before, await count(portal)) == {"closing": 1}

        await portal.work()
        assert difference(before, await count(portal)) == {"closed": 1}

    async def test_month_cannot_be_closed_before_earlier_months(self, portal: Portal) -> None:
        it = await deal(portal)
        before = [await count(portal, months) for months in (3, 2, 1)]
        await earn(it, "10.00", months=3)
        await earn(it, "10.00")
        after = [await count(portal, months) for months in (3, 2, 1)]
        assert [difference(*each) for each in zip(before, after, strict=True)] == [
            {"open": 1},
            {"waiting": 1},
            {"waiting": 1},
        ]

        await settle(portal, it.brand.mcid, months=3)
        after = [await count(portal, months) for months in (3, 2, 1)]
        assert [difference(*each) for each in zip(before, after, strict=True)] == [
            {"closed": 1},
            {"open": 1},
            {"waiting": 1},
        ]

    async def test_last_twelve_months_and_older_open_months_are_listed(
        self, portal: Portal
    ) -> None:
        operator = await portal.operator()
        rows = (await portal.ok("/network/months", operator))["list"]
        periods = [row["period"] for row in rows]
        assert periods[:12] == [to_period(month_before(portal, n)) for n in range(1, 13)]

        it = await deal(portal)
        await earn(it, "10.00", months=15)
        assert (await count(portal, 15))["open"] >= 1
