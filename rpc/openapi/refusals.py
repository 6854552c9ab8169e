"""The error codes with which a call may be refused: those of its handler, fields, caller and envelope."""

from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from rpc.calls.registry_entry import Entry, Procedure
from schema.core.errors import ANY_CALL, Code
from schema.core.field_errors import FieldRules, rules_of

REFUSAL: dict[str, Any] = {
    "title": "Refusal",
    "description": "The reply of a call that was refused: a code of `x-codes`, and the reason. Codes may be added.",
    "type": "object",
    "required": ["code", "message", "data"],
    "properties": {
        "code": {
            "$ref": "#/components/schemas/ErrorCode",
            "description": "The number of the reason; never 0.",
        },
        "message": {"type": "string", "description": "The reason, in English."},
        "data": {
            "anyOf": [{"$ref": "#/components/schemas/RefusalData"}, {"type": "null"}],
            "description": "What to correct; null if nothing more is known.",
        },
    },
}
REFUSAL_DATA: dict[str, Any] = {
    "description": "What the caller needs to correct the request, as far as there is something.",
    "type": "object",
    "properties": {
        "field": {
            "type": "string",
            "description": "The path in `req` of the field that caused the refusal.",
            "examples": ["attributes.company.name", "filter.start_date"],
        },
        "rule": {
            "$ref": "#/components/schemas/Rule",
            "description": "The rule that the field breaks.",
        },
        "limit": {
            "anyOf": [{"type": "integer"}, {"type": "string"}],
            "description": "What the rule compares the field with, where there is something: a"
            " number, the values that it may have, a pattern, the name of another field, or what was"
            " meant.",
            "examples": [100, "Approved, Rejected", "starts_at"],
        },
        "scope": {
            "type": "string",
            "description": "The scope that the API token lacks, for code 21008.",
            "examples": ["payment.read"],
        },
    },
}


def refusal_schemas(numbers: list[int]) -> dict[str, Any]:
    """The schemas of a refusal and of all codes that there are."""
    code = {"type": "integer", "enum": numbers, "description": "What was refused; never 0."}
    return {"ErrorCode": code, "Refusal": REFUSAL, "RefusalData": REFUSAL_DATA}


SESSION_CODES = {Code.UNAUTHORIZED, Code.TOKEN_EXPIRED}
SITE_CODES = {Code.DEFAULT_SITE_NOT_SET, Code.DEFAULT_SITE_GONE}
CODES_OF_CALLERS: dict[str, set[Code]] = {
    "G": set(),
    "B": {Code.UNAUTHORIZED},
    "M": SESSION_CODES,
    "O": SESSION_CODES,
    "P": SESSION_CODES | SITE_CODES,
}


def refusal_numbers(entry: Entry) -> list[int]:
    """The numbers of all error codes with which a call may be refused, sorted."""
    codes = ANY_CALL - SESSION_CODES - SITE_CODES | CODES_OF_CALLERS[entry.context.who]
    if not isinstance(entry, Procedure) or entry.reads or entry.secret:
        codes = codes - {Code.IDEMPOTENCY_KEY_REUSED}
    return sorted({code.number for code in codes | entry.raises} | set(field_numbers(entry)))


def field_numbers(entry: Entry) -> Iterator[int]:
    """Yield the numbers of the rules that the fields of a call can break (schema/core/field_errors.py)."""
    if not isinstance(entry, Procedure):
        return
    for kind in (entry.attributes, entry.filter, *entry.filters):
        for path, field in fields_of(inspect.type_info(kind)):
            rules = rules_of(path, entry.topic)
            if rules is not None:
                yield from numbers_of(rules, field)


def fields_of(info: inspect.Type, path: str = "") -> Iterator[tuple[str, inspect.Field]]:
    """Yield every field within a type, by its path without indices."""
    match info:
        case inspect.StructType(fields=fields):
            for field in fields:
                inner = f"{path}.{field.encode_name}" if path else field.encode_name
                yield inner, field
                yield from fields_of(field.type, inner)
        case inspect.Metadata(type=inner_type) | inspect.ListType(item_type=inner_type):
            yield from fields_of(inner_type, path)
        case inspect.UnionType(types=types):
            for kind in types:
                yield from fields_of(kind, path)
        case _:
            return


def numbers_of(rules: FieldRules, field: inspect.Field) -> Iterator[int]:
    """Yield the numbers of a field's rules, as far as its type can break them."""
    breakable = {"required"} if field.required else set()
    breakable |= set(breakable_rules(field.type))
    for rule, number, _ in rules.messages():
        if rule in breakable:
            yield number


def breakable_rules(info: inspect.Type) -> Iterator[str]:
    """Yield the rules that a value can break, by what the decoder reports (rpc/calls/decoding/fault.py)."""
    match info:
        case inspect.Metadata(type=inner):
            yield from breakable_rules(inner)
        case inspect.UnionType(types=types):
            for kind in types:
                yield from breakable_rules(kind)
        case inspect.ListType(item_type=item):
            yield from broken_lengths(info)
            yield from breakable_rules(item)
        case inspect.StrType(pattern=pattern):
            yield from broken_lengths(info)
            if pattern is not None:
                yield "format"
    yield "type"


def broken_lengths(info: Any) -> Iterator[str]:
    if info.max_length is not None:
        yield "too_long"
    if info.min_length:
        yield "required" if info.min_length == 1 else "too_short"


def unwrap(info: inspect.Type) -> inspect.Type:
    """The type itself, without metadata and without null."""
    match info:
        case inspect.Metadata(type=inner):
            return unwrap(inner)
        case inspect.UnionType(types=types):
            [first, *_] = [kind for kind in types if not isinstance(kind, inspect.NoneType)]
            return unwrap(first)
    return info
