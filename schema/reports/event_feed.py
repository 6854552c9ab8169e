"""The feed of events, for publishers without a server that could receive postbacks: they read it in order."""

from decimal import Decimal
from typing import Annotated

from msgspec import Meta, Struct, field

from schema.core.event import EventType
from schema.core.scalar import At, Day
from schema.core.without_money import InMoney
from schema.orders.order import ItemStatus

EVENT_NAMES = {kind: kind.name.lower().replace("_", ".", 1) for kind in EventType}
"""The names of events, such as order.created."""


class EventsAfter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position in the feed of events.

    `after` is the `next` of an earlier response; without it, the feed begins with the oldest event there is.
    """

    after: Annotated[str, Meta(max_length=100)] | None = None


class EventItem(Struct, frozen=True, kw_only=True):
    """An item that the event created or changed, in the currency of its order."""

    item_id: str
    status: ItemStatus
    sale_amount: InMoney[Decimal]
    sale_comm: InMoney[Decimal | None]
    quantity: int
    category: str | None
    reason_code: str | None


class FeedEvent(Struct, frozen=True, kw_only=True):
    """An event as a postback reports it; what does not apply to its type is null.

    An order's amounts and status are those right after the event, its deltas what the event changed. Its commission is
    null while there is no exchange rate; the change that a rate makes has the reason `rate`, the rate, and the amounts
    in the publisher's currency (`report_*`). `item_id` is that of the only item in `items`.
    """

    event_id: str
    event_type: EventType
    event_name: str
    event_time: At
    mid: int | None
    mcid: str | None
    brand_name: str | None
    site_id: int | None
    link_id: int | None
    oid: int | None
    order_id: str | None
    item_id: str | None
    uid1: str | None
    uid2: str | None
    uid3: str | None
    uid4: str | None
    uid5: str | None
    click_ref: str | None
    click_time: At | None
    order_time: At | None
    country: str | None
    coupon: str | None
    currency: str | None
    status: str | int | None
    previous_status: str | int | None
    sale_amount: InMoney[Decimal | None]
    sale_comm: InMoney[Decimal | None]
    delta_amount: InMoney[Decimal | None]
    delta_commission: InMoney[Decimal | None]
    rate: Decimal | None
    report_currency: str | None
    report_amount: InMoney[Decimal | None]
    report_comm: InMoney[Decimal | None]
    delta_report_amount: InMoney[Decimal | None]
    delta_report_comm: InMoney[Decimal | None]
    reason_code: str | None
    note: str | None
    settlement_id: int | None
    payment_id: int | None
    amount: InMoney[Decimal | None]
    paid_date: Day | None
    download_id: int | None
    alert_id: int | None
    test: bool
    items: list[EventItem]


class EventFeed(Struct, frozen=True, kw_only=True):
    """Events in the order in which the portal received them. `next` is the cursor to continue from, even at the end."""

    rows: list[FeedEvent] = field(name="list")
    next: str
    has_more: bool
