"""Deliveries: one per event and postback, sent at once, retried, and never lost."""

import asyncio
import base64
import hmac
import json
from datetime import timedelta
from hashlib import sha256

import pytest

from schema.postbacks.retry_schedule import DELAYS
from tests.support.accounts.mails import mails_to
from tests.support.orders.orders import deal
from tests.support.portal import PASSWORD, Portal
from tests.support.postbacks.receiver import (
    Receiver,
    answering,
    dispatching,
    log_of,
    run_receiver,
    save,
    until_paused,
    wait_for_log,
)
from tests.support.timing import measure, wait_until


class TestDelivery:
    async def test_order_event_is_delivered_to_the_postback_url(
        self, portal: Portal, receiver: Receiver, sending: None
    ) -> None:
        it = await deal(portal)
        parameters = {"amount": "[[sale_amount]]", "id": "{event_id}"}
        url = f"{receiver.url}/in?c={{click_ref}}"
        saved = await save(portal, it.who, url, parameters=parameters)
        ref = await it.click()
        [row] = await it.report(it.order("12.50", click_ref=ref, code=None))

        [request] = await receiver.wait_for(1)

        [entry] = await wait_for_log(portal, it.who, lambda rows: rows[0]["state"] == "delivered")
        assert request.params == {"c": ref, "amount": "12.50", "id": entry["event_id"]}
        assert entry["url"] == receiver.url + request.target
        assert (entry["postback_id"], entry["oid"], entry["attempt"]) == (
            saved["id"],
            row["oid"],
            1,
        )
        assert entry["order_id"] == row["order_id"]
        assert (entry["status_code"], entry["error"]) == (200, None)
        [feed] = (await portal.ok("/reports/events", it.who))["list"]
        assert feed["event_id"] == entry["event_id"]

    async def test_failed_delivery_is_retried_under_the_same_delivery_id(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        async with run_receiver(answering(503)) as receiver, dispatching(portal):
            await save(portal, it.who, receiver.url, delivery_type=2)
            await it.report(it.order())
            await receiver.wait_for(1)
            [entry] = await wait_for_log(portal, it.who, lambda rows: rows[0]["attempt"] == 1)
            assert (entry["state"], entry["status_code"], entry["error"]) == (
                "waiting",
                503,
                "status",
            )
            receiver.answer = answering(204)
            first, second = await receiver.wait_for(2)
        [entry] = await log_of(portal, it.who)
        assert first.headers["webhook-id"] == second.headers["webhook-id"] == entry["event_id"]
        assert [each["status_code"] for each in entry["attempts"]] == [503, 204]

    async def test_first_retry_is_made_when_it_is_due(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The dispatcher looks for it then, not at its next poll."""
        monkeypatch.setattr("rpc.postbacks.dispatcher.POLL_SECONDS", 60.0)
        soon = [DELAYS[0], timedelta(seconds=0.5), *DELAYS[2:]]
        monkeypatch.setattr("schema.postbacks.retry_schedule.DELAYS", soon)
        it = await deal(portal)
        async with run_receiver(answering(503)) as receiver, dispatching(portal):
            await save(portal, it.who, receiver.url)
            await it.report(it.order())
            with measure() as waiting:
                await receiver.wait_for(2)
            assert waiting.is_at_least(0.4)

    async def test_receiver_gets_all_deliveries_after_an_outage(self, portal: Portal) -> None:
        it = await deal(portal)
        async with run_receiver() as receiver:
            port = receiver.port
        async with dispatching(portal):
            await save(portal, it.who, receiver.url, parameters={"id": "{event_id}"})
            await it.report(*(it.order() for _ in range(10)))
            await wait_for_log(
                portal, it.who, lambda rows: all(row["error"] == "refused" for row in rows)
            )
            async with run_receiver(port=port) as receiver:
                received = await receiver.wait_for(10)
        assert len({request.params["id"] for request in received}) == 10

    async def test_at_most_two_deliveries_run_per_receiver(
        self, portal: Portal, sending: None
    ) -> None:
        it = await deal(portal)

        async def slow(request: object, writer: asyncio.StreamWriter) -> None:
            await wait_until(lambda: receiver.most_open > 1)
            await asyncio.sleep(0.05)  # in which a third would come
            await answering(200)(request, writer)  # type: ignore[arg-type]

        async with run_receiver(slow) as receiver:
            for n in range(3):
                await save(portal, it.who, f"{receiver.url}/{n}")
            await it.report(*(it.order() for _ in range(6)))
            await receiver.wait_for(18)
        assert receiver.most_open == 2

    async def test_retry_after_header_of_a_receiver_is_respected(
        self, portal: Portal, sending: None
    ) -> None:
        it = await deal(portal)
        async with run_receiver(answering(429, "Retry-After: 3600")) as receiver:
            await save(portal, it.who, receiver.url)
            await it.report(it.order())
            [entry] = await wait_for_log(portal, it.who, lambda rows: rows[0]["attempt"] == 1)
        wait = await portal.value(
            "select next_attempt_at - (attempts -> 0 ->> 'at')::timestamptz from delivery where publisher_id = $1",
            it.who.uid,
        )
        assert timedelta(hours=1) <= wait < timedelta(hours=2)
        assert entry["state"] == "waiting"

    async def test_redirect_of_a_postback_receiver_is_not_followed(
        self, portal: Portal, receiver: Receiver, sending: None
    ) -> None:
        it = await deal(portal)
        async with run_receiver(answering(307, f"Location: {receiver.url}/")) as moved:
            await save(portal, it.who, moved.url)
            await it.report(it.order())
            [entry] = await wait_for_log(portal, it.who, lambda rows: rows[0]["attempt"] == 1)
        assert (entry["error"], entry["status_code"]) == ("redirect", 307)
        assert receiver.received == []

    async def test_answer_410_pauses_the_postback_and_keeps_the_queue(
        self, portal: Portal, sending: None
    ) -> None:
        it = await deal(portal)
        async with run_receiver(answering(410)) as receiver:
            saved = await save(portal, it.who, receiver.url)
            await it.report(it.order())
            await wait_for_log(portal, it.who, lambda rows: rows[0]["attempt"] == 1)
            now = await until_paused(portal, it.who)
            assert now["state_reason"] == "gone"
            await it.report(it.order())
            await asyncio.sleep(0.3)
            assert len(receiver.received) == 1
            receiver.answer = answering(200)
            async with portal.db() as db:
                await db.execute(
                    "update delivery set next_attempt_at = now() where publisher_id = $1",
                    it.who.uid,
                )
            await portal.ok(
                "/postback/set_state", it.who, attributes={"id": saved["id"], "state": "active"}
            )
            await wait_for_log(
                portal, it.who, lambda rows: all(row["state"] == "delivered" for row in rows)
            )
        assert len(receiver.received) == 3

    async def test_five_days_of_failures_pause_the_postback_and_are_mailed(
        self, portal: Portal, sending: None
    ) -> None:
        it = await deal(portal)
        async with run_receiver(answering(500)) as receiver:
            saved = await save(portal, it.who, receiver.url)
            async with portal.db() as db:
                await db.execute(
                    "update postback set failing_since = now() - interval '5 days 1 minute' where publisher_id = $1",
                    it.who.uid,
                )
            await it.report(it.order())
            await receiver.wait_for(1)
            now = await until_paused(portal, it.who)
        assert (now["id"], now["state_reason"]) == (saved["id"], "failing")
        waiting = await portal.value(
            "select count(*) from pgqueuer where convert_from(payload, 'utf8') like '%postback_paused%'"
            " and convert_from(payload, 'utf8')::jsonb ->> 'publisher_id' = $1", str(it.who.uid),
        )  # fmt: skip
        assert waiting == 1

    async def test_consecutive_delivery_failures_are_mailed_once(self, portal: Portal) -> None:
        it = await deal(portal)
        async with run_receiver(answering(500)) as receiver, dispatching(portal):
            await save(portal, it.who, receiver.url)
            await it.report(*(it.order() for _ in range(16)))
            await wait_for_log(portal, it.who, lambda rows: all(row["attempt"] for row in rows))
            await portal.work()
            mails = [mail for mail in mails_to(portal, it.who.email) if "in a row" in mail]
            assert len(mails) == 1
            assert "failed 5 times" in mails[0]
            receiver.answer = answering(200)
            await wait_for_log(
                portal, it.who, lambda rows: all(row["state"] == "delivered" for row in rows)
            )
        query = "select failures from postback where publisher_id = $1"
        assert await portal.value(query, it.who.uid) == 0

    async def test_delivery_is_given_up_after_the_last_attempt(
        self, portal: Portal, sending: None
    ) -> None:
        it = await deal(portal)
        async with run_receiver(answering(500)) as receiver:
            await save(portal, it.who, receiver.url)
            await it.report(it.order())
            await wait_for_log(portal, it.who, lambda rows: rows[0]["attempt"] == 1)
            async with portal.db() as db:
                await db.execute(
                    "update delivery set attempt = 9, next_attempt_at = now() where publisher_id = $1",
                    it.who.uid,
                )
            [entry] = await wait_for_log(portal, it.who, lambda rows: rows[0]["attempt"] == 10)
        assert (entry["state"], entry["next_attempt_at"]) == ("failed", None)


class TestSignature:
    async def test_url_of_a_get_postback_is_signed(
        self, portal: Portal, receiver: Receiver, sending: None
    ) -> None:
        it = await deal(portal)
        url = (
            f"{receiver.url}/in?id={{event_id}}&at={{event_time}}&sign={{signature}}&o={{order_id}}"
        )
        saved = await save(portal, it.who, url)
        given = {"id": saved["id"], "password": PASSWORD}
        shown = await portal.ok("/postback/secret", it.who, attributes=given)
        await it.report(it.order())
        [request] = await receiver.wait_for(1)
        params = request.params
        key = base64.b64decode(shown["secret"].removeprefix("whsec_"))
        bare = receiver.url + request.target.replace(params["sign"], "")
        content = f"{params['id']}.{params['at']}.{bare}".encode()
        assert hmac.new(key, content, sha256).hexdigest() == params["sign"]

    async def test_get_postback_without_parameters_carries_the_whole_event(
        self, portal: Portal, receiver: Receiver, sending: None
    ) -> None:
        it = await deal(portal)
        await save(portal, it.who, receiver.url, delivery_type=2)
        await it.report(it.order("7.00", item_id="a"))
        [request] = await receiver.wait_for(1)
        event = json.loads(request.body)
        assert (event["sale_amount"], event["item_id"], event["event_name"]) == (
            "7.00",
            "a",
            "order.created",
        )
