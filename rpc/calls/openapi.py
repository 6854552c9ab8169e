"""Writes the registry down as OpenAPI 3.1: the web's client, its forms' rules and the docs are made of it."""

import re
from enum import IntEnum
from typing import Any

import msgspec

from rpc.calls.multipart import MULTIPART, Upload
from rpc.calls.registry import Procedure, Registry
from schema.accounts.upload import FILE_BYTES_MAX
from schema.core.envelope import APP_ID, Nothing
from schema.core.errors import ANY_CALL, Code
from schema.core.rules import FIELDS, message_catalogue

WHO = {
    "G": "anyone",
    "M": "a signed-in account",
    "P": "a publisher with a default site",
    "O": "an operator",
    "B": "a brand's server",
}
PLACE = "#/components/schemas/"
Call = Procedure | Upload
REFUSAL: dict[str, Any] = {
    "title": "Refusal",
    "description": "What a call answers that did nothing: a code of `x-codes`, and why.",
    "type": "object",
    "required": ["code", "message", "data"],
    "properties": {
        "code": {"type": "integer", "minimum": 1},
        "message": {"type": "string"},
        "data": {
            "description": "What is needed to go on, where there is something.",
            "anyOf": [
                {
                    "type": "object",
                    "properties": {
                        "field": {
                            "type": "string",
                            "description": "The field that is to blame, by its path in `req`.",
                            "examples": ["attributes.company.name", "filter.start_date"],
                        }
                    },
                },
                {"type": "null"},
            ],
        },
    },
}


def openapi_document(registry: Registry) -> dict[str, Any]:
    """The OpenAPI document. `Calls` maps each path to its attributes, filter and data, for the client.

    `x-codes` maps a number to its message (a list where there are two), `x-code-names` a name to its
    number, `x-rules` a field to the number of each rule it can break; `x-limits` has what no schema says.
    """
    procedures: list[Call] = [*registry.each(Procedure), *registry.each(Upload)]
    procedures.sort(key=lambda entry: entry.path)
    kinds = list(dict.fromkeys(kind for entry in procedures for kind in parts(entry).values()))
    schemas, components = msgspec.json.schema_components(kinds, ref_template=f"{PLACE}{{name}}")
    by_kind = dict(zip(kinds, schemas, strict=True))
    calls = {entry.path: call(entry, by_kind) for entry in procedures}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Publisher portal", "version": "1"},
        "paths": {entry.path: {"post": operation(entry, by_kind)} for entry in procedures},
        "components": {
            "schemas": {
                **with_member_names(components),
                "Calls": closed(calls),
                "Refusal": REFUSAL,
            },
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "x-codes": message_catalogue(),
        "x-limits": {"FILE_LARGEST": FILE_BYTES_MAX},
        "x-code-names": {code.name: code.number for code in Code},
        "x-rules": rules(),
    }
    return renamed(document)


def with_member_names(components: dict[str, Any]) -> dict[str, Any]:
    """An enum of numbers also lists what each is called, which JSON Schema has no word for."""
    for kind in IntEnum.__subclasses__():
        component = components.get(kind.__name__)
        if component and kind.__module__.startswith("schema."):
            component["x-enum-varnames"] = [kind(number).name for number in component["enum"]]
    return components


def parts(entry: Call) -> dict[str, Any]:
    if isinstance(entry, Upload):
        return {"data": entry.returns}
    taken = {name: kind for name, kind in entry.takes.items() if kind is not Nothing}
    return {**taken, "data": entry.returns}


def call(entry: Call, schemas: dict[Any, Any]) -> dict[str, Any]:
    found = {name: schemas[kind] for name, kind in parts(entry).items()}
    needed = [name for name, kind in parts(entry).items() if name == "data" or demanding(kind)]
    return {
        "type": "object",
        "properties": found,
        "required": needed,
        "additionalProperties": False,
    }


def closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def demanding(kind: Any) -> bool:
    """Whether something in it must be given."""
    fields = msgspec.structs.fields(kind) if hasattr(kind, "__struct_fields__") else ()
    return any(field.required for field in fields)


def enveloped(entry: Procedure, schemas: dict[Any, Any]) -> dict[str, Any]:
    """The schema of a call's whole body."""
    req = {name: schemas[kind] for name, kind in parts(entry).items() if name != "data"}
    needed = [name for name, kind in entry.takes.items() if demanding(kind)]
    return {
        "type": "object",
        "required": ["appId", "req"] if needed else ["appId"],
        "properties": {
            "appId": {"const": APP_ID},
            "req": {
                "type": "object",
                "required": needed,
                "properties": {
                    "header": {"type": "object", "properties": {"token": {"type": "string"}}},
                    "fields": {"type": "array", "items": {"type": "string"}},
                    **req,
                },
            },
        },
    }


def multipart() -> dict[str, Any]:
    """The schema of an upload's body."""
    header = {"type": "object", "properties": {"token": {"type": "string"}}}
    data = {
        "type": "object",
        "required": ["appId"],
        "properties": {
            "appId": {"const": APP_ID},
            "token": {"type": "string"},
            "req": {"type": "object", "properties": {"header": header}},
        },
    }
    file = {"type": "string", "contentMediaType": "application/octet-stream"}
    return {
        "type": "object",
        "required": ["file", "data"],
        "properties": {"file": file, "data": data},
    }


def operation(entry: Call, schemas: dict[Any, Any]) -> dict[str, Any]:
    sent: dict[str, Any] = (
        {MULTIPART: {"schema": multipart()}}
        if isinstance(entry, Upload)
        else {"application/json": {"schema": enveloped(entry, schemas)}}
    )
    answer = {
        "type": "object",
        "required": ["code", "message", "data"],
        "properties": {
            "code": {"type": "integer"},
            "message": {"type": "string"},
            "data": {"anyOf": [schemas[entry.returns], {"type": "null"}]},
        },
    }
    either = {"anyOf": [answer, {"$ref": f"{PLACE}Refusal"}]}
    codes = sorted({code.number for code in entry.raises | ANY_CALL})
    return {
        "operationId": entry.path.strip("/").replace("/", "_"),
        "tags": [entry.path.split("/")[1]],
        "summary": entry.summary,
        "security": [] if entry.context.who == "G" else [{"token": []}],
        "x-caller": entry.context.who,
        "description": f"For {WHO[entry.context.who]}.",
        "x-raises": codes,
        "requestBody": {"required": True, "content": sent},
        "responses": {
            "200": {
                "description": "The answer",
                "content": {"application/json": {"schema": either}},
            }
        },
    }


def rules() -> dict[str, dict[str, int]]:
    return {
        field: {rule: number for rule, number, _ in rules.messages()}
        for field, rules in FIELDS.items()
    }


def renamed(document: dict[str, Any]) -> dict[str, Any]:
    """Plain names for generics: `Listing_Link_` is ListingLink; what only paging adds is folded away."""
    names = {name: plain(name) for name in document["components"]["schemas"]}
    schemas = {names[name]: schema for name, schema in document["components"]["schemas"].items()}
    document["components"]["schemas"] = dict(sorted(schemas.items()))
    return rewritten(document, {PLACE + old: PLACE + new for old, new in names.items()})


def plain(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", name) if part)


def rewritten(value: Any, places: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {
            key: places.get(part, part) if key == "$ref" else rewritten(part, places)
            for key, part in value.items()
        }
    return [rewritten(part, places) for part in value] if isinstance(value, list) else value
