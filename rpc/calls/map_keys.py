"""Finds the key of a map whose value does not decode: the decoder writes `[...]` in its place."""

import re
from typing import Any

import msgspec

UNNAMED = "[...]"
LOCATION = re.compile(r" - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`$")
STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]")
NAMEABLE = re.compile(r"[^\s\[\]`.]{1,64}")


def find_key(error: Exception, kind: Any, body: bytes) -> str:
    """The key, or nothing where there is none, or none that a message can show.

    Halving the map until one entry is left costs no more than decoding it twice.
    """
    location = LOCATION.search(str(error))
    if location is None or location["path"].count(UNNAMED) != 1:
        return ""
    whole = decoded(body)
    held = at(whole, location["path"].partition(UNNAMED)[0])
    if not isinstance(held, dict):
        return ""
    entries = list(held.items())
    while len(entries) > 1:
        half = entries[: len(entries) // 2]
        put(held, half)
        entries = half if fails(whole, kind, str(error)) else entries[len(half) :]
    put(held, entries)
    key = next(iter(held), "")
    return key if NAMEABLE.fullmatch(key) and fails(whole, kind, str(error)) else ""


def decoded(body: bytes) -> Any:
    try:
        return msgspec.json.decode(body)
    except (ValueError, ArithmeticError, RecursionError):
        return None  # what follows the error is no JSON


def at(whole: Any, path: str) -> Any:
    """What stands at a path such as `.req.attributes.orders[3].extra`."""
    for name, index in STEP.findall(path):
        if isinstance(whole, dict):
            whole = whole.get(name)
        elif isinstance(whole, list) and index and int(index) < len(whole):
            whole = whole[int(index)]
        else:
            return None
    return whole


def put(held: dict[str, Any], entries: list[tuple[str, Any]]) -> None:
    held.clear()
    held.update(entries)


def fails(whole: Any, kind: Any, message: str) -> bool:
    """Whether it still does not decode, for the same reason."""
    try:
        msgspec.convert(whole, kind)
    except msgspec.ValidationError as error:
        return str(error) == message
    return False
