"""An example of what a call takes, from its schema: its required fields, with values of their kinds."""

import re
from math import inf
from typing import Any

from rpc.calls.registry_entry import Entry, Procedure
from schema.core.envelope import Nothing

PATTERN_EXAMPLES = (
    "GB",
    "GBP",
    "https://www.example.com/",
    "maya",
    "maya@example.com",
    "2026-10",
    "example.com",
    "123456",
    "0b7c1f6e-6d3f-4f0e-9a53-5b0f3f1f7c21",
    "0" * 64,
    "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    "12.50",
    "lock",
)
"""Texts among which one fits each pattern of a required field."""
FORMATS = {
    "date": "2026-11-20",
    "date-time": "2026-11-20T09:30:00+00:00",
    "decimal": "12.50",
    "binary": "",
}


def required_example(
    entry: Entry, schemas: dict[Any, Any], components: dict[str, Any]
) -> dict[str, Any]:
    """What `req` must have at least."""
    if not isinstance(entry, Procedure):
        return {}
    parts = {
        name: example_of(schemas[kind], components)
        for name, kind in entry.parameters.items()
        if kind is not Nothing
    }
    return {name: value for name, value in parts.items() if value != {}}


def example_of(schema: dict[str, Any], components: dict[str, Any]) -> Any:
    """The shortest value that fits a schema."""
    if "$ref" in schema:
        return example_of(components[schema["$ref"].rpartition("/")[2]], components)
    if "anyOf" in schema:
        return example_of(schema["anyOf"][0], components)
    if "examples" in schema:
        return schema["examples"][0]
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            required = schema.get("required", ())
            return {name: example_of(schema["properties"][name], components) for name in required}
        case "array":
            return [example_of(schema["items"], components)] * schema.get("minItems", 0)
        case "integer" | "number":
            return max(1, schema.get("minimum", 1))
        case "boolean":
            return True
        case "string":
            return text_example(schema)
    return None


def text_example(schema: dict[str, Any]) -> str:
    if "format" in schema:
        return FORMATS[schema["format"]]
    if "pattern" in schema:
        return pattern_example(schema)
    return "example".ljust(schema.get("minLength", 0), "-")[: schema.get("maxLength")]


def pattern_example(schema: dict[str, Any]) -> str:
    shortest, longest = schema.get("minLength", 0), schema.get("maxLength", inf)
    for text in PATTERN_EXAMPLES:
        if re.search(schema["pattern"], text) and shortest <= len(text) <= longest:
            return text
    raise ValueError(f"PATTERN_EXAMPLES has no text for {schema['pattern']}")
