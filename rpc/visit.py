"""What a visit of a link becomes: where it leads, what is known of the visitor, and whether it counts."""

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

import crawleruseragents

from rpc.place import country
from schema.click import Verdict
from schema.ids import Ids
from schema.intake import barred
from schema.target import covered, with_param
from sql.click import VISITOR, Click, Route

NO_UIDS = (None,) * 5
REPEATED = "same visitor within 10 seconds"
TABLET = re.compile(r"iPad|Tablet|PlayBook|Silk|Android(?!.*Mobi)")
MOBILE = re.compile(r"Mobi|iPhone|iPod|Opera Mini")


class Visit(NamedTuple):
    """What a request for a link says. `uids` are those of the query, None where it has none."""

    code: str
    publisher_id: int | None
    """None: the code is a custom path, whose owner is to be looked up."""
    at: datetime
    ip: str
    agent: str
    referrer: str | None
    head: bool
    uids: tuple[str | None, ...]
    visitor: bytes
    """Who came (Visitors.known)."""
    salt: int
    """What makes its click's id its own, however often it is tried to keep it."""


class Visitors:
    """Makes clicks of visits: the same of the same visit, so that one kept twice is known again."""

    def __init__(self, ids: Ids, visitor_key: bytes) -> None:
        self._ids = ids
        self._visitor_key = visitor_key
        self._day = date.min

    def click(self, visit: Visit, route: Route) -> Click:
        """The click of a visit, judged but for repetition."""
        verdict, reason = judged(visit, route)
        labels: Sequence[str] = (route.uid1, route.uid2, route.uid3, route.uid4, route.uid5)
        if visit.uids != NO_UIDS:
            labels = [
                own if given is None else given
                for own, given in zip(labels, visit.uids, strict=True)
            ]
        uid1, uid2, uid3, uid4, uid5 = labels
        return Click(
            publisher_id=route.publisher_id,
            click_time=visit.at,
            click_id=self._ids.click(route.publisher_id, visit.at, visit.salt),
            link_id=route.link_id,
            site_id=route.site_id,
            mid=route.mid,
            uid1=uid1,
            uid2=uid2,
            uid3=uid3,
            uid4=uid4,
            uid5=uid5,
            country=country(visit.ip),
            device=device(visit.agent),
            referrer=visit.referrer,
            verdict=verdict.value,
            verdict_reason=reason,
            visitor=visit.visitor,
        )

    def known(self, ip: str, agent: str, at: datetime) -> bytes:
        """Who came, as a hash that cannot be told from one day to the next."""
        text = f"{ip}\n{agent}".encode(errors="replace")
        return blake2b(text, key=self._key_of(at.date()), digest_size=VISITOR).digest()

    def _key_of(self, day: date) -> bytes:
        if day != self._day:
            self._day = day
            self._day_key = blake2b(day.isoformat().encode(), key=self._visitor_key).digest()
        return self._day_key


def judged(visit: Visit, route: Route) -> tuple[Verdict, str | None]:
    """A visit's verdict, but for repetition, and why it is not valid."""
    if reason := barred(route.brand_status, route.relationship, route.site_status):
        return Verdict.BLOCKED, reason
    if not covered(route.target_url, route.domains):
        return Verdict.BLOCKED, "target not on the brand's domains"
    if visit.head:
        return Verdict.BOT, "HEAD request"
    if crawler(visit.agent):
        return Verdict.BOT, "known crawler" if visit.agent else "no user agent"
    return Verdict.VALID, None


def destination(route: Route, ref: str) -> str:
    """The target with the click's reference; the brand's home page where the target is not the brand's."""
    covers = covered(route.target_url, route.domains)
    return with_param(route.target_url if covers else route.site_url, route.click_param, ref)


@lru_cache(maxsize=20_000)
def crawler(agent: str) -> bool:
    return not agent or bool(crawleruseragents.is_crawler(agent))


@lru_cache(maxsize=20_000)
def device(agent: str) -> str:
    """desktop, mobile, tablet or bot, by the words that vendors agree on (MDN, "Browser detection")."""
    if crawler(agent):
        return "bot"
    if TABLET.search(agent):
        return "tablet"
    return "mobile" if MOBILE.search(agent) else "desktop"


def to_millisecond(at: datetime) -> datetime:
    """Click ids carry milliseconds, and the time of the row is found by them."""
    return at - timedelta(microseconds=at.microsecond % 1_000)
