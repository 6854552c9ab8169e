"""Broken links of the demonstration, one of each type: the brand's, and pages of shops that no longer work."""

from datetime import date, datetime, timedelta
from functools import partial

from msgspec import Struct

import sql.channels.channel
import sql.links.link
import sql.links.link_check
from handlers.demo.core.steps import Write
from handlers.demo.people import people
from rpc.process.resources import Resources
from schema.channels.channel import Channel, SiteStatus
from schema.links.broken_type import BrokenType
from schema.links.link_health import RISK_DAYS, Finding, Hop, LinkHealth
from sql.core.db import Connection, all_rows, run, text

PAGES = {
    BrokenType.NOT_FOUND: ("gone", 404),
    BrokenType.UNREACHABLE: ("away", 503),
    BrokenType.HOMEPAGE: ("home", 200),
    BrokenType.PARAMETER_LOST: ("lost", 200),
    BrokenType.LOOP: ("loop", 302),
    BrokenType.UNVERIFIED: ("refused", 403),
    BrokenType.OFF_DOMAIN: ("", None),
}
"""The page to which the links of each type lead, and the status it returns."""
FORUM = Channel(
    name="The old forum",
    channel_type=1,
    channel_platform="Own website",
    promotion_methods=[1],
    website="https://forum.kettleandkeel.example",
)
STANDING = {"offline": BrokenType.BRAND_OFFLINE, "paused": BrokenType.BRAND_PAUSED}


class Candidate(Struct, frozen=True, kw_only=True):
    """A link, with the status of its brand and its relationship."""

    link_id: int
    mid: int
    mcid: str
    site_url: str
    target_url: str
    brand_status: str
    relationship: int


async def make(_: Connection, portal: Resources) -> Write:
    return partial(
        write, portal=portal, public_url=portal.settings.public_url, now=portal.clock.now()
    )


async def write(db: Connection, portal: Resources, public_url: str, now: datetime) -> None:
    """Break a link for each type, as found some days ago. The job that checks links would find the same."""
    uid = (await people.find(db)).uid
    since = (now - timedelta(days=RISK_DAYS)).date()
    await enrol(db, uid, since, now)
    links = await candidates(db, uid)
    whole = [link for link in links if link.brand_status == "online" and link.relationship == 2]
    for link in links:
        if link not in whole:
            kind = STANDING.get(link.brand_status, BrokenType.NOT_JOINED)
            await find(db, uid, link, kind, link.target_url, None, now)
    for (kind, (page, status)), link in zip(PAGES.items(), whole[4::2], strict=False):
        target = (
            f"{public_url}/demo/page/{page}?shop={link.mcid}"
            if page
            else f"https://old.{link.mcid}.example/sale"
        )
        await set_target(db, uid, link.link_id, target)
        await find(db, uid, link, kind, target, status, now)
    await add_disabled(db, uid, portal, whole[0], now)


async def enrol(db: Connection, uid: int, since: date, now: datetime) -> None:
    """Start checking the publisher's links, prioritized by their clicks since a day."""
    query = text(
        """
        insert into link_check (publisher_id, link_id, next_check_at, clicks)
        select link.publisher_id, link.link_id, :now, coalesce(sum(rollup.clicks), 0)
          from link
          left join rollup on rollup.publisher_id = :uid and rollup.publisher_id = link.publisher_id
                          and rollup.grain = 'link' and rollup.key = link.link_id and rollup.day >= :since
         where link.publisher_id = :uid and link.deleted_at is null
         group by link.publisher_id, link.link_id
            on conflict (publisher_id, link_id) do update set clicks = excluded.clicks
        """,
        uid=uid,
        since=since,
        now=now,
    )
    await run(db, query)


async def candidates(db: Connection, uid: int) -> list[Candidate]:
    """The publisher's links, those with the most recent clicks first."""
    query = text(
        """
        select link.link_id, link.mid, brand.mcid, brand.site_url, link.target_url, brand.status as brand_status,
               coalesce(relationship.status, 0) as relationship
          from link
          join link_check known on known.publisher_id = link.publisher_id and known.link_id = link.link_id
          join brand on brand.mid = link.mid
          left join relationship on relationship.publisher_id = link.publisher_id
                                and relationship.publisher_id = :uid
                                and relationship.site_id = link.site_id and relationship.mid = link.mid
         where link.publisher_id = :uid and known.publisher_id = :uid
         order by known.clicks desc, link.link_id
        """,
        uid=uid,
    )
    return await all_rows(db, query, Candidate)


async def set_target(db: Connection, uid: int, link_id: int, target: str) -> None:
    query = text(
        "update link set target_url = :target, broken = true where publisher_id = :uid and link_id = :link_id",
        uid=uid,
        link_id=link_id,
        target=target,
    )
    await run(db, query)


async def find(
    db: Connection,
    uid: int,
    link: Candidate,
    kind: BrokenType,
    target: str,
    status: int | None,
    now: datetime,
) -> None:
    """Store what two checks of a link found some days ago."""
    first = now - timedelta(days=int(kind), hours=5)
    health = LinkHealth(found=kind, found_at=first, type=kind, state="open", first_seen_at=first)
    helps = kind >= BrokenType.OFF_DOMAIN and kind is not BrokenType.UNVERIFIED
    finding = Finding(
        kind,
        status,
        target if status else None,
        [Hop(target, status)] if status else [],
        link.site_url if helps else None,
    )
    await sql.links.link_check.save(
        db,
        uid,
        link.link_id,
        health,
        finding,
        target_url=target,
        since=(now - timedelta(days=RISK_DAYS)).date(),
        now=now - timedelta(hours=2),
        next_check_at=now + timedelta(hours=4),
    )


async def add_disabled(
    db: Connection, uid: int, portal: Resources, link: Candidate, now: datetime
) -> None:
    """Add a channel that the network has disabled, with a link."""
    site_id = await sql.channels.channel.add(db, uid, FORUM, status=SiteStatus.DISABLED, now=now)
    query = text(
        """
        insert into relationship (publisher_id, site_id, mid, status, applied_at, decided_at)
        values (:uid, :site_id, :mid, 2, :created_at, :created_at)
        """,
        uid=uid,
        site_id=site_id,
        mid=link.mid,
        created_at=now - timedelta(days=200),
    )
    await run(db, query)
    link_id = await sql.links.link.add(
        db,
        uid,
        code=portal.ids.make_code(uid),
        path=None,
        site_id=site_id,
        mid=link.mid,
        target_url=link.site_url,
        uids=["forum", "", "", "", ""],
        note="",
        coupon="",
        now=now - timedelta(days=200),
    )
    await sql.links.link_check.ask(db, uid, [link_id], now)
    forum = Candidate(
        link_id=link_id,
        mid=link.mid,
        mcid=link.mcid,
        site_url=link.site_url,
        target_url=link.site_url,
        brand_status="online",
        relationship=2,
    )
    await find(db, uid, forum, BrokenType.CHANNEL_DISABLED, link.site_url, None, now)
