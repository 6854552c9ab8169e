"""Orders that a publisher misses or wonders about: an example of each answer that Why has about them."""

import random
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import partial
from typing import NamedTuple
from uuid import UUID

import sql.accounts.publisher
import sql.channels.channel
import sql.links.link
import sql.orders.intake
from handlers.demo.catalogue.address import shop_url
from handlers.demo.core.steps import Write
from handlers.demo.orders.bulk_copy import write_clicks
from handlers.demo.orders.faults import pick_brands
from handlers.demo.orders.traffic import LinkPeriod, TrafficGenerator
from handlers.demo.people.people import CURRENCY, ZONE, Demo, find
from rpc.calls.registry import registry
from rpc.jobs.job import Job
from rpc.process.resources import Resources
from schema.channels.channel import Channel, SiteStatus
from schema.core.days import day_of, first_instant
from schema.core.envelope import Nothing
from schema.core.ids import format_click_ref
from schema.orders.order import ItemStatus, ReportedItem, ReportedOrder
from sql.core.db import Connection, fetch, fetch_row, run, text

NEIGHBOUR = "Harbour Reads"
"""The publisher whose orders the publisher of the demonstration misses."""
CHANNEL = Channel(
    name=NEIGHBOUR,
    channel_type=1,
    channel_platform="Own website",
    promotion_methods=[1],
    website="https://harbourreads.example",
)
OPENED = timedelta(days=200)
AMOUNT = Decimal("48.50")
DAYS_AGO = 2
ORDERED_AFTER = timedelta(hours=1)


class Example(NamedTuple):
    """The click and brand that the example orders are built on."""

    mid: int
    mcid: str
    cookie_days: int
    click_id: UUID
    click_time: datetime
    at: datetime
    """When the orders were placed: shortly after one of the publisher's clicks."""


async def make(_: Connection, portal: Resources) -> Write:
    return partial(write, portal=portal, now=portal.clock.now())


async def write(db: Connection, portal: Resources, now: datetime) -> None:
    """Report the orders of the examples, as their brand would."""
    demo = await find(db)
    example = await find_example(db, demo, now)
    if example is None:
        return
    neighbour = await add_neighbour(db, portal, example, now)
    chance = random.Random("reasons")  # noqa: S311 - the same in each database
    traffic = TrafficGenerator(neighbour.publisher_id, portal.ids, [neighbour], now, chance)
    later = traffic.make_click(neighbour, example.at - timedelta(minutes=10), "GB")
    await write_clicks(db, [later])
    own_code = await add_link(db, portal, demo.uid, demo.sites["social"], example, now)
    too_late = example.click_time + timedelta(days=example.cookie_days, hours=6)
    orders = [
        make_order("WHY-LATER-CLICK", example.at, click_ref=format_click_ref(later.click_id)),
        make_order("WHY-LINK-ALONE", example.at, code=neighbour.code),
        make_order("WHY-NO-CLICK", example.at),
        make_order("WHY-OTHER-CHANNEL", example.at, code=own_code),
        make_order("WHY-DECLINED", example.at, code=own_code, status=ItemStatus.REJECTED),
    ]
    if too_late < now:
        ref = format_click_ref(example.click_id)
        orders.append(make_order("WHY-TOO-LATE", too_late, click_ref=ref))
    await sql.orders.intake.ingest(
        db, example.mid, orders, ids=portal.ids, now=now, zone="UTC", by=example.mcid
    )
    await registry.find("/reports/count_declines", Job).later(db, Nothing())


def make_order(
    order_id: str,
    at: datetime,
    *,
    click_ref: str | None = None,
    code: str | None = None,
    status: ItemStatus | None = None,
) -> ReportedOrder:
    return ReportedOrder(
        order_id=order_id,
        currency=CURRENCY,
        items=[ReportedItem(amount=AMOUNT, status=status)],
        click_ref=click_ref,
        code=code,
        order_time=at,
    )


async def find_example(db: Connection, demo: Demo, now: datetime) -> Example | None:
    """Find the newest click, from before the last days, that could have led to a missing order.

    The click came from the first channel to a joined brand, and was the brand's last valid click of its day, which Why
    takes for the order's.
    """
    query = text(
        """
        select brand.mid, brand.mcid, brand.cookie_days, click.click_id, click.click_time, click.site_id
          from click join brand on brand.mid = click.mid
         where click.publisher_id = :uid and click.click_time >= :since and click.click_time < :until
           and click.verdict = 'valid' and brand.mcid = any(:mcids::text[])
         order by click.click_time desc
        """,
        uid=demo.uid,
        since=now - timedelta(days=60),
        until=first_instant(day_of(now, ZONE) - timedelta(days=DAYS_AGO), ZONE),
        mcids=[brand.mcid for brand in pick_brands()],
    )
    days = set[tuple[int, date]]()
    for mid, mcid, cookie_days, click_id, click_time, site_id in await fetch(db, query):
        day, at = day_of(click_time, ZONE), click_time + ORDERED_AFTER
        is_last = (mid, day) not in days
        days.add((mid, day))
        if is_last and site_id == demo.sites["blog"] and day_of(at, ZONE) == day:
            return Example(mid, mcid, cookie_days, click_id, click_time, at)
    return None


async def add_neighbour(
    db: Connection, portal: Resources, example: Example, now: datetime
) -> LinkPeriod:
    """Another publisher of the brand, and its link."""
    opened = now - OPENED
    uid = await sql.accounts.publisher.add(
        db,
        name=NEIGHBOUR,
        company=None,
        referer_uid=None,
        time_zone=ZONE,
        currency=CURRENCY,
        now=opened,
    )
    site_id = await sql.channels.channel.add(
        db, uid, CHANNEL, status=SiteStatus.APPROVED, now=opened
    )
    code = await add_link(db, portal, uid, site_id, example, now)
    query = text(
        "select link_id from link where publisher_id = :uid and code = :code", uid=uid, code=code
    )
    row = await fetch_row(db, query)
    assert row is not None
    return LinkPeriod(
        *(uid, row["link_id"], code, site_id, example.mid, example.mcid, "blog", ""),
        *(opened, None, ""),
    )


async def add_link(
    db: Connection, portal: Resources, uid: int, site_id: int, example: Example, now: datetime
) -> str:
    """A link of a channel to the brand, which it joins unless it has; returns the link's code."""
    query = text(
        """
        insert into relationship (publisher_id, site_id, mid, status, applied_at, decided_at)
        values (:uid, :site_id, :mid, 2, :opened_at, :opened_at) on conflict do nothing
        """,
        uid=uid,
        site_id=site_id,
        mid=example.mid,
        opened_at=now - OPENED,
    )
    await run(db, query)
    code = portal.ids.make_code(uid)
    await sql.links.link.add(
        db,
        uid,
        code=code,
        path=None,
        site_id=site_id,
        mid=example.mid,
        target_url=shop_url(portal.settings.public_url, example.mcid),
        uids=["", "", "", "", ""],
        note="",
        coupon="",
        now=now - OPENED,
    )
    return code
