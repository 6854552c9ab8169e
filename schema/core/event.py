"""Events: what a postback can tell (contract §7)."""

from decimal import Decimal
from enum import IntEnum
from typing import Any, NamedTuple

from msgspec import Struct


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
    body: "dict[str, Any] | OrderEventBody"
    site_id: int | None = None
    mid: int | None = None
    oid: int | None = None


class OrderEventItem(Struct, frozen=True, omit_defaults=True):
    """An item in the body of an order's event."""

    status: str
    sale_amount: Decimal
    sale_comm: Decimal
    item_id: str = ""
    quantity: int = 1
    category: str | None = None
    reason_code: str | None = None


class OrderEventBody(Struct, frozen=True, omit_defaults=True):
    """The body of an order's event: how it stands from now on, and the items that were touched.

    What never changes of an order (its number, time, currency, click, uids and the like) stands in its own row, by
    the event's `oid`. A new order has no deltas: they are its amounts.
    """

    status: str
    sale_amount: Decimal
    sale_comm: Decimal
    items: list[OrderEventItem]
    delta_amount: Decimal | None = None
    delta_commission: Decimal | None = None
    previous_status: str | None = None
    test: bool = False
