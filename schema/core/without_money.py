"""Replies without money: which fields hold amounts, and the one function that leaves them out (decision 258).

A field holds an amount if its type says so: `sales: InMoney[Decimal]`. Members without money never see such a field,
and can neither sort nor select by it. Screens hide the same columns by the permission `money.read`.
"""

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin

import msgspec
from msgspec import UNSET, Meta, Struct

from schema.core.errors import Code, Fault, Rule

Value = TypeVar("Value")
MONEY = Meta(extra={"money": True})
InMoney = Annotated[Value, MONEY]
"""The type of a field with an amount, or with what can only be read as one."""
NO_MONEY = "is an amount, and your account shows none; choose another column, or ask an owner to show you amounts"
COMPARED = ("_before", "_change")
"""What the columns of a comparison add to a figure's name."""


class Shown(NamedTuple):
    """A field of a struct that members without money see."""

    name: str
    encode_name: str
    default: Any
    """What is left out of a struct that leaves out its defaults; NODEFAULT otherwise."""


def is_money(kind: Any) -> bool:
    """Whether a type is that of a field with an amount."""
    return MONEY in getattr(kind, "__metadata__", ())


@cache
def shown_fields(kind: Any) -> tuple[Shown, ...]:
    """The fields of a struct that do not hold amounts."""
    leaves_out = kind.__struct_config__.omit_defaults
    return tuple(
        Shown(field.name, field.encode_name, field.default if leaves_out else msgspec.NODEFAULT)
        for field in msgspec.structs.fields(kind)
        if not is_money(field.type)
    )


def without_money(value: Any) -> Any:
    """A reply without its fields that hold amounts: structs become dictionaries."""
    if isinstance(value, Struct):
        kind: Any = type(value)  # a type can be hashed
        shown = {}
        for name, encode_name, default in shown_fields(kind):
            each = getattr(value, name)
            if each is UNSET or (default is not msgspec.NODEFAULT and each == default):
                continue
            shown[encode_name] = without_money(each)
        return shown
    if isinstance(value, dict):
        return {key: without_money(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [without_money(inner) for inner in value]
    return value


@cache
def money_columns(reply: Any) -> frozenset[str]:
    """The names on the wire of the amounts that a reply has, itself or in the items of its list."""
    names = set()
    for kind in (reply, item_of(reply)):
        if hasattr(get_origin(kind) or kind, "__struct_fields__"):
            names |= {
                field.encode_name for field in msgspec.structs.fields(kind) if is_money(field.type)
            }
    return frozenset(names)


def item_of(reply: Any) -> Any:
    """The type of the items in a reply's list; None if it has none."""
    if get_origin(reply) is list:
        return get_args(reply)[0]
    if not hasattr(get_origin(reply) or reply, "__struct_fields__"):
        return None
    lists = [field.type for field in msgspec.structs.fields(reply) if field.encode_name == "list"]
    return get_args(lists[0])[0] if lists and get_args(lists[0]) else None


def refuse_money(columns: Iterable[str], names: frozenset[str], field: str) -> None:
    """Raise REQUEST_INVALID if one of the columns is an amount; `field` is where the request names it."""
    for column in columns:
        name = column.removeprefix("-")
        for suffix in COMPARED:
            name = name.removesuffix(suffix)
        if name in names:
            why = f"`{column}` {NO_MONEY}"
            raise Fault(
                Code.REQUEST_INVALID, f"`{field}`: {why}", field=field, rule=Rule.NOT_APPLICABLE
            )
