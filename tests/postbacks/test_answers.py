"""What receivers answer to requests that they do not accept is kept, as plain text, for whom the postback is."""

import pytest

from tests.support.orders.orders import deal
from tests.support.portal import Portal
from tests.support.postbacks.receiver import (
    answering,
    dispatching,
    run_receiver,
    save,
    wait_for_log,
)

LONG = "é" * 1_000


@pytest.mark.parametrize(
    ("status", "body", "kept"),
    [
        (500, b'{"error": "no such user"}', '{"error": "no such user"}'),
        (400, b"<h1>Bad\r\n request</h1>\x1b[31m\xe2\x80\xae", "<h1>Bad request</h1> [31m"),
        (302, b"Moved", "Moved"),
        (503, LONG.encode(), LONG[:300]),
        (503, b"\x1f\x8b\x08\x00binary", None),
        (503, b"  \r\n", None),
        (503, b"", None),
        (200, b"Thank you", None),
    ],
)
async def test_beginning_of_a_refusal_is_kept_with_its_attempt(
    portal: Portal, status: int, body: bytes, kept: str | None
) -> None:
    it = await deal(portal)
    async with run_receiver(answering(status, body=body)) as receiver, dispatching(portal):
        await save(portal, it.who, receiver.url)
        await it.report(it.order())
        [entry] = await wait_for_log(portal, it.who, lambda rows: rows and rows[0]["attempt"] == 1)

    assert [each["answer"] for each in entry["attempts"]] == [kept]


async def test_attempt_that_was_stored_without_an_answer_is_listed(portal: Portal) -> None:
    it = await deal(portal)
    async with run_receiver(answering(503)) as receiver, dispatching(portal):
        await save(portal, it.who, receiver.url)
        await it.report(it.order())
        await wait_for_log(portal, it.who, lambda rows: rows and rows[0]["attempt"] == 1)
    async with portal.db() as db:
        query = "update delivery set attempts = attempts #- '{0,answer}' where publisher_id = $1"
        await db.execute(query, it.who.uid)

    listed = await portal.ok("/postback/deliveries", it.who)

    assert listed["list"][0]["attempts"][0]["answer"] is None
