"""The events as an AsyncAPI 3 document: what postbacks send, made from the registry of events."""

from typing import Any

import msgspec

from rpc.openapi.components import describe_components
from rpc.openapi.document import SCHEMAS, write_patterns
from rpc.openapi.naming import pascal_case
from schema.core.api_version import API_VERSION
from schema.core.event import PAYMENT_EVENTS, EventType
from schema.postbacks.macro import MACROS
from schema.postbacks.postback_types import (
    EVENT_TEXTS,
    EVENT_TITLES,
    MORE_VALUES,
    SAMPLE_VALUES,
    sample_event,
)
from schema.reports.event_feed import EVENT_NAMES, FeedEvent

ABOUT = """\
What a postback sends: a POST of JSON without parameters has the whole event, as it is described here. The feed
`/reports/events` returns the same events, in the same form and with the same ids, for 30 days.

A request is signed as Standard Webhooks 1.0 specifies. An event may arrive more than once, always with the same
`webhook-id`. What does not apply to an event's type is null.

Within a version there are only additions: of events, of fields, and of values. Ignore what you do not know."""
IN_ALL = (
    "event_id",
    "event_type",
    "event_name",
    "event_time",
    "changes",
    "test",
    "livemode",
    "items",
)
"""What every event has, regardless of its type."""
HEADERS: dict[str, Any] = {
    "type": "object",
    "required": ["webhook-id", "webhook-timestamp", "webhook-signature"],
    "properties": {
        "webhook-id": {
            "type": "string",
            "description": "The event's id, the same however often it is sent.",
        },
        "webhook-timestamp": {
            "type": "string",
            "description": "When the request was sent, in seconds since 1970.",
        },
        "webhook-signature": {
            "type": "string",
            "description": "`v1,` and an HMAC-SHA256 in base64, made with the postback's secret. While two secrets are"
            " valid there are two, separated by a space.",
        },
    },
}
CHANNEL = "postback"


def asyncapi_document(public_url: str = "") -> dict[str, Any]:
    """The AsyncAPI document. `public_url` is the portal's own address, if it is known."""
    [_], found = msgspec.json.schema_components([FeedEvent], ref_template=f"{SCHEMAS}{{name}}")
    schemas = describe_components(found)
    events = {name_of(kind): kind for kind in EventType}
    document = {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Publisher portal events",
            "version": API_VERSION,
            "description": ABOUT,
            "contact": {"name": "The network", "url": public_url or "https://portal.example"},
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "channels": {
            CHANNEL: {
                "address": None,
                "title": "A postback",
                "description": "The address that a publisher enters for a postback, which reports one type of event.",
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in events},
            }
        },
        "operations": {
            f"send{name}": {
                "action": "send",
                "channel": {"$ref": f"#/channels/{CHANNEL}"},
                "summary": f"The portal reports {EVENT_NAMES[kind]}",
                "bindings": {"http": {"method": "POST", "bindingVersion": "0.3.0"}},
                "messages": [{"$ref": f"#/channels/{CHANNEL}/messages/{name}"}],
            }
            for name, kind in events.items()
        },
        "components": {
            "messages": {name: message(name, kind) for name, kind in events.items()},
            "messageTraits": {"signed": {"contentType": "application/json", "headers": HEADERS}},
            "schemas": {
                **schemas,
                **{name: payload_schema(kind, schemas) for name, kind in events.items()},
            },
        },
        "x-macros": {macro.name: macro.text for macro in MACROS},
    }
    described: dict[str, Any] = write_patterns(document)
    return described


def name_of(kind: EventType) -> str:
    """`OrderCreated` for order.created."""
    return pascal_case(kind.name.lower())


def message(name: str, kind: EventType) -> dict[str, Any]:
    return {
        "name": EVENT_NAMES[kind],
        "title": EVENT_TITLES[kind],
        "summary": EVENT_TEXTS[kind],
        "traits": [{"$ref": "#/components/messageTraits/signed"}],
        "payload": {"$ref": f"{SCHEMAS}{name}"},
        "examples": [{"name": "sample", "payload": sample_event(kind)}],
        **({"x-permission": "payment.read"} if kind in PAYMENT_EVENTS else {}),
    }


def payload_schema(kind: EventType, schemas: dict[str, Any]) -> dict[str, Any]:
    """An event of one type: the fields that it can have; all others of FeedEvent are null."""
    fields = {*IN_ALL, *SAMPLE_VALUES[kind], *MORE_VALUES.get(kind, ())}
    properties = {
        name: schema
        for name, schema in schemas[FeedEvent.__name__]["properties"].items()
        if name in fields
    }
    about = properties["event_type"].get("description")
    properties |= {
        "event_type": {"type": "integer", "const": int(kind), "description": about},
        "event_name": {"type": "string", "const": EVENT_NAMES[kind]},
    }
    return {
        "title": name_of(kind),
        "description": f"{EVENT_TEXTS[kind]}.",
        "type": "object",
        "properties": properties,
        "required": list(properties),
    }
