"""Deleting a channel."""

import asyncio

from rpc import Code
from tests.support.channels import save_channel
from tests.support.portal import Portal


class TestDeletion:
    async def test_deleted_channel_ends_its_applications(self, portal: Portal) -> None:
        alice, brand = await portal.someone(), await portal.brand(approval="manual")
        site = await save_channel(portal, alice)
        asked = {"mcids": [brand.mcid], "site_id": site["id"]}
        await portal.ok("/brands/apply", alice, attributes=asked)

        await portal.ok("/site/del", alice, attributes={"id": site["id"]})

        left = (await portal.ok("/site/list", alice))["list"]
        assert [each["id"] for each in left] == [alice.site_id]
        for path in ("/site/info", "/site/del", "/site/set_default"):
            await portal.refuses(Code.SITE_NOT_FOUND, path, alice, attributes={"id": site["id"]})
        await portal.refuses(Code.SITE_INVALID, "/brands/apply", alice, attributes=asked)
        async with portal.db() as db:
            status = "select status from relationship where publisher_id = $1 and site_id = $2"
            assert await db.fetchval(status, alice.uid, site["id"]) == 4

    async def test_default_channel_cannot_be_deleted_while_others_exist(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        await save_channel(portal, alice)
        given = {"id": alice.site_id}
        reply = await portal.refuses(Code.SITE_STATUS_ERROR, "/site/del", alice, attributes=given)
        assert "default" in reply.message
        assert (await portal.ok("/site/list", alice))["total"] == 2

    async def test_deleting_the_last_channel_leaves_no_default(self, portal: Portal) -> None:
        alice = await portal.someone()

        await portal.ok("/site/del", alice, attributes={"id": alice.site_id})

        assert (await portal.ok("/user/profile", alice))["default_site"] is None
        await portal.refuses(Code.DEFAULT_SITE_NOT_SET, "/tools/links", alice)
        assert (await save_channel(portal, alice))["is_default"]

    async def test_channel_that_joined_a_brand_cannot_be_deleted(self, portal: Portal) -> None:
        alice, brand = await portal.someone(), await portal.brand()
        site = await save_channel(portal, alice)
        await portal.join(alice, brand, site_id=site["id"])

        given = {"id": site["id"]}
        reply = await portal.refuses(Code.SITE_STATUS_ERROR, "/site/del", alice, attributes=given)

        assert "leave them first" in reply.message
        assert await portal.ok("/site/info", alice, attributes=given)

    async def test_concurrent_joining_and_deleting_never_both_succeed(self, portal: Portal) -> None:
        alice = await portal.someone()
        for _ in range(15):
            brand, site = await portal.brand(), await save_channel(portal, alice)
            given = {"mcids": [brand.mcid], "site_id": site["id"]}
            gone, joined = await asyncio.gather(
                portal.post("/site/del", alice, attributes={"id": site["id"]}),
                portal.post("/brands/apply", alice, attributes=given),
            )
            assert {gone.code, joined.code} in (
                {0, Code.SITE_INVALID.number},
                {0, Code.SITE_STATUS_ERROR.number},
            )

    async def test_channel_of_another_publisher_is_not_found(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        given = {"id": bob.site_id}
        await portal.refuses(Code.SITE_NOT_FOUND, "/site/del", alice, attributes=given)
        assert await portal.ok("/site/info", bob, attributes=given)
