"""Cursors: where the next page of a long list begins, opaque to the caller, and times of the newest row seen."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta
from typing import Any, Literal

import msgspec

from schema.core.errors import Code, Fault
from schema.core.scalar import LARGEST_ID

LATE_COMMIT = timedelta(seconds=30)
"""How long after its own time a row may become visible, because its transaction was still going on."""
FIELD, WHY = "page.cursor", "is not a cursor of this list; send back `next` unchanged"


def encode_cursor(name: str, position: tuple[Any, ...]) -> str:
    """The name of a list and the key values of a page's last row, as text.

    Lists whose rows are selected or sorted by different columns have different names: a position in one means
    another row in the other.
    """
    return urlsafe_b64encode(msgspec.json.encode((name, *position))).decode().rstrip("=")


def decode_cursor(text: str, name: str, kinds: tuple[Any, ...], field: str = FIELD) -> Any:
    """The key values in a cursor, as a tuple of these types; 21000 if it is not a cursor of the list of this name."""
    named = tuple.__class_getitem__((Literal.__getitem__(name), *kinds))
    _, *position = decode_position(text, named, field)
    return tuple(position)


def decode_position(text: str, kind: Any, field: str) -> Any:
    """What a cursor contains, as a tuple of these types."""
    try:
        position = msgspec.json.decode(urlsafe_b64decode(text + "=" * (-len(text) % 4)), type=kind)
    except (ValueError, msgspec.MsgspecError):
        raise Fault(Code.REQUEST_INVALID, field=field, why=WHY) from None
    if not all(map(can_be_a_key, position)):
        raise Fault(Code.REQUEST_INVALID, field=field, why=WHY)
    return position


def can_be_a_key(part: object) -> bool:
    """Whether a row may have such a value: a caller may have changed the cursor."""
    if isinstance(part, datetime):
        return part.tzinfo is not None and is_usual(part)
    return not isinstance(part, int) or abs(part) <= LARGEST_ID


def is_usual(time: datetime) -> bool:
    """Times at the ends of the calendar cannot be converted to another time zone."""
    return 1970 < time.year < 9999


def overlap_start(after: datetime, field: str = "filter.after") -> datetime:
    """From when rows are listed to a caller who has seen those up to a time: some again, so that none is missed."""
    if not is_usual(after):
        raise Fault(
            Code.REQUEST_INVALID, field=field, why="must be the time of a row that you have"
        )
    return after - LATE_COMMIT
