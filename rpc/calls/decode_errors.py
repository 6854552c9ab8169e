"""Turns a decoding error into a code and a message that names the field and says what is right."""

import re
from typing import Any, NamedTuple

import msgspec

from schema.core.errors import Code, Fault
from schema.core.money import plain_number
from schema.core.rules import find_rule
from schema.core.scalar import PERIOD_PATTERN

MISSING = re.compile(r"Object missing required field `([^`]+)`")
UNKNOWN = re.compile(r"Object contains unknown field `([^`]+)`")
EXPECTED = re.compile(r"Expected `([^`]+)`(?: (.*))?")
UNNAMED = "[...]"
LOCATION = re.compile(r" - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`$")
STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]")
NAMEABLE = re.compile(r"[^\s\[\]`.]{1,64}")
INDEX = re.compile(r"\[(\d+|\.\.\.)?\]")
WORDS = {"str": "text", "int": "a whole number", "bool": "true or false", "array": "a list"}
TIMES = {"date": "a day such as 2026-11-20", "datetime": "a time such as 2026-11-20T10:00:00Z"}
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
CONTAINERS = (dict, list)
MAX_DEPTH = 32
"""Lists and objects within one another (trust.md §5.9)."""
UNTYPED_DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder()
"""Decodes all of a body, where the decoder of a call skips unknown keys."""
MAX_WITH_UNKNOWN = 16 * 1024
"""The largest body, in bytes, that may have unknown keys beside `appId` and within `req`."""
NUL, ESCAPED_BACKSLASH = b"\\u0000", b"\\\\"


def fault_of(
    error: Exception, prefix: str = "", topic: str = "", key: str = "", body: bytes = b""
) -> Fault:
    """The Fault for a body that is not a valid envelope of its call.

    A field of specification §5 has a code for each rule; any other error is 21000. `prefix` is the path at
    which decoding began, if not at the top, `topic` what the request is about (schema/core/rules.py), `key` that
    of the map's entry that is to blame, `body` what was decoded, if it is small.
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
        broken = broken_rule(text, path, body)
    field = path.lstrip(".").removeprefix("req.")
    if not field:
        return Fault(Code.REQUEST_INVALID, f"The body must be a JSON object {{appId, req}}: {text}")
    if field.startswith(UNNAMED):  # decoded without types, which names nothing
        return Fault(Code.REQUEST_INVALID, f"The body holds a value that cannot be read: {text}")
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


def broken_rule(text: str, path: str, body: bytes) -> BrokenRule:
    expected = EXPECTED.search(text)
    if text == "Invalid decimal string":
        written = value_at(decode_untyped(body), path)
        meant = plain_number(written) if isinstance(written, str) else None
        number = f"a plain number: write {meant}" if meant else "a number such as 12.50"
        return BrokenRule("type", f"must be {number}")
    if expected is None:
        time = TIMES.get(text.removeprefix("Invalid RFC3339 encoded "))
        other = f"is not valid: {text[:1].lower()}{text[1:]}"
        return BrokenRule("type", f"must be {time}" if time else other)
    kind, rest = expected[1], expected[2] or ""
    if "of length" in rest:
        return broken_length(rest)
    if rest.startswith("matching regex"):
        month = "must be a month such as 2026-10" if PERIOD_PATTERN in rest else ""
        return BrokenRule("format", month or "does not have the right format")
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


def decode(
    decoder: msgspec.json.Decoder[Any],
    body: bytes,
    topic: str = "",
    strict: msgspec.json.Decoder[Any] | None = None,
) -> Any:
    """The envelope in a body. Raises a Fault for every way in which a body can be malformed.

    A decoder skips unknown keys whatever their values are. So a `strict` decoder, which knows all keys, goes first;
    a small body that it refuses may have others, and is then decoded whole, too, by a decoder without types, which
    takes a megabyte up to 60 ms. Not all errors are a MsgspecError: bad UTF-8, deep nesting and huge numbers raise
    others.
    """
    try:
        envelope = decode_strictly(strict, body)
        unknown = envelope is None
        if envelope is None:
            envelope = decoder.decode(body)
        nested = len(body) <= MAX_WITH_UNKNOWN and body.count(b"[") + body.count(b"{") > MAX_DEPTH
        if (unknown or nested) and is_too_deep(UNTYPED_DECODER.decode(body)):
            raise Fault(Code.REQUEST_INVALID, "The body is nested too deeply")
        if b"\\" in body and NUL in body.replace(ESCAPED_BACKSLASH, b""):
            raise Fault(
                Code.REQUEST_INVALID, "A text contains a character that cannot be stored (NUL)"
            )
    except msgspec.ValidationError as error:
        key = find_key(error, decoder.type, body)
        small = body if len(body) <= MAX_WITH_UNKNOWN else b""
        raise fault_of(error, topic=topic, key=key, body=small) from None
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Fault(Code.REQUEST_INVALID, f"The body is not valid JSON in UTF-8: {error}") from None
    except RecursionError:
        raise Fault(Code.REQUEST_INVALID, "The body is nested too deeply") from None
    except (OverflowError, ValueError, ArithmeticError) as error:
        raise Fault(Code.REQUEST_INVALID, f"A number is out of range: {error}") from None
    return envelope


def decode_strictly(decoder: msgspec.json.Decoder[Any] | None, body: bytes) -> Any:
    """The envelope, decoded by a decoder that knows all its keys; None if a small body has others."""
    if decoder is None:
        return None
    try:
        return decoder.decode(body)
    except msgspec.ValidationError:
        if len(body) > MAX_WITH_UNKNOWN:
            raise
        return None


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
