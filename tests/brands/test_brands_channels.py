"""A publisher with several channels: each has relationships of its own with the brands."""

from rpc import Code
from tests.support.channels import save_channel
from tests.support.portal import Portal


class TestInfo:
    async def test_each_channel_has_its_own_relationship_with_a_brand(self, portal: Portal) -> None:
        alice, brand = await portal.someone(), await portal.brand(approval="manual")
        other = await portal.site(alice.uid)
        applied = {"mcids": [brand.mcid], "site_id": other, "message": "My readers ask for it"}
        await portal.ok("/brands/apply", alice, attributes=applied)

        usual = await portal.ok("/brands/info", alice, attributes={"mcid": brand.mcid})
        asked = {"mcid": brand.mcid, "site_id": other}
        second = await portal.ok("/brands/info", alice, attributes=asked)

        assert (usual["site_id"], usual["relationship"]) == (alice.site_id, 0)
        assert (usual["applied_at"], usual["message"]) == (None, None)
        assert (second["site_id"], second["relationship"]) == (other, 1)
        assert second["message"] == "My readers ask for it"
        assert second["applied_at"] is not None

    async def test_brand_joined_by_one_channel_is_an_alternative_for_another(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        other = await portal.site(alice.uid)
        kinds = [f"Channels {alice.uid}"]
        brand = await portal.brand(categories=kinds)
        joined = await portal.brand(categories=kinds)
        await portal.ok("/brands/apply", alice, attributes={"mcids": [joined.mcid]})

        usual = await portal.ok("/brands/info", alice, attributes={"mcid": brand.mcid})
        asked = {"mcid": brand.mcid, "site_id": other}
        second = await portal.ok("/brands/info", alice, attributes=asked)

        assert usual["alternatives"] == []
        assert [each["mcid"] for each in second["alternatives"]] == [joined.mcid]

    async def test_brand_call_with_another_publishers_channel_is_refused(
        self, portal: Portal
    ) -> None:
        alice, bob, brand = await portal.someone(), await portal.someone(), await portal.brand()

        await portal.refuses(
            Code.SITE_INVALID,
            "/brands/info",
            bob,
            attributes={"mcid": brand.mcid, "site_id": alice.site_id},
        )


class TestSocialProfile:
    async def test_social_profile_needs_no_ownership_proof(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        profile = await save_channel(portal, alice, channel_type=4, channel_platform="Instagram")
        assert profile["verifiable"] is False
        reply = await portal.refuses(
            Code.SITE_VALIDATION_FAILED,
            "/site/verify",
            alice,
            attributes={"id": profile["id"], "method": "meta"},
        )
        assert "Instagram has no place for a proof" in reply.message

        tasks = (await portal.ok("/home/dashboard", alice))["tasks"]
        assert {task["name"]: task["done"] for task in tasks}["verify_channel"] is True
        assert {task["name"]: task["to"] for task in tasks}["verify_channel"] == "/settings/channel"

        blog = await save_channel(portal, alice)
        assert blog["verifiable"] is True
        tasks = (await portal.ok("/home/dashboard", alice))["tasks"]
        assert {task["name"]: task["done"] for task in tasks}["verify_channel"] is False

    async def test_dashboard_step_to_verify_opens_the_first_unverified_channel(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        await save_channel(portal, alice, channel_type=4, channel_platform="Instagram")
        first = await save_channel(portal, alice)
        await save_channel(portal, alice)

        tasks = (await portal.ok("/home/dashboard", alice))["tasks"]

        to = {task["name"]: task["to"] for task in tasks}["verify_channel"]
        assert to == f"/settings/channel?verify={first['id']}"
