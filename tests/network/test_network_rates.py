"""Operators save a day's exchange rates."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from rpc import Code
from tests.support.portal import Portal


class TestRates:
    async def test_exchange_rates_are_listed_newest_first(self, portal: Portal) -> None:
        operator = await portal.operator()
        for day, rate in (("1998-01-01", "1.5"), ("1998-01-02", "1.25")):
            given = {"day": day, "base": "LAK", "quote": "KZT", "rate": rate}
            await portal.ok("/network/rate_save", operator, attributes=given)

        async def list_rates(**filter: Any) -> list[tuple[str, Decimal, bool]]:
            found = await portal.ok("/network/rates", operator, **filter)
            assert found["total"] == 2
            return [(row["day"], Decimal(row["rate"]), row["derived"]) for row in found["list"]]

        given_ones = [
            ("1998-01-02", Decimal("1.25"), False),
            ("1998-01-01", Decimal("1.5"), False),
        ]
        pair = {"base": "LAK", "quote": "KZT"}
        assert (
            await list_rates(filter=pair) == await list_rates(filter={"base": "LAK"}) == given_ones
        )
        assert await list_rates(filter=pair, page={"perPage": 1, "curPage": 2}) == given_ones[1:]
        found = await portal.ok("/network/rates", operator, filter={**pair, "day": "1998-01-01"})
        assert (found["total"], found["list"][0]["rate"]) == (1, "1.5")
        assert (await list_rates(filter={"quote": "LAK"}))[0] == (
            "1998-01-02",
            Decimal("0.8"),
            True,
        )

    async def test_exchange_rate_of_an_unknown_currency_is_refused_as_are_publishers(
        self, portal: Portal
    ) -> None:
        bad = {"base": "pounds"}
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/network/rates", await portal.operator(), filter=bad
        )
        assert reply.refusal == {"field": "filter.base"}
        await portal.refuses(Code.NOT_ALLOWED, "/network/rates", await portal.someone())


class TestMissingRates:
    async def list_missing(self, portal: Portal) -> dict[tuple[str, str], int]:
        found = await portal.ok("/network/missing_rates", await portal.operator())
        return {(row["base"], row["quote"]): row["publishers"] for row in found["list"]}

    async def test_exchange_rate_is_listed_as_missing_until_a_valid_one_is_saved(
        self, portal: Portal
    ) -> None:
        await portal.brand(currency="MOP")
        who = await portal.someone(currency="SCR")
        await portal.someone(currency="MGA", currency_chosen=False)
        assert ("MOP", "MGA") not in await self.list_missing(portal)  # the first order sets it
        assert (await self.list_missing(portal))["MOP", "SCR"] == 1
        assert ("SCR", "SCR") not in await self.list_missing(portal)

        today = portal.resources.clock.now().date()
        tomorrow, a_week_ago = today + timedelta(days=1), today - timedelta(days=7)
        for day, is_missing in ((tomorrow, True), (date(1998, 6, 1), True), (a_week_ago, False)):
            given = {"day": day, "base": "MOP", "quote": "SCR", "rate": "1.7"}
            await portal.ok("/network/rate_save", await portal.operator(), attributes=given)
            assert (("MOP", "SCR") in await self.list_missing(portal)) is is_missing
        await portal.refuses(Code.NOT_ALLOWED, "/network/missing_rates", who)


class TestRateSave:
    async def rates(self, portal: Portal, day: str) -> dict[tuple[str, str], Decimal]:
        async with portal.db() as db:
            rows = await db.fetch(
                "select base, quote, rate from currency_rate where day::text = $1", day
            )
        return {(row["base"], row["quote"]): row["rate"] for row in rows}

    async def save(self, portal: Portal, day: str, base: str, quote: str, rate: str) -> None:
        await portal.ok(
            "/network/rate_save",
            await portal.operator(),
            attributes={"day": day, "base": base, "quote": quote, "rate": rate, "confirm": True},
        )

    async def test_inverse_exchange_rate_is_derived_until_entered_explicitly(
        self, portal: Portal
    ) -> None:
        day = "1999-01-04"
        await self.save(portal, day, "GBP", "EUR", "1.5")
        await self.save(portal, day, "GBP", "EUR", "1.17")
        assert await self.rates(portal, day) == {
            ("GBP", "EUR"): Decimal("1.17"),
            ("EUR", "GBP"): Decimal("0.854700854700854701"),
        }

        await self.save(portal, day, "EUR", "GBP", "0.85")
        assert (await self.rates(portal, day))["GBP", "EUR"] == Decimal("1.17")

        await self.save(portal, day, "GBP", "EUR", "1.2")
        assert await self.rates(portal, day) == {
            ("GBP", "EUR"): Decimal("1.2"),
            ("EUR", "GBP"): Decimal("0.85"),
        }

    @pytest.mark.parametrize(
        ("fields", "names"),
        [
            ({"base": "XYZ"}, "base"),
            ({"quote": "ABC"}, "quote"),
            ({"quote": "GBP"}, "quote"),
            ({"rate": "0"}, "rate"),
            ({"rate": "-1"}, "rate"),
            ({"rate": "NaN"}, "rate"),
            ({"rate": "Infinity"}, "rate"),
            ({"rate": "1E+9"}, "rate"),
            ({"rate": "1E-400"}, "rate"),
            ({"day": "2026-02-30"}, "day"),
        ],
    )
    async def test_invalid_exchange_rate_is_refused(
        self, portal: Portal, fields: dict[str, str], names: str
    ) -> None:
        whole = {"day": "1999-01-05", "base": "GBP", "quote": "EUR", "rate": "1", **fields}

        reply = await portal.refuses(
            Code.REQUEST_INVALID,
            "/network/rate_save",
            await portal.operator(),
            attributes=whole,
        )

        assert f"attributes.{names}" in reply.message
        assert await self.rates(portal, "1999-01-05") == {}
