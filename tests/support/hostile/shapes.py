"""Generates requests from the registry's types: a plausible value for every field of every call."""

import random
from typing import Any

from msgspec import inspect

from rpc.calls.registry_entry import Procedure

TEXTS = {
    "username": "somebody",
    "email": "somebody@example.com",
    "website": "https://blog.example/",
    "site_url": "https://shop.example/",
    "fallback_url": "https://shop.example/",
    "target_url": "https://shop.example/",
    "link_url": "https://receiver.example/in",
    "mcid": "some-brand",
    "currency": "GBP",
    "base": "EUR",
    "quote": "GBP",
    "country": "GB",
    "kind": "unlock",
    "click_param": "click_ref",
    "sort": "-clicks",
    "endpoint": "https://storage.example",
    "host_key": f"SHA256:{'A' * 43}",
}
LISTED = {"countries": "GB", "domains": "shop.example", "regions": "GB"}


def request(procedure: Procedure, luck: random.Random) -> dict[str, Any]:
    """attributes, filter and page of a call, as far as it takes them."""
    return {
        name: value(inspect.type_info(kind), luck, name)
        for name, kind in procedure.parameters.items()
    }


def fields(info: inspect.Type, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], str]]:
    """(path, name) of every field within a struct, however deep."""
    match info:
        case inspect.StructType(fields=inner):
            found = []
            for field in inner:
                own = (*path, field.encode_name)
                found += [(own, field.encode_name), *fields(field.type, own)]
            return found
        case inspect.ListType(item_type=item):
            return fields(item, (*path, "0"))
        case inspect.UnionType(types=types):
            return [found for kind in types for found in fields(kind, path)]
        case inspect.Metadata(type=inner_type):
            return fields(inner_type, path)
        case _:
            return []


def value(info: inspect.Type, luck: random.Random, name: str) -> Any:
    """A value of a type, in the light of its field's name."""
    match info:
        case inspect.Metadata(type=inner, extra_json_schema=schema):
            examples = (schema or {}).get("examples")
            return luck.choice(examples) if examples else value(inner, luck, name)
        case inspect.StructType(fields=inner_fields):
            return {
                field.encode_name: value(field.type, luck, field.encode_name)
                for field in inner_fields
                if field.required or luck.random() < 0.5
            }
        case inspect.ListType(item_type=item, min_length=least):
            count = luck.randint(least or 1, max(2, least or 0))
            return [value(item, luck, LISTED.get(name, name)) for _ in range(count)]
        case inspect.DictType(value_type=held):
            return {"a": value(held, luck, "a")}
        case inspect.UnionType(types=types):
            kinds = [kind for kind in types if not isinstance(kind, inspect.NoneType)]
            return value(luck.choice(kinds), luck, name)
        case inspect.EnumType(cls=kinds):
            return luck.choice(list(kinds)).value
        case inspect.IntType(ge=least, le=most):
            return luck.randint(least or 0, min(most or 1_000, (least or 0) + 3))
        case inspect.LiteralType(values=values):
            return luck.choice(values)
        case inspect.BoolType():
            return luck.random() < 0.5
        case inspect.DecimalType():
            return f"{luck.randint(1, 99)}.50"
        case inspect.DateTimeType():
            return "2026-01-02T03:04:05Z"
        case inspect.DateType():
            return "2026-01-02"
        case inspect.StrType(max_length=1):
            return ","
        case inspect.StrType(min_length=least):
            return (
                LISTED.get(name)
                or TEXTS.get(name)
                or (name if name in LISTED.values() else "word" * ((least or 0) // 4 + 1))
            )
        case _:
            return None
