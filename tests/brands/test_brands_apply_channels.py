"""Applying to brands with several channels at once, and brands with the relationship of each channel."""

from typing import Any

from rpc import Code
from tests.support.orders.brands import events
from tests.support.portal import Portal, Someone


async def apply_with(portal: Portal, who: Someone, **attributes: Any) -> list[tuple[Any, ...]]:
    found = await portal.ok("/brands/apply", who, attributes=attributes)
    return [
        (row["site_id"], row["mcid"], row["code"], row["relationship"]) for row in found["list"]
    ]


async def standings(portal: Portal, who: Someone, **filter: Any) -> dict[str, dict[int, int]]:
    found = await portal.ok("/brands/standings", who, filter=filter)
    assert found["total"] == len(found["list"])
    return {
        row["mcid"]: {each["site_id"]: each["relationship"] for each in row["channels"]}
        for row in found["list"]
    }


class TestApply:
    async def test_application_of_several_channels_reports_an_outcome_for_each_channel_and_brand(
        self, portal: Portal
    ) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        other, new = await portal.site(alice.uid), await portal.site(alice.uid, status=0)
        auto, manual = await portal.brand(), await portal.brand(approval="manual")
        site_ids = [other, alice.site_id, new, bob.site_id]

        rows = await apply_with(
            portal, alice, mcids=[auto.mcid, manual.mcid, "nix"], site_ids=site_ids
        )

        refused, invalid = Code.SITE_STATUS_ERROR.number, Code.SITE_INVALID.number
        assert rows == [
            (other, auto.mcid, 0, 2),
            (other, manual.mcid, 0, 1),
            (other, "nix", Code.BRAND_UNKNOWN.number, None),
            (alice.site_id, auto.mcid, 0, 2),
            (alice.site_id, manual.mcid, 0, 1),
            (alice.site_id, "nix", Code.BRAND_UNKNOWN.number, None),
            *((new, mcid, refused, None) for mcid in (auto.mcid, manual.mcid, "nix")),
            *((bob.site_id, mcid, invalid, None) for mcid in (auto.mcid, manual.mcid, "nix")),
        ]
        assert await standings(portal, bob) == {}
        assert len(await events(portal, alice, 6)) == 4

    async def test_repeated_application_of_several_channels_changes_nothing(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        other, brand = await portal.site(alice.uid), await portal.brand(approval="manual")
        asked = {"mcids": [brand.mcid], "site_ids": [alice.site_id, other, other]}
        first = await apply_with(portal, alice, **asked)

        again = await apply_with(portal, alice, **asked)

        assert again == first == [(alice.site_id, brand.mcid, 0, 1), (other, brand.mcid, 0, 1)]
        assert len(await events(portal, alice, 6)) == 2

    async def test_application_that_names_one_channel_and_several_is_refused(
        self, portal: Portal, alice: Someone
    ) -> None:
        site_id, brand = alice.site_id, await portal.brand()
        asked = {"mcids": [brand.mcid], "site_id": site_id, "site_ids": [site_id]}

        await portal.refuses(Code.REQUEST_INVALID, "/brands/apply", alice, attributes=asked)


class TestStandings:
    async def test_brand_shows_the_relationship_of_each_channel(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        other = await portal.site(alice.uid)
        both, one, none = [await portal.brand() for _ in range(3)]
        await apply_with(portal, alice, mcids=[both.mcid], site_ids=[alice.site_id, other])
        await apply_with(portal, alice, mcids=[one.mcid], site_id=other)
        await apply_with(portal, bob, mcids=[none.mcid])

        assert await standings(portal, alice) == {
            both.mcid: {alice.site_id: 2, other: 2},
            one.mcid: {other: 2},
        }
        assert await standings(portal, alice, incomplete=True) == {one.mcid: {other: 2}}
        assert await standings(portal, alice, keyword=one.mcid) == {one.mcid: {other: 2}}

    async def test_brands_are_filtered_by_the_relationship_of_any_channel(
        self, portal: Portal, alice: Someone
    ) -> None:
        waiting, joined = await portal.brand(approval="manual"), await portal.brand()
        await apply_with(portal, alice, mcids=[waiting.mcid, joined.mcid])
        await portal.ok("/brands/leave", alice, attributes={"mcid": joined.mcid})

        assert await standings(portal, alice, status=1) == {waiting.mcid: {alice.site_id: 1}}
        assert await standings(portal, alice, status=4) == {joined.mcid: {alice.site_id: 4}}
        assert await standings(portal, alice, status=2) == {}

    async def test_cursor_pages_list_each_brand_once(self, portal: Portal, alice: Someone) -> None:
        brands = [await portal.brand() for _ in range(5)]
        await apply_with(portal, alice, mcids=[brand.mcid for brand in brands])
        whole = (await portal.ok("/brands/standings", alice))["list"]
        read: list[dict[str, Any]] = []
        page: dict[str, Any] | None = {"perPage": 2}
        while page:
            part = await portal.ok("/brands/standings", alice, page=page)
            read += part["list"]
            page = {"perPage": 2, "cursor": part["next"]} if part["next"] else None

        assert (read, len(read)) == (whole, 5)
