"""Refused orders: each with its reason, and nothing written."""

from datetime import datetime, timedelta
from decimal import Decimal

import pytest

from schema.core.errors import Code
from schema.orders.intake import is_before
from tests.support.orders.orders import deal
from tests.support.portal import Portal

D = Decimal


class TestConversions:
    @pytest.mark.parametrize(
        ("change", "expected"),
        [
            ({"order_id": " "}, "`order_id` is empty"),
            ({"order_id": ""}, "`order_id` is empty"),
            ({"items": []}, "`items` is empty"),
            ({"items": [{"amount": "NaN"}]}, "`items[0].amount` is NaN"),
            ({"items": [{"amount": "sNaN"}]}, "`items[0].amount` is sNaN"),
            ({"items": [{"amount": "Infinity"}]}, "`items[0].amount` is Infinity"),
            ({"items": [{"amount": "-1.00"}]}, "`items[0].amount` is negative"),
            ({"items": [{"amount": "0"}]}, "earns no commission"),
            ({"items": [{"amount": "1e18"}]}, "`items[0].amount` must be below"),
            ({"items": [{"amount": "1e999999"}]}, "`items[0].amount` must be below"),
            ({"items": [{"amount": "1.001"}]}, "more decimals than GBP has (2)"),
            ({"items": [{"amount": "1e-9"}]}, "more decimals than GBP has (2)"),
            ({"items": [{"amount": "1"}, {"amount": "2"}]}, "`items[1].item_id` is empty"),
            (
                {"items": [{"amount": "1", "item_id": "a"}, {"amount": "2", "item_id": "a"}]},
                "`items[1].item_id` 'a' appears twice",
            ),
            ({"currency": "ZZZ"}, "`currency` 'ZZZ' is not an ISO 4217 code"),
            ({"currency": "gb p"}, "`currency` 'gb p' is not an ISO 4217 code"),
            ({"currency": " "}, "`currency` is empty"),
            ({"currency": "XXX"}, "`currency` 'XXX' stands for no currency"),
            ({"currency": " xts"}, "`currency` 'XTS' stands for no currency"),
            ({"code": None}, "not_traced: send `click_ref`"),
            ({"code": "none"}, "not_traced: `code`"),
            ({"code": "0" * 14}, "not_traced: `code`"),
            ({"click_ref": "none"}, "not_traced: `click_ref`"),
            ({"click_ref": "0" * 12 + "8" + "0" * 3 + "8" + "0" * 15}, "not_traced: `click_ref`"),
            ({"click_ref": "f" * 12 + "8" + "0" * 3 + "8" + "0" * 15}, "not_traced: `click_ref`"),
            ({"order_time": "2999-01-01T00:00:00Z"}, "`order_time` is in the future"),
            ({"order_time": "9999-12-31T23:59:59-14:00"}, "`order_time` is in the future"),
            ({"order_time": "0001-01-01T00:00:00+14:00"}, "`order_time` is before 2000"),
            (
                {"items": [{"amount": "1.001" + "0" * 5_000 + "1"}]},
                "more decimals than GBP has (2)",
            ),
            ({"items": [{"amount": "1e-999999"}]}, "more decimals than GBP has (2)"),
            ({"items": [{"amount": "-0"}]}, "earns no commission"),
        ],
    )
    async def test_refusal_of_an_order_names_the_invalid_field(
        self, portal: Portal, change: dict[str, object], expected: str
    ) -> None:
        it = await deal(portal)
        await it.report(it.order())
        order = {k: v for k, v in {**it.order(), **change}.items() if v is not None}

        assert expected in await it.reason(order)

    async def test_order_that_does_not_fit_its_click_is_refused(self, portal: Portal) -> None:
        it, other = await deal(portal, cookie_days=7), await deal(portal)
        now = portal.resources.clock.now()
        old = await it.click(now - timedelta(days=8))
        fresh = await it.click(now - timedelta(days=1))
        blocked = await it.click(verdict="blocked")
        long_ago = (now - timedelta(days=3)).isoformat()

        assert "more than 7 days after the click" in await it.reason(it.order(click_ref=old))
        before = it.order(click_ref=fresh, order_time=long_ago)
        assert "is before the click" in await it.reason(before)
        assert "belongs to a click that was blocked" in await it.reason(it.order(click_ref=blocked))
        foreign = it.order(click_ref=await other.click(), code=None)
        assert (await it.reason(foreign)).startswith("not_traced: ")
        in_time = (now - timedelta(days=2)).isoformat()
        assert await it.outcomes(it.order(click_ref=old, order_time=in_time)) == ["created"]

    @pytest.mark.parametrize("hours", [0, 1, 14, 23.9])
    async def test_order_dated_at_midnight_is_accepted_on_the_day_of_its_click(
        self, portal: Portal, hours: float
    ) -> None:
        it = await deal(portal)
        midnight = portal.resources.clock.now() - timedelta(days=3)
        midnight = midnight.replace(hour=0, minute=0, second=0, microsecond=0)
        click_time = midnight + timedelta(hours=hours)
        click = await it.click(click_time)
        order = it.order(click_ref=click, order_time=midnight.isoformat())

        assert await it.outcomes(order) == ["created"]
        [stored] = await it.rows("conversion")
        assert stored["order_time"] == click_time
        assert await it.outcomes(order) == ["unchanged"]

    @pytest.mark.parametrize(
        ("order_time", "click_time"),
        [
            ("2026-07-05T00:00:00Z", "2026-07-06T00:00:00Z"),
            ("2026-07-05T00:00:00+02:00", "2026-07-05T22:00:00Z"),
            ("2026-07-05T00:00:01Z", "2026-07-05T12:00:00Z"),
            ("2026-07-05T02:00:00+02:00", "2026-07-05T12:00:00Z"),
        ],
    )
    async def test_order_time_before_the_click_is_detected(
        self, order_time: str, click_time: str
    ) -> None:
        assert is_before(datetime.fromisoformat(order_time), datetime.fromisoformat(click_time))

    async def test_change_of_an_orders_currency_is_refused(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order()
        await it.report(order)

        assert "was first reported in GBP" in await it.reason({**order, "currency": "EUR"})

    async def test_order_number_repeated_in_a_report_is_refused(self, portal: Portal) -> None:
        it = await deal(portal)
        order = it.order()

        rows = await it.report(order, {**order, "items": [{"amount": "99.00"}]})

        assert [row["outcome"] for row in rows] == ["created", "refused"]
        assert "appears twice" in rows[1]["reason"]
        assert [o["sale_amount"] for o in await it.rows("conversion")] == [10]

    async def test_malformed_order_report_is_refused_as_a_whole(self, portal: Portal) -> None:
        it = await deal(portal)
        before = await it.counts()
        for attributes in (
            {},
            {"orders": []},
            {"orders": [it.order()] * 1_001},
            {"orders": [it.order(), {**it.order(), "items": [{"amount": "ten"}]}]},
            {"orders": [{**it.order(), "extra": 1}]},
        ):
            await portal.refuses(
                Code.REQUEST_INVALID, "/network/conversions", it.brand, attributes=attributes
            )
        await portal.refuses(
            Code.UNAUTHORIZED, "/network/conversions", it.who, attributes={"orders": [it.order()]}
        )

        assert await it.counts() == before
