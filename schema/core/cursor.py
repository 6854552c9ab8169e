"""Cursors, opaque to callers, that say where the next page of a long list begins, and times of the newest row seen."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta
from typing import Any, Literal

import msgspec

from schema.core.errors import Code, Fault, Rule
from schema.core.scalar import LARGEST_ID

LATE_COMMIT = timedelta(seconds=30)
"""How long after its own time a row may become visible, because its transaction was still open."""
FIELD = "page.cursor"
CALENDAR = "1971 to 9998"
"""The range of years in which a time can be converted to every time zone."""


def encode_cursor(name: str, position: tuple[Any, ...]) -> str:
    """Encode the name of a list and the key values of a page's last row.

    Lists that are selected or sorted by different columns have different names, because the same key values are the
    position of different rows.
    """
    return urlsafe_b64encode(msgspec.json.encode((name, *position))).decode().rstrip("=")


def decode_cursor(text: str, name: str, kinds: tuple[Any, ...], field: str = FIELD) -> Any:
    """The key values in a cursor, as a tuple of these types. Raises 21000 if it is not a cursor of the list of this
    name.
    """
    named = tuple.__class_getitem__((Literal.__getitem__(name), *kinds))
    _, *position = decode_position(text, named, field)
    return tuple(position)


def decode_position(text: str, kind: Any, field: str) -> Any:
    """Decode a cursor to a tuple of this type."""
    try:
        position = msgspec.json.decode(urlsafe_b64decode(text + "=" * (-len(text) % 4)), type=kind)
    except (ValueError, msgspec.MsgspecError):
        raise Fault(Code.REQUEST_INVALID, field=field, rule=Rule.NOT_A_CURSOR) from None
    if not all(map(can_be_a_key, position)):
        raise Fault(Code.REQUEST_INVALID, field=field, rule=Rule.NOT_A_CURSOR)
    return position


def can_be_a_key(part: object) -> bool:
    """Whether a key value in a cursor can be that of a row: a caller may have altered the cursor."""
    if isinstance(part, datetime):
        return part.tzinfo is not None and is_usual(part)
    return not isinstance(part, int) or abs(part) <= LARGEST_ID


def is_usual(time: datetime) -> bool:
    """Whether a time can be converted to every time zone: not in the first or last days that a date can express."""
    return 1970 < time.year < 9999


def overlap_start(after: datetime, field: str = "filter.after") -> datetime:
    """The time from which to list rows for a caller who has seen those up to `after`: some repeat, so that none is
    missed.
    """
    if not is_usual(after):
        raise Fault(
            Code.REQUEST_INVALID,
            field=field,
            rule=Rule.OUT_OF_RANGE,
            why="must be the time of a row that you have",
            limit=CALENDAR,
        )
    return after - LATE_COMMIT
