"""Events: what a postback can tell (contract §7)."""

from enum import IntEnum
from typing import Any, NamedTuple


class EventType(IntEnum):
    ORDER_CREATED = 1
    ORDER_UPDATED = 2
    ORDER_SETTLED = 3
    PAYMENT_SENT = 4
    PAYMENT_FAILED = 5
    RELATIONSHIP_CHANGED = 6
    BRAND_CHANGED = 7
    LINK_BROKEN = 8
    DOWNLOAD_READY = 9
    CLICK = 10


class Event(NamedTuple):
    """Something that happened to a publisher's things; `body` holds what the macros are filled from."""

    publisher_id: int
    event_type: EventType
    body: dict[str, Any]
    site_id: int | None = None
    mid: int | None = None
    oid: int | None = None
