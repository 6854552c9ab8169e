"""The schemas of structs as strangers' generators need them: each property described, and none with a default."""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from rpc.openapi.naming import pascal_case
from rpc.openapi.property_texts import PROPERTY_TEXTS

CLAUSE_ENDS = re.compile(r"(?<=[.;])\s+")
EMPTY: tuple[Any, ...] = (None, "", [], {})
"""Defaults that say no more than that the property may be left out."""


def describe_components(components: dict[str, Any]) -> dict[str, Any]:
    """The schemas with descriptions of their properties, and with `x-default` in place of `default`."""
    classes = structs_by_shape()
    for name, component in components.items():
        properties = component.get("properties", {})
        title = component.get("title", name).partition("[")[0]
        kind = classes.get((title, frozenset(properties)))
        if kind is not None:
            describe_properties(properties, kind, components)
        title_objects(name, properties, components)
        if "description" in component:
            component["description"] = inspect.cleandoc(component["description"])
        if component.get("required") == []:
            del component["required"]
        add_value_types(component)
    return components


def describe_properties(properties: dict[str, Any], kind: type, components: dict[str, Any]) -> None:
    for field in msgspec.structs.fields(kind):
        name = field.encode_name
        described = properties[name]
        text = describe_field(kind, field.name, name, value_kind(described, components))
        if text and "description" not in described:
            # Beside a reference a description is allowed since OpenAPI 3.1.
            described = {**described, "description": text}
        default = described.pop("default", None)
        if default not in EMPTY:
            described["x-default"] = default
        properties[name] = described


def describe_field(kind: type, name: str, wire_name: str, value: str) -> str:
    """What a field means, in a sentence or two; empty if nothing says so. `value` is what `value_kind` says."""
    own = field_texts(kind).get(name, FieldText("", "", ""))
    names = (f"{kind.__name__}.{wire_name}", f"{wire_name}:{value}", wire_name)
    shared = next((PROPERTY_TEXTS[each] for each in names if each in PROPERTY_TEXTS), "")
    return own.docstring or own.about or shared or own.mentions


def value_kind(schema: dict[str, Any], components: dict[str, Any]) -> str:
    """What a value is: a JSON type, the format of a text, or `enum`."""
    if "anyOf" in schema:
        return value_kind(schema["anyOf"][0], components)
    if "$ref" in schema:
        return value_kind(components[schema["$ref"].rpartition("/")[2]], components)
    if "enum" in schema:
        return "enum"
    return str(schema.get("format", schema.get("type", "")))


def title_objects(name: str, properties: dict[str, Any], components: dict[str, Any]) -> None:
    """Give a free object a title of its own where a generator's name for it would be that of another schema."""
    for own, schema in properties.items():
        if schema.get("type") == "object" and pascal_case(f"{name}_{own}") in components:
            schema["title"] = pascal_case(f"{own}_values")


@cache
def structs_by_shape() -> dict[tuple[str, frozenset[str]], type]:
    """The structs of the wire, once all are declared, by their name and fields."""
    return {(kind.__name__, wire_names(kind)): kind for kind in schema_structs(Struct)}


def wire_names(kind: type) -> frozenset[str]:
    return frozenset(field.encode_name for field in msgspec.structs.fields(kind))


def schema_structs(kind: type) -> Iterator[type]:
    subclasses: list[type] = kind.__subclasses__()
    for each in subclasses:
        if each.__module__.startswith("schema."):
            yield each
        yield from schema_structs(each)


class FieldText(NamedTuple):
    docstring: str
    """The docstring below the field."""
    about: str
    """What its struct's docstring says of it."""
    mentions: str
    """What its struct's docstring says that names it among others."""


@cache
def field_texts(kind: type) -> dict[str, FieldText]:
    """What the docstrings say of each field."""
    texts: dict[str, FieldText] = {}
    for base in reversed(kind.__mro__):
        node = class_nodes(base.__module__).get(base.__name__)
        if node is None or not base.__module__.startswith("schema."):
            continue
        clauses = CLAUSE_ENDS.split(" ".join((ast.get_docstring(node) or "").split()))
        for name, documented in documented_fields(node):
            named = [sentence(clause) for clause in clauses if f"`{name}`" in clause]
            about = [clause for clause in named if clause.startswith(f"`{name}`")]
            texts[name] = FieldText(documented, " ".join(about), " ".join(named))
    return texts


def sentence(clause: str) -> str:
    """A clause that begins as a sentence and ends as one."""
    return clause[:1].upper() + re.sub(r";$", ".", clause[1:])


def documented_fields(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """Yield each field of a class with the docstring below it, or an empty text."""
    for statement, below in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            text = ""
            if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                text = " ".join(str(below.value.value).split())
            yield statement.target.id, text


@cache
def class_nodes(module: str) -> dict[str, ast.ClassDef]:
    source = inspect.getsource(sys.modules[module]) if module.startswith("schema.") else ""
    return {
        node.name: node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)
    }


def add_value_types(schema: dict[str, Any]) -> None:
    """State the type beside every enum, which several generators need to tell numbers from text."""
    if "type" not in schema and "enum" in schema:
        kinds = {type(value) for value in schema["enum"]}
        if kinds == {str}:
            schema["type"] = "string"
        elif kinds == {int}:
            schema["type"] = "integer"
