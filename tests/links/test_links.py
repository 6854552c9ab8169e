"""The list of a publisher's tracking links."""

import pytest

from tests.support.portal import Portal, SomeBrand, Someone


@pytest.fixture
async def shop(portal: Portal, alice: Someone) -> SomeBrand:
    brand = await portal.brand()
    await portal.join(alice, brand)
    return brand


class TestLinks:
    async def test_links_are_listed_newest_first_with_their_results(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        first = await portal.link(alice, shop, uid1="one")
        second = await portal.link(alice, shop, uid1="two")
        await portal.click(first["code"])

        listed = await portal.ok("/tools/links", alice)

        assert [row["link_id"] for row in listed["list"]] == [second["link_id"], first["link_id"]]
        assert [row["clicks"] for row in listed["list"]] == [0, 1]
        assert listed["list"][0]["commission"] == "0.00"
        assert [row["qr"] for row in listed["list"]] == [second["qr"], first["qr"]]

    async def test_links_are_filtered_by_brand_and_keyword(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        await portal.link(alice, shop, uid1="one")
        await portal.link(alice, shop, uid1="100%_sure")

        found = await portal.ok(
            "/tools/links", alice, filter={"keyword": "0%_s", "mcid": shop.mcid}
        )

        assert [row["uid1"] for row in found["list"]] == ["100%_sure"]

    async def test_link_id_filter_finds_only_the_owners_link(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        first = await portal.link(alice, shop, uid1="one")
        await portal.link(alice, shop, uid1="two")
        filter = {"link_id": first["link_id"]}

        found = await portal.ok("/tools/links", alice, filter=filter)

        assert [row["uid1"] for row in found["list"]] == ["one"]
        bob = await portal.someone()
        assert (await portal.ok("/tools/links", bob, filter=filter))["total"] == 0

    async def test_links_of_other_publishers_are_hidden(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        await portal.link(alice, shop)
        bob = await portal.someone()
        assert await portal.ok("/tools/links", bob) == {"list": [], "total": 0, "next": None}
