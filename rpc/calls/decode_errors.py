"""Turns a decoding error into a code and a message that names the field and says what is right."""

import re
from typing import Any

import msgspec

from schema.core.envelope import APP_ID
from schema.core.errors import Code, Fault
from schema.core.rules import find_rule

MISSING = re.compile(r"Object missing required field `([^`]+)`")
UNKNOWN = re.compile(r"Object contains unknown field `([^`]+)`")
EXPECTED = re.compile(r"Expected `([^`]+)`(?: (.*))?")
LOCATION = re.compile(r" - at `(?:key in )?\$([^`]*)`$")
INDEX = re.compile(r"\[(\d+|\.\.\.)?\]")
WORDS = {"str": "text", "int": "a whole number", "bool": "true or false", "array": "a list"}
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
CONTAINERS = (dict, list)
MAX_DEPTH = 32
"""Lists and objects within one another (trust.md §5.9)."""
UNTYPED_DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder()
"""Reads all of a body, where the decoder of a call skips what the call does not take."""


def fault_of(error: Exception, prefix: str = "", topic: str = "") -> Fault:
    """The Fault for a body that is not a valid envelope of its call.

    A field of specification §5 has a code for each rule; any other error is 21000. `prefix` is the path at
    which decoding began, if not at the top, `topic` what the request is about (schema/core/rules.py).
    """
    message = str(error)
    location = LOCATION.search(message)
    path = prefix + (location[1] if location else "")
    text = message[: location.start()] if location else message
    if missing := MISSING.search(text):
        path, rule, why = f"{path}.{missing[1]}", "required", "is required"
    elif unknown := UNKNOWN.search(text):
        path, rule, why = f"{path}.{unknown[1]}", "unknown", "is not a known field"
    else:
        rule, why = broken_rule(text)
    field = path.lstrip(".").removeprefix("req.")
    if not field:
        return Fault(Code.REQUEST_INVALID, f"The body must be a JSON object {{appId, req}}: {text}")
    if field == "appId":
        return Fault(Code.APP_ID_WRONG)
    specific = find_rule(INDEX.sub("", field.partition(".")[2]), rule, topic)
    if specific:
        number, text = specific
        return Fault(Code.REQUEST_INVALID, text, number=number, field=field)
    return Fault(Code.REQUEST_INVALID, field=field, why=why)


def broken_rule(text: str) -> tuple[str, str]:
    """The rule that a value breaks, and the text that says so."""
    expected = EXPECTED.search(text)
    if expected is None:
        return "type", f"is not valid: {text[:1].lower()}{text[1:]}"
    kind, rest = expected[1], expected[2] or ""
    if "of length" in rest:
        # To somebody who fills in a form, an empty text is a missing one.
        empty = kind == "str" and rest.endswith(">= 1")
        return ("required", "is required") if empty else ("length", describe_length(rest))
    if rest.startswith("matching regex"):
        return "format", "does not have the right format"
    named = " or ".join(WORDS.get(part, part) for part in kind.split(" | ") if part != "null")
    if rest and not rest.startswith(", got") and not rest.startswith("got"):
        return "type", f"must be {named} {rest}"
    return "type", f"must be {named}"


def describe_length(rest: str) -> str:
    bound = rest.rpartition("length ")[2]
    words = {"<=": "cannot be longer than", ">=": "cannot be shorter than"}
    sign, _, limit = bound.partition(" ")
    return f"{words.get(sign, 'must have a length of')} {limit}"


def is_unstorable(value: Any) -> bool:
    """Whether a text in it contains NUL or half a surrogate pair, which PostgreSQL cannot store."""
    if isinstance(value, str):
        return bool(UNSTORABLE.search(value))
    if isinstance(value, dict):
        return any(is_unstorable(part) for pair in value.items() for part in pair)
    if isinstance(value, list):
        return any(map(is_unstorable, value))
    return False


def is_too_deep(value: Any) -> bool:
    """Whether lists and objects that hold something are nested deeper than MAX_DEPTH.

    It goes level by level: a megabyte of short lists takes a third of the time of a recursion.
    """
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


def check_app_id(app_id: int) -> None:
    if app_id != APP_ID:
        raise Fault(Code.APP_ID_WRONG, f"{Code.APP_ID_WRONG.message}: it is {APP_ID}")


def decode(decoder: msgspec.json.Decoder[Any], body: bytes, topic: str = "") -> Any:
    """The envelope in a body. Raises a Fault for every way in which a body can be malformed.

    Not all of them are a MsgspecError: bad UTF-8, deep nesting and huge numbers raise others.
    """
    try:
        envelope = decoder.decode(body)
        whole = UNTYPED_DECODER.decode(body)
        # One byte is found ten times as fast as several; half a surrogate pair is not decoded at all.
        if b"\\" in body and b"\\u0000" in body and is_unstorable(whole):
            raise Fault(
                Code.REQUEST_INVALID, "A text contains a character that cannot be stored (NUL)"
            )
        if body.count(b"[") + body.count(b"{") > MAX_DEPTH and is_too_deep(whole):
            raise Fault(Code.REQUEST_INVALID, "The body is nested too deeply")
    except msgspec.ValidationError as error:
        raise fault_of(error, topic=topic) from None
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Fault(Code.REQUEST_INVALID, f"The body is not valid JSON in UTF-8: {error}") from None
    except RecursionError:
        raise Fault(Code.REQUEST_INVALID, "The body is nested too deeply") from None
    except (OverflowError, ValueError, ArithmeticError) as error:
        raise Fault(Code.REQUEST_INVALID, f"A number is out of range: {error}") from None
    return envelope
