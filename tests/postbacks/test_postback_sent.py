"""Test deliveries, and deliveries sent again."""

import asyncio
import json
from datetime import timedelta

import pytest

from rpc import Code
from rpc.security.rate_limits import MINUTE, SharedLimit
from schema.core.event import EventType
from schema.postbacks.postback_types import sample_event
from tests.support.orders.orders import deal
from tests.support.portal import Portal, Someone, unique
from tests.support.postbacks.receiver import (
    Received,
    Receiver,
    answering,
    dispatching,
    log_of,
    run_receiver,
    save,
    wait_for_log,
)
from tests.support.server import LIFTED

URL = "http://127.0.0.1:9/in"


class TestDoTest:
    async def test_outcome_of_a_test_postback_is_reported(
        self, portal: Portal, receiver: Receiver, sending: None
    ) -> None:
        it = await deal(portal)
        [row] = await it.report(it.order("31.00"))
        url = f"{receiver.url}/t?o={{order_id}}&a={{sale_amount}}&t={{test}}"
        draft = {"event_type": 1, "delivery_type": 1, "link_url": url}
        given = {"draft": draft, "oid": row["oid"]}
        preview = await portal.ok("/postback/test_info", it.who, attributes=given)
        made = await portal.ok("/postback/do_test", it.who, attributes=given)
        [request] = await receiver.wait_for(1)
        [entry] = await wait_for_log(
            portal,
            it.who,
            lambda rows: rows[0]["state"] == "delivered",
            delivery_id=made["delivery_id"],
        )
        assert preview["url"] == entry["url"] == receiver.url + request.target
        assert (request.params["a"], request.params["t"]) == ("31.00", "1")
        assert (entry["test"], entry["postback_id"], entry["status_code"]) == (True, None, 200)

    @pytest.mark.parametrize("kind", [1, 2, 3])
    async def test_test_of_an_order_has_the_form_of_a_real_event(
        self, portal: Portal, receiver: Receiver, sending: None, kind: int
    ) -> None:
        it = await deal(portal)
        [row] = await it.report(it.order("31.00"))
        draft = {"event_type": kind, "delivery_type": 2, "link_url": receiver.url}
        given = {"draft": draft, "oid": row["oid"]}
        await portal.ok("/postback/do_test", it.who, attributes=given)
        [request] = await receiver.wait_for(1)
        event, sample = json.loads(request.body), sample_event(EventType(kind))
        assert event.keys() == sample.keys()
        assert (event["sale_amount"], event["test"]) == ("31.00", True)
        for name in ("settlement_id", "previous_status", "delta_amount", "delta_commission"):
            assert event[name] == sample[name]
        assert [item["sale_amount"] for item in event["items"]] == (["31.00"] if kind < 3 else [])

    async def test_test_delivery_is_attempted_once(
        self, portal: Portal, alice: Someone, sending: None
    ) -> None:
        saved = await save(portal, alice, URL)
        made = await portal.ok("/postback/do_test", alice, attributes={"id": saved["id"]})
        [entry] = await wait_for_log(
            portal,
            alice,
            lambda rows: rows[0]["state"] == "failed",
            delivery_id=made["delivery_id"],
        )
        assert (entry["error"], entry["next_attempt_at"]) == ("refused", None)
        assert (await portal.ok("/postback/list", alice))["list"][0]["failed"] == 0

    async def test_postback_test_without_an_id_or_draft_is_refused(
        self, portal: Portal, alice: Someone
    ) -> None:
        for path in ("do_test", "test_info"):
            reply = await portal.refuses(
                Code.REQUEST_INVALID, f"/postback/{path}", alice, attributes={}
            )
            assert reply.refusal == {"field": "attributes.id"}

    async def test_postback_tests_are_rate_limited(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        strict = LIFTED._replace(postback_test=SharedLimit(unique("test"), ((2, MINUTE),)))
        monkeypatch.setattr(portal.resources, "shared_limits", strict)
        alice = await portal.someone()
        draft = {"event_type": 1, "delivery_type": 1, "link_url": URL}
        given = {"draft": draft}
        for _ in range(2):
            await portal.ok("/postback/do_test", alice, attributes=given)
        await portal.refuses(Code.TOO_MANY_REQUESTS, "/postback/do_test", alice, attributes=given)


class TestRedeliver:
    async def test_delivery_is_sent_again_under_the_same_delivery_id(
        self, portal: Portal, receiver: Receiver, sending: None
    ) -> None:
        it = await deal(portal)
        saved = await save(portal, it.who, receiver.url, delivery_type=2)
        await it.report(it.order(), it.order())
        await receiver.wait_for(2)
        rows = await wait_for_log(
            portal, it.who, lambda rows: all(row["state"] == "delivered" for row in rows)
        )
        again = await portal.ok("/postback/redeliver", it.who, attributes={"ids": [rows[0]["id"]]})
        assert again == {"count": 1}
        await receiver.wait_for(3)
        await wait_for_log(
            portal, it.who, lambda rows: all(row["state"] == "delivered" for row in rows)
        )
        days = {"start_date": "2020-01-01", "end_date": "2099-12-31"}
        again = await portal.ok(
            "/postback/redeliver",
            it.who,
            attributes={"id": saved["id"], **days, "state": "delivered"},
        )
        assert again == {"count": 2}
        received = await receiver.wait_for(5)
        sent = [request.headers["webhook-id"] for request in received]
        assert set(sent) == {row["event_id"] for row in rows}
        assert len({request.headers["webhook-signature"] for request in received}) >= 2
        rows = await wait_for_log(
            portal, it.who, lambda rows: all(row["state"] == "delivered" for row in rows)
        )
        assert sorted(len(row["attempts"]) for row in rows) == [2, 3]

    async def test_redelivering_failed_deliveries_includes_those_waiting_for_a_retry(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        days = {"start_date": "2020-01-01", "end_date": "2099-12-31", "state": "failed"}
        path, next_day = "/postback/redeliver", portal.resources.clock.now() + timedelta(days=1)
        async with run_receiver(answering(503)) as receiver:
            saved = await save(portal, it.who, receiver.url, delivery_type=2)
            async with dispatching(portal):
                await it.report(it.order(), it.order())
                await wait_for_log(portal, it.who, lambda rows: all(row["attempt"] for row in rows))
            async with portal.db() as db:
                await db.execute(
                    "update delivery set next_attempt_at = $2 where publisher_id = $1",
                    it.who.uid,
                    next_day,
                )
            await it.report(it.order())
            before = len(receiver.received)
            receiver.answer = answering(200)
            given = {**days, "id": saved["id"]}
            replies = await asyncio.gather(
                *(portal.ok(path, it.who, attributes=given) for _ in range(3))
            )
            assert sorted(reply["count"] for reply in replies) == [0, 0, 2]
            async with dispatching(portal):
                rows = await wait_for_log(
                    portal, it.who, lambda rows: all(row["state"] == "delivered" for row in rows)
                )
            sent = [request.headers["webhook-id"] for request in receiver.received[before:]]
        assert sorted(sent) == sorted(row["event_id"] for row in rows)
        assert await portal.ok(path, it.who, attributes=given) == {"count": 0}

    async def test_delivery_in_progress_is_not_sent_twice(
        self, portal: Portal, sending: None
    ) -> None:
        it, opened, go_on = await deal(portal), asyncio.Event(), asyncio.Event()

        async def wait(request: Received, writer: asyncio.StreamWriter) -> None:
            opened.set()
            await go_on.wait()
            await answering(200)(request, writer)

        async with run_receiver(answering(503)) as receiver:
            await save(portal, it.who, receiver.url)
            await it.report(it.order())
            [entry] = await wait_for_log(portal, it.who, lambda rows: rows[0]["attempt"] == 1)
            receiver.answer = wait
            given = {"ids": [entry["id"]]}
            async with portal.db() as db:
                await db.execute(
                    "update delivery set next_attempt_at = now() where publisher_id = $1",
                    it.who.uid,
                )
            await opened.wait()
            assert await portal.ok("/postback/redeliver", it.who, attributes=given) == {"count": 1}
            go_on.set()
            [entry] = await wait_for_log(
                portal, it.who, lambda rows: rows[0]["state"] == "delivered"
            )
            await asyncio.sleep(0.3)
        assert [each["status_code"] for each in entry["attempts"]] == [503, 200]
        assert len(receiver.received) == 2

    async def test_redelivery_of_an_old_or_empty_selection_is_refused(self, portal: Portal) -> None:
        it = await deal(portal)
        await save(portal, it.who, URL)
        await it.report(it.order())
        [entry] = await log_of(portal, it.who)
        async with portal.db() as db:
            await db.execute(
                "update delivery set created_at = now() - interval '31 days' where publisher_id = $1",
                it.who.uid,
            )
        path = "/postback/redeliver"
        for code, field, given in (
            (Code.NOT_FOUND, "ids", {"ids": [entry["id"]]}),
            (Code.REQUEST_INVALID, "ids", {}),
            (
                Code.REQUEST_INVALID,
                "end_date",
                {"start_date": "2020-01-01", "end_date": "2020-01-02"},
            ),
            (
                Code.DATES_REVERSED,
                "end_date",
                {"start_date": "2026-11-02", "end_date": "2026-11-01"},
            ),
            (
                Code.REQUEST_INVALID,
                "start_date",
                {"start_date": "0001-01-01", "end_date": "2026-11-01"},
            ),
        ):
            reply = await portal.refuses(code, path, it.who, attributes=given)
            assert reply.refusal == {"field": f"attributes.{field}"}
