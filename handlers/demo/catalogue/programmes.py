"""The demonstration's catalogue of brands, the channels' relationships with them, and tracking links."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

import msgspec

import handlers.demo.catalogue.exchange_rates
import sql.brands.brand
import sql.brands.coupon
import sql.brands.relationship
import sql.core.outbox
import sql.network.brand_save
from handlers.demo.catalogue.address import shop_url
from handlers.demo.catalogue.brands import DemoBrand, catalogue
from handlers.demo.core.steps import Write
from handlers.demo.people.people import ZONE, Demo, find
from rpc.process.resources import Resources
from schema.brands.brand import BrandStatus, Relation
from schema.brands.coupon import CouponDraft
from schema.core.days import day_of
from schema.core.errors import Code, Fault
from sql.brands.brand import BrandState
from sql.brands.relationship import SiteRelation
from sql.core.db import Connection, run, text

RELATIONS = {
    "pending": Relation.PENDING,
    "joined": Relation.JOINED,
    "rejected": Relation.REJECTED,
    "ended": Relation.ENDED,
}
RAISED_DAYS_AGO = {"harrow-and-hearth": 190, "leaf-and-kettle": 75, "fellside-kit": 24}
"""Brands that have raised their standard commission, and how many days ago."""
LABELS = {
    "blog": (
        ("review-2026", "Long review"),
        ("gift-guide", "Gift guide"),
        ("footer", "Footer of every page"),
    ),
    "social": (("bio", "Link in the profile"), ("story", "Stories")),
    "letter": (("friday-letter", "The Friday letter"), ("spring-sale", "Spring sale issue")),
}
"""The label (uid1) and the note of each channel's links."""
PATHS = {"harrow-and-hearth": "hearth", "leaf-and-kettle": "good-tea", "loomfield": "knitwear"}
"""Custom paths, for the first link of a brand."""


async def make(_: Connection, portal: Resources) -> Write:
    return partial(write, portal=portal)


async def write(db: Connection, portal: Resources) -> None:
    now, url = portal.clock.now(), portal.settings.public_url
    demo = await find(db)
    brands = catalogue().brands
    existing_brands = await sql.brands.brand.of_mcids(db, [brand.mcid for brand in brands])
    if existing_brands:
        raise Fault(
            Code.REQUEST_INVALID,
            f"There is a brand '{min(existing_brands)}' already, which is not the demonstration's",
        )
    await handlers.demo.catalogue.exchange_rates.add(db, day_of(now, ZONE))
    mids = await save(db, brands, url, now)
    states = await sql.brands.brand.of_mcids(db, list(mids))
    await add_relationships(db, demo, brands, states, now)
    await save_changes(db, brands, url, now)
    await add_links(db, portal, demo, mids, now)
    for brand in brands:
        await save_coupons(db, brand, mids[brand.mcid], now)


async def save(db: Connection, brands: list[DemoBrand], url: str, now: datetime) -> dict[str, int]:
    """Save brands as of the days they joined the network. Returns the mid of each mcid."""
    by_age: defaultdict[timedelta, list[DemoBrand]] = defaultdict(list)
    for brand in brands:
        by_age[brand.age].append(brand)
    mids: dict[str, int] = {}
    for age in sorted(by_age, reverse=True):
        drafts = [initial_version(brand).draft(url) for brand in by_age[age]]
        mids |= {
            saved.mcid: saved.mid
            for saved in await sql.network.brand_save.save(
                db, drafts, now - age, (now - age).date()
            )
        }
    return mids


async def save_coupons(db: Connection, brand: DemoBrand, mid: int, now: datetime) -> None:
    """Save the coupons that a brand's orders name."""
    for code in brand.coupons:
        draft = CouponDraft(mcid=brand.mcid, code=code, description=f"A discount at {brand.name}")
        await sql.brands.coupon.save(db, mid, draft.code, draft.replace(None), now)


def initial_version(brand: DemoBrand) -> DemoBrand:
    """The brand before it raised its commission, and before it was paused or taken offline."""
    if brand.stopped:
        brand = msgspec.structs.replace(brand, status=BrandStatus.ONLINE)
    if brand.mcid not in RAISED_DAYS_AGO:
        return brand
    standard, *others = brand.commission_groups
    lower = msgspec.structs.replace(standard, value=standard.value - 2)
    return msgspec.structs.replace(brand, commission_groups=[lower, *others])


