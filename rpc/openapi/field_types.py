"""Describes the fields of a type in words, for the pages about the API."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect

from rpc.openapi.refusals import unwrap
from schema.accounts.api_reference import ApiField

MAX_DEPTH = 3
"""Below this depth, a field is an object without its fields, so that recursive types end."""


def describe_fields(kind: Any, prefix: str) -> list[ApiField]:
    """A struct, if there is something to say about it, and its fields by their paths; `[]` stands for each item."""
    info = inspect.type_info(kind)
    about = describe_meaning(info)
    whole = [ApiField(prefix, describe_type(info), False, None, about)] if about else []
    return [*whole, *fields_within(info, prefix, 0)]


def fields_within(info: inspect.Type, prefix: str, depth: int) -> Iterator[ApiField]:
    match unwrap(info):
        case inspect.StructType(fields=fields):
            for field in fields:
                name = f"{prefix}.{field.encode_name}" if prefix else field.encode_name
                yield ApiField(
                    name,
                    describe_type(field.type),
                    field.required,
                    describe_default(field),
                    describe_meaning(field.type),
                )
                if depth < MAX_DEPTH:
                    yield from fields_within(field.type, name, depth + 1)
        case inspect.ListType(item_type=item):
            yield from fields_within(item, f"{prefix}[]", depth)


def describe_meaning(info: inspect.Type) -> str:
    """The documentation of a type: the description of a field, else the docstring of its struct or enum."""
    if isinstance(info, inspect.Metadata) and (info.extra_json_schema or {}).get("description"):
        return str((info.extra_json_schema or {})["description"])
    match unwrap(info):
        case inspect.ListType(item_type=item):
            return describe_meaning(item)
        case inspect.StructType(cls=cls) | inspect.EnumType(cls=cls):
            kind = getattr(cls, "__origin__", cls)
            own = [base for base in kind.__mro__ if base.__module__.startswith("schema.")]
            return " ".join(" ".join((base.__dict__.get("__doc__") or "").split()) for base in own)
    return ""


def describe_default(field: inspect.Field) -> str | None:
    """The default of a field as JSON; None if it has none."""
    default = field.default
    if field.default_factory is not msgspec.NODEFAULT:
        default = field.default_factory()
    if default in (None, msgspec.NODEFAULT, msgspec.UNSET, "", [], {}):
        return None
    return default if isinstance(default, str) else msgspec.json.encode(default).decode()


def describe_type(info: inspect.Type) -> str:
    """A type with its limits in words: `text, 1 to 100 characters`."""
    inner = unwrap(info)
    words = describe_known(inner)
    return f"{words} or null" if is_optional(info) else words


def describe_known(info: inspect.Type) -> str:
    match info:
        case inspect.StrType(min_length=least, max_length=most):
            return "text" + limits(least, most, "characters")
        case inspect.IntType(ge=least, le=most):
            return "number" + limits(least, most if most != 2**53 - 1 else None, "")
        case inspect.FloatType():
            return "number"
        case inspect.BoolType():
            return "true or false"
        case inspect.DecimalType():
            return "decimal, as text"
        case inspect.DateTimeType():
            return "time, ISO 8601 with offset"
        case inspect.DateType():
            return "day, YYYY-MM-DD"
        case inspect.EnumType(cls=cls):
            return "one of " + ", ".join(str(member.value) for member in cls)
        case inspect.LiteralType(values=values):
            return "one of " + ", ".join(map(str, values))
        case inspect.ListType(item_type=item, min_length=least, max_length=most):
            return f"list of {plural(describe_type(item))}" + limits(least, most, "items")
        case inspect.DictType(key_type=key, value_type=value):
            return f"object of {describe_type(value)} by {describe_type(key)}"
        case inspect.NoneType():
            return "null"
    return "object"


def plural(words: str) -> str:
    """`number, at least 1` → `numbers, at least 1`: what a list holds."""
    kind, comma, rest = words.partition(",")
    return f"{kind}s{comma}{rest}" if kind in ("number", "object", "day") else words


def limits(least: int | None, most: int | None, unit: str) -> str:
    unit = f" {unit}" if unit else ""
    if least and most is not None:
        return f", {least} to {most}{unit}"
    if most is not None:
        return f", at most {most}{unit}"
    return f", at least {least}{unit}" if least else ""


def is_optional(info: inspect.Type) -> bool:
    while isinstance(info, inspect.Metadata):
        info = info.type
    return isinstance(info, inspect.UnionType) and info.includes_none
