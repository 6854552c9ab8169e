"""A brand's campaigns are kept by operators, shown to publishers, and no past of the watch."""

from datetime import date, timedelta
from typing import Any

import pytest

from rpc import Code
from rpc.config.parsers import year_days
from schema.reports.sale_days import BrandSales, Sales, YearDays
from tests.support.portal import Portal, SomeBrand, Someone
from tests.support.reports.watched import PAST, look, make_watched, watch_time

SAVE, DRAFT = "/network/brand_save", "/network/brand_info"


async def save(portal: Portal, brand: SomeBrand, campaigns: list[Any] | None) -> Any:
    operator = await portal.operator()
    draft = await portal.ok(DRAFT, operator, attributes={"mcid": brand.mcid})
    del draft["campaigns"]
    return await portal.post(
        SAVE,
        operator,
        attributes={**draft, **({"campaigns": campaigns} if campaigns is not None else {})},
    )


def campaign(portal: Portal, first: int, last: int, note: str = "") -> dict[str, str]:
    """From so many days ago until so many days ago."""
    today = watch_time(portal).date()
    days = {"from": today - timedelta(days=first), "to": today - timedelta(days=last)}
    return {**{name: day.isoformat() for name, day in days.items()}, "note": note}


class TestCampaigns:
    async def test_campaigns_are_saved_shown_and_kept_if_a_later_save_omits_them(
        self, portal: Portal
    ) -> None:
        brand, who = await portal.brand(), await portal.someone()
        past, sale, next_one = (
            campaign(portal, 800, 790),
            campaign(portal, 20, 18, "Spring sale"),
            campaign(portal, -10, -12, "Anniversary"),
        )
        assert (await save(portal, brand, [past, sale, next_one])).code == 0
        assert (await save(portal, brand, None)).code == 0

        info = await portal.ok("/brands/info", who, attributes={"mcid": brand.mcid})
        assert info["campaigns"] == [next_one, sale], "those of more than a year ago are left out"
        draft = await portal.ok(DRAFT, await portal.operator(), attributes={"mcid": brand.mcid})
        assert draft["campaigns"] == [past, sale, next_one]
        assert (await save(portal, brand, [])).code == 0
        info = await portal.ok("/brands/info", who, attributes={"mcid": brand.mcid})
        assert info["campaigns"] == []

    async def test_campaign_that_ends_before_it_begins_or_is_too_long_is_refused(
        self, portal: Portal
    ) -> None:
        brand = await portal.brand()
        for first, last in ((3, 4), (200, 100)):
            reply = await save(portal, brand, [campaign(portal, first, last)])
            assert reply.code == Code.REQUEST_INVALID.number
            assert reply.data["field"] == "attributes.campaigns[0].to"
        reply = await save(portal, brand, [campaign(portal, 3, 2)] * 51)
        assert reply.code == Code.REQUEST_INVALID.number


class TestAnnouncement:
    async def test_joined_publishers_are_notified_of_a_future_campaign_once(
        self, portal: Portal
    ) -> None:
        brand, who, stranger = await portal.brand(), await portal.someone(), await portal.someone()
        await portal.join(who, brand)
        past, sale = campaign(portal, 20, 18), campaign(portal, -10, -12, "Anniversary")

        for campaigns in ([past], [past, sale], [past, sale]):
            assert (await save(portal, brand, campaigns)).code == 0

        notes = [await changes(portal, each, brand) for each in (who, stranger)]
        assert notes == [[f"Campaign from {sale['from']} to {sale['to']}: Anniversary"], []]


async def changes(portal: Portal, who: Someone, brand: SomeBrand) -> list[str]:
    """The notes of a brand's changes in the publisher's feed."""
    events = (await portal.ok("/reports/events", who))["list"]
    return [
        event["note"]
        for event in events
        if event["event_name"] == "brand.changed" and event["mcid"] == brand.mcid
    ]


class TestSalesInTheWatch:
    async def test_usual_sales_after_a_campaign_raise_no_alert(self, portal: Portal) -> None:
        """Six times the orders for a campaign of three weeks, which are over since a week."""
        with_campaign, without = await make_watched(portal), await make_watched(portal)
        assert (await save(portal, with_campaign.it.brand, [campaign(portal, 29, 8)])).code == 0
        for it in (with_campaign, without):
            await it.live(range(29, PAST))
            await it.live(range(8, 29), orders=120)
            await it.live(range(8))

        await look(portal)

        assert await without.kinds() == [2], "what would be told without the campaign's dates"
        assert await with_campaign.alerts() == []

    def test_sale_days_of_a_brand_are_those_of_its_campaigns_and_its_country(self) -> None:
        brands = {
            1: BrandSales("GB", ((date(2026, 5, 1), date(2026, 5, 3)),)),
            2: BrandSales("DE", ()),
        }
        sales = Sales(brands, {"GB": [YearDays((12, 26), (12, 31))]})
        for mid, day, is_sale in (
            (1, date(2026, 5, 3), True),
            (1, date(2026, 5, 4), False),
            (1, date(2025, 12, 31), True),
            (2, date(2025, 12, 31), False),
            (0, date(2025, 12, 31), False),
            (0, date(2026, 11, 27), True),
        ):
            assert sales.is_sale(mid, day) == is_sale, (mid, day)

    def test_sale_days_are_read_by_country(self) -> None:
        assert year_days("GB=12-26/12-31, CN=11-11,GB=05-01") == {
            "GB": [YearDays((12, 26), (12, 31)), YearDays((5, 1), (5, 1))],
            "CN": [YearDays((11, 11), (11, 11))],
        }
        assert year_days("") == {}

    @pytest.mark.parametrize("text", ["GB", "XX=01-01", "GB=13-01", "GB=12-31/12-26", "GB=1-1"])
    def test_malformed_sale_days_of_a_country_are_refused(self, text: str) -> None:
        with pytest.raises(ValueError, match="is not days of a country"):
            year_days(text)
