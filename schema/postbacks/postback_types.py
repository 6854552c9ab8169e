"""The choices for a postback: events, ways of delivery, platforms, and templates of common trackers."""

from typing import Any

from schema.channels.channel import PLATFORM_IDS
from schema.core.event import EventType
from schema.postbacks.macro import MACROS
from schema.postbacks.postback import (
    DeliveryKind,
    DeliveryType,
    EventKind,
    Medium,
    PostbackTypes,
    TrackerTemplate,
)
from schema.reports.event_feed import EVENT_NAMES

EVENT_TITLES = {
    EventType.ORDER_CREATED: "Order created",
    EventType.ORDER_UPDATED: "Order updated",
    EventType.ORDER_SETTLED: "Order settled",
    EventType.PAYMENT_SENT: "Payment sent",
    EventType.PAYMENT_FAILED: "Payment failed",
    EventType.RELATIONSHIP_CHANGED: "Relationship changed",
    EventType.BRAND_CHANGED: "Brand changed",
    EventType.LINK_BROKEN: "Link broken",
    EventType.DOWNLOAD_READY: "Download ready",
    EventType.CLICK: "Click",
    EventType.ALERT_RAISED: "Alert raised",
    EventType.ALERT_CLOSED: "Alert closed",
}
DELIVERY_NAMES = {
    DeliveryType.GET: "GET",
    DeliveryType.POST_JSON: "POST, JSON",
    DeliveryType.POST_FORM: "POST, form",
}
GET = DeliveryType.GET
TEMPLATES = [
    TrackerTemplate(
        "Plain",
        GET,
        "https://YOUR-SERVER.example/postback",
        {"id": "{event_id}", "at": "{event_time}", "order": "{order_id}", "amount": "{sale_amount}",
         "commission": "{sale_comm}", "currency": "{currency}", "status": "{status}", "sign": "{signature}"},
    ),
    TrackerTemplate(
        "Voluum",
        GET,
        "https://YOUR-DOMAIN.voluumtrk.com/postback",
        {"cid": "{uid1}", "payout": "{sale_comm}", "currency": "{currency}", "txid": "{oid}", "et": "{status}"},
    ),
    TrackerTemplate(
        "RedTrack",
        GET,
        "https://YOUR-DOMAIN.rdtk.io/postback",
        {"clickid": "{uid1}", "sum": "{sale_comm}", "currency": "{currency}", "type": "{status}"},
    ),
    TrackerTemplate(
        "Binom",
        GET,
        "https://YOUR-DOMAIN.example/click",
        {"cnv_id": "{uid1}", "payout": "{sale_comm}", "cnv_currency": "{currency}", "cnv_status": "{status}"},
    ),
    TrackerTemplate(
        "Keitaro",
        GET,
        "https://YOUR-DOMAIN.example/YOUR-KEY/postback",
        {"subid": "{uid1}", "payout": "{sale_comm}", "currency": "{currency}", "status": "{status}",
         "tid": "{oid}"},
    ),
]  # fmt: skip
POSTBACK_TYPES = PostbackTypes(
    event_types=[EventKind(kind, EVENT_NAMES[kind], title) for kind, title in EVENT_TITLES.items()],
    delivery_types=[DeliveryKind(kind, name) for kind, name in DELIVERY_NAMES.items()],
    macros=MACROS,
    mediums=[Medium(number, name) for name, number in PLATFORM_IDS.items()],
    templates=TEMPLATES,
)

SAMPLE_TYPES: dict[str, Any] = {
    "oid": 5001,
    "mid": 1001,
    "site_id": 12,
    "link_id": 345,
    "settlement_id": 77,
    "payment_id": 88,
    "download_id": 99,
    "alert_id": 111,
    "test": True,
}


def sample_event(kind: EventType) -> dict[str, Any]:
    """An event with the sample value of each macro; macros without a sample are null."""
    values = {macro.name: macro.sample or None for macro in MACROS}
    return {
        **values,
        **SAMPLE_TYPES,
        "event_type": int(kind),
        "event_name": EVENT_NAMES[kind],
        "items": [],
    }
