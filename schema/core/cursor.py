"""Cursors: the place in a long list where its next page begins, opaque to who sends it back."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime
from typing import Any

import msgspec

from schema.core.errors import Code, Fault

FIELD, WHY = "page.cursor", "is not one of this list; send back `next` as it came"


def encode_cursor(place: tuple[Any, ...]) -> str:
    """The key values of a page's last row, as text."""
    return urlsafe_b64encode(msgspec.json.encode(place)).decode().rstrip("=")


def decode_cursor(text: str, kind: Any) -> Any:
    """The key values in a cursor, as a tuple of these types; 21000 for what is no cursor of this list."""
    try:
        found = msgspec.json.decode(urlsafe_b64decode(text + "=" * (-len(text) % 4)), type=kind)
    except (ValueError, msgspec.MsgspecError):
        raise Fault(Code.REQUEST_INVALID, field=FIELD, why=WHY) from None
    if any(isinstance(part, datetime) and not 1970 < part.year < 9999 for part in found):
        # The ends of the calendar cannot change time zone.
        raise Fault(Code.REQUEST_INVALID, field=FIELD, why=WHY)
    return found
