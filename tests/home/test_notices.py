"""Notices: written by the network's staff, read by every publisher or by one."""

from datetime import timedelta
from typing import Any

import pytest

from rpc import Code
from tests.support.portal import Portal, Someone, unique


async def publish(portal: Portal, **fields: Any) -> int:
    draft = {"kind": "product", "title": unique("Title"), "body": "Something is new.", **fields}
    saved = await portal.ok("/network/notice_save", await portal.operator(), attributes=draft)
    return int(saved["id"])


async def list_notices(portal: Portal, who: Someone, **filter: Any) -> dict[int, dict[str, Any]]:
    found = await portal.ok("/home/notices", who, filter=filter, page={"perPage": 1000})
    return {row["id"]: row for row in found["list"]}


async def unread(portal: Portal, who: Someone) -> dict[str, int]:
    found = await portal.ok("/home/notices", who, page={"perPage": 1})
    return {each["kind"]: each["unread"] for each in found["unread"]}


async def mark_read(portal: Portal, who: Someone, *ids: int) -> None:
    await portal.ok("/home/notice_read", who, attributes={"ids": list(ids)} if ids else {})


class TestNotices:
    async def test_notice_to_all_is_unread_until_marked_as_read(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        id = await publish(portal, kind="service", title="Maintenance on Sunday")
        before = await unread(portal, alice)
        row = (await list_notices(portal, alice))[id]
        assert (row["kind"], row["title"], row["read"]) == (
            "service",
            "Maintenance on Sunday",
            False,
        )

        for _ in range(2):  # a second time changes nothing
            await mark_read(portal, alice, id)

        assert (await list_notices(portal, alice))[id]["read"] is True
        assert (await list_notices(portal, bob))[id]["read"] is False
        after = await unread(portal, alice)
        assert after.get("service", 0) == before["service"] - 1
        assert id not in await list_notices(portal, alice, unread=True)
        assert id in await list_notices(portal, alice, kind="service")
        assert id not in await list_notices(portal, alice, kind="brands")

    async def test_notice_to_one_publisher_is_hidden_from_others(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        id = await publish(portal, uid=alice.uid, title="To you alone")

        assert id in await list_notices(portal, alice)
        assert id not in await list_notices(portal, bob)
        for path, attributes in (
            ("/home/notice", {"id": id}),
            ("/home/notice_read", {"ids": [id]}),
        ):
            await portal.refuses(Code.NOTICE_UNKNOWN, path, bob, attributes=attributes)
        assert (await list_notices(portal, alice))[id]["read"] is False

    async def test_all_notices_can_be_marked_as_read_at_once(self, portal: Portal) -> None:
        alice = await portal.someone()
        await publish(portal)
        await publish(portal, uid=alice.uid, kind="payments")
        assert (await unread(portal, alice)).keys() >= {"product", "payments"}

        await mark_read(portal, alice)

        assert await unread(portal, alice) == {}
        assert await list_notices(portal, alice, unread=True) == {}

    async def test_notice_older_than_the_account_or_90_days_counts_as_read(
        self, portal: Portal
    ) -> None:
        now = portal.resources.clock.now()
        old = await publish(portal, published_at=now - timedelta(days=91))
        alice = await portal.someone()
        async with portal.db() as db:
            await db.execute(
                "update account set created_at = $2 where publisher_id = $1",
                alice.uid,
                now - timedelta(days=10),
            )
        earlier = await publish(portal, published_at=now - timedelta(days=11))
        later = await publish(portal, published_at=now - timedelta(days=9))

        found = await list_notices(portal, alice)

        assert [found[id]["read"] for id in (old, earlier, later)] == [True, True, False]

    async def test_scheduled_and_ended_notices_are_hidden(self, portal: Portal) -> None:
        alice, now = await portal.someone(), portal.resources.clock.now()
        hour = timedelta(hours=1)
        scheduled = await publish(portal, published_at=now + hour)
        ended = await publish(portal, published_at=now - 2 * hour, ends_at=now - hour)

        assert not {scheduled, ended} & (await list_notices(portal, alice)).keys()
        for id in (scheduled, ended):
            await portal.refuses(Code.NOTICE_UNKNOWN, "/home/notice", alice, attributes={"id": id})

    async def test_notice_total_counts_the_filtered_notices(self, portal: Portal) -> None:
        alice = await portal.someone()
        await publish(portal, uid=alice.uid, kind="brands")
        await publish(portal, uid=alice.uid, kind="payments")
        for filter in ({}, {"kind": "brands"}, {"unread": True}):
            found = await portal.ok("/home/notices", alice, filter=filter, page={"perPage": 1000})
            assert found["total"] == len(found["list"])

    async def test_operator_can_read_published_notices(self, portal: Portal) -> None:
        id = await publish(portal)
        assert id in await list_notices(portal, await portal.operator())


class TestNotice:
    async def test_notice_details_contain_the_body(self, portal: Portal) -> None:
        id = await publish(portal, body="## What is new\n\n- one thing")
        found = await portal.ok("/home/notice", await portal.someone(), attributes={"id": id})
        assert found["body"] == "## What is new\n\n- one thing"

    async def test_unknown_notice_is_refused_with_code_20076(self, portal: Portal) -> None:
        who = await portal.someone()
        reply = await portal.refuses(20076, "/home/notice", who, attributes={"id": 2**40})
        assert reply.message == "Notice does not exist"
        await portal.refuses(20076, "/home/notice_read", who, attributes={"ids": [2**40]})


class TestNetworkNotices:
    async def test_changed_notice_keeps_its_publication_time(self, portal: Portal) -> None:
        boss, alice = await portal.operator(), await portal.someone()
        id = await publish(portal, uid=alice.uid)
        ref = {"id": id, "uid": alice.uid}
        draft = await portal.ok("/network/notice_info", boss, attributes=ref)
        changed = {**draft, "title": "Better words", "published_at": None}
        assert (await portal.ok("/network/notice_save", boss, attributes=changed)) == {"id": id}

        after = await portal.ok("/network/notice_info", boss, attributes=ref)
        assert after == {**draft, "title": "Better words"}

    async def test_notice_to_an_unknown_publisher_or_with_an_unknown_id_is_refused(
        self, portal: Portal
    ) -> None:
        boss, alice = await portal.operator(), await portal.someone()
        id = await publish(portal)
        draft = {"kind": "brands", "title": "A", "body": "B"}
        for ref in ({"id": 2**40}, {"id": id, "uid": alice.uid}):  # it is to everybody
            await portal.refuses(20076, "/network/notice_info", boss, attributes=ref)
            await portal.refuses(20076, "/network/notice_save", boss, attributes=draft | ref)
        nobody = draft | {"uid": 2**33 - 1}
        await portal.refuses(Code.USER_NOT_FOUND, "/network/notice_save", boss, attributes=nobody)

    @pytest.mark.parametrize(
        ("given", "field"),
        [
            ({"title": "  "}, "title"),
            ({"body": " "}, "body"),
            ({"ends_at": "2020-01-01T00:00:00Z"}, "ends_at"),
        ],
    )
    async def test_refusal_of_a_notice_names_the_invalid_field(
        self, portal: Portal, given: dict[str, Any], field: str
    ) -> None:
        draft = {"kind": "brands", "title": "A", "body": "B", **given}
        reply = await portal.refuses(
            Code.REQUEST_INVALID,
            "/network/notice_save",
            await portal.operator(),
            attributes=draft,
        )
        assert reply.refusal == {"field": f"attributes.{field}"}

    async def test_notices_of_a_publisher_are_listed_page_by_page(self, portal: Portal) -> None:
        boss, alice = await portal.operator(), await portal.someone()
        now = portal.resources.clock.now()
        made = [
            await publish(portal, uid=alice.uid, published_at=now + timedelta(hours=hour))
            for hour in range(3)
        ]
        accounts = await portal.ok("/network/accounts", boss, filter={"uid": alice.uid})
        name = accounts["list"][0]["publisher"]
        found, page = [], {"perPage": 2}
        while True:
            part = await portal.ok("/network/notices", boss, filter={"uid": alice.uid}, page=page)
            assert part["total"] == 3
            assert {row["publisher"] for row in part["list"]} == {name}
            found += [row["id"] for row in part["list"]]
            if part["next"] is None:
                break
            page = {"perPage": 2, "cursor": part["next"]}
        assert found == made[::-1]

    @pytest.mark.parametrize("path", ["notices", "notice_info", "notice_save"])
    async def test_publisher_cannot_make_staff_calls_about_notices(
        self, portal: Portal, path: str
    ) -> None:
        await portal.refuses(Code.NOT_ALLOWED, f"/network/{path}", await portal.someone())
