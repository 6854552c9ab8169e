"""Saving a channel."""

import asyncio
from typing import Any

import pytest

from rpc import Code
from schema.channels.channel import SiteStatus
from tests.support.channels import channel, review_channel, save_channel
from tests.support.portal import Portal


class TestSave:
    async def test_first_channel_becomes_the_default_channel(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)

        site = await save_channel(portal, alice, monthly_visits=12_000, description="Recipes")

        profile = await portal.ok("/user/profile", alice)
        assert profile["default_site"] == {"id": site["id"], "name": site["name"]}
        assert site == await portal.ok("/site/info", alice, attributes={"id": site["id"]})
        assert (site["status"], site["is_default"], site["verified"]) == (1, True, False)
        assert (site["monthly_visits"], site["brands_joined"]) == (12_000, 0)

    async def test_second_channel_does_not_become_the_default(self, portal: Portal) -> None:
        alice = await portal.someone()
        assert not (await save_channel(portal, alice))["is_default"]

    async def test_concurrently_added_first_channels_leave_one_default_channel(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)

        await asyncio.gather(*(save_channel(portal, alice) for _ in range(8)))

        sites = (await portal.ok("/site/list", alice))["list"]
        assert [site["is_default"] for site in sites] == [True] + [False] * 7

    async def test_medium_of_a_channel_is_derived_from_its_platform(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        platforms = (await portal.ok("/site/types"))["channel_platforms"]
        listed = {platform["name"]: platform["id"] for platform in platforms}

        known = await save_channel(portal, alice, channel_platform="Substack")
        own = await save_channel(portal, alice, channel_platform="My own words")

        assert (known["medium_id"], own["medium_id"]) == (listed["Substack"], None)

    async def test_saving_a_channel_with_an_id_replaces_the_stored_one(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        site = await save_channel(portal, alice)

        changed = await save_channel(
            portal, alice, id=site["id"], name="Other", promotion_methods=[3, 3]
        )

        assert changed == site | {"name": "Other", "promotion_methods": [3]}
        assert (await portal.ok("/site/list", alice))["total"] == 1

    async def test_channel_with_a_new_website_is_no_longer_verified(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        site = await save_channel(portal, alice)
        async with portal.db() as db:
            await db.execute(
                "update site set verified_at = $2 where publisher_id = $1",
                alice.uid,
                portal.resources.clock.now(),
            )

        same = await save_channel(portal, alice, id=site["id"])
        other = await save_channel(portal, alice, id=site["id"], website="https://other.example")

        assert (same["verified"], other["verified"]) == (True, False)

    async def test_channel_of_another_publisher_is_not_found(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        foreign, missing = channel(id=bob.site_id), channel(id=2**50)

        await portal.refuses(Code.SITE_NOT_FOUND, "/site/save", alice, attributes=foreign)
        await portal.refuses(Code.SITE_NOT_FOUND, "/site/save", alice, attributes=missing)

        unchanged = await portal.ok("/site/info", bob, attributes={"id": bob.site_id})
        assert unchanged["name"] != foreign["name"]

    async def test_disabled_channel_cannot_be_changed(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        site = await save_channel(portal, alice)
        await review_channel(portal, alice, site["id"], SiteStatus.DISABLED)

        await portal.refuses(
            Code.SITE_STATUS_ERROR, "/site/save", alice, attributes=channel(id=site["id"])
        )

    async def test_rejected_channel_is_reviewed_again_after_an_edit(
        self, portal: Portal, reviewing: Portal
    ) -> None:
        for where, status in ((reviewing, SiteStatus.PENDING), (portal, SiteStatus.APPROVED)):
            alice = await where.someone(site=False)
            site = await save_channel(where, alice)
            await review_channel(where, alice, site["id"], SiteStatus.REJECTED)

            again = await save_channel(where, alice, id=site["id"])

            assert (again["status"], again["status_reason"]) == (status, None)

    async def test_approval_of_a_channel_survives_a_new_name_but_not_a_new_website(
        self, reviewing: Portal
    ) -> None:
        alice = await reviewing.someone(site=False)
        site = await save_channel(reviewing, alice)
        assert (site["status"], site["is_default"]) == (SiteStatus.PENDING, True)
        await review_channel(reviewing, alice, site["id"], SiteStatus.APPROVED)

        renamed = await save_channel(reviewing, alice, id=site["id"], name="Other")
        moved = await save_channel(reviewing, alice, id=site["id"], website="https://other.example")

        assert (renamed["status"], moved["status"]) == (SiteStatus.APPROVED, SiteStatus.PENDING)

    async def test_channel_stays_approved_where_review_is_automatic(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        site = await save_channel(portal, alice)
        moved = await save_channel(
            portal, alice, id=site["id"], channel_type=4, channel_platform="X"
        )
        assert moved["status"] == SiteStatus.APPROVED

    @pytest.mark.parametrize(
        ("changed", "field"),
        [
            ({"channel_type": 99}, "channel_type"),
            ({"promotion_methods": [99]}, "promotion_methods"),
        ],
    )
    async def test_unlisted_channel_type_or_promotion_method_is_refused(
        self, portal: Portal, changed: dict[str, Any], field: str
    ) -> None:
        alice = await portal.someone(site=False)
        given = channel(**changed)
        reply = await portal.refuses(Code.REQUEST_INVALID, "/site/save", alice, attributes=given)
        assert f"`attributes.{field}`" in reply.message

    @pytest.mark.parametrize(
        ("changed", "number"),
        [
            ({"website": "kitchen"}, 20028),
            ({"website": "javascript:alert(1)"}, 20028),
            ({"website": "https://" + "x" * 260}, 20027),
            ({"channel_type": 0}, 20033),
            ({"channel_type": "2"}, 20033),
            ({"channel_platform": "x" * 256}, 20031),
            ({"logo": "x" * 256}, 20022),
            ({"media_kit": [{"file_url": "a", "name": "a", "size": 0}]}, 20086),
            ({"id": 0}, 20017),
            ({"status": 1}, Code.REQUEST_INVALID.number),
            ({"publisher_id": 1}, Code.REQUEST_INVALID.number),
        ],
    )
    async def test_channel_with_an_invalid_field_is_refused(
        self, portal: Portal, changed: dict[str, Any], number: int
    ) -> None:
        alice = await portal.someone(site=False)
        await portal.refuses(number, "/site/save", alice, attributes=channel(**changed))

    async def test_number_of_channels_is_limited(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("handlers.site.SITES_MAX", 2)
        alice = await portal.someone(site=False)
        first, second = [await save_channel(portal, alice) for _ in range(2)]
        await portal.refuses(Code.REQUEST_INVALID, "/site/save", alice, attributes=channel())
        await save_channel(portal, alice, id=first["id"])
        await portal.ok("/site/del", alice, attributes={"id": second["id"]})
        await save_channel(portal, alice)

    @pytest.mark.parametrize(
        "website",
        [
            "http://www.kitchen.example",
            "https://KITCHEN.example:443/",
            "https://kitchen.example#top",
        ],
    )
    async def test_second_channel_of_a_website_is_refused_and_names_the_first(
        self, portal: Portal, website: str
    ) -> None:
        alice, bob = await portal.someone(site=False), await portal.someone(site=False)
        first = await save_channel(portal, alice, website="https://kitchen.example/")
        again = channel(website=website)

        reply = await portal.refuses(Code.REQUEST_INVALID, "/site/save", alice, attributes=again)

        assert reply.data == {
            "field": "attributes.website",
            "rule": "duplicate",
            "limit": first["name"],
        }
        await portal.ok("/site/save", bob, attributes=again)

    @pytest.mark.parametrize(
        "other",
        [
            {"website": "https://kitchen.example/de"},
            {"website": "https://kitchen.example?app=2"},
            {"website": "https://kitchen.example:8443"},
            {"website": "https://kitchen.example", "channel_type": 5},
        ],
    )
    async def test_another_page_or_type_of_a_website_is_another_channel(
        self, portal: Portal, other: dict[str, Any]
    ) -> None:
        alice = await portal.someone(site=False)
        await save_channel(portal, alice, website="https://kitchen.example")
        await save_channel(portal, alice, **other)
        assert (await portal.ok("/site/list", alice))["total"] == 2

    async def test_channel_cannot_take_another_channels_website_before_its_deletion(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        await save_channel(portal, alice)
        first, second = [await save_channel(portal, alice) for _ in range(2)]
        moved = channel(id=second["id"], website=first["website"])

        await portal.refuses(Code.REQUEST_INVALID, "/site/save", alice, attributes=moved)
        await portal.ok("/site/del", alice, attributes={"id": first["id"]})
        await portal.ok("/site/save", alice, attributes=moved)

    async def test_two_channels_of_one_website_from_an_earlier_release_can_be_renamed(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        first, second = [await save_channel(portal, alice) for _ in range(2)]
        async with portal.db() as db:
            await db.execute(
                "update site set website = $3 where publisher_id = $1 and site_id = $2",
                *(alice.uid, second["id"], first["website"]),
            )

        renamed = await save_channel(portal, alice, id=second["id"], name="Other")

        assert (renamed["name"], renamed["website"]) == ("Other", first["website"])

    async def test_operator_cannot_save_channels(self, portal: Portal) -> None:
        operator = await portal.operator()
        await portal.refuses(Code.NOT_ALLOWED, "/site/save", operator, attributes=channel())
        assert await portal.ok("/site/list", operator) == {"list": [], "total": 0, "next": None}
