"""Ten attempts at the contract's times, under a clock that is moved, and the effect of five days of failures."""

import asyncio
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

import sql.network.due_delivery
from rpc.database.clock import Clock
from tests.support.accounts.mails import mails_to
from tests.support.orders.orders import deal
from tests.support.portal import Portal, Someone
from tests.support.postbacks.receiver import (
    answering,
    dispatching,
    run_receiver,
    save,
    until_paused,
    wait_for_log,
)
from tests.support.timing import no_hang

WAITS = [
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    *(timedelta(hours=hours) for hours in (2, 5, 10, 14, 20, 24)),
]
"""Contract §7: before the second attempt and each later one, a tenth more or less."""
DAY = timedelta(days=1)


@dataclass
class MovedClock:
    """The portal's clock, ahead of itself."""

    clock: Clock
    ahead: timedelta = timedelta()

    def now(self) -> datetime:
        return self.clock.now() + self.ahead

    def move_to(self, at: datetime) -> None:
        self.ahead = at - self.clock.now()


@pytest.fixture
def clock(portal: Portal) -> MovedClock:
    return MovedClock(portal.resources.clock)


@pytest.fixture
async def looks(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Waits until the dispatcher has looked twice for what is due: once may have been before."""
    whole, count = sql.network.due_delivery.find_due, 0

    async def count_calls(*args: Any, **more: Any) -> Any:
        nonlocal count
        found = await whole(*args, **more)
        count += 1
        return found

    monkeypatch.setattr(sql.network.due_delivery, "find_due", count_calls)
    monkeypatch.setattr("rpc.postbacks.dispatcher.POLL_SECONDS", 0.05)

    async def twice() -> None:
        async with no_hang():
            wanted = count + 2
            while count < wanted:
                await asyncio.sleep(0.02)

    return twice


async def wait_for_attempts(portal: Portal, who: Someone, times: int) -> Any:
    """The only delivery, once it was attempted so often."""
    [entry] = await wait_for_log(portal, who, lambda rows: rows[0]["attempt"] == times)
    return entry


async def test_delivery_is_given_up_after_ten_attempts_and_can_be_sent_again(
    portal: Portal, clock: MovedClock, looks: Any
) -> None:
    it = await deal(portal)
    moved: Any = replace(portal.resources, clock=clock)  # type: ignore[arg-type]
    async with run_receiver(answering(500)) as receiver, dispatching(portal, moved):
        await save(portal, it.who, receiver.url, delivery_type=2)
        await it.report(it.order())
        for times, wait in enumerate(WAITS, 1):
            entry = await wait_for_attempts(portal, it.who, times)
            assert entry["state"] == "waiting"
            last = datetime.fromisoformat(entry["attempts"][-1]["at"])
            clock.move_to(last + wait * 0.9 - min(wait * 0.4, timedelta(seconds=30)))
            await looks()
            assert len(receiver.received) == times, f"sooner than {wait}"
            clock.move_to(last + wait * 1.1 + timedelta(seconds=2))
            await receiver.wait_for(times + 1)
        entry = await wait_for_attempts(portal, it.who, 10)
        assert (entry["state"], entry["next_attempt_at"]) == ("failed", None)
        clock.ahead += 10 * DAY
        await looks()
        assert len(receiver.received) == 10
        [row] = (await portal.ok("/postback/list", it.who))["list"]
        assert (row["state"], row["failed"]) == ("active", 1)  # five days are not over
        receiver.answer = answering(204)
        await portal.ok("/postback/redeliver", it.who, attributes={"ids": [entry["id"]]})
        received = await receiver.wait_for(11)
        [entry] = await wait_for_log(portal, it.who, lambda rows: rows[0]["state"] == "delivered")
    assert {request.headers["webhook-id"] for request in received} == {entry["event_id"]}
    assert [each["status_code"] for each in entry["attempts"]] == [500] * 10 + [204]


async def test_five_days_of_failures_pause_the_postback_and_keep_its_queue(
    portal: Portal, clock: MovedClock, looks: Any
) -> None:
    it = await deal(portal)
    moved: Any = replace(portal.resources, clock=clock)  # type: ignore[arg-type]
    async with run_receiver(answering(500)) as receiver, dispatching(portal, moved):
        saved = await save(portal, it.who, receiver.url, parameters={"id": "{event_id}"})
        await it.report(it.order())
        await wait_for_attempts(portal, it.who, 1)
        clock.ahead = 5 * DAY + timedelta(minutes=1)
        await receiver.wait_for(2)
        await until_paused(portal, it.who)
        await it.report(*(it.order() for _ in range(20)))
        sent = len(receiver.received)
        await looks()
        assert len(receiver.received) == sent
        await portal.work()
        [mail] = mails_to(portal, it.who.email, subject="paused")
        assert f"postback {saved['id']} has failed for 5 days" in mail
        # Published by the moved clock, so that its publisher does not see it yet.
        query = "select title from notice where publisher_id = $1 and event = 'postback'"
        assert await portal.value(query, it.who.uid) == f"Postback {saved['id']} was paused"
        receiver.answer, receiver.received = answering(200), []
        clock.ahead += DAY  # by when what failed is due again
        given = {"id": saved["id"], "state": "active"}
        await portal.ok("/postback/set_state", it.who, attributes=given)
        rows = await wait_for_log(
            portal, it.who, lambda rows: all(row["state"] == "delivered" for row in rows)
        )
    assert {request.params["id"] for request in receiver.received} == {
        row["event_id"] for row in rows
    }
    assert len(rows) == 21


async def test_postback_answered_with_410_is_paused_and_mailed(
    portal: Portal, sending: None
) -> None:
    it = await deal(portal)
    async with run_receiver(answering(410)) as receiver:
        saved = await save(portal, it.who, receiver.url)
        await it.report(it.order())
        await receiver.wait_for(1)
        await until_paused(portal, it.who)
    await portal.work()
    [mail] = mails_to(portal, it.who.email, subject="paused")
    assert f"postback {saved['id']} answered that it is gone (410)" in mail


@pytest.mark.parametrize(
    ("asked", "waits"),
    [
        (timedelta(hours=3), timedelta(hours=3)),
        (timedelta(days=9), timedelta(hours=24)),
        (timedelta(days=-1), timedelta(seconds=4.5)),
    ],
    ids=["a date", "a day at most", "a date that is over"],
)
async def test_retry_after_header_may_be_a_date(
    portal: Portal, sending: None, asked: timedelta, waits: timedelta
) -> None:
    it = await deal(portal)
    until = format_datetime(datetime.now(UTC) + asked, usegmt=True)
    async with run_receiver(answering(503, f"Retry-After: {until}")) as receiver:
        await save(portal, it.who, receiver.url)
        await it.report(it.order())
        entry = await wait_for_attempts(portal, it.who, 1)
    [made] = entry["attempts"]
    found = datetime.fromisoformat(entry["next_attempt_at"]) - datetime.fromisoformat(made["at"])
    assert waits - timedelta(seconds=2) <= found <= waits + timedelta(seconds=15)
