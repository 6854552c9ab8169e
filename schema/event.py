"""Events: what a postback can tell (contract §7)."""

from datetime import datetime
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
    body: "dict[str, Any] | OrderTold"
    site_id: int | None = None
    mid: int | None = None
    oid: int | None = None


class ItemTold(Struct, frozen=True, omit_defaults=True):
    """An item in the body of an order's event."""

    quantity: int
    sale_amount: Decimal
    sale_comm: Decimal
    status: str
    item_id: str = ""
    category: str | None = None
    reason_code: str | None = None


class OrderTold(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The body of an order's event. What is empty is left out, and makes an empty macro."""

    order_id: str
    oid: int
    mid: int
    mcid: str
    brand_name: str
    site_id: int
    link_id: int
    order_time: datetime
    status: str
    sale_amount: Decimal
    sale_comm: Decimal
    delta_amount: Decimal
    delta_commission: Decimal
    currency: str
    test: bool
    items: list[ItemTold]
    item_id: str = ""
    uid1: str = ""
    uid2: str = ""
    uid3: str = ""
    uid4: str = ""
    uid5: str = ""
    click_ref: str | None = None
    click_time: datetime | None = None
    previous_status: str | None = None
    reason_code: str | None = None
    country: str | None = None
    coupon: str | None = None
