"""The values of a click by which reports group besides its columns: the page on which the link was, and its placement.

Clicks, orders and figures hold a value's number, which follows from its text alone.
"""

import re
from enum import StrEnum
from hashlib import md5

VALUES_MAX = 5_000
"""Pages, and placements, that a publisher's clicks of a month may have; further ones are counted as OTHER."""
PAGE_LENGTH = 200
"""How many characters of a page, its host and path, are kept."""
OTHER = "other"
NONE = 0
"""The number of a value that is not known: no page was sent, or the link has no placement."""
KEY_DIGITS = 13
"""How many hexadecimal digits a number has: 52 bits, so that it is exact in a browser."""


REFERRER = re.compile(r"https?://(?:[^/?#@]*@)?(?P<host>[^/?#]+)(?P<path>[^?#]*)", re.IGNORECASE)
REDUNDANT = re.compile(r"^www\.|:(?:80|443)\Z")


class ValueKind(StrEnum):
    PAGE = "page"
    PLACEMENT = "placement"


def value_key(value: str) -> int:
    """The number of a page or placement, the same as that of the view `click_waiting`."""
    if not value:
        return NONE
    return int(md5(value.encode(), usedforsecurity=False).hexdigest()[:KEY_DIGITS], 16)


def page_of(referrer: str | None) -> str:
    """The page that a referrer names, as the view `click_waiting` works it out; empty if it names none."""
    match = REFERRER.match(referrer or "")
    if match is None:
        return ""
    host = REDUNDANT.sub("", match["host"].lower())
    return (host + match["path"].rstrip("/"))[:PAGE_LENGTH]
