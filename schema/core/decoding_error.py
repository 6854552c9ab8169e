"""Parse msgspec's errors: where the invalid value is, which rule it breaks, and the limit."""

import re
from ast import literal_eval
from functools import lru_cache
from typing import Any

from msgspec import inspect

from schema.core.errors import Flaw, Limit, Rule
from schema.core.scalar import (
    COUNTRY_PATTERN,
    CURRENCY_PATTERN,
    EMAIL_PATTERN,
    HOST_PATTERN,
    PERIOD_PATTERN,
    URL_PATTERN,
)

LOCATION = re.compile(r" - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`\Z")
TYPE_STEP = re.compile(r"\.[^.\[]+|\[[^\]]*\]")
MISSING = re.compile(r"Object missing required field `([^`]+)`")
UNKNOWN = re.compile(r"Object contains unknown field `([^`]+)`")
EXPECTED = re.compile(r"Expected `([^`]+)`(?: (.*))?")
UNLISTED = "Invalid enum value "
BOUND = re.compile(r"([<>])=? (\S+)")
MATCHING = "matching regex "
WORDS = {"str": "text", "int": "a whole number", "bool": "true or false", "array": "a list"}
TYPES = {"str": "string", "int": "integer", "bool": "boolean", "float": "number"}
"""The names of types in JSON Schema."""
ENCODED = {
    "Invalid decimal string": Rule.NOT_A_NUMBER,
    "Invalid RFC3339 encoded date": Rule.NOT_A_DATE,
    "Invalid RFC3339 encoded datetime": Rule.NOT_A_TIME,
}
PATTERNS = {
    COUNTRY_PATTERN: Rule.NOT_A_COUNTRY,
    CURRENCY_PATTERN: Rule.NOT_A_CURRENCY,
    EMAIL_PATTERN: Rule.NOT_AN_EMAIL,
    HOST_PATTERN: Rule.NOT_A_HOST,
    PERIOD_PATTERN: Rule.NOT_A_MONTH,
    URL_PATTERN: Rule.NOT_A_URL,
}


def read_error(error: Exception, kind: Any = None) -> Flaw:
    """Convert an error to a flaw; its field is the path of the value, such as `.req.attributes.orders[3].extra`.

    `kind` is the type that was decoded; the flaw lists the values of its enumerations.
    """
    text = message_of(error)
    location = LOCATION.search(str(error))
    path = location["path"] if location else ""
    if missing := MISSING.search(text):
        return Flaw(f"{path}.{missing[1]}", Rule.REQUIRED)
    if unknown := UNKNOWN.search(text):
        return Flaw(f"{path}.{unknown[1]}", Rule.UNKNOWN_FIELD)
    flaw = read_value(text, path, kind)
    in_key = location is not None and location["key"] is not None
    return flaw._replace(why=f"has a key that {flaw.reason}") if in_key else flaw


def message_of(error: Exception) -> str:
    """The message of a decoding error without the path of its value."""
    return LOCATION.sub("", str(error))


def read_value(text: str, path: str, kind: Any) -> Flaw:
    """The flaw of a value that was given but is invalid."""
    if text.startswith(UNLISTED) and (values := allowed_values(kind, path)):
        return Flaw(path, Rule.ONE_OF, limit=", ".join(values))
    if text in ENCODED or "timezone" in text:
        return Flaw(path, ENCODED.get(text, Rule.NOT_A_TIME))
    expected = EXPECTED.search(text)
    if expected is None:
        return Flaw(path, Rule.TYPE, f"is not valid: {text[:1].lower()}{text[1:]}")
    kinds = [part for part in expected[1].split(" | ") if part != "null"]
    rest = expected[2] or ""
    if "of length" in rest:
        return read_length(rest, path, counts=kinds != ["str"])
    if rest.startswith(MATCHING):
        return read_pattern(literal_eval(rest.removeprefix(MATCHING)), path)
    named = " or ".join(WORDS.get(part, part) for part in kinds)
    if bound := BOUND.fullmatch(rest):
        rule = Rule.TOO_LARGE if bound[1] == "<" else Rule.TOO_SMALL
        return Flaw(path, rule, f"must be {named} {rest}", to_limit(bound[2]))
    limit = " or ".join(TYPES.get(part, part) for part in kinds)
    if not rest or rest.startswith((", got", "got")):
        return Flaw(path, Rule.TYPE, f"must be {named}", limit)
    return Flaw(path, Rule.TYPE, f"must be {named} {rest}", limit)


def read_length(rest: str, path: str, *, counts: bool) -> Flaw:
    """The flaw of a text's length or, if `counts`, of a list's or map's; `rest` is the message after the type."""
    sign, _, number = rest.rpartition("length ")[2].partition(" ")
    if sign == "<=":
        return Flaw(path, Rule.TOO_MANY if counts else Rule.TOO_LONG, limit=int(number))
    # To somebody who fills in a form, an empty text or list is a missing one.
    if number == "1":
        return Flaw(path, Rule.REQUIRED)
    return Flaw(path, Rule.TOO_SHORT, limit=int(number))


def read_pattern(pattern: str, path: str) -> Flaw:
    """The flaw of a text that does not match; if no rule names the pattern, it is the limit, in ECMA-262 syntax."""
    rule = PATTERNS.get(pattern)
    if rule is None:
        return Flaw(path, Rule.FORMAT, limit=pattern.replace(r"\Z", "$"))
    return Flaw(path, rule, "" if rule is Rule.NOT_A_MONTH else Rule.FORMAT.why)


def to_limit(number: str) -> Limit:
    return int(number) if number.lstrip("-").isdigit() else number


@lru_cache(maxsize=1024)
def type_info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def allowed_values(kind: Any, path: str) -> list[str]:
    """The values of the enumeration at a path within a type, as on the wire; empty if there is none."""
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
    """The member types of a union, or the type itself."""
    bare = kind.type if isinstance(kind, inspect.Metadata) else kind
    return list(bare.types) if isinstance(bare, inspect.UnionType) else [bare]


def inner_types(kind: inspect.Type, step: str) -> list[inspect.Type]:
    """The types that one step of a path leads to: those of a struct's field, or of a map's or a list's entries."""
    if isinstance(kind, inspect.StructType) and step.startswith("."):
        named = [one.type for one in kind.fields if one.encode_name == step[1:]]
    elif isinstance(kind, inspect.DictType):
        named = [kind.value_type]
    elif isinstance(kind, inspect.CollectionType):
        named = [kind.item_type]
    else:
        named = []
    return [part for one in named for part in members(one)]
