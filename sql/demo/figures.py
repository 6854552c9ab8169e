"""The brands' figures, which a job keeps from then on."""

from datetime import timedelta
from functools import partial

import sql.network_brand
from schema.brand_figures import figures
from sql.db import Connection
from sql.demo.portal import Portal
from sql.demo.steps import Write

DAYS = timedelta(days=90)


async def make(db: Connection, portal: Portal) -> Write:
    earned = await sql.network_brand.earned(db, portal.clock.now().date() - DAYS)
    rates = await sql.network_brand.latest_rates(db)
    return partial(sql.network_brand.keep, figures=list(figures(earned, rates)))
