"""What changed between two descriptions of the API, and which of it breaks a program that was written for the first.

Requests may be widened and replies narrowed: a program goes on sending what it sent, and reads what it read. It
ignores fields, codes and values of enums that it does not know.
"""

from collections.abc import Iterator
from math import inf
from typing import Any, NamedTuple

SCHEMAS = "#/components/schemas/"
LEAST = {"minLength": 0.0, "minItems": 0.0, "minimum": -inf, "exclusiveMinimum": -inf}
"""Lower limits, with what holds where there is none."""
MOST = ("maxLength", "maximum", "maxItems", "exclusiveMaximum")
EVERY_CALL = "Every call"
Schema = dict[str, Any]


class Difference(NamedTuple):
    path: str
    """The call."""
    field_path: str
    """The field, below `req` or `data`; empty for the call itself."""
    text: str
    breaking: bool

    def __str__(self) -> str:
        return (
            f"{self.path} {self.field_path}: {self.text}"
            if self.field_path
            else f"{self.path}: {self.text}"
        )


def promised_document(document: Schema) -> Schema:
    """The part of a document that a release keeps: promised calls, and the schemas they use."""
    paths = {
        path: item for path, item in document["paths"].items() if item["post"].get("x-promised")
    }
    schemas = document["components"]["schemas"]
    used: set[str] = set()
    waiting = [*references(paths), "Refusal"]
    while waiting:
        name = waiting.pop()
        if name not in used:
            used.add(name)
            waiting += references(schemas[name])
    used_schemas = {name: schema for name, schema in schemas.items() if name in used}
    components = {**document["components"], "schemas": used_schemas}
    tags = {tag for item in paths.values() for tag in item["post"]["tags"]}
    return {
        "openapi": document["openapi"],
        "info": document["info"],
        "servers": document["servers"],
        "tags": [tag for tag in document["tags"] if tag["name"] in tags],
        "paths": paths,
        "components": components,
        "x-codes": document["x-codes"],
    }


