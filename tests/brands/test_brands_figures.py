"""A brand's figures across all publishers, counted every day."""

from datetime import timedelta
from decimal import Decimal

from schema.core.figures import Delta
from sql.reports.figures import rollup
from tests.support.orders.brands import STANDARD, group
from tests.support.portal import Portal


class TestRateFigures:
    async def test_figures_cover_the_whole_network_in_the_brands_currency(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(currency="GBP")
        bob = await portal.someone(currency="XPD")
        carol = await portal.someone(currency="XPT")
        dave = await portal.someone(currency="XSU")
        brand, quiet = await portal.brand(), await portal.brand()
        today = portal.resources.clock.now().date()
        rate = {"day": str(today), "base": "XPD", "quote": "GBP", "rate": "0.5"}
        await portal.ok("/network/rate_save", await portal.operator(), attributes=rate)
        for quote, worth in (("XSU", "4"), ("GBP", "2")):  # a cross: 0.5 of GBP
            cross = {"day": str(today), "base": "XUA", "quote": quote, "rate": worth}
            await portal.ok("/network/rate_save", await portal.operator(), attributes=cross)
        async with portal.db() as db:
            for who, clicks in ((alice, 60), (bob, 20), (dave, 20), (carol, 100)):
                delta = Delta(
                    who.uid,
                    today,
                    brand.mid,
                    site_id=1,
                    link_id=1,
                    clicks=clicks,
                    approved_orders=2,
                    approved_items=3,
                    rejected_items=1,
                    approved_commission=Decimal(20),
                )
                await rollup.add(db, [delta, delta._replace(mid=quiet.mid, clicks=9)])
            await db.execute("update brand set epc = 9 where mid = $1", quiet.mid)

        await run_figures(portal)

        async with portal.db() as db:
            rows = await db.fetch(
                "select epc, conversion_rate, approval_rate from brand where mid = any($1)"
                " order by mid",
                [brand.mid, quiet.mid],
            )
        assert [tuple(row) for row in rows] == [
            (Decimal("0.4"), Decimal("0.04"), Decimal("0.75")),  # carol's currency has no rate
            (None, None, Decimal("0.75")),
        ]

    async def test_terms_that_become_effective_change_the_commission_line(
        self, portal: Portal
    ) -> None:
        today = portal.resources.clock.now().date()
        tomorrow = str(today + timedelta(days=1))
        promotion = group(name="Promotion", value="20", starts_at=tomorrow)
        brand = await portal.brand(commission_groups=[STANDARD, promotion])
        async with portal.db() as db:
            query = "select commission from brand where mid = $1"
            before = await db.fetchval(query, brand.mid)
            await db.execute("update terms set starts_at = $2 where starts_at is not null and mid = $1",
                             brand.mid, today)  # fmt: skip
            await run_figures(portal)
            assert (before, await db.fetchval(query, brand.mid)) == ("10%", "10%–20%")


async def run_figures(portal: Portal) -> None:
    from handlers.brands.brands import rate_figures
    from schema.core.envelope import Nothing

    async with portal.db() as db:
        await rate_figures.later(db, Nothing())
    await portal.work()
