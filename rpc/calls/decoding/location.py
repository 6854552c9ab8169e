"""Finds the place of a decoding error in a body, from the path in msgspec's message, and the value at that place."""

import re
from typing import Any

import msgspec

from schema.core.decoding_error import LOCATION

MAX_EXPLAINED = 16 * 1024
"""The largest refused body, in bytes, that is decoded as a whole, so as to say more about what is wrong with it."""
UNTYPED_DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder()
"""Decodes a body of any content."""
UNNAMED = "[...]"
"""The placeholder that msgspec writes for any key of a map."""
STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]")
NAMEABLE = re.compile(r"[^\s\[\]`.]{1,64}")


def find_key(error: Exception, kind: Any, body: bytes) -> str:
    """The key of a map for which the decoder writes `[...]`; empty if there is none, or none that a message can show.

    Halving the map until one entry is left costs no more than decoding it twice; a large body is not worth that.
    """
    location = LOCATION.search(str(error))
    unnamed = location["path"].count(UNNAMED) if location else 0
    if location is None or unnamed != 1 or len(body) > MAX_EXPLAINED:
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
    """All of a body, decoded without types; None if what follows the first error is not JSON."""
    try:
        return UNTYPED_DECODER.decode(body)
    except (ValueError, ArithmeticError, RecursionError):
        return None


def value_at(whole: Any, path: str) -> Any:
    """The value at a path such as `.req.attributes.orders[3].extra`."""
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
    """Whether a value still does not decode, for the same reason."""
    try:
        msgspec.convert(whole, kind)
    except msgspec.ValidationError as error:
        return str(error) == message
    except (ValueError, ArithmeticError, RecursionError):
        return False
    return False
