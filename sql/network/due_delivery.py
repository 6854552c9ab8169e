"""Deliveries of all publishers that are due, for the worker only."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from sql.core.db import Connection, all_rows, text

TESTS_AT_ONCE = 100


class DueReceiver(Struct, frozen=True):
    """A publisher's postbacks to one host that have something to send."""

    publisher_id: int
    receiver: str
    postback_ids: list[int]
    failing: bool
    """Whether one of the postbacks has failed several times in a row."""


class DueTest(Struct, frozen=True):
    publisher_id: int
    delivery_id: str


async def find_due(db: Connection, now: datetime, *, failures: int) -> list[DueReceiver]:
    """The receivers with due deliveries; this takes one index look-up for each active postback.

    A postback is failing after this many failures in a row.
    """
    query = text(
        """
        select p.publisher_id, p.receiver, array_agg(p.postback_id) as postback_ids,
               bool_or(p.failures >= :failures) as failing
          from postback p
         where p.state = 'active' and exists (
               select from delivery d
                where d.publisher_id = p.publisher_id and d.postback_id = p.postback_id
                  and d.state = 'waiting' and not d.test and d.next_attempt_at <= :now)
         group by p.publisher_id, p.receiver
        """,
        now=now,
        failures=failures,
    )
    return await all_rows(db, query, DueReceiver)


async def find_due_tests(db: Connection, now: datetime, *, besides: Sequence[str]) -> list[DueTest]:
    """The test deliveries that are due, except `besides`, which are being sent."""
    query = text(
        """
        select publisher_id, delivery_id::text from delivery
         where state = 'waiting' and test and next_attempt_at <= :now
           and delivery_id <> all(:besides::uuid[])
         order by next_attempt_at limit :most
        """,
        now=now,
        most=TESTS_AT_ONCE,
        besides=list(besides),
    )
    return await all_rows(db, query, DueTest)
