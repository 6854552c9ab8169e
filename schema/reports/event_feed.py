"""The feed of events, for publishers without a server that could receive postbacks: they read it in order."""

from decimal import Decimal
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from schema.core.event import EventChanges, EventType
from schema.core.scalar import At, Day
from schema.core.without_money import InMoney
from schema.orders.order import ItemStatus
from schema.orders.order_changes import RATE_REASON

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
    kind: str | None
    """What an alert found, which kind of case or settlement it is, or whether a member joined, changed or left."""
    since: At | None
    """When what an alert is about began."""
    money_at_risk: InMoney[Decimal | None]
    """About how much has been lost since then, at least; null if nothing was estimated."""
    money_at_risk_high: InMoney[Decimal | None]
    """About how much has been lost since then, at most."""
    case_id: int | None
    member_id: int | None
    """The account of the member whom a change of the team is about."""
    changes: EventChanges
    test: bool
    livemode: bool
    """False for all events of the sandbox."""
    items: list[EventItem]


class EventFeed(Struct, frozen=True, kw_only=True):
    """Events in the order in which the portal received them. `next` is the cursor to continue from, even at the end."""

    rows: list[FeedEvent] = field(name="list")
    next: str
    has_more: bool


DELTAS = {
    "sale_amount": "delta_amount",
    "sale_comm": "delta_commission",
    "report_amount": "delta_report_amount",
    "report_comm": "delta_report_comm",
}
"""The amounts of an order, each with the value that says by how much an event changed it."""


def read_changes(body: dict[str, Any]) -> dict[str, Any]:
    """What an event changed: as its body says, and what follows from its previous status and its deltas."""
    changes: dict[str, Any] = {}
    status, before = body.get("status"), body.get("previous_status")
    if before is not None and before != status:
        changes["status"] = {"old": before, "new": status}
    for name, delta in DELTAS.items():
        if body.get(delta) is None or not Decimal(body[delta]):
            continue
        now = Decimal(body[name])
        # The first rate of an order makes its amounts, which were unknown.
        unknown = body.get("reason_code") == RATE_REASON and body[delta] == body[name]
        changes[name] = {"old": None if unknown else now - Decimal(body[delta]), "new": now}
    return changes | body.get("changes", {})