def references(value: Any) -> Iterator[str]:
    """The names of the schemas that a part of a document refers to."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key == "$ref" and part.startswith(SCHEMAS):
                yield part.removeprefix(SCHEMAS)
            else:
                yield from references(part)
    elif isinstance(value, list):
        for part in value:
            yield from references(part)


def compare(before: Schema, after: Schema) -> list[Difference]:
    """The differences of the promised calls of two documents, by call and field_path."""
    refusal = {"$ref": f"{SCHEMAS}Refusal"}
    every = Comparison(EVERY_CALL, before, after)
    found = list(every.value(refusal, refusal, "refusal", sent=False))
    for path, item in before["paths"].items():
        if not item["post"].get("x-promised"):
            continue
        now = after["paths"].get(path, {}).get("post")
        if now is None:
            found.append(Difference(path, "", "is gone", breaking=True))
        else:
            found += Comparison(path, before, after).operation(item["post"], now)
    for path, item in after["paths"].items():
        is_new = not before["paths"].get(path, {}).get("post", {}).get("x-promised")
        if item["post"].get("x-promised") and is_new:
            summary = item["post"]["summary"]
            found.append(Difference(path, "", f"is new. {summary}", breaking=False))
    return sorted(set(found))


def compare_events(before: Schema, after: Schema) -> list[Difference]:
    """The differences of the events of two AsyncAPI documents, by their names and fields."""
    found: list[Difference] = []
    messages = after["components"]["messages"]
    for key, message in before["components"]["messages"].items():
        if key not in messages:
            found.append(Difference(message["name"], "", "is gone", breaking=True))
            continue
        comparison = Comparison(message["name"], before, after)
        payloads = message["payload"], messages[key]["payload"]
        found += comparison.value(*payloads, "event", sent=False)
    for key, message in messages.items():
        if key not in before["components"]["messages"]:
            text = f"is new. {message['summary']}."
            found.append(Difference(message["name"], "", text, breaking=False))
    return sorted(set(found))


class Comparison:
    """Compares a call of two documents."""

    def __init__(self, path: str, before: Schema, after: Schema) -> None:
        self._path = path
        self._before = before["components"]["schemas"]
        self._after = after["components"]["schemas"]
        self._visited: set[tuple[str, str, bool]] = set()

    def operation(self, before: Schema, after: Schema) -> Iterator[Difference]:
        if not after.get("x-promised"):
            yield self._breakage("", "can no longer be called by API tokens and brands' keys")
        for key, what in (("x-permission", "the scope that it needs"), ("x-caller", "who calls")):
            if before.get(key) != after.get(key):
                yield self._breakage(
                    "", f"{what} changed from {before.get(key)} to {after.get(key)}"
                )
        if after.get("deprecated") and not before.get("deprecated"):
            yield self._addition("", "is deprecated")
        media_types = after["requestBody"]["content"]
        for media_type, body in before["requestBody"]["content"].items():
            if media_type not in media_types:
                yield self._breakage("", f"no longer takes {media_type}")
            else:
                now = media_types[media_type]["schema"]
                yield from self.value(body["schema"], now, "body", sent=True)
        yield from self.value(reply_of(before), reply_of(after), "reply", sent=False)

    def value(
        self, before: Schema, after: Schema, field_path: str, *, sent: bool
    ) -> Iterator[Difference]:
        """Compare a value that programs send or receive."""
        names = before.get("$ref", ""), after.get("$ref", "")
        if all(names):
            if (*names, sent) in self._visited:
                return
            self._visited.add((*names, sent))
        default = before.get("x-default"), after.get("x-default")
        if sent and default[0] != default[1]:
            yield self._breakage(
                field_path, f"its default changed from {default[0]} to {default[1]}"
            )
        yield from self._alternatives(
            kinds_of(before, self._before), kinds_of(after, self._after), field_path, sent=sent
        )

    def _alternatives(
        self, before: dict[str, Schema], after: dict[str, Schema], field_path: str, *, sent: bool
    ) -> Iterator[Difference]:
        for kind in before.keys() - after.keys():
            if sent:
                yield self._breakage(field_path, f"may no longer be {kind}")
        for kind in after.keys() - before.keys():
            if not sent:
                yield self._breakage(field_path, f"may now be {kind}")
            else:
                yield self._addition(field_path, f"may also be {kind}")
        for kind in before.keys() & after.keys():
            yield from self._same_kind(before[kind], after[kind], field_path, sent=sent)

    def _same_kind(
        self, before: Schema, after: Schema, field_path: str, *, sent: bool
    ) -> Iterator[Difference]:
        yield from self._choices(before, after, field_path, sent=sent)
        for key in ("format", "pattern"):
            one, other = before.get(key), after.get(key)
            if one != other and (other if sent else one):
                yield self._breakage(field_path, f"its {key} changed from {one} to {other}")
        if sent:
            yield from self._limits(before, after, field_path)
        if "properties" in before or "properties" in after:
            yield from self._properties(before, after, field_path, sent=sent)
        if "items" in before and "items" in after:
            yield from self.value(before["items"], after["items"], f"{field_path}[]", sent=sent)
        one, other = before.get("additionalProperties"), after.get("additionalProperties")
        if isinstance(one, dict) and isinstance(other, dict):
            yield from self.value(one, other, f"{field_path}.*", sent=sent)
        elif sent and other is False and one is not False:
            yield self._breakage(field_path, "no longer takes other fields")

    def _choices(
        self, before: Schema, after: Schema, field_path: str, *, sent: bool
    ) -> Iterator[Difference]:
        one, other = choices_of(before), choices_of(after)
        if one is None and other is None:
            return
        if one is None:
            if sent:
                yield self._breakage(field_path, f"may now only be {name_values(other or [])}")
        elif other is None:
            if not sent:
                yield self._breakage(field_path, "may now be any value")
            else:
                yield self._addition(field_path, "may be any value")
        else:
            gone = [value for value in one if value not in other]
            new = [value for value in other if value not in one]
            if sent and gone:
                yield self._breakage(field_path, f"may no longer be {name_values(gone)}")
            if "const" in before and one != other and not sent:
                yield self._breakage(
                    field_path, f"changed from {name_values(one)} to {name_values(other)}"
                )
            elif new:
                yield self._addition(field_path, f"may also be {name_values(new)}")

    def _limits(self, before: Schema, after: Schema, field_path: str) -> Iterator[Difference]:
        for key, none in LEAST.items():
            if key in after and after[key] > before.get(key, none):
                yield self._breakage(
                    field_path, f"its {key} rose from {before.get(key)} to {after[key]}"
                )
        for key in MOST:
            if key in after and (key not in before or after[key] < before[key]):
                yield self._breakage(
                    field_path, f"its {key} fell from {before.get(key)} to {after[key]}"
                )

    def _properties(
        self, before: Schema, after: Schema, field_path: str, *, sent: bool
    ) -> Iterator[Difference]:
        one, other = before.get("properties", {}), after.get("properties", {})
        required = set(before.get("required", ())), set(after.get("required", ()))
        for name in one:
            inner = f"{field_path}.{name}"
            if name not in other:
                yield self._breakage(inner, "is gone")
                continue
            if sent and name in required[1] - required[0]:
                yield self._breakage(inner, "is now required")
            if not sent and name in required[0] - required[1]:
                yield self._breakage(inner, "may now be absent")
            yield from self.value(one[name], other[name], inner, sent=sent)
        for name in other.keys() - one.keys():
            if sent and name in required[1]:
                yield self._breakage(f"{field_path}.{name}", "is new and required")
            else:
                text = other[name].get("description", "")
                yield self._addition(f"{field_path}.{name}", f"is new. {text}".strip())

    def _breakage(self, field_path: str, text: str) -> Difference:
        return Difference(self._path, field_path, text, breaking=True)

    def _addition(self, field_path: str, text: str) -> Difference:
        return Difference(self._path, field_path, text, breaking=False)


def reply_of(operation: Schema) -> Schema:
    """The schema of a call's reply, without its refusal."""
    [reply, _] = operation["responses"]["200"]["content"]["application/json"]["schema"]["oneOf"]
    return dict(reply)


def kinds_of(schema: Schema, schemas: Schema) -> dict[str, Schema]:
    """The alternatives of a value by their kinds: `{"string": …, "null": …}`. References are followed."""
    if "$ref" in schema:
        return kinds_of(schemas[schema["$ref"].removeprefix(SCHEMAS)], schemas)
    for key in ("anyOf", "oneOf"):
        if key in schema:
            found: dict[str, Schema] = {}
            for each in schema[key]:
                found |= kinds_of(each, schemas)
            return found
    kinds = schema.get("type") or kind_of_values(schema)
    return dict.fromkeys([kinds] if isinstance(kinds, str) else kinds, schema)


def kind_of_values(schema: Schema) -> str:
    """The kind of a schema that only lists its values, or says nothing at all."""
    values = choices_of(schema) or [None]
    return {str: "string", int: "integer", bool: "boolean"}.get(type(values[0]), "anything")


def choices_of(schema: Schema) -> list[Any] | None:
    """The values that a schema lists; None if it lists none."""
    if "const" in schema:
        return [schema["const"]]
    found: list[Any] | None = schema.get("enum")
    return found


def name_values(values: list[Any]) -> str:
    return ", ".join(f"`{value}`" for value in values)
