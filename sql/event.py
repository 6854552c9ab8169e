"""The outbox: what happened to a publisher's things, written with what caused it, for postbacks and the feed."""

from collections.abc import Sequence
from datetime import datetime
from uuid import uuid4

from schema.event import Event
from sql.db import Connection, run, text


async def add(db: Connection, events: Sequence[Event], now: datetime) -> None:
    """Write events in one statement. Their ids are made here, because a cluster's workers would each draw others."""
    if not events:
        return
    query = text(
        """
        insert into event (publisher_id, at, event_id, event_type, site_id, mid, oid, body)
        select publisher_id, $2, event_id, event_type, site_id, mid, oid, body
          from unnest($1::bigint[], $3::uuid[], $4::smallint[], $5::bigint[], $6::bigint[],
                      $7::bigint[], $8::jsonb[])
               as given (publisher_id, event_id, event_type, site_id, mid, oid, body)
        """,
        [event.publisher_id for event in events],
        now,
        [uuid4() for _ in events],
        [event.event_type for event in events],
        [event.site_id for event in events],
        [event.mid for event in events],
        [event.oid for event in events],
        [event.body for event in events],
    )
    await run(db, query)
