"""The choices for a postback: events, ways of delivery, platforms, and templates of common trackers."""

from typing import Any

import msgspec

from schema.channels.channel import PLATFORM_IDS
from schema.core.event import EventType, list_changes
from schema.postbacks.delivery import Event
from schema.postbacks.macro import CHANGED_VALUES, MACROS
from schema.postbacks.postback import (
    DeliveryKind,
    DeliveryType,
    EventKind,
    Medium,
    PostbackTypes,
    TrackerTemplate,
)
from schema.reports.event_feed import EVENT_NAMES, FeedEvent, read_changes

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
    EventType.CASE_UPDATED: "Case updated",
    EventType.PAYMENT_RETURNED: "Payment returned",
    EventType.SETTLEMENT_PAYABLE: "Settlement payable",
    EventType.COUPON_CHANGED: "Coupon changed",
    EventType.CHANNEL_REVIEWED: "Channel reviewed",
    EventType.TEAM_CHANGED: "Team changed",
    EventType.CAMPAIGN_CHANGED: "Campaign changed",
}
EVENT_TEXTS = {
    EventType.ORDER_CREATED: "An order was reported",
    EventType.ORDER_UPDATED: "An order's amount, commission or status changed",
    EventType.ORDER_SETTLED: "The month in which an order was approved was closed",
    EventType.PAYMENT_SENT: "A payment was sent",
    EventType.PAYMENT_FAILED: "A payment could not be sent, or came back",
    EventType.RELATIONSHIP_CHANGED: "A channel applied to a brand, or was accepted, rejected or removed",
    EventType.BRAND_CHANGED: "A brand's terms or status changed, or it announced a campaign",
    EventType.LINK_BROKEN: "A link no longer leads to its target",
    EventType.DOWNLOAD_READY: "A requested file is ready",
    EventType.CLICK: "A valid click was filed",
    EventType.ALERT_RAISED: "The watch found something wrong",
    EventType.ALERT_CLOSED: "What the watch found is over, or was closed",
    EventType.CASE_UPDATED: "A case was opened, answered, decided or withdrawn",
    EventType.PAYMENT_RETURNED: "A payment came back",
    EventType.SETTLEMENT_PAYABLE: "A settlement can be withdrawn, or the next payment deducts it",
    EventType.COUPON_CHANGED: "A coupon is new, changed or withdrawn",
    EventType.CHANNEL_REVIEWED: "A channel was approved, rejected or disabled, or has to be reviewed again",
    EventType.TEAM_CHANGED: "Somebody joined or left the team, or may do or see something else",
    EventType.CAMPAIGN_CHANGED: "A brand announced, changed or cancelled a campaign",
}
"""When an event of each type is sent."""
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
         "tid": "{oid}", "lead_status": "Pending", "sale_status": "Approved", "rejected_status": "Rejected"},
    ),
]  # fmt: skip
BRAND = ("mid", "mcid", "brand_name")
CLICK = ("link_id", "uid1", "uid2", "click_ref", "click_time", "country")
ORDER_ROW = (
    *CLICK,
    "uid3",
    "uid4",
    "uid5",
    "site_id",
    "oid",
    "order_id",
    "order_time",
    "coupon",
    "currency",
)
ORDER = (*BRAND, *ORDER_ROW, "status", "sale_amount", "sale_comm")
CHANGE = ("status", "previous_status", "note")
PAYMENT = ("payment_id", "amount", "currency", *CHANGE)
ALERT = (
    *BRAND, "site_id", "alert_id", "kind", "since", "money_at_risk", "money_at_risk_high", "currency", "status",
    "reason_code", "note",
)  # fmt: skip
SAMPLE_VALUES = {
    EventType.ORDER_CREATED: ORDER,
    EventType.ORDER_UPDATED: (*ORDER, "previous_status", "delta_amount", "delta_commission"),
    EventType.ORDER_SETTLED: (*ORDER, "settlement_id"),
    EventType.PAYMENT_SENT: (*PAYMENT, "paid_date"),
    EventType.PAYMENT_FAILED: PAYMENT,
    EventType.RELATIONSHIP_CHANGED: (*BRAND, "site_id", *CHANGE),
    EventType.BRAND_CHANGED: (*BRAND, *CHANGE),
    EventType.LINK_BROKEN: (*BRAND, "site_id", "link_id", "uid1", "status", "reason_code", "note"),
    EventType.DOWNLOAD_READY: ("download_id", "note"),
    EventType.CLICK: (*BRAND, *CLICK, "site_id"),
    EventType.ALERT_RAISED: ALERT,
    EventType.ALERT_CLOSED: (*ALERT, "previous_status"),
    EventType.CASE_UPDATED: (*BRAND, *ORDER_ROW, "case_id", "kind", "amount", *CHANGE),
    EventType.PAYMENT_RETURNED: PAYMENT,
    EventType.SETTLEMENT_PAYABLE: (*BRAND, "settlement_id", "kind", "amount", "currency", *CHANGE),
    EventType.COUPON_CHANGED: (*BRAND, "coupon", *CHANGE),
    EventType.CHANNEL_REVIEWED: ("site_id", *CHANGE),
    EventType.TEAM_CHANGED: ("member_id", "kind"),
    EventType.CAMPAIGN_CHANGED: (*BRAND, *CHANGE),
}
"""The values that the sample of each type has."""
RATED = (
    "rate", "report_currency", "report_amount", "report_comm", "delta_report_amount", "delta_report_comm",
)  # fmt: skip
MORE_VALUES: dict[EventType, tuple[str, ...]] = {
    EventType.ORDER_CREATED: ("item_id", "reason_code"),
    EventType.ORDER_UPDATED: ("item_id", "reason_code", *RATED),
    EventType.CLICK: ("uid3", "uid4", "uid5"),
    EventType.ALERT_RAISED: ("previous_status",),
    EventType.CASE_UPDATED: ("payment_id",),
}
"""The values that an event can have besides those of its sample."""
OWN_SAMPLES: dict[EventType, dict[str, Any]] = {
    EventType.ORDER_UPDATED: {"status": "Approved", "sale_amount": "100.00", "sale_comm": "8.00"},
    EventType.ORDER_SETTLED: {"status": "Approved"},
    EventType.PAYMENT_SENT: {"status": "sent", "previous_status": "processing", "note": ""},
    EventType.PAYMENT_FAILED: {
        "status": "failed",
        "previous_status": "processing",
        "note": "The account is closed",
    },
    EventType.RELATIONSHIP_CHANGED: {"status": 2, "previous_status": 1, "note": ""},
    EventType.BRAND_CHANGED: {
        "status": "paused",
        "previous_status": "online",
        "note": "The brand is paused",
    },
    EventType.LINK_BROKEN: {
        "status": "open",
        "reason_code": "not_found",
        "note": "Target not found",
    },
    EventType.DOWNLOAD_READY: {"note": "transactions-2026-11.csv"},
    EventType.ALERT_RAISED: {
        "status": "open",
        "kind": "tracking_stopped",
        "reason_code": "tracking_stopped",
        "note": "No orders arrive any more",
    },
    EventType.ALERT_CLOSED: {
        "status": "closed",
        "previous_status": "open",
        "kind": "tracking_stopped",
        "reason_code": "tracking_stopped",
        "note": "No orders arrive any more",
    },
    EventType.CASE_UPDATED: {
        "status": "rejected",
        "previous_status": "open",
        "note": "The order was cancelled",
    },
    EventType.PAYMENT_RETURNED: {
        "status": "returned",
        "previous_status": "sent",
        "note": "The account is closed",
    },
    EventType.SETTLEMENT_PAYABLE: {
        "status": "payable",
        "previous_status": "waiting",
        "kind": "commission",
        "note": "",
    },
    EventType.COUPON_CHANGED: {
        "status": "available",
        "previous_status": "available",
        "note": "10 % off everything",
    },
    EventType.CHANNEL_REVIEWED: {"status": 2, "previous_status": 0, "note": "The site is empty"},
    EventType.TEAM_CHANGED: {"kind": "changed"},
    EventType.CAMPAIGN_CHANGED: {
        "status": "announced",
        "previous_status": "announced",
        "note": "Campaign from 2026-11-20 to 2026-12-01: Winter sale",
    },
}
"""The samples of a type where those of the macros do not suit it."""
SAMPLE_CHANGES: dict[EventType, dict[str, Any]] = {
    EventType.ALERT_RAISED: list_changes(status=(None, "open")),
    EventType.COUPON_CHANGED: list_changes(
        description=("10 % off shoes", "10 % off everything"), ends_at=("2026-11-30", "2026-12-31")
    ),
    EventType.TEAM_CHANGED: list_changes(
        role=("developer", "analyst"), with_money=(True, False), site_ids=(None, "12, 15")
    ),
    EventType.CAMPAIGN_CHANGED: list_changes(ends_at=("2026-11-30", "2026-12-01")),
}
"""The changes of a sample that do not follow from its other values."""
MORE_CHANGES: dict[EventType, tuple[str, ...]] = {
    EventType.CASE_UPDATED: ("pay_on",),
    EventType.COUPON_CHANGED: ("exclusive", "starts_at"),
    EventType.CAMPAIGN_CHANGED: ("description", "starts_at"),
}
"""The changes that an event can tell besides those of its sample."""
WITH_ITEMS = (EventType.ORDER_CREATED, EventType.ORDER_UPDATED)
SAMPLES = {macro.name: macro.sample for macro in MACROS}


