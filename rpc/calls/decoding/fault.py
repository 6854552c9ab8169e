"""Turns a decoding error into a code and a message that names the field and says what is right."""

import re
from typing import Any

from rpc.calls.decoding.location import UNNAMED, decode_untyped, value_at
from schema.core.decoding_error import message_of, read_error
from schema.core.errors import Code, Fault, Rule
from schema.core.field_errors import find_rule
from schema.core.money import plain_number

INDEX = re.compile(r"\[(\d+|\.\.\.)?\]")


def fault_of(
    error: Exception,
    prefix: str = "",
    topic: str = "",
    key: str = "",
    body: bytes = b"",
    kind: Any = None,
) -> Fault:
    """The Fault for a body that is not a valid envelope of its call.

    A field of specification §5 has a code for each rule; any other error is 21000. `prefix` is the path at which
    decoding began, if not at the top, `topic` what the request is about (schema/core/field_errors.py), `key` the key
    of the map entry to blame, `body` what was decoded, if it is small, and `kind` the type to which it was decoded: a
    refusal lists the values of its enumerations.
    """
    path, rule, why, limit = read_error(error, kind)
    field = (prefix + path).lstrip(".").removeprefix("req.")
    if not field:
        text = f"The body must be a JSON object {{appId, req}}: {message_of(error)}"
        return Fault(Code.REQUEST_INVALID, text)
    if field.startswith(UNNAMED):  # decoded without types, which names nothing
        text = f"The body holds a value that cannot be read: {message_of(error)}"
        return Fault(Code.REQUEST_INVALID, text)
    if field in ("appId", "data.appId"):
        return Fault(Code.APP_ID_WRONG)
    if rule is Rule.NOT_A_NUMBER:
        written = value_at(decode_untyped(body), prefix + path)
        limit = plain_number(written) if isinstance(written, str) else None
        why = f"must be a plain number: write {limit}" if limit else ""
    name = INDEX.sub("", field.partition(".")[2])
    specific = find_rule(name, rule, topic, limit)
    if key:
        field = field.replace(UNNAMED, f".{key}")
    number, text = specific or (None, "")
    return Fault(
        Code.REQUEST_INVALID, text, number=number, field=field, rule=rule, why=why, limit=limit
    )
