"""The registry as an OpenAPI 3.1 document: the web's client, the rules of its forms and the docs are made from it."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import msgspec

from rpc.calls.multipart import MULTIPART, Upload
from rpc.calls.registry import Registry
from rpc.calls.registry_entry import Entry, Procedure
from rpc.openapi.components import describe_components
from rpc.openapi.naming import pascal_case
from rpc.openapi.refusals import refusal_numbers, refusal_schemas
from rpc.openapi.request_examples import required_example
from schema.accounts.api_token import SCOPES
from schema.accounts.upload import FILE_BYTES_MAX
from schema.core.api_version import API_VERSION
from schema.core.envelope import APP_ID, Header, Nothing
from schema.core.errors import Code
from schema.core.field_errors import FIELDS, message_catalogue
from schema.core.scalar import (
    PAGE_SIZE_MAX,
    PASSWORD_SHORTEST,
    USERNAME_LONGEST,
    USERNAME_SHORTEST,
)
from schema.network.order_import import ORDERS_FILE_BYTES_MAX

CALLERS = {
    "G": "anyone",
    "M": "a signed-in account",
    "P": "a publisher with a default site",
    "O": "an operator",
    "B": "a brand's server",
}
SCHEMAS = "#/components/schemas/"
REFUSED_STATUS = {
    "405": "Only POST is allowed",
    "413": "The body is too large",
    "415": "The body is of another type than the call takes, or compressed",
    "429": "Too many calls: wait as long as `Retry-After` says",
    "500": "An error of the portal",
    "503": "Not available just now: try again after `Retry-After`",
}
"""The statuses besides 200; every one has the same body, with a code of the refusal."""
JSON = "application/json"
ABOUT = """\
Every call is a POST of JSON: `{"appId": 36, "req": {"attributes": …, "filter": …, "page": …}}`, with a token in
`Authorization: Bearer …`. The code of a reply is 0; any other code is a refusal, which `message` explains. Both have
the HTTP status 200, except refusals about transport.

Within a version, which is the day of its release, calls with `x-promised` change by additions alone: of calls, of
optional fields of requests, of fields of replies, of codes and of values that enums of replies have. Ignore what you
do not know."""
TAGS = {
    "agents": "What connected apps ask their person to approve.",
    "auth": "Sign-up, sign-in and what protects an account.",
    "brands": "Brands, their terms, and the applications of channels to them.",
    "common": "Files that were requested.",
    "home": "The dashboard, notices and help.",
    "network": "The network's own work, for its operators.",
    "payments": "Settlements, payments and payment details.",
    "postback": "Postbacks: events that are sent to the publisher's servers.",
    "reports": "Performance, orders, clicks, events and exports.",
    "site": "The publisher's channels.",
    "sandbox": "The sandbox: an account of its own, in which nothing is real.",
    "staff": "Operators' own accounts.",
    "tools": "Tracking links, broken links and API tokens.",
    "user": "The account, its team and settings.",
}
PAGE_NUMBER: dict[str, Any] = {
    "title": "PageNumber",
    "description": "The page by its number, which is accepted in `filter` too, with the same meaning as in `page`.",
    "type": "object",
    "properties": {
        "curPage": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1_000_000,
            "x-default": 1,
            "description": "The number of the page, from 1.",
        },
        "perPage": {
            "type": "integer",
            "minimum": 1,
            "maximum": PAGE_SIZE_MAX,
            "x-default": 20,
            "description": "The most rows of the page.",
        },
    },
    "additionalProperties": False,
}
Call = Procedure | Upload


def openapi_document(
    registry: Registry, public_url: str = "", requests: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The OpenAPI document, made so that generators of clients tell a reply from a refusal.

    Each call has its `…Reply`, with the code 0, beside the one `Refusal`, whose code is one of an enum. No property has
    a default, because generators then require it; `x-default` has the default of one that may be left out.

    `x-codes` maps a number to its message (a list if there are two), `x-code-names` a name to its number,
    `x-rules` a field to the number of each rule that it can break, `x-rule-texts` to its text, and `x-limits` has
    limits that screens name. `x-promised` marks the calls of API tokens and brands' keys, which only change by
    additions within a version. `public_url` is the portal's own address, if it is known, and `requests` has an
    example of what to send in `req`, by path; other calls have one of their required fields.
    """
    procedures: list[Call] = [*registry.entries(Procedure), *registry.entries(Upload)]
    procedures.sort(key=lambda entry: entry.path)
    used = (kind for entry in procedures for kind in parameter_types(entry).values())
    kinds = list(dict.fromkeys([Header, *used]))
    schemas, found = msgspec.json.schema_components(kinds, ref_template=f"{SCHEMAS}{{name}}")
    by_kind = dict(zip(kinds, schemas, strict=True))
    components = describe_components(add_member_names(found))
    replies = {reply_name(entry): reply_schema(by_kind[entry.returns]) for entry in procedures}
    messages = message_catalogue()
    paths: dict[str, Any] = {}
    for entry in procedures:
        example = (requests or {}).get(entry.path) or required_example(entry, by_kind, components)
        paths[entry.path] = {"post": operation(entry, by_kind, example)}
    document = {
        "openapi": "3.1.0",
        "info": {
            "title": "Publisher portal",
            "version": API_VERSION,
            "summary": "Brands, tracking links, orders, reports and payments of publishers.",
            "description": ABOUT,
            "contact": {"name": "The network", "url": public_url or "/"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": public_url or "/"}],
        "tags": [{"name": name, "description": text} for name, text in sorted(TAGS.items())],
        "paths": paths,
        "components": {
            "schemas": {
                **components,
                **replies,
                "PageNumber": PAGE_NUMBER,
                **refusal_schemas(sorted(map(int, messages))),
            },
            "responses": {
                f"Refused{status}": {
                    "description": text,
                    "content": {JSON: {"schema": {"$ref": f"{SCHEMAS}Refusal"}}},
                }
                for status, text in REFUSED_STATUS.items()
            },
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "An API token, the token of a session, or a brand's key.",
                }
            },
        },
        "x-codes": messages,
        "x-limits": {
            "FILE_LARGEST": FILE_BYTES_MAX,
            "ORDERS_FILE_LARGEST": ORDERS_FILE_BYTES_MAX,
            "PASSWORD_SHORTEST": PASSWORD_SHORTEST,
            "USERNAME_SHORTEST": USERNAME_SHORTEST,
            "USERNAME_LONGEST": USERNAME_LONGEST,
        },
        "x-code-names": {code.name: code.number for code in Code},
        "x-rules": {
            name: {rule: code for rule, code, _ in own.messages()} for name, own in FIELDS.items()
        },
        "x-rule-texts": {
            field: {rule: text for rule, _, text in each.messages()}
            for field, each in FIELDS.items()
        },
    }
    return write_patterns(rename_components(document))


