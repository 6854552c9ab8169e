"""The URL by which a visitor arrives at a tracking link, which may have been altered on its way.

Mail programs, chats and content management systems add punctuation and slashes, change letters to capitals, append the
text that follows the address, or write `&` as `&amp;`.
"""

import re
from typing import NamedTuple

PATH_LENGTH = 300
"""How many characters of a path are read."""
QUERY_START = re.compile(r"[?&;#]")
CODE_AMONG_SIGNS = re.compile(
    r"[^0-9A-Za-z]*([0-9A-Za-z](?:[0-9A-Za-z_-]*[0-9A-Za-z])?)[^0-9A-Za-z]*"
)
LABEL = re.compile(
    rb"(?:^|[&?;])(?:uid(?P<number>[1-5]?)|pl)=(?P<value>.*?)(?=&|[?;](?:uid[1-5]?|pl)=|$)",
    re.IGNORECASE | re.DOTALL,
)
"""A label in a query, separated by `&`, `&amp;`, `;` or a second `?`."""
LABELS = 5
LABEL_LENGTH = 100
"""How many characters of a label in a link's query are kept."""


class VisitAddress(NamedTuple):
    """The code or custom path of a link, empty if there is none, and the part of the query that was in the path."""

    code: str
    query: str


def read_path(path: str) -> VisitAddress:
    """The parts of the path below `/track/` or `/s/`, decoded: its first segment without surrounding punctuation."""
    start = QUERY_START.search(path[:PATH_LENGTH])
    segments, query = (path[: start.start()], path[start.end() :]) if start else (path, "")
    segment = segments[:PATH_LENGTH].strip("/").partition("/")[0]
    code = CODE_AMONG_SIGNS.fullmatch(segment)
    return VisitAddress(code[1] if code else "", query)


class Labels(NamedTuple):
    """The labels in a query, still encoded: `uid1` to `uid5`, None if it has none of them, and `pl`."""

    uids: list[bytes | None] | None
    placement: bytes | None


NO_LABELS = Labels(None, None)


def find_labels(query: bytes) -> Labels:
    """The values of `uid1` (or `uid`) to `uid5` and of `pl` in a query; the last one of each."""
    uids: list[bytes | None] = [None] * LABELS
    short = placement = None
    for match in LABEL.finditer(query):
        number = match["number"]
        if number is None:
            placement = match["value"]
        elif number:
            uids[int(number) - 1] = match["value"]
        else:
            short = match["value"]
    if uids[0] is None:
        uids[0] = short
    return Labels(uids if any(uid is not None for uid in uids) else None, placement)
