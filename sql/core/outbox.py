"""The outbox: events, written in the transaction that caused them, for postbacks and the feed.

For each postback that an event concerns, a delivery is written with it. Publishers without postbacks cost one look-up.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from secrets import randbits

from msgspec import Struct

from schema.core.event import ADDED_EVENTS, Event, EventType
from sql.core.copy_text import copy_lines
from sql.core.db import Connection, all_rows, fetch, run, text
from sql.core.narrowing import without_narrowing
from sql.core.uuids import random_uuids

CHANNEL = "delivery"
"""The notification channel that tells workers there is something to send."""
COLUMNS = (
    "publisher_id", "delivery_id", "postback_id", "event_id", "event_at", "event_type", "oid", "next_attempt_at",
    "created_at",
)  # fmt: skip


class Subscriber(Struct, frozen=True):
    """A postback and its filters: a channel, brands and a platform."""

    publisher_id: int
    event_type: int
    postback_id: int
    site_id: int | None
    mids: list[int]
    medium_id: int | None


async def add(db: Connection, events: Sequence[Event], now: datetime) -> None:
    """Write events. Their ids are made here, because each worker of a cluster would generate different ones."""
    if not events:
        return
    # Postbacks report events whoever caused them, also members who do not see postbacks.
    db = without_narrowing(db)
    named = (*Event._fields, "at", "event_id", "number")
    ids = random_uuids(len(events))
    rows = [
        (*event, now, event_id, waiting_number(event.event_type))
        for event, event_id in zip(events, ids, strict=True)
    ]
    await copy_lines(db, "event", named, rows)
    await add_deliveries(db, events, ids, now)


def waiting_number(event_type: EventType) -> int | None:
    """The number of a new event: none, or a negative one that hides it from feeds of release 0.9.0."""
    return -1 - randbits(62) if event_type in ADDED_EVENTS else None


async def add_deliveries(
    db: Connection, events: Sequence[Event], ids: Sequence[str], now: datetime
) -> None:
    """Write a delivery for each event and postback that it concerns, and wake the workers."""
    subscribers = await subscriptions(db, events)
    if not subscribers:
        return
    by_kind = defaultdict(list)
    for each in subscribers:
        by_kind[each.publisher_id, each.event_type].append(each)
    sites = await sites_of_mediums(db, subscribers)
    due = [
        (event, event_id, each.postback_id)
        for event, event_id in zip(events, ids, strict=True)
        for each in by_kind[event.publisher_id, event.event_type]
        if concerns(each, event, sites)
    ]
    if not due:
        return
    rows = [
        (
            *(event.publisher_id, delivery_id, postback_id, event_id, now, event.event_type),
            *(event.oid, now, now),
        )
        for (event, event_id, postback_id), delivery_id in zip(
            due, random_uuids(len(due)), strict=True
        )
    ]
    await copy_lines(db, "delivery", COLUMNS, rows)
    await notify(db)


async def notify(db: Connection) -> None:
    """Wake the workers once the caller's transaction commits."""
    await run(db, text("select pg_notify(:channel, '')", channel=CHANNEL))


async def subscriptions(db: Connection, events: Sequence[Event]) -> list[Subscriber]:
    """The postbacks of these publishers that report such events; paused ones too, as their deliveries are queued."""
    query = text(
        """
        select publisher_id, event_type, postback_id, site_id, mids, medium_id from postback
         where publisher_id = any(:publisher_ids::bigint[]) and event_type = any(:event_types::smallint[])
        """,
        publisher_ids=list({event.publisher_id for event in events}),
        event_types=list({int(event.event_type) for event in events}),
    )
    return await all_rows(db, query, Subscriber)


async def sites_of_mediums(
    db: Connection, subscribers: Sequence[Subscriber]
) -> Mapping[tuple[int, int], set[int]]:
    """The channels of each publisher on the platforms that postbacks are limited to."""
    narrowed = [each for each in subscribers if each.medium_id is not None]
    sites = defaultdict(set)
    if narrowed:
        query = text(
            """
            select publisher_id, medium_id, site_id from site
             where publisher_id = any(:publisher_ids::bigint[]) and medium_id = any(:medium_ids::int[])
            """,
            publisher_ids=list({each.publisher_id for each in narrowed}),
            medium_ids=list({each.medium_id for each in narrowed}),
        )
        for row in await fetch(db, query):
            sites[row["publisher_id"], row["medium_id"]].add(row["site_id"])
    return sites


def concerns(
    subscriber: Subscriber, event: Event, sites: Mapping[tuple[int, int], Collection[int]]
) -> bool:
    """Whether a postback reports this event; an event without a site or brand concerns all postbacks."""
    if event.mid is not None and subscriber.mids and event.mid not in subscriber.mids:
        return False
    if event.site_id is None:
        return True
    if subscriber.site_id is not None and event.site_id != subscriber.site_id:
        return False
    return (
        subscriber.medium_id is None
        or event.site_id in sites[subscriber.publisher_id, subscriber.medium_id]
    )
