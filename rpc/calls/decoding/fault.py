"""Turns a decoding error into a code and a message that names the field and says what is right."""

import re
from typing import Any, NamedTuple

from rpc.calls.decoding.location import (
    LOCATION,
    UNNAMED,
    allowed_values,
    decode_untyped,
    value_at,
)
from schema.core.errors import Code, Fault
from schema.core.money import plain_number
from schema.core.rules import find_rule
from schema.core.scalar import PERIOD_PATTERN

MISSING = re.compile(r"Object missing required field `([^`]+)`")
UNKNOWN = re.compile(r"Object contains unknown field `([^`]+)`")
EXPECTED = re.compile(r"Expected `([^`]+)`(?: (.*))?")
UNLISTED = re.compile("Invalid enum value ")
INDEX = re.compile(r"\[(\d+|\.\.\.)?\]")
WORDS = {"str": "text", "int": "a whole number", "bool": "true or false", "array": "a list"}
TIMES = {"date": "a day such as 2026-11-20", "datetime": "a time such as 2026-11-20T10:00:00Z"}


def fault_of(
    error: Exception,
    prefix: str = "",
    topic: str = "",
    key: str = "",
    body: bytes = b"",
    kind: Any = None,
) -> Fault:
    """The Fault for a body that is not a valid envelope of its call.

    A field of specification §5 has a code for each rule; any other error is 21000. `prefix` is the path at
    which decoding began, if not at the top, `topic` what the request is about (schema/core/rules.py), `key` that
    of the map's entry that is to blame, `body` what was decoded, if it is small, and `kind` the type to which it was
    decoded: a refusal lists the values of its enumerations.
    """
    message = str(error)
    location = LOCATION.search(message)
    within = location["path"] if location else ""
    path = prefix + within
    text = message[: location.start()] if location else message
    if missing := MISSING.search(text):
        path, broken = f"{path}.{missing[1]}", BrokenRule("required", "is required")
    elif unknown := UNKNOWN.search(text):
        path, broken = f"{path}.{unknown[1]}", BrokenRule("unknown", "is not a known field")
    elif UNLISTED.search(text) and (values := allowed_values(kind, within)):
        broken = BrokenRule("type", f"must be one of: {', '.join(values)}")
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
