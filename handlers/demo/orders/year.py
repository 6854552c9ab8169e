"""The publisher's year: clicks and orders of every joined brand, made from the real order file."""

import random
from collections import defaultdict
from collections.abc import Mapping
from datetime import date, datetime, timedelta, tzinfo
from decimal import Decimal
from functools import partial
from typing import NamedTuple

import sql.brands.brand
import sql.brands.terms
import sql.clicks.click
import sql.orders.attribution
import sql.orders.order_directory
import sql.reports.figures.rollup
from handlers.demo.catalogue.brands import DemoBrand, catalogue
from handlers.demo.catalogue.programmes import RELATIONS
from handlers.demo.core.steps import Write
from handlers.demo.orders.bulk_copy import value_keys, write_clicks, write_orders
from handlers.demo.orders.order_file import purchases
from handlers.demo.orders.orders import OrderGenerator, Seller, YearOrders
from handlers.demo.orders.traffic import VISITORS, LinkPeriod, TrafficGenerator, block_reason
from handlers.demo.people.people import CURRENCY, ZONE, Demo, find
from rpc.process.resources import Resources
from schema.core.figures import Delta
from schema.core.time_zones import get_zone
from schema.orders.commission_amount import RateLookup
from schema.orders.intake import Attribution
from sql.clicks.click import Click
from sql.core.db import Connection, fetch, text

SITE_WEIGHTS = {"blog": 6, "social": 3, "letter": 2}
ABROAD = 4
"""How many times more likely buyers abroad are to choose a shop in their own country."""
BY_CODE = 0.03
"""The share of orders that came by a coupon, without a click."""


class Market(NamedTuple):
    """The sellers, and the links that lead to them."""

    sellers: dict[str, Seller]
    links_by_brand: dict[str, list[LinkPeriod]]


async def make(db: Connection, portal: Resources) -> Write:
    now, zone = portal.clock.now(), get_zone(ZONE)
    chance = random.Random("year")  # noqa: S311 - the same year in each database
    demo = await find(db)
    market = await find_market(db, demo, now)
    rates = await find_rates(db)
    bought = purchases(now, zone, chance)
    numbers = sorted(await sql.orders.order_directory.next_oids(db, len(bought)))

    clerk = OrderGenerator(now, zone, CURRENCY, partial(look_up_rates, rates, zone), chance)
    every = [period for periods in market.links_by_brand.values() for period in periods]
    traffic = TrafficGenerator(demo.uid, portal.ids, every, now, chance)
    choice = LinkPicker(market, now, chance)
    for oid, purchase in zip(numbers, bought, strict=True):
        period = choice.pick(purchase.at, purchase.country)
        seller = market.sellers[period.mcid]
        if chance.random() < BY_CODE:
            trace = attribute(period, None)
        else:
            trace = attribute(period, traffic.add_buyer(period, purchase, seller.brand.cookie_days))
        clerk.generate(oid, purchase, seller, trace)
        for _ in range(chance.randint(*VISITORS)):
            traffic.add_visitor(choice.pick_any(), purchase)
    for month in sorted({click.click_time.date().replace(day=1) for click in traffic.clicks}):
        await sql.clicks.click.ensure_month(db, month)
    return partial(write, uid=demo.uid, clicks=traffic.clicks, books=clerk.rows, zone=zone, now=now)


async def write(
    db: Connection,
    uid: int,
    clicks: list[Click],
    books: YearOrders,
    zone: tzinfo,
    now: datetime,
) -> None:
    await sql.orders.attribution.fix_currencies(db, {uid: CURRENCY})
    await write_clicks(db, clicks)
    await write_orders(db, books, now)
    await sql.reports.figures.rollup.add(db, count_clicks(clicks, zone))


def count_clicks(clicks: list[Click], zone: tzinfo) -> list[Delta]:
    counts: defaultdict[tuple[int, date, int, int, int, int, int], int] = defaultdict(int)
    for click in clicks:
        if click.verdict == "valid":
            day = click.click_time.astimezone(zone).date()
            where = click.mid, click.site_id, click.link_id, *value_keys(click)
            counts[click.publisher_id, day, *where] += 1
    return [Delta(*key, clicks=count) for key, count in counts.items()]


