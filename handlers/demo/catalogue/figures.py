"""The brands' figures, which a job keeps up to date from then on."""

from datetime import timedelta
from functools import partial

import sql.network.brand
from handlers.demo.core.steps import Write
from rpc.process.resources import Resources
from schema.brands.brand_figures import compute_brand_figures
from sql.core.db import Connection

DAYS = timedelta(days=90)


async def make(db: Connection, portal: Resources) -> Write:
    today = portal.clock.now().date()
    earned = await sql.network.brand.get_earnings(db, today - DAYS)
    rates = await sql.network.brand.latest_rates(db, earned, today)
    return partial(
        sql.network.brand.save_figures, figures=list(compute_brand_figures(earned, rates))
    )
