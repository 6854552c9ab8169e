"""Values as the portal writes them, and as Python has them."""

from __future__ import annotations

import dataclasses
import datetime as dt
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints


def encode(value: Any) -> Any:
    """As JSON takes it; what is None is left out of an object."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return encode({wire_name(f): getattr(value, f.name) for f in dataclasses.fields(value)})
    if isinstance(value, dict):
        return {name: encode(part) for name, part in value.items() if part is not None}
    if isinstance(value, (list, tuple)):
        return [encode(part) for part in value]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dt.date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value


def decode(kind: Any, value: Any) -> Any:
    """A value of an answer as its type says; a member of an enum that we do not know stays what it is."""
    if value is None or kind is None:
        return None
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Union:
        kinds = [each for each in arguments if each is not type(None)]
        return decode(kinds[0], value) if len(kinds) == 1 else value
    if origin is list:
        return [decode(arguments[0], part) for part in value]
    if origin is dict:
        return {name: decode(arguments[1], part) for name, part in value.items()}
    if kind is Decimal:
        return Decimal(str(value))
    if kind is dt.datetime:
        return dt.datetime.fromisoformat(value.replace("Z", "+00:00"))
    if kind is dt.date:
        return dt.date.fromisoformat(value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next((member for member in kind if member.value == value), value)
    if dataclasses.is_dataclass(kind):
        fields = fields_of(kind)  # type: ignore[arg-type]
        values = {name: decode(type_, value.get(wire)) for name, wire, type_ in fields}
        return kind(**values)  # type: ignore[operator]
    return value


@cache
def fields_of(kind: Any) -> list[tuple[str, str, Any]]:
    """The fields of a dataclass: name, name on the wire, type."""
    hints = get_type_hints(kind)
    return [(f.name, wire_name(f), hints[f.name]) for f in dataclasses.fields(kind)]


def wire_name(field: dataclasses.Field[Any]) -> str:
    return str(field.metadata.get("wire", field.name))
