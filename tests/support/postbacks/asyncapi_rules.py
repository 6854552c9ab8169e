"""The rules of AsyncAPI 3.0.0 for the parts of a document that ours has, as a JSON schema.

They are stated from the specification; what the specification allows and our document does not use is left out, so that
it fails until it is added here.
"""

from typing import Any

KEY = r"^[\w\-.]+$"
TEXT = {"type": "string", "minLength": 1}
URI = {"type": "string", "pattern": r"^https?://[^\s/]+"}
SCHEMA = {"$ref": "http://json-schema.org/draft-07/schema#"}


def make_object(required: list[str], **properties: Any) -> dict[str, Any]:
    """An object with these properties, and extensions that begin with `x-`."""
    return {
        "type": "object",
        "required": required,
        "properties": properties,
        "patternProperties": {"^x-": True},
        "additionalProperties": False,
    }


def map_of(kind: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "propertyNames": {"pattern": KEY},
        "additionalProperties": kind,
    }


def reference(folder: str) -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["$ref"],
        "properties": {"$ref": {"type": "string", "pattern": f"^#/{folder}/[^/]+"}},
        "additionalProperties": False,
    }


EXAMPLE = {
    **make_object([], name=TEXT, summary=TEXT, headers={"type": "object"}, payload=True),
    "anyOf": [{"required": ["payload"]}, {"required": ["headers"]}],
}
TRAIT = {
    "contentType": TEXT,
    "headers": {"allOf": [SCHEMA, {"properties": {"type": {"const": "object"}}}]},
}
MESSAGE = make_object(
    [],
    **TRAIT,
    name=TEXT,
    title=TEXT,
    summary=TEXT,
    description=TEXT,
    payload=SCHEMA,
    examples={"type": "array", "items": EXAMPLE},
    traits={"type": "array", "items": reference("components/messageTraits")},
)
CHANNEL = make_object(
    [],
    address={"type": ["string", "null"]},
    title=TEXT,
    summary=TEXT,
    description=TEXT,
    messages=map_of(reference("components/messages")),
)
METHODS = ["GET", "PUT", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS", "CONNECT", "TRACE"]
BINDING = make_object([], method={"enum": METHODS}, query=SCHEMA, bindingVersion={"const": "0.3.0"})
OPERATION = make_object(
    ["action", "channel"],
    action={"enum": ["send", "receive"]},
    channel=reference("channels"),
    title=TEXT,
    summary=TEXT,
    description=TEXT,
    bindings=make_object([], http=BINDING),
    messages={"type": "array", "uniqueItems": True, "items": reference("channels/[^/]+/messages")},
)
RULES = make_object(
    ["asyncapi", "info"],
    asyncapi={"const": "3.0.0"},
    info=make_object(
        ["title", "version"],
        title=TEXT,
        version=TEXT,
        description=TEXT,
        contact=make_object([], name=TEXT, url=URI),
        license=make_object(["name"], name=TEXT, url=URI),
    ),
    defaultContentType=TEXT,
    channels=map_of(CHANNEL),
    operations=map_of(OPERATION),
    components=make_object(
        [],
        messages=map_of(MESSAGE),
        messageTraits=map_of(make_object([], **TRAIT)),
        schemas=map_of(SCHEMA),
    ),
)
