"""The outbox: what happened to a publisher's things, written with what caused it, for postbacks and the feed."""

from collections.abc import Sequence
from datetime import datetime
from uuid import uuid4

from schema.event import Event
from sql.db import Connection, copy


async def add(db: Connection, events: Sequence[Event], now: datetime) -> None:
    """Write events. Their ids are made here, because a cluster's workers would each draw others."""
    named = (*Event._fields, "at", "event_id")
    await copy(db, "event", named, [(*event, now, uuid4()) for event in events])
