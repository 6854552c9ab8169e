"""Eight other publishers that promote the same brands, so that figures across the network exist (docs/measured.md)."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from functools import partial

import sql.accounts.publisher
import sql.brands.brand
import sql.brands.terms
import sql.channels.channel
import sql.clicks.click
import sql.links.link
import sql.network.measured.round
import sql.network.measured.statements
import sql.orders.attribution
import sql.orders.order_directory
import sql.reports.figures.rollup
from handlers.demo.catalogue.address import shop_url
from handlers.demo.catalogue.brands import catalogue
from handlers.demo.core.steps import Write
from handlers.demo.orders.bulk_copy import write_clicks, write_orders
from handlers.demo.orders.money import add_settlement, start_of
from handlers.demo.orders.order_file import Purchase, PurchasedItem
from handlers.demo.orders.orders import OrderGenerator, Seller
from handlers.demo.orders.traffic import LinkPeriod, TrafficGenerator
from handlers.demo.orders.year import attribute, count_clicks, find_rates, look_up_rates
from handlers.demo.people.people import CURRENCY, JOINED, ZONE, Demo, find
from rpc.process.resources import Resources
from schema.brands.measured_counts import CLICK_DAYS, MeasuredSpan
from schema.channels.channel import Channel, SiteStatus
from schema.core.days import ONE_DAY, day_of, next_month
from schema.core.time_zones import get_zone
from sql.clicks.click import Click
from sql.core.db import Connection, fetch, run, text

NAMES = (
    "Aldgate Reviews",
    "Bramble and Bow",
    "Cotswold Finds",
    "Drumlin Media",
    "Everyday Thrift",
    "Foxglove Letters",
    "Gable End Guides",
    "Hillfoot Press",
)
SHARE = 0.2
"""The share of the publisher's own orders that each of them has, so that nobody has over half."""
VISITORS = 11
"""Clicks without an order, for each order whose clicks are measured."""


async def make(_: Connection, portal: Resources) -> Write:
    return partial(write, portal=portal, now=portal.clock.now())


async def write(db: Connection, portal: Resources, now: datetime) -> None:
    chance = random.Random("others")  # noqa: S311 - the same in each database
    demo = await find(db)
    mcids = [brand.mcid for brand in catalogue().brands]
    states = await sql.brands.brand.of_mcids(db, mcids)
    bought = await find_purchases(db, demo)
    sold = {mid for mid, *_ in bought}
    mids = {state.mid: state.mcid for state in states.values() if state.mid in sold}
    for name in NAMES:
        await add_publisher(db, portal, name, mids, bought, now, chance)
    await measure(db, portal, now)


async def find_purchases(
    db: Connection, demo: Demo
) -> list[tuple[int, datetime, str | None, Decimal]]:
    """The sales of the demonstration's publisher: brand, time, country and amount."""
    query = text(
        """
        select mid, order_time, country, sale_amount from conversion
         where publisher_id = :uid and not test_order and sale_amount > 0
         order by oid
        """,
        uid=demo.uid,
    )
    return [tuple(row) for row in await fetch(db, query)]


