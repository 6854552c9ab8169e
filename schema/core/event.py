"""Events, such as a new order, which postbacks report to publishers' servers (contract §7)."""

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
    ALERT_RAISED = 11
    ALERT_CLOSED = 12


PAYMENT_EVENTS = frozenset({EventType.PAYMENT_SENT, EventType.PAYMENT_FAILED})
"""Events with the amounts of payments, which not every API token may read."""


class Event(NamedTuple):
    """An event of a publisher, such as a new order; `body` contains the values of the macros."""

    publisher_id: int
    event_type: EventType
    body: "dict[str, Any] | OrderEventBody"
    site_id: int | None = None
    mid: int | None = None
    oid: int | None = None


class OrderEventItem(Struct, frozen=True, omit_defaults=True):
    """An item in the body of an order's event; its commission is null until the order is rated."""

    status: str
    sale_amount: Decimal
    sale_comm: Decimal | None
    item_id: str = ""
    quantity: int = 1
    category: str | None = None
    reason_code: str | None = None


class OrderEventBody(Struct, frozen=True, omit_defaults=True):
    """The body of an order's event: its state from now on, and the items that changed.

    What never changes in an order (its number, time, currency, click, uids and so on) is in the order's own row, found
    by the event's `oid`. A new order has no deltas: they would equal its amounts. The commission is null until the
    order is rated. The last seven fields are set if an exchange rate caused the change.
    """

    status: str
    sale_amount: Decimal
    sale_comm: Decimal | None
    items: list[OrderEventItem]
    delta_amount: Decimal | None = None
    delta_commission: Decimal | None = None
    previous_status: str | None = None
    test: bool = False
    reason_code: str | None = None
    rate: Decimal | None = None
    report_currency: str | None = None
    report_amount: Decimal | None = None
    report_comm: Decimal | None = None
    delta_report_amount: Decimal | None = None
    delta_report_comm: Decimal | None = None
