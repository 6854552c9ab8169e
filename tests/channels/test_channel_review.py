"""The network's view of channels, and their review."""

import asyncio
from typing import Any

import pytest

from rpc import Code
from schema.channels.channel import SiteStatus
from tests.support.channels import channel, review_channel, save_channel
from tests.support.portal import Portal


class TestNetworkSites:
    async def test_operators_list_of_channels_begins_with_pending_ones(
        self, reviewing: Portal
    ) -> None:
        alice = await reviewing.someone(name="Alice Ltd")
        waiting = [(await save_channel(reviewing, alice))["id"] for _ in range(2)]
        operator = await reviewing.operator()

        answer = await reviewing.ok("/network/sites", operator, filter={"uid": alice.uid})

        ids = [site["site_id"] for site in answer["list"]]
        assert (ids, answer["total"]) == ([*reversed(waiting), alice.site_id], 3)
        assert {site["publisher"] for site in answer["list"]} == {"Alice Ltd"}

    async def test_channel_is_found_by_id(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        operator, one = await portal.operator(), (await save_channel(portal, alice))["id"]
        for uid, found in ((alice.uid, [one]), (bob.uid, [])):
            filter = {"uid": uid, "site_id": one}
            answer = await portal.ok("/network/sites", operator, filter=filter)
            assert [site["site_id"] for site in answer["list"]] == found
            assert answer["total"] == len(found)

    async def test_channels_are_filtered_by_status(self, reviewing: Portal) -> None:
        alice = await reviewing.someone()
        waiting = await save_channel(reviewing, alice)
        operator = await reviewing.operator()

        answer = await reviewing.ok(
            "/network/sites", operator, filter={"uid": alice.uid, "status": SiteStatus.PENDING}
        )
        pending = await reviewing.ok("/network/sites", operator, filter={"status": 0})

        assert [site["site_id"] for site in answer["list"]] == [waiting["id"]]
        assert {site["status"] for site in pending["list"]} == {0}
        assert pending["total"] >= 1

    async def test_operators_list_of_channels_of_all_publishers_is_paged(
        self, portal: Portal
    ) -> None:
        await portal.someone(), await portal.someone()
        operator = await portal.operator()
        whole = await portal.ok("/network/sites", operator, page={"perPage": 1000})

        second = await portal.ok("/network/sites", operator, page={"curPage": 2, "perPage": 1})

        assert (second["list"], second["total"]) == (whole["list"][1:2], whole["total"])
        assert len({site["uid"] for site in whole["list"]}) >= 2

    async def test_publisher_or_guest_cannot_list_channels(self, portal: Portal) -> None:
        alice = await portal.someone()
        await portal.refuses(Code.NOT_ALLOWED, "/network/sites", alice)
        await portal.refuses(Code.UNAUTHORIZED, "/network/sites")


class TestSiteReview:
    async def test_concurrent_edit_does_not_undo_the_review_of_a_channel(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(site=False), await portal.operator()
        left = []
        for _ in range(15):
            site = await save_channel(portal, alice)
            edit = channel(id=site["id"])
            await asyncio.gather(
                portal.post("/site/save", alice, attributes=edit),
                review_channel(portal, alice, site["id"], SiteStatus.DISABLED, operator),
                portal.post("/site/save", alice, attributes=edit),
            )
            now = await portal.ok("/site/info", alice, attributes={"id": site["id"]})
            left.append(now["status"])
        assert left == [SiteStatus.DISABLED] * 15

    async def test_publisher_sees_decision_and_reason_of_a_channel_review(
        self, reviewing: Portal
    ) -> None:
        alice = await reviewing.someone(site=False)
        site = await save_channel(reviewing, alice)

        seen = []
        for status in (SiteStatus.REJECTED, SiteStatus.APPROVED, SiteStatus.DISABLED):
            await review_channel(reviewing, alice, site["id"], status)
            now = await reviewing.ok("/site/info", alice, attributes={"id": site["id"]})
            seen.append((now["status"], now["status_reason"]))

        assert seen == [(2, "Because"), (1, None), (3, "Because")]

    @pytest.mark.parametrize(
        ("changed", "field"),
        [
            ({"status": 0}, "status"),
            ({"status": 2}, "reason"),
            ({"status": 3, "reason": " "}, "reason"),
        ],
    )
    async def test_channel_review_needs_a_decision_and_a_reason(
        self, portal: Portal, changed: dict[str, Any], field: str
    ) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        given = {"uid": alice.uid, "site_id": alice.site_id} | changed
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/network/site_review", operator, attributes=given
        )
        assert f"attributes.{field}" in reply.message

    async def test_unknown_channel_is_not_found(self, portal: Portal) -> None:
        alice, bob, operator = (
            await portal.someone(), await portal.someone(), await portal.operator()
        )  # fmt: skip
        given = {"uid": alice.uid, "site_id": bob.site_id, "status": 1}
        await portal.refuses(Code.NOT_FOUND, "/network/site_review", operator, attributes=given)

    async def test_publisher_cannot_review_channels(self, portal: Portal) -> None:
        alice = await portal.someone()
        given = {"uid": alice.uid, "site_id": alice.site_id, "status": 1}
        await portal.refuses(Code.NOT_ALLOWED, "/network/site_review", alice, attributes=given)

    async def test_stale_review_of_a_channel_is_refused(self, reviewing: Portal) -> None:
        alice, operator = await reviewing.someone(), await reviewing.operator()
        site_id = (await save_channel(reviewing, alice))["id"]
        given = {"uid": alice.uid, "site_id": site_id, "was": 0}
        no = {**given, "status": 2, "reason": "Not yours"}
        await reviewing.ok("/network/site_review", operator, attributes=no)

        await reviewing.refuses(
            Code.CHANGED_MEANWHILE, "/network/site_review", operator,
            attributes={**given, "status": 1},
        )  # fmt: skip

        ask = {"uid": alice.uid, "site_id": site_id}
        site = await reviewing.ok("/network/site_info", operator, attributes=ask)
        assert (site["status"], site["status_reason"]) == (2, "Not yours")
