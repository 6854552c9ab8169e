"""A visit to a link, as described by its request."""

from datetime import datetime

import msgspec

NO_UIDS = (None,) * 5


class Visit(msgspec.Struct, frozen=True, gc=False):
    """A request for a link. `uids` are those of the query, None where it has none."""

    code: str
    publisher_id: int | None
    """The link's publisher; None if the code is a custom path, whose owner has to be looked up."""
    at: datetime
    ip: str
    user_agent: str
    referrer: str | None
    is_head: bool
    is_prefetch: bool
    """Whether the browser prefetches the page."""
    uids: tuple[str | None, ...]
    placement: str
    """The link's placement on its page, from `pl` in the query; empty if it is missing."""
    visitor: bytes
    """The hash of the visitor (ClickFactory.visitor_hash)."""
    salt: int
    """Makes the id of the click unique, and the same in every attempt to write it."""
