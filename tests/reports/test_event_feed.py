"""The feed of events: all of a publisher's, in order, without repeats or gaps."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from rpc import Code
from rpc.process.heartbeat import OLDER_RELEASE_RUNS, WEB, older_release_runs, try_to_beat
from schema.core.event import Event, EventType
from sql.core.outbox import add
from tests.support.databases import earlier
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal, Someone

PATH = "/reports/events"
OF_RELEASE_0_9 = """
select event_type from event where publisher_id = $1 and (number is null or number > 0) order by at, event_id
"""
"""The events that release 0.9.0 numbers and reads."""


async def read(portal: Portal, who: Someone, after: str | None = None, size: int = 3) -> Any:
    return await portal.ok(PATH, who, attributes={"after": after}, page={"perPage": size})


async def follow(portal: Portal, who: Someone, after: str | None = None) -> tuple[list[Any], str]:
    """All events from a cursor on, and the cursor after them."""
    found: list[Any] = []
    while True:
        feed = await read(portal, who, after)
        found += feed["list"]
        after = feed["next"]
        if not feed["has_more"]:
            return found, str(after)


class TestEvents:
    async def test_order_event_in_the_feed_has_the_content_of_its_postback(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        ref = await it.click()
        order = it.order("10.00", click_ref=ref, code=None, item_id="a", country="GB")
        [row] = await it.report(order)
        order["items"] = [{"item_id": "a", "amount": "7.50", "status": "Approved"}]
        await it.report(order)

        found, _ = await follow(portal, it.who)

        created, updated = found
        assert (created["event_name"], updated["event_name"]) == ("order.created", "order.updated")
        for event in (created, updated):
            assert (event["oid"], event["order_id"]) == (row["oid"], order["order_id"])
            assert (event["click_ref"], event["country"]) == (ref, "GB")
            assert (event["mcid"], event["uid1"], event["currency"]) == (
                it.brand.mcid,
                "label",
                "GBP",
            )
        assert (created["sale_amount"], created["delta_amount"]) == ("10.00", None)
        assert (updated["sale_amount"], updated["delta_amount"]) == ("7.50", "-2.50")
        assert (updated["previous_status"], updated["status"]) == ("Pending", "Approved")
        assert [item["item_id"] for item in updated["items"]] == ["a"]
        assert (created["item_id"], updated["item_id"]) == ("a", "a")

    async def test_event_feed_lists_each_event_once_in_order(self, portal: Portal) -> None:
        it = await deal(portal)
        reported: list[int] = []
        cursor, seen = None, []
        for _ in range(4):
            reported += [row["oid"] for row in await it.report(*(it.order() for _ in range(5)))]
            found, cursor = await follow(portal, it.who, cursor)
            seen += found
        again, _ = await follow(portal, it.who)
        assert [event["event_id"] for event in again] == [event["event_id"] for event in seen]
        assert sorted(event["oid"] for event in seen if event["oid"]) == sorted(reported)
        assert (await read(portal, it.who, cursor))["list"] == []

    async def test_event_that_commits_late_is_not_skipped(self, portal: Portal) -> None:
        it = await deal(portal)
        now = portal.resources.clock.now()
        async with portal.db() as late:
            transaction = late.transaction()
            await transaction.start()
            await add(late, [self.event(it, "late")], now - timedelta(minutes=5))
            async with portal.db() as db:
                await add(db, [self.event(it, "early")], now)
            before, cursor = await follow(portal, it.who)
            await transaction.commit()
        after, _ = await follow(portal, it.who, cursor)
        assert [event["note"] for event in before if event["note"]] == ["early"]
        assert [event["note"] for event in after] == ["late"]
        # The control: a cursor made of times would have passed it.
        assert after[0]["event_time"] < before[-1]["event_time"]

    async def test_concurrent_readers_of_the_event_feed_see_the_same_events(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        await it.report(*(it.order() for _ in range(20)))
        feeds = await asyncio.gather(*(follow(portal, it.who) for _ in range(8)))
        assert all(feed == feeds[0] for feed in feeds)
        assert len(feeds[0][0]) == 20

    async def test_another_publisher_sees_no_events_and_cannot_use_the_cursor(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        await it.report(it.order())
        _, cursor = await follow(portal, it.who)
        stranger = await portal.someone()
        assert (await follow(portal, stranger))[0] == []
        await portal.refuses(Code.REQUEST_INVALID, PATH, stranger, attributes={"after": cursor})

    async def test_malformed_cursor_of_the_event_feed_is_refused_by_field(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        for given in ("x", "W10", "WyJhIl0", "Wzk5OTldCg"):
            reply = await portal.refuses(
                Code.REQUEST_INVALID, PATH, it.who, attributes={"after": given}
            )
            assert reply.refusal == {"field": "attributes.after"}
            reply = await portal.refuses(Code.REQUEST_INVALID, PATH, it.who, page={"cursor": given})
            assert reply.refusal == {"field": "page.cursor"}
        await portal.refuses(Code.REQUEST_INVALID, PATH, it.who, page={"curPage": 2})

    async def test_expired_cursor_of_the_event_feed_is_refused_with_the_retention_period(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        await it.report(it.order(), it.order())
        first = (await read(portal, it.who, size=1))["next"]
        rest, last = await follow(portal, it.who, first)
        async with portal.db() as db:
            await db.execute("delete from event where publisher_id = $1", it.who.uid)
        reply = await portal.refuses(
            Code.REQUEST_INVALID, PATH, it.who, attributes={"after": first}
        )
        assert "30 days" in reply.message
        assert rest
        assert (await read(portal, it.who, last))["list"] == []
        await it.report(it.order())
        assert len((await follow(portal, it.who, last))[0]) == 1

    async def test_events_older_than_thirty_days_are_not_listed(self, portal: Portal) -> None:
        """Also where it has not been deleted yet."""
        it = await deal(portal)
        now = portal.resources.clock.now()
        async with portal.db() as db:
            for note, days in (("first", 29), ("second", 28.5), ("third", 1)):
                await add(db, [self.event(it, note)], now - timedelta(days=days))
            await add(db, [self.event(it, "before")], now - timedelta(days=31))
        found, last = await follow(portal, it.who)
        assert [event["note"] for event in found if event["note"]] == ["first", "second", "third"]
        first = (await read(portal, it.who, size=1))["next"]
        async with portal.db() as db:
            await db.execute(
                f"update event set {earlier('at', '2 days')} where publisher_id = $1"
                " and body ->> 'note' in ('first', 'second')",
                it.who.uid,
            )
        assert [event["note"] for event in (await follow(portal, it.who))[0]] == ["third"]
        stale = {"after": first}
        reply = await portal.refuses(Code.REQUEST_INVALID, PATH, it.who, attributes=stale)
        assert reply.refusal == {"field": "attributes.after"}
        assert (await read(portal, it.who, last))["list"] == []

    async def test_event_of_a_type_that_this_release_does_not_know_is_left_out(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        now = portal.resources.clock.now()
        async with portal.db() as db:
            await add(db, [self.event(it, "later"), self.event(it, "known")], now)
            await db.execute(
                "update event set event_type = 999 where publisher_id = $1 and body ->> 'note' = 'later'",
                it.who.uid,
            )
        found, cursor = await follow(portal, it.who)
        assert [event["note"] for event in found] == ["known"]
        assert (await read(portal, it.who, cursor))["list"] == []

    async def test_event_that_an_older_release_cannot_read_waits_until_none_runs(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it = await deal(portal)
        resources, now = portal.resources, portal.resources.clock.now()
        added = Event(it.who.uid, EventType.CHANNEL_REVIEWED, {"status": 1}, site_id=it.who.site_id)
        async with portal.db() as db:
            await add(db, [added, self.event(it, "known")], now)
            # As release 0.9.0 leaves its heartbeat; a process of this one then does.
            await db.execute("update heartbeat set at = clock_timestamp() where name = $1", WEB)
        await try_to_beat(resources, WEB, None)
        async with portal.db() as db:
            seen = await db.fetch(OF_RELEASE_0_9, it.who.uid)

        assert older_release_runs(resources, now)
        assert [row["event_type"] for row in seen] == [EventType.RELATIONSHIP_CHANGED]
        found, cursor = await follow(portal, it.who)
        assert [event["event_name"] for event in found] == ["relationship.changed"]
        await portal.refuses(
            Code.UNAVAILABLE, "/postback/do_info", it.who,
            attributes={"event_type": 17, "delivery_type": 1, "link_url": "https://example.com/in"},
        )  # fmt: skip

        monkeypatch.setattr(resources, "older_release_at", now - OLDER_RELEASE_RUNS)

        found, _ = await follow(portal, it.who, cursor)
        assert [event["event_name"] for event in found] == ["channel.reviewed"]

    @staticmethod
    def event(it: Deal, note: str) -> Event:
        body = {"status": 2, "previous_status": 1, "note": note}
        return Event(it.who.uid, EventType.RELATIONSHIP_CHANGED, body, mid=it.brand.mid)
