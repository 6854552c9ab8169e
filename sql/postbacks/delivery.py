"""A publisher's deliveries: the log, and redelivery."""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

import asyncpg
import msgspec
from msgspec import Struct

from schema.core.envelope import CursorPage, Page
from schema.core.event import EventType
from schema.core.scalar import At
from schema.orders.timeline import PostbackRow
from schema.postbacks.delivery import (
    DELIVERIES_COUNTED_MAX,
    DELIVERIES_OF_ORDER,
    MARKS,
    REDELIVERED_AT_ONCE,
    Delivery,
    DeliveryMark,
    RecentDeliveries,
)
from sql.core.copy_text import stream
from sql.core.db import Connection, Template, all_rows, fetch, one_value, run, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.outbox import notify
from sql.core.sql_template import compose

COLUMNS = """
delivery_id::text as id, nullif(postback_id, 0) as postback_id, event_id::text, event_type, oid, attempt,
method, url, request_body, status_code, ms, error, state, next_attempt_at, test, created_at, attempts"""
ROWS = """
  from delivery
 where publisher_id = :publisher_id and (:postback_id::bigint is null or postback_id = :postback_id)
   and (:state::text is null or state = :state)
   and (:start::timestamptz is null or created_at >= :start) and (:end::timestamptz is null or created_at < :end)
   and (:delivery_ids::uuid[] is null or delivery_id = any(:delivery_ids)) and event_type <> all(:without::int[])
"""
LOG = Keyset(
    "postback/deliveries",
    (Key("created_at", At), Key("delivery_id", UUID, reverse=True)),
    descending=True,
)
"""The sort order of the log, for which there are two indexes."""
ALL = compose("select", COLUMNS, ROWS, "order by", LOG.order)
COUNT = compose("select count(*) from (select 1 as one", ROWS, "limit :most) as counted")
REDELIVER = """
update delivery
   set state = 'waiting', attempt = case when state = 'waiting' and next_attempt_at <= :now then attempt else 0 end,
       next_attempt_at = :now
 where publisher_id = :publisher_id and created_at >= :since and not test and event_type <> all(:without::int[])
"""
"""A due delivery keeps its number of attempts: it may be in progress, and its outcome is stored by that number."""
IN_RANGE = """
   and (state <> 'waiting' or (attempt > 0 and next_attempt_at > :now))
   and delivery_id in (
       select delivery_id from delivery
        where publisher_id = :publisher_id and (:postback_id::bigint is null or postback_id = :postback_id) and not test
          and (state <> 'waiting' or (attempt > 0 and next_attempt_at > :now))
          and (:state::text is null or state = :state or (:state = 'failed' and state = 'waiting'))
          and created_at >= greatest(:start::timestamptz, :since) and created_at < :end
        order by created_at limit :most)
"""
"""The condition for deliveries that have ended, or failed and wait for a retry. It is checked again as each row
changes, so that two calls change a row once."""


class DeliveryQuery(Struct, frozen=True, kw_only=True):
    """The deliveries to select, from `start` until before `end`."""

    postback_id: int | None = None
    state: str | None = None
    start: datetime | None = None
    end: datetime | None = None
    delivery_ids: Sequence[str] | None = None
    without: Sequence[EventType] = ()
    """The event types whose deliveries the caller may not see."""

    @property
    def values(self) -> dict[str, Any]:
        return {
            "postback_id": self.postback_id,
            "state": self.state,
            "start": self.start,
            "end": self.end,
            "delivery_ids": self.delivery_ids,
            "without": list(self.without),
        }


async def page(
    db: Connection, publisher_id: int, question: DeliveryQuery, page: Page
) -> CursorPage[Delivery]:
    """A page of deliveries, latest first; `total` is at most DELIVERIES_COUNTED_MAX."""
    values = {"publisher_id": publisher_id, "most": DELIVERIES_COUNTED_MAX, **question.values}
    part = await read_page(db, LOG, page, values, rows=_page, count=COUNT)
    return await part.to_page(Delivery)


@cache
def _page(continued: bool) -> Template:
    """The statement for a page of the log; unlike in the export, each row has its order's number."""
    return compose(
        "select log.*, (select order_id from conversion",
        "where publisher_id = :publisher_id and conversion.oid = log.oid) as order_id",
        "from (",
        LOG.page_sql(COLUMNS, ROWS, continued),
        ") as log order by key_0 desc, key_1",
    )


async def count(db: Connection, publisher_id: int, question: DeliveryQuery) -> int:
    """The number of deliveries, at most DELIVERIES_COUNTED_MAX."""
    values = {"publisher_id": publisher_id, "most": DELIVERIES_COUNTED_MAX, **question.values}
    number: int = await one_value(db, COUNT.bind(values))
    return number


