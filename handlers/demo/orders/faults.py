"""Two channels with a fault of each kind that the watch finds in figures, relative to today.

The faults that it knows as facts, broken links and failing postbacks, exist already; an expired coupon is added.
"""

import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from functools import partial

from msgspec import structs

import sql.brands.brand
import sql.brands.terms
import sql.channels.channel
import sql.links.link
import sql.orders.attribution
import sql.orders.order_directory
import sql.reports.figures.rollup
from handlers.demo.catalogue.address import shop_url
from handlers.demo.catalogue.brands import DemoBrand, catalogue
from handlers.demo.core.steps import Write
from handlers.demo.orders.bulk_copy import write_clicks, write_orders
from handlers.demo.orders.order_file import Purchase, PurchasedItem
from handlers.demo.orders.orders import OrderGenerator, Seller
from handlers.demo.orders.traffic import LinkPeriod, TrafficGenerator
from handlers.demo.orders.year import attribute, count_clicks, find_rates, look_up_rates
from handlers.demo.people.people import CURRENCY, ZONE, Demo, find
from rpc.calls.registry import registry
from rpc.jobs.job import Job
from rpc.process.resources import Resources
from schema.channels.channel import Channel, SiteStatus
from schema.core.days import day_of, first_instant
from schema.core.envelope import Nothing
from schema.core.time_zones import get_zone
from sql.core.db import Connection, run, text

DAYS = 60
OPENED = timedelta(days=200)
CLICKS_OF_ORDER = 9
"""How many visitors buy nothing for each one who buys."""
COUPON = "KETTLE15"
DEALS = Channel(
    name="Kettle deals",
    channel_type=1,
    channel_platform="Own website",
    promotion_methods=[1],
    website="https://deals.kettleandkeel.example",
)
PINS = Channel(
    name="Kettle on Pinterest",
    channel_type=4,
    channel_platform="Pinterest",
    promotion_methods=[4],
    website="https://www.pinterest.com/kettleandkeel.example",
)


@dataclass(frozen=True)
class Fault:
    """A fault of a brand's orders on a channel, how long it lasts, and the share of the usual figures that remains."""

    channel: Channel
    orders_a_day: int
    days: float = 0.0
    clicks: float = 1.0
    orders: float = 1.0
    price: Decimal = Decimal(1)


FAULTS = (
    Fault(DEALS, 12, days=2.5, orders=0.0),
    Fault(DEALS, 8, days=12, orders=0.25),
    Fault(DEALS, 8, days=6, price=Decimal("0.4")),
    Fault(PINS, 3, days=4, clicks=0.0, orders=0.0),
)
"""A stop of orders, and falls in conversion, in commission per order and in a channel's clicks."""


@dataclass
class Plan:
    """The orders and visitors of a faulty brand on a channel."""

    fault: Fault
    seller: Seller
    period: LinkPeriod
    purchases: list[Purchase] = field(default_factory=list)
    visits: list[datetime] = field(default_factory=list)


async def make(_: Connection, portal: Resources) -> Write:
    return partial(write, portal=portal, now=portal.clock.now())


async def write(db: Connection, portal: Resources, now: datetime) -> None:
    chance = random.Random("faults")  # noqa: S311 - the same in each database
    demo = await find(db)
    plans = [plan async for plan in make_plans(db, portal, demo, now)]
    zone, rates = get_zone(ZONE), await find_rates(db)
    clerk = OrderGenerator(now, zone, CURRENCY, partial(look_up_rates, rates, zone), chance)
    traffic = TrafficGenerator(demo.uid, portal.ids, [plan.period for plan in plans], now, chance)
    for plan in plans:
        fill_plan(plan, now, chance)
    count = sum(len(plan.purchases) for plan in plans)
    numbers = iter(sorted(await sql.orders.order_directory.next_oids(db, count)))
    for plan in plans:
        for purchase in plan.purchases:
            click = traffic.make_click(plan.period, purchase.at - timedelta(minutes=4), "GB")
            traffic.clicks.append(click)
            clerk.generate(next(numbers), purchase, plan.seller, attribute(plan.period, click))
        for at in plan.visits:
            traffic.clicks.append(traffic.make_click(plan.period, at, "GB"))
    await write_clicks(db, traffic.clicks)
    await write_orders(db, clerk.rows, now)
    await sql.reports.figures.rollup.add(db, count_clicks(traffic.clicks, zone))
    await end_coupon(db, plans[0].period.mid, now)
    await registry.find("/reports/watch", Job).later(db, Nothing())


