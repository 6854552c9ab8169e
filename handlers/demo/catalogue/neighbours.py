"""Other publishers, whose applications brands answered: the usual time of an answer is measured over these."""

import random
from datetime import datetime, timedelta
from functools import partial

import sql.accounts.publisher
import sql.brands.brand
import sql.brands.relationship
import sql.channels.channel
import sql.network.answer_time
from handlers.demo.catalogue.brands import catalogue
from handlers.demo.core.steps import Write
from handlers.demo.people.people import CURRENCY, ZONE
from rpc.calls.registry import registry
from rpc.jobs.job import Job
from rpc.process.resources import Resources
from schema.accounts.company import Company
from schema.brands.application import ANSWER_HISTORY
from schema.brands.brand import Approval, Relation
from schema.channels.channel import Channel, SiteStatus
from schema.core.envelope import Nothing
from sql.brands.relationship import SiteRelation
from sql.core.db import Connection

NAMES = (
    "Larder Notes",
    "Hill and Harbour",
    "Paper Lantern",
    "Two Spades",
    "Slow Sunday",
    "Out of Doors",
)
CHANNELS_EACH = 6
JOINED = timedelta(days=400)
ANSWER_DAYS = {"lantern-finance": (2, 9), "arch-and-alpine": (1, 3), "velvet-hour": (2, 5)}
"""The fewest and most days that some brands take to answer an application."""
USUAL_DAYS = (1, 6)
REJECTED = 0.25


async def make(_: Connection, portal: Resources) -> Write:
    return partial(write, now=portal.clock.now())


async def write(db: Connection, now: datetime) -> None:
    chance = random.Random("neighbours")  # noqa: S311 - the same in each database
    choosy = [brand.mcid for brand in catalogue().brands if brand.approval is Approval.MANUAL]
    states = await sql.brands.brand.of_mcids(db, choosy)
    for name in NAMES:
        uid = await sql.accounts.publisher.add(
            db,
            name=name,
            company=Company(name=f"{name} Ltd", country="GB", category="Publishing"),
            referer_uid=None,
            time_zone=ZONE,
            currency=CURRENCY,
            now=now - JOINED,
        )
        for number in range(1, CHANNELS_EACH + 1):
            channel = Channel(
                name=f"{name} {number}",
                channel_type=2,
                channel_platform="WordPress",
                promotion_methods=[1],
                website=f"https://{name.lower().replace(' ', '-')}-{number}.example",
            )
            site_id = await sql.channels.channel.add(
                db, uid, channel, status=SiteStatus.APPROVED, now=now - JOINED
            )
            if number == 1:
                await sql.accounts.publisher.set_default_site(db, uid, site_id)
            for mcid, brand in states.items():
                applied = now - timedelta(days=chance.uniform(20, 340))
                wanted = SiteRelation(site_id, brand.mid, Relation.PENDING)
                await sql.brands.relationship.apply(db, uid, [wanted], message=None, now=applied)
                rejected = chance.random() < REJECTED
                await sql.brands.relationship.decide(
                    db,
                    uid,
                    site_id,
                    brand.mid,
                    status=Relation.REJECTED if rejected else Relation.JOINED,
                    reason="Not a fit for our customers" if rejected else None,
                    now=applied
                    + timedelta(days=chance.uniform(*ANSWER_DAYS.get(mcid, USUAL_DAYS))),
                )
    await sql.network.answer_time.rebuild(db, now - ANSWER_HISTORY, now)
    await registry.find("/payments/record_dates", Job).later(db, Nothing())