def sample_event(kind: EventType) -> Event:
    """An event with the values that a real one of its type has, in the same form."""
    values = {name: SAMPLES[name] for name in SAMPLE_VALUES[kind]} | OWN_SAMPLES.get(kind, {})
    items = []
    if kind in WITH_ITEMS:
        item = {name: values[name] for name in ("status", "sale_amount", "sale_comm")}
        items = [
            {"item_id": SAMPLES["item_id"], "quantity": 1, "category": None, "reason_code": None}
            | item
        ]
        values["item_id"] = SAMPLES["item_id"]
    changes = {"changes": SAMPLE_CHANGES.get(kind, {})}
    whole = dict.fromkeys(FeedEvent.__struct_fields__) | {
        **values,
        "event_id": SAMPLES["event_id"],
        "event_type": int(kind),
        "event_name": EVENT_NAMES[kind],
        "event_time": SAMPLES["event_time"],
        "items": items,
        "changes": read_changes(values | changes),
        "test": True,
        "livemode": True,
    }
    event: Event = msgspec.to_builtins(msgspec.convert(whole, FeedEvent, strict=False))
    return event


OF_ALL = ("event_id", "event_type", "event_name", "event_time", "test", "livemode", "signature")
"""The macros that every event fills."""


def macro_names(kind: EventType) -> list[str]:
    """The macros that an event of a type can fill, in the order in which all are listed."""
    values = {*OF_ALL, *SAMPLE_VALUES[kind], *MORE_VALUES.get(kind, ())}
    if changed := {*sample_event(kind)["changes"], *MORE_CHANGES.get(kind, ())}:
        changed |= values & CHANGED_VALUES.keys()
        values |= {f"{when}_{name}" for name in changed for when in ("old", "new")}
    return [macro.name for macro in MACROS if macro.name in values]


POSTBACK_TYPES = PostbackTypes(
    event_types=[
        EventKind(kind, EVENT_NAMES[kind], title, macro_names(kind))
        for kind, title in EVENT_TITLES.items()
    ],
    delivery_types=[DeliveryKind(kind, name) for kind, name in DELIVERY_NAMES.items()],
    macros=MACROS,
    mediums=[Medium(number, name) for name, number in PLATFORM_IDS.items()],
    templates=TEMPLATES,
)
