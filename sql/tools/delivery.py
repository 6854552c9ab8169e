"""Deliveries of a publisher: the log that is read, and what is sent again."""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Any

import asyncpg
import msgspec
from msgspec import Struct

from schema.orders.timeline import PostbackRow
from schema.tools.delivery import REDELIVERED_AT_ONCE, Delivery
from sql.core.copy_text import stream
from sql.core.db import Connection, all_rows, fetch, one_value, run, text
from sql.core.outbox import notify

LOG = """
select delivery_id::text as id, nullif(postback_id, 0) as postback_id, event_id::text, event_type, oid, attempt,
       method, url, request_body, status_code, ms, error, state, next_attempt_at, test, created_at, attempts
  from delivery
 where publisher_id = $1 and ($2::bigint is null or postback_id = $2) and ($3::text is null or state = $3)
   and ($4::timestamptz is null or created_at >= $4) and ($5::timestamptz is null or created_at < $5)
   and ($6::uuid[] is null or delivery_id = any($6))
"""
COUNT = """
select count(*) from (
    select 1 as one from delivery
     where publisher_id = $1 and ($2::bigint is null or postback_id = $2) and ($3::text is null or state = $3)
       and ($4::timestamptz is null or created_at >= $4) and ($5::timestamptz is null or created_at < $5)
       and ($6::uuid[] is null or delivery_id = any($6))
     limit 10000) as counted
"""
REDELIVER = """
update delivery
   set state = 'waiting', attempt = case when state = 'waiting' and next_attempt_at <= $2 then attempt else 0 end,
       next_attempt_at = $2
 where publisher_id = $1 and created_at >= $3 and not test
"""
"""One that is due keeps its number of attempts: it may be under way, and its outcome is stored by that number."""
IN_RANGE = """
   and (state <> 'waiting' or (attempt > 0 and next_attempt_at > $2))
   and delivery_id in (
       select delivery_id from delivery
        where publisher_id = $1 and ($4::bigint is null or postback_id = $4) and not test
          and (state <> 'waiting' or (attempt > 0 and next_attempt_at > $2))
          and ($5::text is null or state = $5 or ($5 = 'failed' and state = 'waiting'))
          and created_at >= greatest($6::timestamptz, $3) and created_at < $7
        order by created_at limit $8)
"""
"""What has ended, or failed and waits for later. Each row is asked again as it changes: two calls change it once."""

OF_ORDER_MAX = 100


class DeliveryQuery(Struct, frozen=True, kw_only=True):
    """Which deliveries are asked for; those from `start`, before `end`."""

    postback_id: int | None = None
    state: str | None = None
    start: datetime | None = None
    end: datetime | None = None
    delivery_ids: Sequence[str] | None = None

    @property
    def values(self) -> tuple[Any, ...]:
        return self.postback_id, self.state, self.start, self.end, self.delivery_ids


async def page(
    db: Connection,
    publisher_id: int,
    question: DeliveryQuery,
    *,
    size: int,
    offset: int = 0,
    after: tuple[datetime, str] | None = None,
) -> list[Delivery]:
    """The latest first."""
    at, delivery_id = after or (None, None)
    query = text(
        LOG
        + """
   and ($7::timestamptz is null or created_at < $7 or (created_at = $7 and delivery_id > $8::uuid))
 order by created_at desc, delivery_id limit $9 offset $10
""",
        publisher_id,
        *question.values,
        at,
        delivery_id,
        size,
        offset,
    )
    return [msgspec.convert(dict(row), Delivery) for row in await fetch(db, query)]


async def stream_all(
    db: Connection, publisher_id: int, question: DeliveryQuery
) -> AsyncIterator[list[asyncpg.Record]]:
    """All of them, the latest first, some at a time. Needs a transaction."""
    query = text(LOG + " order by created_at desc, delivery_id", publisher_id, *question.values)
    async for rows in stream(db, query):
        yield rows


async def of_order(
    db: Connection, publisher_id: int, oid: int, times: Sequence[datetime]
) -> list[PostbackRow]:
    """The deliveries of an order's events, tests excepted.

    `times` are those of its changes. An event is written in the transaction of its change, with the same time, so
    that the index of the log finds its deliveries.
    """
    query = text(
        """
        select coalesce((d.attempts -> -1 ->> 'at')::timestamptz, d.created_at) as at, d.state,
               nullif(d.postback_id, 0) as postback_id, d.event_type, p.receiver
          from delivery d
          left join postback p on p.publisher_id = d.publisher_id and p.postback_id = d.postback_id
         where d.publisher_id = $1 and d.created_at = any($3::timestamptz[]) and d.oid = $2 and not d.test
         order by d.created_at, d.delivery_id limit $4
        """,
        publisher_id,
        oid,
        list(times),
        OF_ORDER_MAX,
    )
    return await all_rows(db, query, PostbackRow)


async def count(db: Connection, publisher_id: int, question: DeliveryQuery) -> int:
    """At most COUNTED_MAX."""
    number: int = await one_value(db, text(COUNT, publisher_id, *question.values))
    return number


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
    """Queue a test with its event and address; `postback_id` is 0 for a draft that was never saved."""
    query = text(
        """
        insert into delivery (publisher_id, delivery_id, postback_id, event_id, event_at, event_type, oid,
                              test, sample, draft, next_attempt_at, created_at)
        values ($1, $2::uuid, $3, $4::uuid, $5, $6, $7, true, $8, $9, $5, $5)
        """,
        publisher_id,
        delivery_id,
        postback_id,
        event["event_id"],
        now,
        event["event_type"],
        event["oid"],
        msgspec.json.encode(event).decode(),
        msgspec.json.encode(destination).decode(),
    )
    await run(db, query)
    await notify(db)


async def redeliver(
    db: Connection, publisher_id: int, ids: Sequence[str], *, since: datetime, now: datetime
) -> int:
    """Send these again, unless they are tests or older than their events are kept; returns how many."""
    query = text(
        REDELIVER + " and delivery_id = any($4::uuid[])", publisher_id, now, since, list(ids)
    )
    return await wake(db, await run(db, query))


async def redeliver_range(
    db: Connection, publisher_id: int, question: DeliveryQuery, *, since: datetime, now: datetime
) -> int:
    """Send again what has ended or failed in a range of time, the oldest at most; returns how many."""
    query = text(
        REDELIVER + IN_RANGE,
        publisher_id,
        now,
        since,
        question.postback_id,
        question.state,
        question.start,
        question.end,
        REDELIVERED_AT_ONCE,
    )
    return await wake(db, await run(db, query))


async def wake(db: Connection, number: int) -> int:
    if number:
        await notify(db)
    return number
