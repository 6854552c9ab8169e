"""The brands' figures, which a job keeps from then on."""

from datetime import timedelta
from functools import partial

import sql.network.brand
from schema.brands.brand_figures import compute_brand_figures
from sql.core.db import Connection
from sql.demo.core.portal import Portal
from sql.demo.core.steps import Write

DAYS = timedelta(days=90)


async def make(db: Connection, portal: Portal) -> Write:
    earned = await sql.network.brand.get_earnings(db, portal.clock.now().date() - DAYS)
    rates = await sql.network.brand.latest_rates(db)
    return partial(
        sql.network.brand.save_figures, figures=list(compute_brand_figures(earned, rates))
    )
