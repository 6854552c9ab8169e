"""Where in a body a decoding error is, by what msgspec writes after ` - at `, and what is there."""

import re
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import inspect

MAX_WITH_UNKNOWN = 16 * 1024
"""The largest body, in bytes, that may have unknown keys beside `appId` and within `req`."""
UNTYPED_DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder()
"""Decodes all of a body, where the decoder of a call skips unknown keys."""
LOCATION = re.compile(r" - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`$")
UNNAMED = "[...]"
"""What msgspec writes for any key of a map."""
STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]")
TYPE_STEP = re.compile(r"\.[^.\[]+|\[[^\]]*\]")
NAMEABLE = re.compile(r"[^\s\[\]`.]{1,64}")


def find_key(error: Exception, kind: Any, body: bytes) -> str:
    """The key of a map for which the decoder writes `[...]`; empty if there is none, or none that a message can show.

    Halving the map until one entry is left costs no more than decoding it twice; a large body is not worth that.
    """
    location = LOCATION.search(str(error))
    unnamed = location["path"].count(UNNAMED) if location else 0
    if location is None or unnamed != 1 or len(body) > MAX_WITH_UNKNOWN:
        return ""
    whole = decode_untyped(body)
    fields = value_at(whole, location["path"].partition(UNNAMED)[0])
    if not isinstance(fields, dict):
        return ""
    entries = list(fields.items())
    while len(entries) > 1:
        half = entries[: len(entries) // 2]
        fill(fields, half)
        entries = half if fails(whole, kind, str(error)) else entries[len(half) :]
    fill(fields, entries)
    key = next(iter(fields), "")
    return key if NAMEABLE.fullmatch(key) and fails(whole, kind, str(error)) else ""


def decode_untyped(body: bytes) -> Any:
    """All of a body; None if what follows the first error is no JSON."""
    try:
        return UNTYPED_DECODER.decode(body)
    except (ValueError, ArithmeticError, RecursionError):
        return None


def value_at(whole: Any, path: str) -> Any:
    """What stands at a path such as `.req.attributes.orders[3].extra`."""
    for name, index in STEP.findall(path):
        if isinstance(whole, dict):
            whole = whole.get(name)
        elif isinstance(whole, list) and index and int(index) < len(whole):
            whole = whole[int(index)]
        else:
            return None
    return whole


def fill(fields: dict[str, Any], entries: list[tuple[str, Any]]) -> None:
    fields.clear()
    fields.update(entries)


def fails(whole: Any, kind: Any, message: str) -> bool:
    """Whether it still does not decode, for the same reason."""
    try:
        msgspec.convert(whole, kind)
    except msgspec.ValidationError as error:
        return str(error) == message
    except (ValueError, ArithmeticError, RecursionError):
        return False
    return False


@lru_cache(maxsize=1024)
def type_info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def allowed_values(kind: Any, path: str) -> list[str]:
    """The values of the enumeration at a path within a type, as they are written; empty if there is none."""
    types = members(type_info(kind)) if kind is not None else []
    for step in TYPE_STEP.findall(path):
        types = [part for outer in types for part in inner_types(outer, step)]
    values: list[str] = []
    for one in types:
        if isinstance(one, inspect.EnumType):
            values += [str(member.value) for member in one.cls]
        elif isinstance(one, inspect.LiteralType):
            values += [str(value) for value in one.values]
    return values


def members(kind: inspect.Type) -> list[inspect.Type]:
    """The types of a union, or the one."""
    bare = kind.type if isinstance(kind, inspect.Metadata) else kind
    return list(bare.types) if isinstance(bare, inspect.UnionType) else [bare]


def inner_types(kind: inspect.Type, step: str) -> list[inspect.Type]:
    """What a type holds at one step of a path: a field, an entry of a map or of a list."""
    if isinstance(kind, inspect.StructType) and step.startswith("."):
        named = [one.type for one in kind.fields if one.encode_name == step[1:]]
    elif isinstance(kind, inspect.DictType):
        named = [kind.value_type]
    elif isinstance(kind, inspect.CollectionType):
        named = [kind.item_type]
    else:
        named = []
    return [part for one in named for part in members(one)]
