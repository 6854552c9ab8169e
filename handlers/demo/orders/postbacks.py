"""The demonstration's postbacks, one in each state, with the deliveries of a week's events.

Their receiver is `portal receiver` on this machine, which is not running at first.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import msgspec

import sql.postbacks.postback
from handlers.demo.core.steps import Write
from handlers.demo.people import people
from rpc.process.resources import Resources
from rpc.security.encryption import Encryption
from schema.core.event import EventType
from schema.postbacks.delivery import Attempt, DeliveryError
from schema.postbacks.macro import expand_query, expand_url, parse_address
from schema.postbacks.postback import DeliveryType, PostbackDraft, associated_data
from schema.postbacks.signature import make_secret
from sql.core.copy_text import copy_lines
from sql.core.db import Connection, fetch, run, text

WEEK = timedelta(days=7)
EVENTS_MAX = 400
BUSY = '{"error": "database is locked", "retry": true}'
"""What the demonstration's receiver answers to a request that it could not take."""
RECEIVER = "http://127.0.0.1:8090"
"""Where `portal receiver` listens."""
COLUMNS = (
    "publisher_id", "delivery_id", "postback_id", "event_id", "event_at", "event_type", "oid", "state", "attempt",
    "next_attempt_at", "method", "url", "request_body", "status_code", "ms", "error", "attempts", "created_at",
)  # fmt: skip


class DemoPostback(NamedTuple):
    """A postback: the event it reports, its destination and, if it has ended, why and how long ago."""

    event_type: EventType
    delivery_type: DeliveryType
    path: str
    parameters: dict[str, str]
    state: str = "active"
    reason: str | None = None
    ended: timedelta = timedelta()


POSTBACKS = [
    DemoPostback(EventType.ORDER_CREATED, DeliveryType.GET, "/orders?id={event_id}&cid={click_ref}",
         {"payout": "{sale_comm}", "currency": "{currency}", "order": "{order_id}"}),
    DemoPostback(EventType.ORDER_UPDATED, DeliveryType.POST_FORM, "/status",
         {"id": "{event_id}", "order": "{order_id}", "status": "{status}"}),
    DemoPostback(EventType.ORDER_CREATED, DeliveryType.GET, "/test?id={event_id}&order={order_id}",
         {}, "paused", None, timedelta(days=2)),
    DemoPostback(EventType.ORDER_CREATED, DeliveryType.GET, "/old-tracker?cid={click_ref}",
         {"amount": "{sale_amount}"}, "auto_paused", "failing", timedelta(days=5, hours=3)),
    DemoPostback(EventType.ORDER_UPDATED, DeliveryType.GET, "/closed?order={order_id}",
         {}, "auto_paused", "gone", timedelta(days=3)),
]  # fmt: skip


async def make(_: Connection, portal: Resources) -> Write:
    return partial(write, seals=portal.encryption, now=portal.clock.now())


async def write(db: Connection, seals: Encryption, now: datetime) -> None:
    uid, rng = (await people.find(db)).uid, Random(8090)  # noqa: S311 - no secret
    for postback in POSTBACKS:
        created = now - timedelta(days=40)
        postback_id = await add(db, seals, uid, postback, created)
        ended = now - postback.ended if postback.state != "active" else None
        await end(db, uid, postback_id, postback, ended)
        rows = [
            tuple(delivery(uid, postback_id, postback, event, ended, now, rng).values())
            for event in await events(db, uid, postback.event_type, now)
        ]
        if rows:
            await copy_lines(db, "delivery", COLUMNS, rows)


async def add(
    db: Connection, seals: Encryption, uid: int, postback: DemoPostback, created: datetime
) -> int:
    row_key = str(uuid4())
    draft = PostbackDraft(
        delivery_type=postback.delivery_type,
        link_url=RECEIVER + postback.path,
        parameters=postback.parameters,
        event_type=postback.event_type,
    )
    return await sql.postbacks.postback.add(
        db,
        uid,
        draft,
        receiver=parse_address(draft.link_url).receiver,
        row_key=row_key,
        secret=seals.seal(make_secret(), associated_data(uid, row_key)),
        now=created,
    )