def write_patterns(value: Any) -> Any:
    """Schemas with their patterns as ECMA-262 writes them, where `$` is the end of the text and nothing else."""
    if isinstance(value, list):
        return [write_patterns(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: inner.replace(r"\Z", "$")
        if key == "pattern" and isinstance(inner, str)
        else write_patterns(inner)
        for key, inner in value.items()
    }


def add_member_names(components: dict[str, Any]) -> dict[str, Any]:
    """List the names of each integer enum's members, which JSON Schema cannot express."""
    for kind in IntEnum.__subclasses__():
        component = components.get(kind.__name__)
        if component and kind.__module__.startswith("schema."):
            component["x-enum-varnames"] = [kind(number).name for number in component["enum"]]
    return components


def parameter_types(entry: Call) -> dict[str, Any]:
    if isinstance(entry, Upload):
        return {"data": entry.returns}
    parameters = {name: kind for name, kind in entry.parameters.items() if kind is not Nothing}
    return {**parameters, "data": entry.returns}


def has_required_field(kind: Any) -> bool:
    """Whether the struct has a required field."""
    fields = msgspec.structs.fields(kind) if hasattr(kind, "__struct_fields__") else ()
    return any(field.required for field in fields)


def required_parts(entry: Call) -> list[str]:
    """The parts of `req` that a call cannot do without."""
    if isinstance(entry, Upload):
        return []
    return [name for name, kind in entry.parameters.items() if has_required_field(kind)]


def app_id() -> dict[str, Any]:
    return {"type": "integer", "const": APP_ID, "description": "The same for every call."}


def envelope_schema(entry: Procedure, schemas: dict[Any, Any]) -> dict[str, Any]:
    """The schema of the body of a call."""
    req = {name: schemas[kind] for name, kind in parameter_types(entry).items() if name != "data"}
    if entry.paged and "filter" not in req:
        req["filter"] = {"$ref": f"{SCHEMAS}PageNumber"}
    required = required_parts(entry)
    return {
        "type": "object",
        "required": ["appId", "req"] if required else ["appId"],
        "properties": {
            "appId": app_id(),
            "req": {
                "type": "object",
                **({"required": required} if required else {}),
                "properties": {
                    "header": schemas[Header],
                    "fields": {
                        "type": "array",
                        "items": {"type": "string"},
                        "description": "The names of the fields to return; all if absent.",
                    },
                    **req,
                },
                "additionalProperties": False,
            },
        },
        "additionalProperties": False,
    }


def multipart_schema(header: Any) -> dict[str, Any]:
    """The schema of the body of an upload."""
    data = {
        "type": "object",
        "required": ["appId"],
        "properties": {
            "appId": app_id(),
            "token": {"type": ["string", "null"], "description": "Who calls."},
            "req": {
                "type": "object",
                "properties": {"header": header},
                "additionalProperties": False,
            },
        },
        "additionalProperties": False,
    }
    file = {
        "type": "string",
        "format": "binary",
        "contentMediaType": "application/octet-stream",
        "description": "The file.",
    }
    return {
        "type": "object",
        "required": ["file", "data"],
        "properties": {"file": file, "data": data},
    }


def reply_name(entry: Call) -> str:
    return pascal_case(entry.path) + "Reply"


def reply_schema(data: dict[str, Any]) -> dict[str, Any]:
    """The envelope of a call that succeeded: its code is 0, a refusal's never is."""
    return {
        "type": "object",
        "required": ["code", "message", "data"],
        "properties": {
            "code": {"type": "integer", "const": 0, "description": "0: the call succeeded."},
            "message": {"type": "string", "description": "`ok`."},
            "data": {**data, "description": "What the call returns."},
        },
    }


def operation(entry: Call, schemas: dict[Any, Any], example: Any) -> dict[str, Any]:
    body: dict[str, Any] = (
        {MULTIPART: {"schema": multipart_schema(schemas[Header])}}
        if isinstance(entry, Upload)
        else {
            JSON: {
                "schema": envelope_schema(entry, schemas),
                "example": {"appId": APP_ID, "req": example},
            }
        }
    )
    answers = [{"$ref": f"{SCHEMAS}{reply_name(entry)}"}, {"$ref": f"{SCHEMAS}Refusal"}]
    return {
        "operationId": entry.path.strip("/").replace("/", "_"),
        "tags": [entry.path.split("/")[1]],
        "summary": entry.summary,
        "security": [] if entry.context.who == "G" else [{"token": []}],
        "x-caller": entry.context.who,
        **({"x-permission": entry.permission} if entry.permission else {}),
        **({"x-promised": True} if is_promised(entry) else {}),
        **deprecation(entry),
        "description": describe_caller(entry),
        "x-raises": refusal_numbers(entry),
        "requestBody": {"required": True, "content": body},
        "responses": {
            "200": {
                "description": "The reply, or why the call was refused",
                "content": {JSON: {"schema": {"oneOf": answers}}},
            },
            **{
                status: {"$ref": f"#/components/responses/Refused{status}"}
                for status in REFUSED_STATUS
            },
        },
    }


def deprecation(entry: Call) -> dict[str, Any]:
    """That a call is going to end, when, and what to call in its place."""
    deprecated = entry.deprecated if isinstance(entry, Procedure) else None
    if deprecated is None:
        return {}
    return {
        "deprecated": True,
        "x-sunset": deprecated.sunset.isoformat(),
        "x-successor": deprecated.instead,
    }


def is_promised(entry: Entry) -> bool:
    """Whether programs of others rely on the call: those of API tokens and of brands' keys."""
    return entry.permission in SCOPES or entry.context.who == "B"


def describe_caller(entry: Entry) -> str:
    """Say who may make the call."""
    whom = f"For {CALLERS[entry.context.who]}"
    return f"{whom} with the permission `{entry.permission}`." if entry.permission else f"{whom}."


def rename_components(document: dict[str, Any]) -> dict[str, Any]:
    """Give generics plain names: `Listing_Link_` becomes ListingLink."""
    names = {name: pascal_case(name) for name in document["components"]["schemas"]}
    schemas = {names[name]: schema for name, schema in document["components"]["schemas"].items()}
    document["components"]["schemas"] = dict(sorted(schemas.items()))
    return rewrite_refs(document, {SCHEMAS + old: SCHEMAS + new for old, new in names.items()})


def rewrite_refs(value: Any, refs: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {
            key: refs.get(part, part) if key == "$ref" else rewrite_refs(part, refs)
            for key, part in value.items()
        }
    return [rewrite_refs(part, refs) for part in value] if isinstance(value, list) else value
