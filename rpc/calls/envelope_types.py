"""Types derived from a handler's signature: its envelope, its defaults, and the fields of what it returns."""

from datetime import datetime
from typing import Any, get_args, get_origin

import msgspec

from schema.core.envelope import Header, Page


def envelope_type(attributes: Any, filter: Any, paged: bool) -> type:
    """The struct of a call's whole body. What is absent from `req` stays UNSET; null means the same."""
    if paged:
        page = {
            field.encode_name: field.type
            for field in msgspec.structs.fields(Page)
            if field.encode_name != "cursor"
        }
        # The specification shows curPage and perPage inside `filter` too, with the same meaning.
        filter = msgspec.defstruct(
            f"{filter.__name__}Paged",
            [(name, kind | msgspec.UnsetType, msgspec.UNSET) for name, kind in page.items()],
            bases=(filter,),
            frozen=True,
            kw_only=True,
            forbid_unknown_fields=True,
        )
    absent = msgspec.UNSET
    request = msgspec.defstruct(
        "Request",
        [
            ("header", Header | None, None),
            ("fields", list[str] | None, None),
            ("attributes", attributes | msgspec.UnsetType | None, absent),
            ("filter", filter | msgspec.UnsetType | None, absent),
            ("page", Page | msgspec.UnsetType | None, absent),
        ],
        frozen=True,
        forbid_unknown_fields=True,
    )
    return msgspec.defstruct(
        "Envelope",
        [("appId", int, 0), ("req", request | None, None)],
        frozen=True,
        forbid_unknown_fields=True,
    )


def shared_default(kind: Any) -> Any:
    """The default that all requests without this parameter share, if it can be made and is frozen."""
    try:
        default = msgspec.convert({}, kind)
    except msgspec.ValidationError:
        return None
    config = getattr(default, "__struct_config__", None)
    return default if config is not None and config.frozen else None


def selectable_fields(returns: Any) -> tuple[frozenset[str], frozenset[str]]:
    """The names that `fields` may contain: those of the reply itself, and those of the items in its list."""
    if get_origin(returns) is list:
        return frozenset(), field_names(get_args(returns)[0])
    if not hasattr(get_origin(returns) or returns, "__struct_fields__"):
        return frozenset(), frozenset()
    fields = {field.encode_name: field.type for field in msgspec.structs.fields(returns)}
    item: Any = getattr(fields.get("list"), "__args__", (None,))[0]
    return frozenset(fields), field_names(item)


def time_fields(kind: Any) -> tuple[str, ...]:
    """The fields of a struct that hold a date and time."""
    if not hasattr(kind, "__struct_fields__"):
        return ()
    return tuple(
        field.name for field in msgspec.structs.fields(kind) if datetime in kinds_of(field.type)
    )


def kinds_of(annotation: Any) -> set[Any]:
    """The types in an annotation: those of a union, without what describes them."""
    inner = get_args(annotation)
    if hasattr(annotation, "__metadata__"):
        return kinds_of(inner[0])
    return {kind for part in inner for kind in kinds_of(part)} if inner else {annotation}


def field_names(kind: Any) -> frozenset[str]:
    """The names of a struct's fields on the wire; none for any other type."""
    inner = msgspec.structs.fields(kind) if hasattr(kind, "__struct_fields__") else ()
    return frozenset(field.encode_name for field in inner)
