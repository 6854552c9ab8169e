"""Campaigns of brands, around the day on which the demonstration is made."""

from datetime import datetime, timedelta
from functools import partial

from handlers.demo.core.steps import Write
from rpc.process.resources import Resources
from schema.brands.brand import Campaign
from sql.core.db import Connection, run, text

CAMPAIGNS = {
    "loomfield": ((12, 21, "Winter sale"), (-96, -90, "Members' week")),
    "velvet-hour": ((3, 5, "Long weekend"),),
}
"""Each campaign's first and last day, counted from today, and its name."""


async def make(_: Connection, portal: Resources) -> Write:
    return partial(write, now=portal.clock.now())


async def write(db: Connection, now: datetime) -> None:
    today = now.date()
    for mcid, given in CAMPAIGNS.items():
        campaigns = [
            Campaign(
                starts_on=today + timedelta(days=first),
                ends_on=today + timedelta(days=last),
                note=note,
            )
            for first, last, note in given
        ]
        query = text(
            "update brand set campaigns = :campaigns where mcid = :mcid",
            mcid=mcid,
            campaigns=campaigns,
        )
        await run(db, query)
