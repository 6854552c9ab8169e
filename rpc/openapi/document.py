"""The registry as an OpenAPI 3.1 document: the web's client, the rules of its forms and the docs are made from it."""

import re
from enum import IntEnum
from typing import Any

import msgspec

from rpc.calls.multipart import MULTIPART, Upload
from rpc.calls.registry import Registry
from rpc.calls.registry_entry import Entry, Procedure
from rpc.openapi.refusals import REFUSAL, refusal_numbers
from schema.accounts.upload import FILE_BYTES_MAX
from schema.core.envelope import APP_ID, Header, Nothing
from schema.core.errors import Code
from schema.core.rules import FIELDS, message_catalogue
from schema.core.scalar import PASSWORD_SHORTEST, USERNAME_LONGEST, USERNAME_SHORTEST
from schema.network.order_import import ORDERS_FILE_BYTES_MAX

CALLERS = {
    "G": "anyone",
    "M": "a signed-in account",
    "P": "a publisher with a default site",
    "O": "an operator",
    "B": "a brand's server",
}
SCHEMAS = "#/components/schemas/"
Call = Procedure | Upload


def openapi_document(registry: Registry, public_url: str = "") -> dict[str, Any]:
    """The OpenAPI document. `Calls` maps each path to its attributes, filter and data, for the client.

    `x-codes` maps a number to its message (a list if there are two), `x-code-names` a name to its number,
    `x-rules` a field to the number of each rule that it can break, `x-rule-texts` to its text, and `x-limits` has
    limits that screens name. `public_url` is the portal's own address, if it is known.
    """
    procedures: list[Call] = [*registry.entries(Procedure), *registry.entries(Upload)]
    procedures.sort(key=lambda entry: entry.path)
    used = (kind for entry in procedures for kind in parameter_types(entry).values())
    kinds = list(dict.fromkeys([Header, *used]))
    schemas, components = msgspec.json.schema_components(kinds, ref_template=f"{SCHEMAS}{{name}}")
    by_kind = dict(zip(kinds, schemas, strict=True))
    calls = {entry.path: call_schema(entry, by_kind) for entry in procedures}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Publisher portal", "version": "1"},
        **({"servers": [{"url": public_url}]} if public_url else {}),
        "paths": {entry.path: {"post": operation(entry, by_kind)} for entry in procedures},
        "components": {
            "schemas": {
                **add_member_names(components),
                "Calls": closed_object(calls),
                "Refusal": REFUSAL,
            },
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "x-codes": message_catalogue(),
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


def call_schema(entry: Call, schemas: dict[Any, Any]) -> dict[str, Any]:
    properties = {name: schemas[kind] for name, kind in parameter_types(entry).items()}
    required = [
        name
        for name, kind in parameter_types(entry).items()
        if name == "data" or has_required_field(kind)
    ]
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def closed_object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def has_required_field(kind: Any) -> bool:
    """Whether the struct has a required field."""
    fields = msgspec.structs.fields(kind) if hasattr(kind, "__struct_fields__") else ()
    return any(field.required for field in fields)


def envelope_schema(entry: Procedure, schemas: dict[Any, Any]) -> dict[str, Any]:
    """The schema of the body of a call."""
    req = {name: schemas[kind] for name, kind in parameter_types(entry).items() if name != "data"}
    required = [name for name, kind in entry.parameters.items() if has_required_field(kind)]
    return {
        "type": "object",
        "required": ["appId", "req"] if required else ["appId"],
        "properties": {
            "appId": {"const": APP_ID},
            "req": {
                "type": "object",
                "required": required,
                "properties": {
                    "header": schemas[Header],
                    "fields": {"type": "array", "items": {"type": "string"}},
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
            "appId": {"const": APP_ID},
            "token": {"type": ["string", "null"]},
            "req": {
                "type": "object",
                "properties": {"header": header},
                "additionalProperties": False,
            },
        },
        "additionalProperties": False,
    }
    file = {"type": "string", "contentMediaType": "application/octet-stream"}
    return {
        "type": "object",
        "required": ["file", "data"],
        "properties": {"file": file, "data": data},
    }


def operation(entry: Call, schemas: dict[Any, Any]) -> dict[str, Any]:
    content: dict[str, Any] = (
        {MULTIPART: {"schema": multipart_schema(schemas[Header])}}
        if isinstance(entry, Upload)
        else {"application/json": {"schema": envelope_schema(entry, schemas)}}
    )
    reply = {
        "type": "object",
        "required": ["code", "message", "data"],
        "properties": {
            "code": {"type": "integer"},
            "message": {"type": "string"},
            "data": {"anyOf": [schemas[entry.returns], {"type": "null"}]},
        },
    }
    reply_or_refusal = {"anyOf": [reply, {"$ref": f"{SCHEMAS}Refusal"}]}
    return {
        "operationId": entry.path.strip("/").replace("/", "_"),
        "tags": [entry.path.split("/")[1]],
        "summary": entry.summary,
        "security": [] if entry.context.who == "G" else [{"token": []}],
        "x-caller": entry.context.who,
        **({"x-permission": entry.permission} if entry.permission else {}),
        "description": describe_caller(entry),
        "x-raises": refusal_numbers(entry),
        "requestBody": {"required": True, "content": content},
        "responses": {
            "200": {
                "description": "The reply",
                "content": {"application/json": {"schema": reply_or_refusal}},
            }
        },
    }


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


def pascal_case(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", name) if part)


def rewrite_refs(value: Any, refs: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {
            key: refs.get(part, part) if key == "$ref" else rewrite_refs(part, refs)
            for key, part in value.items()
        }
    return [rewrite_refs(part, refs) for part in value] if isinstance(value, list) else value