async def add_publisher(
    db: Connection,
    portal: Resources,
    name: str,
    mids: dict[int, str],
    bought: Sequence[tuple[int, datetime, str | None, Decimal]],
    now: datetime,
    chance: random.Random,
) -> None:
    """Add a publisher with a channel, a link to each brand, and orders like some of those that were bought."""
    joined_at = now - JOINED
    uid = await sql.accounts.publisher.add(
        db,
        name=name,
        company=None,
        referer_uid=None,
        time_zone=ZONE,
        currency=CURRENCY,
        now=joined_at,
    )
    host = name.lower().replace(" ", "-")
    channel = Channel(
        name=name,
        channel_type=2,
        channel_platform="WordPress",
        promotion_methods=[1],
        website=f"https://{host}.example",
    )
    site_id = await sql.channels.channel.add(
        db, uid, channel, status=SiteStatus.APPROVED, now=joined_at
    )
    await sql.accounts.publisher.set_default_site(db, uid, site_id)
    sellers = await find_sellers(db, uid, mids)
    links = {
        mid: await add_link(db, portal, uid, site_id, mid, mcid, joined_at)
        for mid, mcid in mids.items()
    }
    zone, rates = get_zone(ZONE), await find_rates(db)
    clerk = OrderGenerator(now, zone, CURRENCY, partial(look_up_rates, rates, zone), chance)
    traffic = TrafficGenerator(uid, portal.ids, list(links.values()), now, chance)
    chosen = [each for each in bought if chance.random() < SHARE]
    numbers = sorted(await sql.orders.order_directory.next_oids(db, len(chosen)))
    for oid, (mid, at, country, amount) in zip(numbers, chosen, strict=True):
        placed = min(at + timedelta(minutes=chance.uniform(-600, 600)), now - timedelta(hours=1))
        level = sellers[mid].demo.level
        item = PurchasedItem(amount / level * chance.randint(80, 120) / 100, 1, None)
        purchase = Purchase(f"M-{oid}", placed, country, [item])
        click = traffic.make_click(links[mid], placed - timedelta(minutes=5), country or "GB")
        traffic.clicks.append(click)
        clerk.generate(oid, purchase, sellers[mid], attribute(links[mid], click))
        for _ in range(VISITORS if placed > now - CLICK_DAYS * ONE_DAY else 0):
            traffic.add_visitor(links[mid], purchase)
    await write_traffic(db, uid, traffic.clicks)
    await write_orders(db, clerk.rows, now)
    await settle(db, uid, list(mids))


async def find_sellers(db: Connection, uid: int, mids: dict[int, str]) -> dict[int, Seller]:
    brands = {brand.mcid: brand for brand in catalogue().brands}
    rated = await sql.orders.attribution.get_brands(db, list(mids))
    return {
        mid: Seller(brands[mcid], rated[mid], await sql.brands.terms.get(db, mid, [uid], "UTC"))
        for mid, mcid in mids.items()
    }


async def add_link(
    db: Connection,
    portal: Resources,
    uid: int,
    site_id: int,
    mid: int,
    mcid: str,
    at: datetime,
) -> LinkPeriod:
    query = text(
        """
        insert into relationship (publisher_id, site_id, mid, status, applied_at, decided_at)
        values (:uid, :site_id, :mid, 2, :at, :at)
        """,
        uid=uid,
        site_id=site_id,
        mid=mid,
        at=at,
    )
    await run(db, query)
    code = portal.ids.make_code(uid)
    link_id = await sql.links.link.add(
        db,
        uid,
        code=code,
        path=None,
        site_id=site_id,
        mid=mid,
        target_url=shop_url(portal.settings.public_url, mcid),
        uids=["", "", "", "", ""],
        note="",
        coupon="",
        now=at,
    )
    return LinkPeriod(uid, link_id, code, site_id, mid, mcid, "letter", "", at, None, "")


async def write_traffic(db: Connection, uid: int, clicks: list[Click]) -> None:
    for month in sorted({click.click_time.date().replace(day=1) for click in clicks}):
        await sql.clicks.click.ensure_month(db, month)
    await sql.orders.attribution.fix_currencies(db, {uid: CURRENCY})
    await write_clicks(db, clicks)
    await sql.reports.figures.rollup.add(db, count_clicks(clicks, get_zone(ZONE)))


async def settle(db: Connection, uid: int, mids: list[int]) -> None:
    """Settle what the publisher earned in the months that the brands have closed."""
    query = text(
        """
        select mid, period, closed_at, paid_at from settled_month
         where mid = any(:mids::bigint[]) and closed_at is not null order by mid, period
        """,
        mids=mids,
    )
    for mid, period, closed_at, paid_at in await fetch(db, query):
        before = start_of(next_month(period))
        await add_settlement(db, uid, mid, period, before, closed_at, paid_at)


async def measure(db: Connection, portal: Resources, now: datetime) -> None:
    """Measure the brands, as a job does once a week from then on."""
    span = MeasuredSpan.up_to(day_of(now, portal.network_time_zone))
    publisher_ids = await sql.network.measured.statements.publisher_ids(db, 0, 100)
    await sql.network.measured.round.count_orders(
        db, publisher_ids, span, now, portal.network_time_zone
    )
    mids = await sql.network.measured.statements.brands(db, 0, 100)
    await sql.network.measured.round.renew_figures(db, mids, span)
