"""The minimum payment: per currency, and the larger of the network's and the publisher's own."""

from decimal import Decimal

import pytest

from rpc import Code
from rpc.config.parsers import amounts
from schema.core.currencies import currencies
from schema.core.money import round_money
from schema.payments.payout_minimum import MINIMUM, network_minimum
from tests.support.orders.payouts import request, withdrawable
from tests.support.portal import Portal

D = Decimal


def test_every_currency_has_a_payment_minimum_of_at_most_two_significant_digits() -> None:
    assert MINIMUM.keys() == currencies()
    for currency, amount in MINIMUM.items():
        assert amount == round_money(amount, currency) > 0
        assert len(amount.normalize().as_tuple().digits) <= 2, currency
    assert {MINIMUM[name] for name in ("EUR", "USD", "GBP")} == {D(25)}


def test_network_can_set_its_own_payment_minimum() -> None:
    named = amounts("JPY=3000, CAD=45.50")
    assert network_minimum("JPY", named) == D(3000)
    assert network_minimum("CAD", named) == D("45.50")
    assert network_minimum("SEK", named) == D("280.00")
    for wrong in ("JPY", "JPY=0", "yen=5", "ZZZ=5", "JPY=-1", "JPY=1e3"):
        with pytest.raises(ValueError, match="is not an amount above 0"):
            amounts(wrong)


async def give(portal: Portal, uid: int, amount: str) -> None:
    given = {"uid": uid, "amount": amount, "reference": "r", "note": "n"}
    await portal.ok("/network/bonus_add", await portal.operator(), attributes=given)


class TestOwnMinimum:
    async def test_publishers_own_payment_minimum_applies_only_in_its_currency(
        self, portal: Portal
    ) -> None:
        """1 saved in yen was 1 pound after a change of currency."""
        who = await portal.someone(currency="JPY")
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/payments/schedule", who, attributes={"minimum": "1"}
        )
        assert "JPY\u00a04,500" in reply.message
        await portal.ok("/payments/schedule", who, attributes={"minimum": "5000", "day": 3})

        await portal.ok("/user/edit", who, attributes={"currency": "GBP"})

        balance = await portal.ok("/payments/balance", who)
        assert (balance["minimum"], balance["schedule_day"]) == ("25.00", 3)
        [entry, *_] = (await portal.ok("/user/audit", who))["list"]
        assert "payment_minimum" in str(entry)
        await portal.ok("/user/edit", who, attributes={"currency": "JPY"})
        assert (await portal.ok("/payments/balance", who))["minimum"] == "4500"

    @pytest.mark.parametrize(
        "currency", ["GBP", None], ids=["of this version", "of an earlier one"]
    )
    async def test_publishers_own_payment_minimum_below_the_networks_is_ignored(
        self, portal: Portal, currency: str | None
    ) -> None:
        it = await withdrawable(portal, "200.00", currency="GBP")
        async with portal.db() as db:
            await db.execute(
                "insert into payment_schedule (publisher_id, minimum, currency, updated_at)"
                " values ($1, 1, $2, now())",
                *(it.who.uid, currency),
            )
        assert (await portal.ok("/payments/balance", it.who))["minimum"] == "25.00"
        reply = await portal.refuses(Code.BELOW_MINIMUM, "/payments/request", it.who)
        assert "GBP\u00a020.00 is below the minimum of GBP\u00a025.00" in reply.message
        await portal.ok("/payments/schedule", it.who, attributes={"minimum": "50"})
        await give(portal, it.who.uid, "25.00")
        reply = await portal.refuses(Code.BELOW_MINIMUM, "/payments/request", it.who)
        assert "of GBP\u00a050.00" in reply.message

    @pytest.mark.parametrize(
        ("currency", "least"), [("JPY", "4500"), ("SEK", "280"), ("KWD", "8.9")]
    )
    async def test_payment_below_the_minimum_of_its_currency_is_refused(
        self, portal: Portal, currency: str, least: str
    ) -> None:
        it = await withdrawable(portal, "1.00", currency=currency)
        await give(portal, it.who.uid, str(D(least) - 1))
        reply = await portal.refuses(Code.BELOW_MINIMUM, "/payments/request", it.who)
        assert f"is below the minimum of {currency}\u00a0" in reply.message

    async def test_setting_overrides_the_payment_minimum_of_a_currency(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it = await withdrawable(portal, "200.00", currency="CAD")
        await portal.refuses(Code.BELOW_MINIMUM, "/payments/request", it.who)
        monkeypatch.setitem(portal.resources.settings.payout_minimums, "CAD", D(20))
        assert (await portal.ok("/payments/balance", it.who))["minimum"] == "20.00"
        made = await request(it)
        assert made["gross"] == "20.00"
        await portal.ok("/payments/cancel", it.who, attributes={"payment_id": made["payment_id"]})


class TestFee:
    async def test_payment_has_the_fee_of_its_payout_currency(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A publisher of pounds with a bank account in euros pays the fee of euros, in pounds."""
        it = await withdrawable(portal, "300.00", currency="GBP")
        async with portal.db() as db:
            await db.execute("delete from currency_rate where base = 'EUR' and quote = 'GBP'")
        fees = portal.resources.settings.payment_fees
        monkeypatch.setitem(fees, "bank:GBP", D("9.00"))
        monkeypatch.setitem(fees, "bank:EUR", D("0.50"))
        reply = await portal.refuses(Code.RATE_MISSING, "/payments/request", it.who)
        assert "from EUR to GBP" in reply.message
        today = portal.resources.clock.now().date()
        rate = {"base": "EUR", "quote": "GBP", "day": today.isoformat(), "rate": "0.85"}
        await portal.ok("/network/rate_save", await portal.operator(), attributes=rate)

        made = await request(it)

        # 0.425, half to even
        assert (made["gross"], made["fee"], made["net"]) == ("30.00", "0.42", "29.58")
        async with portal.db() as db:
            await db.execute("delete from currency_rate where day = $1", today)
