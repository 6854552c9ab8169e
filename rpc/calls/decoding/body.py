"""Decodes a body, and refuses every way in which one can be malformed."""

import re
from typing import Any

import msgspec

from rpc.calls.decoding.fault import fault_of
from rpc.calls.decoding.location import MAX_EXPLAINED, UNTYPED_DECODER, find_key
from schema.core.errors import Code, Fault

UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
CONTAINERS = (dict, list)
MAX_DEPTH = 32
"""How deep lists and objects may be nested (trust.md §5.9)."""
NUL, ESCAPED_BACKSLASH = b"\\u0000", b"\\\\"


def decode(decoder: msgspec.json.Decoder[Any], body: bytes, topic: str = "", part: str = "") -> Any:
    """Decode the envelope in a body, or in a `part` of one. Raises a Fault for every way in which it can be malformed.

    The decoder refuses unknown keys at the first one, so that it skips nothing. Not all errors are a MsgspecError:
    bad UTF-8, deep nesting and huge numbers raise others.
    """
    whole = f"`{part}`" if part else "The body"
    try:
        envelope = decoder.decode(body)
        nested = len(body) <= MAX_EXPLAINED and body.count(b"[") + body.count(b"{") > MAX_DEPTH
        if nested and is_too_deep(UNTYPED_DECODER.decode(body)):
            raise Fault(Code.REQUEST_INVALID, f"{whole} is nested too deeply")
        if b"\\" in body and NUL in body.replace(ESCAPED_BACKSLASH, b""):
            raise Fault(
                Code.REQUEST_INVALID, "A text contains a character that cannot be stored (NUL)"
            )
    except msgspec.ValidationError as error:
        key = find_key(error, decoder.type, body)
        small = body if len(body) <= MAX_EXPLAINED else b""
        prefix = f".{part}" if part else ""
        raise fault_of(error, prefix, topic, key=key, body=small, kind=decoder.type) from None
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Fault(Code.REQUEST_INVALID, f"{whole} is not valid JSON in UTF-8: {error}") from None
    except RecursionError:
        raise Fault(Code.REQUEST_INVALID, f"{whole} is nested too deeply") from None
    except (OverflowError, ValueError, ArithmeticError) as error:
        raise Fault(Code.REQUEST_INVALID, f"A number is out of range: {error}") from None
    return envelope


def is_unstorable(value: Any) -> bool:
    """Whether a text in the value contains NUL or half a surrogate pair, which PostgreSQL cannot store."""
    if isinstance(value, str):
        return bool(UNSTORABLE.search(value))
    if isinstance(value, dict):
        return any(is_unstorable(part) for pair in value.items() for part in pair)
    if isinstance(value, list):
        return any(map(is_unstorable, value))
    return False


def is_too_deep(value: Any) -> bool:
    """Whether lists and objects that are not empty are nested deeper than MAX_DEPTH."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            part
            for outer in level
            for part in (outer.values() if type(outer) is dict else outer)
            if part and type(part) in CONTAINERS
        ]
        if not level:
            return False
    return True
