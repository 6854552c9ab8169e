"""A lane: sends the due deliveries for one receiver of a publisher, two requests at once."""

import asyncio
import time
from collections.abc import Iterator
from datetime import datetime
from typing import Protocol

import sql.postbacks.delivery_queue
from rpc.monitoring.metrics import DELIVERIES
from rpc.outbound.postback_client import Outcome, PostbackClient
from rpc.postbacks.failure_rules import Connect, FailureRules, state_after
from rpc.process.resources import Resources
from rpc.security.encryption import Encryption
from schema.core.sandbox import is_live
from schema.postbacks.delivery import Attempt, OutgoingRequest, Result
from schema.postbacks.postback import StoredSecrets, associated_data
from sql.postbacks.delivery_queue import DueDelivery

AT_ONCE = 2
"""How many requests are sent to one receiver at once (contract §7)."""
BATCH = 50
TURN_SECONDS = 2.0
"""After this long no further request is begun: others may wait for the slot, and the postback may have changed."""


class ResultWriter(Protocol):
    async def save(self, publisher_id: int, result: Result) -> None:
        """Record an attempt, and return once it is stored."""


class Lane:
    """The deliveries of a publisher to one receiver. The worker that runs the lane holds the receiver."""

    def __init__(
        self,
        resources: Resources,
        client: PostbackClient,
        writer: ResultWriter,
        stop: asyncio.Event,
        connect: Connect,
        *,
        publisher_id: int,
        postback_ids: list[int],
    ) -> None:
        self.resources = resources
        self.client = client
        self.writer = writer
        self.stop = stop
        self.connect = connect
        self.publisher_id = publisher_id
        self.postback_ids = postback_ids
        self.rules = FailureRules(connect, publisher_id)
        self.answered_at = time.monotonic()
        """When a request last ended, or the lane began."""

    async def run(self) -> None:
        """Send until nothing is due or the turn is over."""
        ends = time.monotonic() + TURN_SECONDS
        while not self.stop.is_set() and time.monotonic() < ends:
            now = self.resources.clock.now()
            async with self.connect() as db:
                batch = await sql.postbacks.delivery_queue.find_due(
                    db, self.publisher_id, self.postback_ids, now=now, size=BATCH
                )
            if not batch:
                return
            self.rules.failing_since |= {each.postback_id: each.failing_since for each in batch}
            waiting = iter(batch)
            await asyncio.gather(*(self.send_each(waiting, ends) for _ in range(AT_ONCE)))
            if len(batch) < AT_ONCE:  # few come; the dispatcher is told of the next one
                return

    async def run_test(self, delivery_id: str) -> None:
        """Send one test delivery."""
        async with self.connect() as db:
            delivery = await sql.postbacks.delivery_queue.get_test(
                db, self.publisher_id, delivery_id
            )
        if delivery is not None:
            await self.deliver(delivery)

    async def send_each(self, waiting: Iterator[DueDelivery], ends: float) -> None:
        for delivery in waiting:
            if delivery.postback_id not in self.rules.paused:
                await self.deliver(delivery)
            if self.stop.is_set() or time.monotonic() > ends:
                return

    async def deliver(self, delivery: DueDelivery) -> None:
        """Attempt a delivery and record its outcome."""
        begun, event = self.resources.clock.now(), delivery.event()
        if event is None:  # older than events are kept
            request = OutgoingRequest(method="", url="", headers={}, body=None)
            outcome = Outcome(ms=0, error="gone")
        else:
            secrets = open_secrets(
                self.resources.encryption, self.publisher_id, delivery.secrets, begun
            )
            request = delivery.destination.build_request(event, secrets, begun)
            outcome = await self.client.send(
                request.method, request.url, request.headers, request.body
            )
        self.answered_at = time.monotonic()
        now = self.resources.clock.now()
        state, again = state_after(delivery, outcome, now)
        result = Result(
            delivery_id=delivery.delivery_id,
            attempt=delivery.attempt,
            state=state,
            next_attempt_at=again,
            method=request.method,
            url=request.url,
            request_body=request.body,
            made=Attempt(
                at=begun,
                status_code=outcome.status_code,
                ms=outcome.ms,
                error=outcome.error,
                # A test can be sent at will: it must not read pages of others for whoever sends it.
                answer=None if delivery.test else outcome.answer,
            ),
        )
        await self.writer.save(self.publisher_id, result)
        if not delivery.test and delivery.row is not None:
            if not delivery.attempt and is_live(self.publisher_id):
                outcome_name = "delivered" if outcome.error is None else "refused"
                DELIVERIES.observe((now - delivery.row["at"]).total_seconds(), outcome_name)
            await self.rules.apply(delivery.postback_id, outcome, now)


def open_secrets(
    encryption: Encryption, publisher_id: int, stored: StoredSecrets | None, now: datetime
) -> list[str]:
    """The secrets in force, the newest first; none for a draft that was never saved."""
    if stored is None:
        return []
    row = associated_data(publisher_id, stored.row_key)
    secrets = [encryption.open(stored.secret, row)]
    if stored.old_secret and stored.old_secret_until and now < stored.old_secret_until:
        secrets.append(encryption.open(stored.old_secret, row))
    return secrets
