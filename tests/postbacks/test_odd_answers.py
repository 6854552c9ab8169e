"""Receivers with invalid answers: their attempts count, and are repeated on schedule."""

from datetime import datetime

from tests.support.orders.orders import deal
from tests.support.portal import Portal
from tests.support.postbacks.receiver import (
    answering,
    dispatching,
    run_receiver,
    save,
    wait_for_log,
)

BEYOND = "Retry-After: Mon, 01 Jan 99999999999999999999 00:00:00 +0000"


async def test_delivery_answered_with_an_invalid_retry_after_counts_as_failed_and_is_retried(
    portal: Portal,
) -> None:
    it = await deal(portal)
    async with run_receiver(answering(503, BEYOND)) as receiver, dispatching(portal):
        await save(portal, it.who, receiver.url)
        await it.report(it.order())
        [entry] = await wait_for_log(portal, it.who, lambda rows: rows and rows[0]["attempt"] >= 1)
    assert (entry["state"], entry["attempts"][0]["status_code"]) == ("waiting", 503)
    assert datetime.fromisoformat(entry["next_attempt_at"]) > datetime.fromisoformat(
        entry["attempts"][0]["at"]
    )
