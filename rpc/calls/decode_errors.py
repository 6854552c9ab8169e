"""Turns what a decoder says of a body into a code and a message that names the field and the fix."""

import re
from typing import Any

import msgspec

from schema.core.envelope import APP_ID
from schema.core.errors import Code, Fault
from schema.core.rules import broken

MISSING = re.compile(r"Object missing required field `([^`]+)`")
UNKNOWN = re.compile(r"Object contains unknown field `([^`]+)`")
EXPECTED = re.compile(r"Expected `([^`]+)`(?: (.*))?")
PLACE = re.compile(r" - at `(?:key in )?\$([^`]*)`$")
INDEX = re.compile(r"\[(\d+|\.\.\.)?\]")
WORDS = {"str": "text", "int": "a whole number", "bool": "true or false", "array": "a list"}
UNWRITABLE = re.compile("[\x00\ud800-\udfff]")
DEEPEST = 32
"""Lists and objects within one another (trust.md §5.9)."""
GENERIC: msgspec.json.Decoder[Any] = msgspec.json.Decoder()
"""Reads all of a body: the decoder of a call skips what the call does not take, whatever it is."""


def fault_of(error: Exception, prefix: str = "", under: str = "") -> Fault:
    """The Fault for a body that is no envelope of its call.

    A field of specification §5 has a code for each rule; any other shape is 21000. `prefix` is where the
    decoder began, where that was not at the top, `under` what the request is about (schema/core/rules.py).
    """
    message = str(error)
    place = PLACE.search(message)
    path = prefix + (place[1] if place else "")
    said = message[: place.start()] if place else message
    if missing := MISSING.search(said):
        path, rule, why = f"{path}.{missing[1]}", "required", "is required"
    elif unknown := UNKNOWN.search(said):
        path, rule, why = f"{path}.{unknown[1]}", "unknown", "is not known here"
    else:
        rule, why = broken_rule(said)
    field = path.lstrip(".").removeprefix("req.")
    if not field:
        return Fault(Code.REQUEST_INVALID, f"The body must be a JSON object {{appId, req}}: {said}")
    if field == "appId":
        return Fault(Code.APP_ID_WRONG)
    own = broken(INDEX.sub("", field.partition(".")[2]), rule, under)
    if own:
        return Fault(Code.REQUEST_INVALID, own[1], number=own[0], field=field)
    return Fault(Code.REQUEST_INVALID, field=field, why=why)


def broken_rule(said: str) -> tuple[str, str]:
    """Which rule a value breaks, and what to say of it."""
    expected = EXPECTED.search(said)
    if expected is None:
        return "type", f"is not right: {said[:1].lower()}{said[1:]}"
    kind, rest = expected[1], expected[2] or ""
    if "of length" in rest:
        # An empty text is a missing one to whoever fills in a form.
        empty = kind == "str" and rest.endswith(">= 1")
        return ("required", "is required") if empty else ("length", length(rest))
    if rest.startswith("matching regex"):
        return "format", "does not have the right form"
    named = " or ".join(WORDS.get(part, part) for part in kind.split(" | ") if part != "null")
    if rest and not rest.startswith(", got") and not rest.startswith("got"):
        return "type", f"must be {named} {rest}"
    return "type", f"must be {named}"


def length(rest: str) -> str:
    bound = rest.rpartition("length ")[2]
    words = {"<=": "cannot be longer than", ">=": "cannot be shorter than"}
    sign, _, limit = bound.partition(" ")
    return f"{words.get(sign, 'must have the length')} {limit}"


def unwritable(value: Any) -> bool:
    """Whether a text in it holds NUL or half a surrogate pair, which PostgreSQL cannot keep."""
    if isinstance(value, str):
        return bool(UNWRITABLE.search(value))
    if isinstance(value, dict):
        return any(unwritable(part) for pair in value.items() for part in pair)
    if isinstance(value, list):
        return any(map(unwritable, value))
    return False


def too_deep(value: Any, left: int = DEEPEST) -> bool:
    """Whether more lists and objects are within one another than may be."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return left == 0 or any(
            too_deep(part, left - 1) for part in inner if isinstance(part, dict | list)
        )
    return False


def check_app(app_id: int) -> None:
    if app_id != APP_ID:
        raise Fault(Code.APP_ID_WRONG, f"{Code.APP_ID_WRONG.message}: it is {APP_ID}")


def decode(decoder: msgspec.json.Decoder[Any], body: bytes, under: str = "") -> Any:
    """The envelope in a body, or a Fault for each of the ways a body can be malformed.

    Not all of them raise a MsgspecError: bad UTF-8, nesting and huge numbers have errors of their own.
    """
    try:
        envelope = decoder.decode(body)
        whole = GENERIC.decode(body)
        if b"\\" in body and unwritable(whole):  # a byte is found in a tenth of the time of two
            raise Fault(Code.REQUEST_INVALID, "A text holds a character that cannot be kept (NUL)")
        if body.count(b"[") + body.count(b"{") > DEEPEST and too_deep(whole):
            raise Fault(Code.REQUEST_INVALID, "The body is nested too deeply")
    except msgspec.ValidationError as error:
        raise fault_of(error, under=under) from None
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Fault(Code.REQUEST_INVALID, f"The body is not JSON in UTF-8: {error}") from None
    except RecursionError:
        raise Fault(Code.REQUEST_INVALID, "The body is nested too deeply") from None
    except (OverflowError, ValueError, ArithmeticError) as error:
        raise Fault(Code.REQUEST_INVALID, f"A number is out of range: {error}") from None
    return envelope