async def make_plans(
    db: Connection, portal: Resources, demo: Demo, now: datetime
) -> AsyncIterator[Plan]:
    """Make a plan for each fault: a link to a brand, on the channel of the fault."""
    sites: dict[str, int] = {}
    for fault, brand in zip(FAULTS, pick_brands(), strict=False):
        if fault.channel.name not in sites:
            sites[fault.channel.name] = await sql.channels.channel.add(
                db, demo.uid, fault.channel, status=SiteStatus.APPROVED, now=now - OPENED
            )
        yield await make_plan(db, portal, demo, fault, brand, sites[fault.channel.name], now)


def pick_brands() -> list[DemoBrand]:
    """The joined brands that sell in the publisher's currency and have not stopped, those with most orders first."""
    brands = [
        brand
        for brand in catalogue().brands
        if brand.weight and not brand.stopped and brand.currency == CURRENCY
        and brand.standing == "joined"
    ]  # fmt: skip
    return sorted(brands, key=lambda brand: -brand.weight)


async def make_plan(
    db: Connection,
    portal: Resources,
    demo: Demo,
    fault: Fault,
    brand: DemoBrand,
    site_id: int,
    now: datetime,
) -> Plan:
    states = await sql.brands.brand.of_mcids(db, [brand.mcid])
    mid = states[brand.mcid].mid
    query = text(
        """
        insert into relationship (publisher_id, site_id, mid, status, applied_at, decided_at)
        values (:uid, :site_id, :mid, 2, :opened_at, :opened_at)
        """,
        uid=demo.uid,
        site_id=site_id,
        mid=mid,
        opened_at=now - OPENED,
    )
    await run(db, query)
    code = portal.ids.make_code(demo.uid)
    link_id = await sql.links.link.add(
        db,
        demo.uid,
        code=code,
        path=None,
        site_id=site_id,
        mid=mid,
        target_url=shop_url(portal.settings.public_url, brand.mcid),
        uids=["deals", "", "", "", ""],
        note="",
        coupon="",
        now=now - OPENED,
    )
    rated = await sql.orders.attribution.get_brands(db, [mid])
    offer = await sql.brands.terms.get(db, mid, [demo.uid], "UTC")
    period = LinkPeriod(
        demo.uid, link_id, code, site_id, mid, brand.mcid, "blog", "deals", now - OPENED, None, ""
    )
    own = structs.replace(brand, coupons=[COUPON])
    return Plan(fault, Seller(own, rated[mid], offer), period)


def fill_plan(plan: Plan, now: datetime, chance: random.Random) -> None:
    """Fill a plan with the purchases and visits of each day until now."""
    fault, today = plan.fault, day_of(now, ZONE)
    for age in reversed(range(DAYS)):
        start = first_instant(today - timedelta(days=age), ZONE)
        for number in range(fault.orders_a_day):
            at = start + timedelta(hours=1, minutes=22 * 60 * chance.random())
            if at > now - timedelta(minutes=5):
                continue
            ill = now - at < timedelta(days=fault.days)
            if not ill or chance.random() < fault.clicks:
                plan.visits += [at - timedelta(seconds=20 * n + 1) for n in range(CLICKS_OF_ORDER)]
            if not ill or chance.random() < fault.orders:
                price = Decimal(chance.randint(1_600, 2_400)) / 100
                price *= fault.price if ill else 1
                order_id = f"K-{plan.period.mcid}-{age}-{number}"
                item = PurchasedItem(price, 1, None)
                plan.purchases.append(Purchase(order_id, at, "GB", [item]))


async def end_coupon(db: Connection, mid: int, now: datetime) -> None:
    """Add a brand's coupon that has expired, and that some of the publisher's orders had used."""
    query = text(
        """
        insert into coupon (mid, code, description, starts_at, ends_at, updated_at)
        values (:mid, :code, '15 % off kettles', :starts_at, :ends_at, :now)
        """,
        mid=mid,
        code=COUPON,
        starts_at=now.date() - timedelta(days=60),
        ends_at=now.date() - timedelta(days=1),
        now=now,
    )
    await run(db, query)
