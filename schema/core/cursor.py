"""Cursors: where the next page of a long list begins, opaque to the caller."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime
from typing import Any

import msgspec

from schema.core.errors import Code, Fault
from schema.core.scalar import LARGEST_ID

FIELD, WHY = "page.cursor", "is not a cursor of this list; send back `next` unchanged"


def encode_cursor(position: tuple[Any, ...]) -> str:
    """The key values of a page's last row, as text."""
    return urlsafe_b64encode(msgspec.json.encode(position)).decode().rstrip("=")


def decode_cursor(text: str, kind: Any, field: str = FIELD) -> Any:
    """The key values in a cursor, as a tuple of these types; 21000 if it is not a cursor of this list."""
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
        # Times at the ends of the calendar cannot be converted to another time zone.
        return part.tzinfo is not None and 1970 < part.year < 9999
    return not isinstance(part, int) or abs(part) <= LARGEST_ID
