"""Referral commission: a share of what invited publishers settle in their first year."""

from datetime import timedelta
from decimal import Decimal

from tests.support.orders.orders import Deal
from tests.support.orders.payouts import ledger, withdrawable
from tests.support.orders.settling import run_job
from tests.support.portal import Portal

D = Decimal
JOB = "/network/grant_referrals"


async def invite(
    referer: Deal, invited: Deal, *, joined_ago: timedelta = timedelta(days=1)
) -> None:
    async with invited.portal.db() as db:
        await db.execute(
            "update publisher set referer_uid = $2, created_at = now() - $3::interval"
            " where publisher_id = $1",
            *(invited.who.uid, referer.who.uid, joined_ago),
        )


async def bonuses(it: Deal) -> list[str]:
    rows = (await it.portal.ok("/payments/settlements", it.who, filter={"type": "bonus"}))["list"]
    assert all(row["state"] == "payable" for row in rows)
    return sorted(row["amount"] for row in rows)


class TestGrantReferrals:
    async def test_a_share_of_the_first_year_once(self, portal: Portal) -> None:
        referer = await withdrawable(portal, "300.00")
        invited = await withdrawable(portal, "1000.00")
        late = await withdrawable(portal, "1000.00")
        await invite(referer, invited)
        await invite(referer, late, joined_ago=timedelta(days=400))

        await run_job(portal, JOB)
        await run_job(portal, JOB)

        assert await bonuses(referer) == ["5.00"]
        assert await bonuses(invited) == []
        assert await ledger(referer) == {"bank": "30.00", "bonus": "5.00", "publisher": "-35.00"}
        referrals = await portal.ok("/home/refer", referer.who)
        assert (referrals["bonus"], referrals["bonus_percent"]) == ("5.00", "5")
        assert referrals["currency"] == "EUR"
        await referer.check_figures()

    async def test_without_a_rate_it_waits(self, portal: Portal) -> None:
        referer = await withdrawable(portal, "300.00")
        invited = await withdrawable(portal, "1000.00", currency="GBP")
        await invite(referer, invited)
        await run_job(portal, JOB)
        assert await bonuses(referer) == []
        today = portal.resources.clock.now().date()
        rate = {"base": "GBP", "quote": "EUR", "day": today.isoformat(), "rate": "1.2"}
        await portal.ok("/network/rate_save", await portal.operator(), attributes=rate)

        await run_job(portal, JOB)

        assert await bonuses(referer) == ["6.00"]
        async with portal.db() as db:
            await db.execute("delete from currency_rate where day = $1", today)
