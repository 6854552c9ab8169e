"""The countries, as forms ask for them."""

from rpc import Code
from schema.core.iso import countries
from tests.support.portal import Portal


class TestRegions:
    async def test_lists_every_country_by_name(self, portal: Portal) -> None:
        answer = await portal.ok("/common/regions")

        assert answer["total"] == len(answer["list"]) == len(countries())
        assert {region["code"] for region in answer["list"]} == countries()
        names = [region["name"] for region in answer["list"]]
        assert names == sorted(names)

    async def test_a_country_is_found_by_code_and_by_name(self, portal: Portal) -> None:
        for country in ("GB", "gb", "United Kingdom", "uk"):
            [found] = (await portal.ok("/common/regions", filter={"country": country}))["list"]
            facts = (found["code"], found["name"], found["calling_code"], found["currency"])
            assert facts == ("GB", "United Kingdom", 44, "GBP")
            assert {"code": "GB-SCT", "name": "Scotland"} in found["provinces"]

    async def test_a_country_with_nothing_of_its_own(self, portal: Portal) -> None:
        [found] = (await portal.ok("/common/regions", filter={"country": "AQ"}))["list"]
        assert (found["calling_code"], found["currency"], found["provinces"]) == (None, None, [])

    async def test_what_is_no_country_is_none(self, portal: Portal) -> None:
        answer = await portal.ok("/common/regions", filter={"country": "Atlantis"})
        assert answer == {"list": [], "total": 0}

    async def test_an_empty_name_is_refused(self, portal: Portal) -> None:
        await portal.refuses(Code.REQUEST_INVALID, "/common/regions", filter={"country": ""})
