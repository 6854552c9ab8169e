"""Turns a decoding error into a code and a message that names the field and says what is right."""

import re
from typing import Any, NamedTuple

import msgspec

from rpc.calls.map_keys import LOCATION, UNNAMED, find_key
from schema.core.envelope import APP_ID, Header
from schema.core.errors import Code, Fault
from schema.core.rules import find_rule

MISSING = re.compile(r"Object missing required field `([^`]+)`")
UNKNOWN = re.compile(r"Object contains unknown field `([^`]+)`")
EXPECTED = re.compile(r"Expected `([^`]+)`(?: (.*))?")
INDEX = re.compile(r"\[(\d+|\.\.\.)?\]")
WORDS = {"str": "text", "int": "a whole number", "bool": "true or false", "array": "a list"}
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
MAX_DEPTH = 32
"""Lists and objects within one another (trust.md §5.9)."""
UNTYPED_DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder()
"""Reads all of a body, where the decoder of a call skips what the call does not take."""


def fault_of(error: Exception, prefix: str = "", topic: str = "", key: str = "") -> Fault:
    """The Fault for a body that is not a valid envelope of its call.

    A field of specification §5 has a code for each rule; any other error is 21000. `prefix` is the path at
    which decoding began, if not at the top, `topic` what the request is about (schema/core/rules.py), `key` that
    of the map's entry that is to blame.
    """
    message = str(error)
    location = LOCATION.search(message)
    path = prefix + (location["path"] if location else "")
    text = message[: location.start()] if location else message
    if missing := MISSING.search(text):
        path, broken = f"{path}.{missing[1]}", BrokenRule("required", "is required")
    elif unknown := UNKNOWN.search(text):
        path, broken = f"{path}.{unknown[1]}", BrokenRule("unknown", "is not a known field")
    else:
        broken = broken_rule(text)
    field = path.lstrip(".").removeprefix("req.")
    if not field:
        return Fault(Code.REQUEST_INVALID, f"The body must be a JSON object {{appId, req}}: {text}")
    if field == "appId":
        return Fault(Code.APP_ID_WRONG)
    name = INDEX.sub("", field.partition(".")[2])
    specific = find_rule(name, broken.name, topic, broken.limit)
    if key:
        field = field.replace(UNNAMED, f".{key}")
    if specific:
        number, text = specific
        return Fault(Code.REQUEST_INVALID, text, number=number, field=field)
    in_key = location is not None and location["key"] is not None
    why = f"has a key that {broken.why}" if in_key else broken.why
    return Fault(Code.REQUEST_INVALID, field=field, why=why)


class BrokenRule(NamedTuple):
    """A rule that a value breaks, the text that says so, and the limit, if it is one of length."""

    name: str
    why: str
    limit: str = ""


def broken_rule(text: str) -> BrokenRule:
    expected = EXPECTED.search(text)
    if expected is None:
        return BrokenRule("type", f"is not valid: {text[:1].lower()}{text[1:]}")
    kind, rest = expected[1], expected[2] or ""
    if "of length" in rest:
        return broken_length(rest)
    if rest.startswith("matching regex"):
        return BrokenRule("format", "does not have the right format")
    named = " or ".join(WORDS.get(part, part) for part in kind.split(" | ") if part != "null")
    if rest and not rest.startswith(", got") and not rest.startswith("got"):
        return BrokenRule("type", f"must be {named} {rest}")
    return BrokenRule("type", f"must be {named}")


def broken_length(rest: str) -> BrokenRule:
    """The rule of a text or list that is too long or too short, by what follows its type."""
    sign, _, limit = rest.rpartition("length ")[2].partition(" ")
    if sign == "<=":
        return BrokenRule("too_long", f"cannot be longer than {limit}", limit)
    # To somebody who fills in a form, an empty text or list is a missing one.
    if limit == "1":
        return BrokenRule("required", "is required")
    return BrokenRule("too_short", f"cannot be shorter than {limit}", limit)


def is_unstorable(value: Any) -> bool:
    """Whether a text in it contains NUL or half a surrogate pair, which PostgreSQL cannot store."""
    if isinstance(value, str):
        return bool(UNSTORABLE.search(value))
    if isinstance(value, dict):
        return any(is_unstorable(part) for pair in value.items() for part in pair)
    if isinstance(value, list):
        return any(map(is_unstorable, value))
    return False


def is_too_deep(value: Any, depth: int = MAX_DEPTH) -> bool:
    """Whether lists and objects are nested deeper than this."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return depth == 0 or any(
            is_too_deep(part, depth - 1) for part in inner if isinstance(part, dict | list)
        )
    return False


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
        if b"\\" in body and is_unstorable(whole):  # one byte is found ten times as fast as two
            raise Fault(
                Code.REQUEST_INVALID, "A text contains a character that cannot be stored (NUL)"
            )
        if body.count(b"[") + body.count(b"{") > MAX_DEPTH and is_too_deep(whole):
            raise Fault(Code.REQUEST_INVALID, "The body is nested too deeply")
    except msgspec.ValidationError as error:
        raise fault_of(error, topic=topic, key=find_key(error, decoder.type, body)) from None
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Fault(Code.REQUEST_INVALID, f"The body is not valid JSON in UTF-8: {error}") from None
    except RecursionError:
        raise Fault(Code.REQUEST_INVALID, "The body is nested too deeply") from None
    except (OverflowError, ValueError, ArithmeticError) as error:
        raise Fault(Code.REQUEST_INVALID, f"A number is out of range: {error}") from None
    return envelope


class RequestHead(msgspec.Struct, frozen=True):
    header: Header | None = None


class EnvelopeHead(msgspec.Struct, frozen=True):
    """What says who sends an envelope, whatever else is in it."""

    app_id: int = msgspec.field(name="appId", default=0)
    req: RequestHead | None = None


def decode_header(body: bytes, refusal: Fault) -> Header:
    """The header of an envelope whose content is refused. Raises the refusal if it cannot be read as an envelope."""
    try:
        head = msgspec.convert(msgspec.json.decode(body), EnvelopeHead)
    except msgspec.ValidationError as error:
        raise fault_of(error) from None
    except (ValueError, ArithmeticError, RecursionError):
        raise refusal from None
    check_app_id(head.app_id)
    header = (head.req and head.req.header) or Header()
    if is_unstorable([header.token, header.idempotency_key]):
        raise refusal
    return header
