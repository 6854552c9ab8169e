"""The list of countries for forms."""

import pytest

from rpc import Code
from schema.core.countries import countries
from tests.support.portal import Portal


class TestRegions:
    async def test_regions_list_every_country_sorted_by_name(self, portal: Portal) -> None:
        answer = await portal.ok("/common/regions")

        assert answer["total"] == len(answer["list"]) == len(countries())
        assert {region["code"] for region in answer["list"]} == countries()
        names = [region["name"] for region in answer["list"]]
        assert names == sorted(names)

    async def test_country_is_found_by_code_and_by_name(self, portal: Portal) -> None:
        for country in ("GB", "gb", "United Kingdom", "uk"):
            [found] = (await portal.ok("/common/regions", filter={"country": country}))["list"]
            facts = (found["code"], found["name"], found["calling_code"], found["currency"])
            assert facts == ("GB", "United Kingdom", 44, "GBP")
            assert {"code": "GB-SCT", "name": "Scotland"} in found["provinces"]

    async def test_missing_currency_and_provinces_of_a_country_are_empty(
        self, portal: Portal
    ) -> None:
        [found] = (await portal.ok("/common/regions", filter={"country": "AQ"}))["list"]
        assert (found["calling_code"], found["currency"], found["provinces"]) == (None, None, [])

    async def test_unknown_country_finds_no_region(self, portal: Portal) -> None:
        answer = await portal.ok("/common/regions", filter={"country": "Atlantis"})
        assert answer == {"list": [], "total": 0}

    async def test_empty_name_of_a_country_is_refused(self, portal: Portal) -> None:
        await portal.refuses(Code.REQUEST_INVALID, "/common/regions", filter={"country": ""})

    @pytest.mark.parametrize(
        ("zone", "codes"),
        [
            ("Europe/Stockholm", ["SE"]),
            ("Asia/Calcutta", ["IN"]),  # as browsers still call Asia/Kolkata
            ("UTC", []),
            ("Mars/Olympus", []),
        ],
    )
    async def test_countries_are_found_by_time_zone(
        self, portal: Portal, zone: str, codes: list[str]
    ) -> None:
        answer = await portal.ok("/common/regions", filter={"time_zone": zone})
        assert [region["code"] for region in answer["list"]] == codes
