"""Turns a visit of a link into a click: who the visitor is, and whether the click counts."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from functools import lru_cache
from hashlib import blake2b

import crawleruseragents
import msgspec

from rpc.clicks.geo import country_of
from rpc.clicks.link_cache import CachedLink
from schema.clicks.click import Verdict
from schema.core.ids import Ids
from sql.clicks.click import VISITOR_BYTES, Click

MAX_AGENTS = 10_000
"""User agents of which it is known what they are. A visit has 500 characters of its own at most: 8 MB."""
NO_UIDS = (None,) * 5
TABLET = re.compile(r"iPad|Tablet|PlayBook|Silk|Android(?!.*Mobi)")
MOBILE = re.compile(r"Mobi|iPhone|iPod|Opera Mini")
VALID, BOT, BLOCKED = Verdict.VALID.value, Verdict.BOT.value, Verdict.BLOCKED.value


class Visit(msgspec.Struct, frozen=True, gc=False):
    """A request for a link. `uids` are those of the query, None where it has none."""

    code: str
    publisher_id: int | None
    """None: the code is a custom path, whose owner has to be looked up."""
    at: datetime
    ip: str
    user_agent: str
    referrer: str | None
    is_head: bool
    uids: tuple[str | None, ...]
    visitor: bytes
    """The hash of the visitor (ClickFactory.visitor_hash)."""
    salt: int
    """Makes the id of the click unique, and the same in every attempt to write it."""


class ClickFactory:
    """Makes clicks from visits: the same visit gives the same click, so one that is written twice is recognized."""

    def __init__(self, ids: Ids, visitor_key: bytes) -> None:
        self._ids = ids
        self._visitor_key = visitor_key
        self._day = date.min

    def click(self, visit: Visit, link: CachedLink) -> Click:
        """The click of a visit, with its verdict; repeats are found later."""
        route = link.route
        uids: Sequence[str] = link.uids
        if visit.uids != NO_UIDS:
            uids = [
                default if uid is None else uid
                for default, uid in zip(uids, visit.uids, strict=True)
            ]
        uid1, uid2, uid3, uid4, uid5 = uids
        verdict, reason = verdict_of(visit, link)
        return Click(  # positional: keyword arguments take twice the time
            route.publisher_id,
            visit.at,
            self._ids.make_click_id(route.publisher_id, visit.at, visit.salt),
            route.link_id,
            route.site_id,
            route.mid,
            uid1,
            uid2,
            uid3,
            uid4,
            uid5,
            country_of(visit.ip),
            device_of(visit.user_agent),
            visit.referrer,
            verdict,
            reason,
            visit.visitor,
        )

    def visitor_hash(self, ip: str, agent: str, at: datetime) -> bytes:
        """A hash of the visitor, which cannot be linked from one day to the next."""
        if at.date() != self._day:
            self._day = at.date()
            key = blake2b(self._day.isoformat().encode(), key=self._visitor_key).digest()
            self._hasher = blake2b(key=key, digest_size=VISITOR_BYTES)
        hash = self._hasher.copy()  # takes half the time of a new one
        hash.update(f"{ip}\n{agent}".encode(errors="replace"))
        return hash.digest()


def verdict_of(visit: Visit, link: CachedLink) -> tuple[str, str | None]:
    """The verdict on a visit, and the reason if it is not valid; repeats are found later."""
    if link.block_reason is not None:
        return BLOCKED, link.block_reason
    if visit.is_head:
        return BOT, "HEAD request"
    if is_crawler(visit.user_agent):
        return BOT, "known crawler" if visit.user_agent else "no user agent"
    return VALID, None


@lru_cache(maxsize=MAX_AGENTS)
def is_crawler(agent: str) -> bool:
    return not agent or bool(crawleruseragents.is_crawler(agent))


@lru_cache(maxsize=MAX_AGENTS)
def device_of(agent: str) -> str:
    """desktop, mobile, tablet or bot, by the keywords that browsers share (MDN, "Browser detection")."""
    if is_crawler(agent):
        return "bot"
    if TABLET.search(agent):
        return "tablet"
    return "mobile" if MOBILE.search(agent) else "desktop"
