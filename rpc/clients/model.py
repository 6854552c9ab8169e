"""The registry as the clients see it: the calls that a token can make, and their types."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import inspect

from rpc.calls.registry import Registry
from rpc.calls.registry_entry import Procedure
from rpc.openapi.components import describe_field
from rpc.openapi.naming import pascal_case
from rpc.openapi.refusals import refusal_numbers, unwrap
from schema.accounts.api_token import SCOPES
from schema.core.envelope import Nothing
from schema.core.errors import Code
from schema.core.field_errors import message_catalogue

WIRE_KINDS: dict[type, str] = {
    inspect.StrType: "string",
    inspect.IntType: "integer",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.DecimalType: "decimal",
    inspect.DateTimeType: "date-time",
    inspect.DateType: "date",
    inspect.EnumType: "enum",
    inspect.LiteralType: "enum",
    inspect.ListType: "array",
}
"""What rpc/openapi/components.py calls the kind of a value; all else is an object."""


class Argument(NamedTuple):
    part: str
    """The argument's place in `req`: attributes or filter."""
    field: inspect.Field
    about: str
    """What it means, in words; may be empty."""


class Call(NamedTuple):
    path: str
    summary: str
    permission: str
    arguments: list[Argument]
    """Required arguments come first."""
    paged: bool
    repeatable: bool
    """Whether the call may be retried because it only reads."""
    keyed: bool
    """Whether the call may be retried with an idempotency key."""
    raises: list[int]
    """The codes with which it may be refused."""
    returns: inspect.Type

    @property
    def group(self) -> str:
        return self.path.split("/")[1]

    @property
    def name(self) -> str:
        return self.path.split("/")[2]

    @property
    def item(self) -> inspect.Type | None:
        """The type of a row, if the call returns a page of a list."""
        if not self.paged or not isinstance(self.returns, inspect.StructType):
            return None
        fields = {field.encode_name: field.type for field in self.returns.fields}
        rows = fields.get("list")
        return rows.item_type if isinstance(rows, inspect.ListType) and "total" in fields else None


def calls(registry: Registry) -> list[Call]:
    """Every call that a token can make, by path."""
    entries = [entry for entry in registry.entries(Procedure) if entry.permission in SCOPES]
    return [call(entry) for entry in sorted(entries, key=lambda entry: entry.path)]


def call(entry: Procedure) -> Call:
    arguments = [
        Argument(part, field, about_field(struct_type(kind), field))
        for part, kind in entry.parameters.items()
        if part != "page" and kind is not Nothing
        for field in struct_type(kind).fields
    ]
    names = [argument.field.encode_name for argument in arguments]
    reserved = {"page", "options", "idempotency_key"}
    if len({*names}) < len(names) or reserved & {*names}:
        raise TypeError(
            f"{entry.path} takes two fields of one name, or one of a name that clients use themselves"
        )
    return Call(
        path=entry.path,
        summary=entry.summary,
        permission=entry.permission,
        arguments=sorted(arguments, key=lambda argument: not argument.field.required),
        paged="page" in entry.parameters,
        repeatable=entry.reads,
        keyed=not entry.reads and not entry.secret,
        raises=refusal_numbers(entry),
        returns=inspect.type_info(entry.returns),
    )


def about_field(info: inspect.StructType, field: inspect.Field) -> str:
    """What a field means, as the OpenAPI document says it."""
    kind = field.type
    while isinstance(kind, inspect.Metadata):
        if text := (kind.extra_json_schema or {}).get("description"):
            return " ".join(str(text).split())
        kind = kind.type
    value = WIRE_KINDS.get(type(unwrap(kind)), "object")
    struct = getattr(info.cls, "__origin__", info.cls)
    return describe_field(struct, field.name, field.encode_name, value)


def refusal_names(calls: list[Call]) -> dict[int, str]:
    """The codes with which these calls may be refused and that have a name, such as `NotFound` for 21009."""
    known = {number for each in calls for number in each.raises}
    return {
        code.number: pascal_case(code.name.lower())
        for code in reversed(Code)
        if code.number in known
    }


def struct_type(kind: Any) -> inspect.StructType:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return info


def named_types(calls: list[Call]) -> dict[str, inspect.StructType | inspect.EnumType]:
    """Every struct and enum of the calls, by name; a type comes after those it uses."""
    types: dict[str, inspect.StructType | inspect.EnumType] = {}
    for each in calls:
        for info in [*(argument.field.type for argument in each.arguments), each.returns]:
            for inner in within(info):
                name = type_name(inner)
                if types.setdefault(name, inner).cls is not inner.cls:
                    raise TypeError(f"two types are called {name}")
    return types


def within(info: inspect.Type) -> Iterator[inspect.StructType | inspect.EnumType]:
    """Yield the structs and enums within a type, the innermost first. None of our types contains itself."""
    match info:
        case inspect.StructType(fields=fields):
            for field in fields:
                yield from within(field.type)
            yield info
        case inspect.EnumType():
            yield info
        case inspect.Metadata(type=inner) | inspect.ListType(item_type=inner):
            yield from within(inner)
        case inspect.DictType(value_type=value):
            yield from within(value)
        case inspect.UnionType(types=types):
            for kind in types:
                yield from within(kind)


def type_name(info: inspect.StructType | inspect.EnumType) -> str:
    """The name of a type as in the OpenAPI document: `ListingLink` for `Listing[Link]`."""
    if isinstance(info, inspect.EnumType):
        return info.cls.__name__
    arguments = getattr(info.cls, "__args__", ())
    origin = getattr(info.cls, "__origin__", info.cls)
    return pascal_case(" ".join(each.__name__ for each in [origin, *arguments]))


def alternatives(info: inspect.Type) -> list[inspect.Type]:
    """The types that a value may have, except null."""
    while isinstance(info, inspect.Metadata):
        info = info.type
    kinds = info.types if isinstance(info, inspect.UnionType) else (info,)
    return [unwrap(kind) for kind in kinds if not isinstance(kind, inspect.NoneType)]


def message_of(number: int) -> str:
    """A code with its message, such as `21009: Not found.`; of several messages, all."""
    messages = message_catalogue()[str(number)]
    text = messages if isinstance(messages, str) else " / ".join(messages)
    return f"{number}: {text}."