def attribute(link: LinkPeriod, click: Click | None) -> Attribution:
    labels = (click.uid1, click.uid2) if click else (link.uid1, "")
    page_id, placement_id = value_keys(click) if click else (0, 0)
    return Attribution(
        publisher_id=click.publisher_id if click else link.publisher_id,
        mid=link.mid,
        site_id=link.site_id,
        link_id=link.link_id,
        click_id=click.click_id if click else None,
        click_time=click.click_time if click else None,
        uid1=labels[0],
        uid2=labels[1],
        uid3="",
        uid4="",
        uid5="",
        country=click.country if click else None,
        device=click.device if click else "",
        verdict="valid",
        page_id=page_id,
        placement_id=placement_id,
    )


class LinkPicker:
    """Picks the link of the next buyer: a brand by its weight, then one of the links that lead there."""

    def __init__(self, market: Market, now: datetime, chance: random.Random) -> None:
        self.market = market
        self.chance = chance
        self.brands = [seller.demo for seller in market.sellers.values() if seller.demo.weight]
        self.opened = {
            brand.mcid: now - timedelta(days=brand.joined_days - 5) for brand in self.brands
        }
        self.closed = {
            brand.mcid: now - timedelta(days=brand.stopped)
            for brand in self.brands
            if brand.stopped
        }
        self.all_weights = [brand.weight for brand in self.brands]

    def pick(self, at: datetime, country: str | None) -> LinkPeriod:
        """Pick a link that was in force for the whole time a cookie lasts."""
        weights = [self.weight(brand, at, country) for brand in self.brands]
        [brand] = self.chance.choices(self.brands, weights)
        return self.pick_link(brand)

    def weight(self, brand: DemoBrand, at: datetime, country: str | None) -> int:
        if at - timedelta(days=20) < self.opened[brand.mcid]:
            return 0
        if brand.mcid in self.closed and at > self.closed[brand.mcid]:
            return 0
        abroad = (
            country not in (None, "GB") and country in brand.regions and brand.currency != "GBP"
        )
        return brand.weight * (ABROAD if abroad else 1)

    def pick_any(self) -> LinkPeriod:
        [brand] = self.chance.choices(self.brands, self.all_weights)
        return self.pick_link(brand)

    def pick_link(self, brand: DemoBrand) -> LinkPeriod:
        periods = self.market.links_by_brand[brand.mcid]
        weights = [SITE_WEIGHTS[period.channel] for period in periods]
        return self.chance.choices(periods, weights)[0]


async def find_market(db: Connection, demo: Demo, now: datetime) -> Market:
    """The sellers among the demonstration's brands, and the publisher's links to them."""
    brands = {brand.mcid: brand for brand in catalogue().brands}
    states = await sql.brands.brand.of_mcids(db, list(brands))
    rated = await sql.orders.attribution.get_brands(db, [each.mid for each in states.values()])
    words = {site_id: word for word, site_id in demo.sites.items()}
    query = text(
        "select link_id, code, site_id, mid, uid1, created_at from link where publisher_id = :uid order by link_id",
        uid=demo.uid,
    )
    sellers: dict[str, Seller] = {}
    periods: defaultdict[str, list[LinkPeriod]] = defaultdict(list)
    for link_id, code, site_id, mid, uid1, since in await fetch(db, query):
        brand = rated.get(mid)
        if brand is None:
            continue
        demo_brand = brands[brand.mcid]
        until = now - timedelta(days=demo_brand.stopped) if demo_brand.stopped else None
        why = block_reason(demo_brand.status, RELATIONS[demo_brand.standing])
        periods[brand.mcid].append(
            LinkPeriod(
                demo.uid,
                link_id,
                code,
                site_id,
                mid,
                brand.mcid,
                words[site_id],
                uid1,
                since,
                until,
                why,
            )
        )
        if brand.mcid not in sellers:
            offer = await sql.brands.terms.get(db, mid, [demo.uid], "UTC")
            sellers[brand.mcid] = Seller(demo_brand, brand, offer)
    return Market(sellers, periods)


def look_up_rates(
    rates: Mapping[tuple[str, str, date], Decimal], zone: tzinfo, at: datetime
) -> RateLookup:
    """A function that looks up exchange rates of the day of a purchase."""
    day = at.astimezone(zone).date()

    def of(base: str, quote: str) -> Decimal | None:
        return Decimal(1) if base == quote else rates.get((base, quote, day))

    return of


async def find_rates(db: Connection) -> dict[tuple[str, str, date], Decimal]:
    query = text("select base, quote, day, rate from currency_rate")
    rows = await fetch(db, query)
    return {(base, quote, day): rate for base, quote, day, rate in rows}
