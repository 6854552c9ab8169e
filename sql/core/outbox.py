"""The outbox: what happened to a publisher's things, written with what caused it, for postbacks and the feed."""

from collections.abc import Sequence
from datetime import datetime

from schema.core.event import Event
from sql.core.copy_text import copy_lines
from sql.core.db import Connection
from sql.core.uuids import random_uuids


async def add(db: Connection, events: Sequence[Event], now: datetime) -> None:
    """Write events. Their ids are made here, because a cluster's workers would each draw others."""
    named = (*Event._fields, "at", "event_id")
    rows = [
        (*event, now, event_id)
        for event, event_id in zip(events, random_uuids(len(events)), strict=True)
    ]
    await copy_lines(db, "event", named, rows)
