"""Deletes expired rows of all publishers, a few at a time.

Each statement names its publishers, so that a cluster sends it to their shards, and deletes a limited number of
rows, so that nobody waits for it.
"""

from collections.abc import AsyncIterator
from datetime import datetime

from msgspec import Struct

from schema.network import retention
from sql.core.db import Connection, Text, all_rows, run, text

PUBLISHERS = 200
ROWS = 2_000

SESSIONS = """
delete from session
 using (
       select publisher_id, hash from session
        where publisher_id = any($1)
          and (ended_at < $2 or expires_at < $2 or last_seen + idle < $2) limit $3) as expired
 where session.publisher_id = any($1)
   and session.publisher_id = expired.publisher_id
   and session.hash = expired.hash
"""
TOKENS = """
delete from one_time_token
 using (
       select publisher_id, hash from one_time_token
        where publisher_id = any($1) and expires_at < $2 limit $3) as expired
 where one_time_token.publisher_id = any($1)
   and one_time_token.publisher_id = expired.publisher_id
   and one_time_token.hash = expired.hash
"""
EVENTS = """
delete from event
 using (
       select publisher_id, at, event_id from event
        where publisher_id = any($1) and at < $2 limit $3) as expired
 where event.publisher_id = any($1)
   and event.publisher_id = expired.publisher_id
   and event.at = expired.at
   and event.event_id = expired.event_id
"""
DELIVERIES = """
delete from delivery
 using (
       select publisher_id, delivery_id from delivery
        where publisher_id = any($1) and created_at < $2 limit $3) as expired
 where delivery.publisher_id = any($1)
   and delivery.publisher_id = expired.publisher_id
   and delivery.delivery_id = expired.delivery_id
"""
ANSWERS = """
delete from idempotency
 using (
       select publisher_id, key from idempotency
        where publisher_id = any($1) and created_at < $2 limit $3) as expired
 where idempotency.publisher_id = any($1)
   and idempotency.publisher_id = expired.publisher_id
   and idempotency.key = expired.key
"""
EXPIRING = [
    (SESSIONS, retention.SESSIONS),
    (TOKENS, retention.ONE_TIME_TOKENS),
    (EVENTS, retention.EVENTS),
    (DELIVERIES, retention.DELIVERIES),
    (ANSWERS, retention.IDEMPOTENCY_KEYS),
]
"""The rows that belong to publishers."""

SIGN_IN_FAILURES = """
delete from sign_in_failure
 where blocked_at is null and last_at < $1 and identifier in (
       select identifier from sign_in_failure where blocked_at is null and last_at < $1 limit $2)
"""
RATE_LIMITS = """
delete from rate_limit
 where resets <= $1 and key in (select key from rate_limit where resets <= $1 limit $2)
"""
AUTHORIZATION_REQUESTS = """
delete from third_state
 where hash in (select hash from third_state where expires_at <= $1 limit $2)
"""
TICKETS = """
delete from third_ticket
 where hash in (select hash from third_ticket where expires_at <= $1 limit $2)
"""


class _Publisher(Struct, frozen=True):
    publisher_id: int


async def publishers(db: Connection) -> AsyncIterator[list[int]]:
    """All publishers and the network, some at a time."""
    after = -1
    while True:
        query = text(
            "select publisher_id from publisher where publisher_id > $1 order by 1 limit $2",
            after,
            PUBLISHERS,
        )
        publisher_ids = [row.publisher_id for row in await all_rows(db, query, _Publisher)]
        if publisher_ids:
            yield publisher_ids
            after = publisher_ids[-1]
        if len(publisher_ids) < PUBLISHERS:
            return


async def purge_publishers(db: Connection, now: datetime) -> int:
    """Delete publishers' expired rows (schema/network/retention.py); returns their number."""
    count = 0
    async for some in publishers(db):
        for statement, lifetime in EXPIRING:
            count += await delete_in_batches(db, statement, some, now - lifetime)
    return count


async def delete_in_batches(db: Connection, statement: str, *values: object) -> int:
    count = 0
    while True:
        piece = await run(db, Text(statement, (*values, ROWS)))
        count += piece
        if piece < ROWS:
            return count


async def purge_shared(db: Connection, now: datetime) -> int:
    """Delete expired counts, authorization requests and tickets, which belong to no publisher; returns their number."""
    count = await delete_in_batches(db, SIGN_IN_FAILURES, now - retention.SIGN_IN_FAILURES)
    for statement in (RATE_LIMITS, AUTHORIZATION_REQUESTS, TICKETS):
        count += await delete_in_batches(db, statement, now)
    return count
