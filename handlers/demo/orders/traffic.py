"""The year's clicks on the publisher's links: by buyers, by many visitors who did not buy, and by some bots."""

import random
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from handlers.demo.orders.order_file import Purchase
from schema.brands.brand import Relation
from schema.core.ids import Ids
from sql.clicks.click import Click

VISITORS = (6, 14)
"""The minimum and maximum number of other clicks for each one that led to a purchase."""
DEVICES = ("mobile",) * 11 + ("desktop",) * 7 + ("tablet",) * 2
COUNTRIES = ("GB",) * 16 + ("IE", "IE", "DE", "FR", "NL", "US", "US", "ES", None)
REFERRERS: dict[str, tuple[str | None, ...]] = {
    "blog": (
        "https://kettleandkeel.example/",
        "https://kettleandkeel.example/best-kettles-2026",
        "https://kettleandkeel.example/gift-guide",
        "https://kettleandkeel.example/small-gardens",
        None,
    ),
    "social": ("https://l.instagram.com/", "https://l.instagram.com/", None),
    "letter": (None,),
}
POSITIONS = ("top", "text", "sidebar", "")
"""The placement of the blog's clicks, and their uid2."""


class LinkPeriod(NamedTuple):
    """A link of the publisher's, and the period in which its clicks count."""

    publisher_id: int

    link_id: int
    code: str
    site_id: int
    mid: int
    mcid: str
    channel: str
    uid1: str
    since: datetime
    until: datetime | None
    why: str
    """Why a click after `until` is blocked."""


def block_reason(status: str, relation: Relation) -> str:
    """Why a click is blocked, in the words of rpc/clicks/recorder.py, which judges real clicks."""
    return "channel has not joined the brand" if relation is Relation.ENDED else f"brand {status}"


class TrafficGenerator:
    """Generates clicks on one publisher's links."""

    def __init__(
        self, uid: int, ids: Ids, links: Sequence[LinkPeriod], now: datetime, chance: random.Random
    ) -> None:
        self.uid = uid
        self.ids = ids
        self.places = links
        self.now = now
        self.chance = chance
        self.clicks: list[Click] = []

    def add_buyer(self, link: LinkPeriod, purchase: Purchase, cookie_days: int) -> Click:
        """Add the click that led to a purchase, mostly minutes before it, sometimes days."""
        chance = self.chance
        minutes = chance.expovariate(1 / 25) + 1
        if chance.random() < 0.12:
            minutes += chance.uniform(0, min(cookie_days, 20) - 1) * 24 * 60
        at = purchase.at - timedelta(minutes=minutes)
        click = self.make_click(link, at, purchase.country or "GB")
        self.clicks.append(click)
        return click

    def add_visitor(self, link: LinkPeriod, purchase: Purchase) -> None:
        """Add a visitor at about the time of a purchase who did not buy."""
        chance = self.chance
        at = purchase.at + timedelta(hours=chance.gauss(0, 4))
        if at > self.now:
            at = purchase.at - timedelta(hours=chance.uniform(0, 6))
        if at < link.since:
            return
        click = self.make_click(link, at, chance.choice(COUNTRIES))
        if link.until is not None and at > link.until:
            self.clicks.append(click._replace(verdict="blocked", verdict_reason=link.why))
            return
        if chance.random() < 0.07:
            bot = {"device": "bot", "verdict": "bot", "verdict_reason": "known crawler: Googlebot"}
            self.clicks.append(click._replace(**bot, referrer=None))  # type: ignore[arg-type]
            return
        self.clicks.append(click)
        if chance.random() < 0.04:
            self.clicks.extend(self.repeat(click))

    def repeat(self, click: Click) -> Iterator[Click]:
        at = click.click_time + timedelta(milliseconds=self.chance.randint(400, 9_000))
        if at <= self.now:
            yield click._replace(
                click_time=at,
                click_id=self.ids.make_click_id(self.uid, at),
                verdict="duplicate",
                verdict_reason="same visitor within 10 seconds",
            )

    def make_click(self, link: LinkPeriod, at: datetime, country: str | None) -> Click:
        chance = self.chance
        at = at.replace(microsecond=at.microsecond // 1_000 * 1_000)
        position = chance.choice(POSITIONS) if link.channel == "blog" else ""
        return Click(
            publisher_id=self.uid,
            click_time=at,
            click_id=self.ids.make_click_id(self.uid, at),
            link_id=link.link_id,
            site_id=link.site_id,
            mid=link.mid,
            uid1=link.uid1,
            uid2=position,
            uid3="",
            uid4="",
            uid5="",
            country=country,
            device=chance.choice(DEVICES),
            referrer=chance.choice(REFERRERS[link.channel]),
            verdict="valid",
            verdict_reason=None,
            visitor=chance.randbytes(16),
            placement=position,
        )