async def end(
    db: Connection, uid: int, postback_id: int, postback: DemoPostback, ended: datetime | None
) -> None:
    query = text(
        """
        update postback set state = :state, state_reason = :reason, failing_since = :failing_since,
               updated_at = coalesce(:ended, updated_at)
         where publisher_id = :uid and postback_id = :postback_id
        """,
        uid=uid,
        postback_id=postback_id,
        state=postback.state,
        reason=postback.reason,
        failing_since=ended if postback.reason else None,
        ended=ended,
    )
    await run(db, query)


async def events(db: Connection, uid: int, kind: EventType, now: datetime) -> list[dict[str, Any]]:
    """The newest events of a week, oldest first, with the values for the macros of the demonstration's postbacks."""
    query = text(
        """
        select e.event_id, e.at, e.event_type, e.oid, c.order_id, c.currency, c.status,
               c.sale_amount::text as sale_amount, c.sale_comm::text as sale_comm,
               replace(c.click_id::text, '-', '') as click_ref
          from event e
          join conversion c on c.publisher_id = :uid and c.oid = e.oid
         where e.publisher_id = :uid and e.event_type = :kind and e.at > :since and e.at <= :now
         order by e.at desc limit :most
        """,
        uid=uid,
        kind=kind.value,
        since=now - WEEK,
        now=now,
        most=EVENTS_MAX,
    )
    return [dict(row) for row in reversed(await fetch(db, query))]


def delivery(
    uid: int,
    postback_id: int,
    postback: DemoPostback,
    event: dict[str, Any],
    ended: datetime | None,
    now: datetime,
    rng: Random,
) -> dict[str, Any]:
    """A row of the delivery log: delivered, sometimes at the second attempt, or waiting if the postback had ended."""
    at: datetime = event["at"]
    values = {**event, "event_id": str(event["event_id"])}
    form = postback.delivery_type is DeliveryType.POST_FORM
    url = expand_url(RECEIVER + postback.path, values)
    query = expand_query(postback.parameters, values)
    if query and not form:
        url += ("&" if "?" in url else "?") + query
    attempts = list(attempts_of(postback, at, ended, now, rng))
    last = attempts[-1] if attempts else None
    delivered = last is not None and last.error is None
    return {
        "publisher_id": uid,
        "delivery_id": UUID(int=rng.getrandbits(128), version=4),
        "postback_id": postback_id,
        "event_id": event["event_id"],
        "event_at": at,
        "event_type": event["event_type"],
        "oid": event["oid"],
        "state": "delivered" if delivered else "waiting",
        "attempt": len(attempts),
        "next_attempt_at": None if delivered else now,
        "method": None if last is None else "POST" if form else "GET",
        "url": None if last is None else url,
        "request_body": query if form and last is not None else None,
        "status_code": last and last.status_code,
        "ms": last and last.ms,
        "error": last and last.error,
        "attempts": msgspec.json.encode(attempts).decode(),
        "created_at": at,
    }


def attempts_of(
    postback: DemoPostback, at: datetime, ended: datetime | None, now: datetime, rng: Random
) -> Iterator[Attempt]:
    if ended is not None and postback.reason == "failing":
        if at + timedelta(seconds=20) < now:
            yield attempt(at, None, 15_000, "timeout")
        return
    if ended is not None and at > ended:
        return
    first = at + timedelta(milliseconds=300)
    again = at + timedelta(seconds=6)
    if again < now and rng.random() < 0.08:
        yield attempt(first, 503, rng.randint(40, 900), "status", BUSY)
        first = again
    yield attempt(min(first, now), 200, rng.randint(18, 240), None)


def attempt(
    at: datetime,
    status: int | None,
    ms: int,
    error: DeliveryError | None,
    answer: str | None = None,
) -> Attempt:
    return Attempt(at=at, status_code=status, ms=ms, error=error, answer=answer)