async def recent(
    db: Connection, publisher_id: int, without: Sequence[EventType]
) -> list[RecentDeliveries]:
    """The latest deliveries of each postback, except those of the event types in `without`."""
    query = text(
        """
        select p.postback_id, last.id, last.state, last.status_code, last.error, last.created_at
          from postback p
         cross join lateral (
               select d.delivery_id::text as id, d.state, d.status_code, d.error, d.created_at
                 from delivery d
                where d.publisher_id = :publisher_id and d.postback_id = p.postback_id and not d.test
                  and d.event_type <> all(:without::int[])
                order by d.created_at desc, d.delivery_id limit :most) as last
         where p.publisher_id = :publisher_id
         order by p.postback_id, last.created_at desc, last.id
        """,
        publisher_id=publisher_id,
        without=list(without),
        most=MARKS,
    )
    rows = [dict(row) for row in await fetch(db, query)]
    return [
        RecentDeliveries(
            postback_id=postback_id, marks=msgspec.convert(list(group), list[DeliveryMark])
        )
        for postback_id, group in groupby(rows, key=itemgetter("postback_id"))
    ]


async def stream_all(
    db: Connection, publisher_id: int, question: DeliveryQuery
) -> AsyncIterator[list[asyncpg.Record]]:
    """Yield all deliveries in batches, latest first. Needs a transaction."""
    query = text(ALL, publisher_id=publisher_id, **question.values)
    async for rows in stream(db, query):
        yield rows


async def of_order(
    db: Connection, publisher_id: int, oid: int, times: Sequence[datetime]
) -> list[PostbackRow]:
    """The deliveries of an order's events, except tests.

    `times` are those of the order's changes. An event is written in the transaction of its change, with the same time,
    so that the index of the log finds its deliveries.
    """
    query = text(
        """
        select coalesce((d.attempts -> -1 ->> 'at')::timestamptz, d.created_at) as at, d.state,
               nullif(d.postback_id, 0) as postback_id, d.event_type, p.receiver
          from delivery d
          left join postback p on p.publisher_id = d.publisher_id and p.postback_id = d.postback_id
         where d.publisher_id = :publisher_id and d.created_at = any(:times::timestamptz[]) and d.oid = :oid
           and not d.test
         order by d.created_at, d.delivery_id limit :most
        """,
        publisher_id=publisher_id,
        oid=oid,
        times=list(times),
        most=DELIVERIES_OF_ORDER,
    )
    return await all_rows(db, query, PostbackRow)


async def add_test(
    db: Connection,
    publisher_id: int,
    *,
    delivery_id: str,
    postback_id: int,
    event: dict[str, Any],
    destination: Struct,
    now: datetime,
) -> None:
    """Queue a test delivery with its event and address; `postback_id` is 0 for a draft that was never saved."""
    query = text(
        """
        insert into delivery (publisher_id, delivery_id, postback_id, event_id, event_at, event_type, oid,
                              test, sample, draft, next_attempt_at, created_at)
        values (:publisher_id, :delivery_id::uuid, :postback_id, :event_id::uuid, :now, :event_type, :oid, true,
                :sample, :draft, :now, :now)
        """,
        publisher_id=publisher_id,
        delivery_id=delivery_id,
        postback_id=postback_id,
        event_id=event["event_id"],
        now=now,
        event_type=event["event_type"],
        oid=event["oid"],
        sample=msgspec.json.encode(event).decode(),
        draft=msgspec.json.encode(destination).decode(),
    )
    await run(db, query)
    await notify(db)


async def redeliver(
    db: Connection,
    publisher_id: int,
    ids: Sequence[str],
    *,
    without: Sequence[EventType],
    since: datetime,
    now: datetime,
) -> int:
    """Queue deliveries to be sent again; returns how many.

    Left out are tests, those whose events are no longer kept, and the event types in `without`.
    """
    query = text(
        REDELIVER + " and delivery_id = any(:delivery_ids::uuid[])",
        publisher_id=publisher_id,
        now=now,
        since=since,
        without=list(without),
        delivery_ids=list(ids),
    )
    return await wake(db, await run(db, query))


async def redeliver_range(
    db: Connection, publisher_id: int, question: DeliveryQuery, *, since: datetime, now: datetime
) -> int:
    """Queue ended and failed deliveries of a time range to be sent again, up to a limit; returns how many."""
    query = text(
        REDELIVER + IN_RANGE,
        publisher_id=publisher_id,
        now=now,
        since=since,
        without=list(question.without),
        postback_id=question.postback_id,
        state=question.state,
        start=question.start,
        end=question.end,
        most=REDELIVERED_AT_ONCE,
    )
    return await wake(db, await run(db, query))


async def wake(db: Connection, number: int) -> int:
    if number:
        await notify(db)
    return number
