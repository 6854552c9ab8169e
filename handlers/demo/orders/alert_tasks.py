"""The network's task in the demonstration about a stop of orders that the watch finds."""

from datetime import datetime, timedelta
from functools import partial

import sql.brands.brand
import sql.network.alert_task
from handlers.demo.core.steps import Write
from handlers.demo.orders.faults import pick_brands
from rpc.process.resources import Resources
from schema.reports.alert import AlertCause, AlertKind
from sql.core.db import Connection

NOTE = "The shop has a new checkout since this week and forgot our tag there. It promised to add it by Monday."


async def make(_: Connection, portal: Resources) -> Write:
    return partial(write, now=portal.clock.now())


async def write(db: Connection, now: datetime) -> None:
    mcid = pick_brands()[0].mcid
    states = await sql.brands.brand.of_mcids(db, [mcid])
    await sql.network.alert_task.put(
        db,
        states[mcid].mid,
        AlertKind.TRACKING_STOPPED,
        AlertCause.NOTHING_FOUND,
        "in_progress",
        NOTE,
        now - timedelta(hours=20),
    )
