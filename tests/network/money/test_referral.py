"""Referral commission: a share of invited publishers' settlements in their first year."""

from datetime import timedelta
from decimal import Decimal

from handlers.network.money.settlements import close_month, grant_referrals
from rpc import Worker
from schema.core.envelope import Nothing
from schema.network.settlement import CloseMonth
from tests.support.orders.orders import Deal, deal
from tests.support.orders.payouts import ledger, withdrawable
from tests.support.orders.settling import earn, month_before, run_job
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
    async def test_referral_share_of_the_first_year_is_granted_once(self, portal: Portal) -> None:
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

    async def test_referral_bonus_waits_for_an_exchange_rate(self, portal: Portal) -> None:
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

    async def test_months_closed_at_the_same_time_grant_all_referral_bonuses(
        self, portal: Portal
    ) -> None:
        """The job that granted them began before the second brand's month was settled, and had one key for both."""
        referer = await deal(portal, publisher={"currency": "EUR"})
        deals = [
            await deal(portal, publisher={"currency": "EUR"}, prepaid=True, currency="EUR")
            for _ in range(3)
        ]
        for it in deals:
            await earn(it, "1000.00", currency="EUR")
            await invite(referer, it)
        async with portal.db() as db:
            await grant_referrals.later(db, Nothing(), key="referrals")
        months = [CloseMonth(it.brand.mid, month_before(portal)) for it in deals]
        for it in deals:
            asked = {"mcid": it.brand.mcid, "period": f"{month_before(portal):%Y-%m}"}
            await portal.ok("/network/settle", await portal.operator(), attributes=asked)
        async with portal.db() as db:
            for month in months:
                ctx = Worker(db=db, now=portal.resources.clock.now(), resources=portal.resources)
                await close_month.handler(ctx, month)
        assert await bonuses(referer) == ["5.00"] * 3
        await portal.work()
        assert await bonuses(referer) == ["5.00"] * 3
        await referer.check_figures()
