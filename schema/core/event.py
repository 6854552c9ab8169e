"""Events, such as a new order, which postbacks report to publishers' servers (contract §7)."""

from decimal import Decimal
from enum import IntEnum
from typing import Any, NamedTuple

from msgspec import Struct

from schema.core.without_money import InMoney


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
    CASE_UPDATED = 13
    PAYMENT_RETURNED = 14
    SETTLEMENT_PAYABLE = 15
    COUPON_CHANGED = 16
    CHANNEL_REVIEWED = 17
    TEAM_CHANGED = 18
    CAMPAIGN_CHANGED = 19


PAYMENT_EVENTS = frozenset(
    {
        EventType.PAYMENT_SENT,
        EventType.PAYMENT_FAILED,
        EventType.PAYMENT_RETURNED,
        EventType.SETTLEMENT_PAYABLE,
    }
)
"""Events with the amounts of payments, which not every API token may read."""
CHANNEL_EVENTS = frozenset(
    {
        EventType.ORDER_CREATED,
        EventType.ORDER_UPDATED,
        EventType.ORDER_SETTLED,
        EventType.RELATIONSHIP_CHANGED,
        EventType.LINK_BROKEN,
        EventType.CLICK,
        EventType.CHANNEL_REVIEWED,
    }
)
"""Events that are always about one channel, so that a postback for a channel reports nothing else."""


class ValueChange(Struct, frozen=True):
    """A value before and after an event; null where there was none, or is none any more."""

    old: str | int | bool | None
    new: str | int | bool | None


class AmountChange(Struct, frozen=True):
    """An amount before and after an event; null where it was not known, or did not exist."""

    old: Decimal | None
    new: Decimal | None


class EventChanges(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an event changed, from old to new; what stayed as it was is left out."""

    status: ValueChange | None = None
    """The status, in the values of the event's `status`."""
    sale_amount: InMoney[AmountChange | None] = None
    sale_comm: InMoney[AmountChange | None] = None
    report_amount: InMoney[AmountChange | None] = None
    report_comm: InMoney[AmountChange | None] = None
    pay_on: ValueChange | None = None
    """The day on which the brand will pay the months that a case is about."""
    description: ValueChange | None = None
    """What a coupon gives, or the note of a campaign."""
    exclusive: ValueChange | None = None
    """Whether a coupon is for the publisher alone."""
    starts_at: ValueChange | None = None
    """The first day of a coupon or campaign."""
    ends_at: ValueChange | None = None
    """The day before which a coupon ends, or the last day of a campaign."""
    role: ValueChange | None = None
    """A member's role."""
    with_money: ValueChange | None = None
    """Whether a member sees amounts."""
    site_ids: ValueChange | None = None
    """The channels that a member sees, separated by commas; null for all of them."""


def list_changes(**pairs: tuple[Any, Any]) -> dict[str, dict[str, Any]]:
    """The changes for the body of an event: each value that differs, by its name, old and new."""
    return {name: {"old": old, "new": new} for name, (old, new) in pairs.items() if old != new}


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
