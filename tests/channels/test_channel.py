"""Channel management, by publishers and by the network's operators."""

import asyncio

import pytest

from rpc import Code
from schema.channels.channel import SiteStatus
from tests.support.channels import review_channel, save_channel
from tests.support.portal import Portal, unique


class TestList:
    async def test_default_channel_comes_first_and_other_publishers_are_hidden(
        self, portal: Portal
    ) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        second, third = await save_channel(portal, alice), await save_channel(portal, alice)
        await portal.ok("/site/set_default", alice, attributes={"id": third["id"]})

        answer = await portal.ok("/site/list", alice)

        ids = [site["id"] for site in answer["list"]]
        assert (ids, answer["total"]) == ([third["id"], alice.site_id, second["id"]], 3)
        assert [site["id"] for site in (await portal.ok("/site/list", bob))["list"]] == [
            bob.site_id
        ]

    async def test_list_of_channels_is_paged(self, portal: Portal) -> None:
        alice = await portal.someone()
        for _ in range(4):
            await save_channel(portal, alice)

        pages = [
            await portal.ok("/site/list", alice, page={"curPage": number, "perPage": 2})
            for number in (1, 2, 3, 4)
        ]

        assert [(len(page["list"]), page["total"]) for page in pages] == [
            (2, 5), (2, 5), (1, 5), (0, 5),
        ]  # fmt: skip

    async def test_channel_list_counts_joined_brands(self, portal: Portal) -> None:
        alice = await portal.someone()
        other = await save_channel(portal, alice)
        async with portal.db() as db:
            for status in (1, 2, 2, 3, 4):
                mid = await db.fetchval(
                    "insert into brand (mcid, name, site_url, description, categories, country,"
                    " regions, currency, offer_type, brand_type, domains, cookie_days,"
                    " validation_days, payment_days, deep_link, approval, status, click_param,"
                    " forbidden_words, promotion_methods, contact, commission, commission_rank,"
                    " words, created_at, updated_at)"
                    " values ($1, $1, '', '', '{}', 'GB', '{}', 'GBP', 'CPS', 1, '{}', 30, 30, 30,"
                    " true, 'auto', 'online', 'click_ref', '{}', '{}', '', '', 0, '', $2, $2)"
                    " returning mid",
                    unique("brand"),
                    portal.resources.clock.now(),
                )
                await db.execute(
                    "insert into relationship (publisher_id, site_id, mid, status, applied_at)"
                    " values ($1, $2, $3, $4, $5)",
                    alice.uid,
                    alice.site_id,
                    mid,
                    status,
                    portal.resources.clock.now(),
                )

        sites = (await portal.ok("/site/list", alice))["list"]

        joined = {site["id"]: site["brands_joined"] for site in sites}
        assert joined == {alice.site_id: 2, other["id"]: 0}


class TestInfo:
    async def test_channel_of_another_publisher_is_not_found(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        for site_id in (bob.site_id, 2**50):
            given = {"id": site_id}
            await portal.refuses(Code.SITE_NOT_FOUND, "/site/info", alice, attributes=given)

    async def test_channel_call_without_an_id_is_refused(self, portal: Portal) -> None:
        alice = await portal.someone()
        reply = await portal.refuses(20016, "/site/info", alice, attributes={})
        assert reply.refusal == {"field": "attributes.id"}


class TestSetDefault:
    async def test_profile_shows_the_new_default_channel(self, portal: Portal) -> None:
        alice = await portal.someone()
        site = await save_channel(portal, alice)

        answer = await portal.ok("/site/set_default", alice, attributes={"id": site["id"]})

        assert answer == site | {"is_default": True}
        profile = await portal.ok("/user/profile", alice)
        assert profile["default_site"]["id"] == site["id"]

    async def test_twenty_concurrent_changes_leave_one_default_channel(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        ids = [(await save_channel(portal, alice))["id"] for _ in range(5)] + [alice.site_id]

        replies = await asyncio.gather(
            *(
                portal.post("/site/set_default", alice, attributes={"id": ids[number % 6]})
                for number in range(20)
            )
        )

        assert [reply.code for reply in replies] == [0] * 20
        sites = (await portal.ok("/site/list", alice))["list"]
        assert sum(site["is_default"] for site in sites) == 1

    @pytest.mark.parametrize("status", [SiteStatus.REJECTED, SiteStatus.DISABLED])
    async def test_rejected_or_disabled_channel_cannot_be_the_default(
        self, portal: Portal, status: SiteStatus
    ) -> None:
        alice = await portal.someone()
        site = await save_channel(portal, alice)
        await review_channel(portal, alice, site["id"], status)
        await portal.refuses(
            Code.SITE_STATUS_ERROR, "/site/set_default", alice, attributes={"id": site["id"]}
        )

    async def test_channel_of_another_publisher_is_not_found(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        for site_id in (bob.site_id, 2**50):
            given = {"id": site_id}
            await portal.refuses(Code.SITE_NOT_FOUND, "/site/set_default", alice, attributes=given)
        profile = await portal.ok("/user/profile", alice)
        assert profile["default_site"]["id"] == alice.site_id


class TestTypes:
    async def test_guest_can_read_channel_types(self, portal: Portal) -> None:
        types = await portal.ok("/site/types")
        kinds = {kind["id"] for kind in types["channel_types"]}
        assert {platform["channel_type"] for platform in types["channel_platforms"]} == kinds
        assert types["promotion_methods"][0] == {"id": 1, "name": "Content and reviews"}