async def save_changes(db: Connection, brands: list[DemoBrand], url: str, now: datetime) -> None:
    """Save raised commissions and the brands that are no longer online. Joined publishers are notified as usual."""
    for brand in brands:
        if days := RAISED_DAYS_AGO.get(brand.mcid):
            at = now - timedelta(days=days)
            await sql.network.brand_save.save(db, [brand.draft(url)], at, at.date())
        if brand.stopped:
            at = now - timedelta(days=brand.stopped)
            await sql.network.brand_save.set_status(db, brand.mcid, brand.status, at)


class DemoApplication(NamedTuple):
    """A channel's application to a brand."""

    brand: DemoBrand
    site_id: int
    at: datetime


async def add_relationships(
    db: Connection,
    demo: Demo,
    brands: list[DemoBrand],
    states: dict[str, BrandState],
    now: datetime,
) -> None:
    """Add applications as of their days, and the decisions on them."""
    for wish in applications(demo, brands, now):
        brand, mid = states[wish.brand.mcid], states[wish.brand.mcid].mid
        where = (demo.uid, wish.site_id)
        after = RELATIONS[wish.brand.standing]
        first = Relation.PENDING if after is Relation.REJECTED else min(after, Relation.JOINED)
        wanted = SiteRelation(wish.site_id, mid, first)
        await sql.brands.relationship.apply(
            db, demo.uid, [wanted], message=wish.brand.message, now=wish.at
        )
        events = [brand.relationship_event(*where, Relation.NONE, first)]
        await sql.core.outbox.add(db, events, wish.at)
        if first is not after:
            at = decided_at(wish, now)
            await sql.brands.relationship.decide(
                db, *where, mid, status=after, reason=wish.brand.reason, now=at
            )
            events = [brand.relationship_event(*where, first, after, wish.brand.reason or "")]
            await sql.core.outbox.add(db, events, at)


def applications(demo: Demo, brands: list[DemoBrand], now: datetime) -> Iterator[DemoApplication]:
    for brand in brands:
        days = {"pending": 2, "rejected": 40}.get(brand.standing, brand.joined_days)
        for word in brand.joined:
            yield DemoApplication(brand, demo.sites[word], now - timedelta(days=days, hours=3))


def decided_at(wish: DemoApplication, now: datetime) -> datetime:
    stopped = wish.brand.stopped
    return now - timedelta(days=stopped) if stopped else wish.at + timedelta(days=3)


async def add_links(
    db: Connection, portal: Resources, demo: Demo, mids: dict[str, int], now: datetime
) -> None:
    """Add two or three links for each channel that joined a brand, created in the days afterwards."""
    rows: list[tuple[str, str | None, int, int, str, str, str, datetime]] = []
    unused_paths = dict(PATHS)
    for brand in catalogue().brands:
        if brand.standing not in ("joined", "ended"):
            continue
        target = shop_url(portal.settings.public_url, brand.mcid)
        for word in brand.joined:
            for number, (uid, note) in enumerate(LABELS[word]):
                created_at = now - timedelta(days=brand.joined_days - number, hours=1)
                page = f"{target}?product={number}" if number else target
                code = portal.ids.make_code(demo.uid)
                path = unused_paths.pop(brand.mcid, None)
                rows.append(
                    (code, path, demo.sites[word], mids[brand.mcid], page, uid, note, created_at)
                )
    codes, paths, site_ids, brand_mids, target_urls, labels, notes, times = (
        list(column) for column in zip(*rows, strict=True)
    )
    query = text(
        """
        insert into link (publisher_id, code, path, site_id, mid, target_url, uid1, note, created_at)
        select :uid, code, path, site_id, mid, target_url, uid1, note, created_at
          from unnest(:codes::text[], :paths::text[], :site_ids::bigint[], :mids::bigint[], :target_urls::text[],
                      :labels::text[],
                      :notes::text[], :times::timestamptz[])
               as given (code, path, site_id, mid, target_url, uid1, note, created_at)
        """,
        uid=demo.uid,
        codes=codes,
        paths=paths,
        site_ids=site_ids,
        mids=brand_mids,
        target_urls=target_urls,
        labels=labels,
        notes=notes,
        times=times,
    )
    await run(db, query)
    named = [(path, code) for code, path, *_ in rows if path]
    directory = text(
        """
        insert into track_directory (path, publisher_id, code)
        select path, :uid, code from unnest(:paths::text[], :codes::text[]) as given (path, code)
            on conflict do nothing
        """,
        uid=demo.uid,
        paths=[path for path, _ in named],
        codes=[code for _, code in named],
    )
    if await run(db, directory) != len(named):
        raise Fault(Code.TRACK_USED)
    enrolled = text(
        """
        insert into link_check (publisher_id, link_id, next_check_at)
        select publisher_id, link_id, created_at from link where publisher_id = :uid
            on conflict do nothing
        """,
        uid=demo.uid,
    )
    await run(db, enrolled)
